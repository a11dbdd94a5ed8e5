//! Connections: how many there are at once, and how long a client may take to ask.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// What a client may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections that are open at once; further ones wait.
    pub connections: usize,
    /// How long a connection may be open without a whole request: the head first, then as long again for the body.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 48, patience: Duration::from_secs(20) }
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
            // A client that breaks off or says nonsense ends its own connection, no more.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(permit);
        });
    }
}
