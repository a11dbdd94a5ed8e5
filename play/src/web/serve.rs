//! Connections, with limits on their number, their lifetime, and the time a client may take to send and to read.

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

/// The limits of a client.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of open connections; further ones wait.
    pub connections: usize,
    /// Maximum time a client may take to send the head of a request, again as long for the body, and as long to read an
    /// answer.
    pub patience: Duration,
    /// Maximum lifetime of a connection; an answer in progress is finished.
    pub lifetime: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 48, patience: Duration::from_secs(20), lifetime: Duration::from_secs(600) }
    }
}

/// Pause after the system refuses a connection, as when too many files are open.
const RETRY_PAUSE: Duration = Duration::from_millis(200);

/// Serves until the program ends.
pub(super) async fn serve(listener: &TcpListener, router: Router, limits: Limits) {
    let permits = Arc::new(Semaphore::new(limits.connections));
    loop {
        // The semaphore is never closed.
        let permit = Arc::clone(&permits).acquire_owned().await.ok();
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(RETRY_PAUSE).await;
            continue;
        };
        // Small answers should not wait for more data; if this fails, they are only slower.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(limits.patience);
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(limits.patience));
            let mut connection = pin!(http.serve_connection(TokioIo::new(Box::pin(stream)), service));
            // A client that disconnects or sends garbage ends only its own connection. One that trickles could otherwise keep it
            // open forever.
            if tokio::time::timeout(limits.lifetime, connection.as_mut()).await.is_err() {
                connection.as_mut().graceful_shutdown();
                let _ = tokio::time::timeout(WAIT + limits.patience, connection).await;
            }
            drop(permit);
        });
    }
}
