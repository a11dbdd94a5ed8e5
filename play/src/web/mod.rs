//! The browser front end: a page and its HTTP API, on this machine only.
//!
//! The API speaks JSON; `docs/play.md` lists its requests. All paths lie below a token that only the printed address
//! contains, and `guard` refuses requests that another page could make a browser send.

mod api;
mod assets;
mod extract;
mod guard;
mod host;
mod seed;
mod serve;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

pub use guard::BODY_LIMIT;
pub use host::{Host, NewGame, Refusal};
pub use seed::fresh_seed;
pub use serve::Limits;

/// Maximum number of requests processed at once, not counting those that only wait.
const WORKERS: usize = 16;

/// A page ready to be served.
#[derive(Debug)]
pub struct Page {
    listener: std::net::TcpListener,
    host: Arc<Host>,
    token: String,
    port: u16,
    limits: Limits,
}

/// An unguessable token: 128 bits from the operating system.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

impl Page {
    /// Binds to a local port, a free one if `port` is 0.
    ///
    /// # Errors
    /// A port already in use.
    pub fn bind(port: u16, host: Host) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok(Self { listener, host: Arc::new(host), token: token()?, port, limits: Limits::default() })
    }

    /// The same, with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The address to open.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Serves the page until the program ends.
    ///
    /// # Errors
    /// A socket error.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(WORKERS)
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let guard = guard::Guard { port: self.port, patience: self.limits.patience };
            serve::serve(&listener, api::router(self.host, &self.token, guard), self.limits).await;
            Ok(())
        })
    }
}
