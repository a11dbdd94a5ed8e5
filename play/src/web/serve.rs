//! Connections: how many there are at once, how long a client may take to ask and to read, and how long one lasts.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use super::api::WAIT;

/// What a client may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections that are open at once; further ones wait.
    pub connections: usize,
    /// How long a connection may be open without a whole request: the head first, then as long again for the body; and
    /// how long a client may leave an answer unread.
    pub patience: Duration,
    /// How long a connection may last at all; an answer under way is finished.
    pub lifetime: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 48, patience: Duration::from_secs(20), lifetime: Duration::from_secs(600) }
    }
}

/// How long to wait after the system has refused a connection, as it does when too many files are open.
const BREATH: Duration = Duration::from_millis(200);

/// Serves until the program ends.
pub(super) async fn serve(listener: &TcpListener, router: Router, limits: Limits) {
    let permits = Arc::new(Semaphore::new(limits.connections));
    loop {
        // The semaphore is never closed.
        let permit = Arc::clone(&permits).acquire_owned().await.ok();
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        // Small answers should not wait for more; without this they are only slower.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(limits.patience);
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(limits.patience));
            let mut connection = pin!(http.serve_connection(TokioIo::new(Box::pin(stream)), service));
            // A client that breaks off or says nonsense ends its own connection, no more. One that reads a little now and
            // then would else keep it for ever.
            if tokio::time::timeout(limits.lifetime, connection.as_mut()).await.is_err() {
                connection.as_mut().graceful_shutdown();
                let _ = tokio::time::timeout(WAIT + limits.patience, connection).await;
            }
            drop(permit);
        });
    }
}
