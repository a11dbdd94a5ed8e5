//! Access control: only requests that name this machine, come from the page itself, and arrive whole and in time.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::assets::refused_page;
use super::host::Refusal;

/// Maximum size of a request's body, in bytes.
pub const BODY_LIMIT: usize = 64 * 1024;

/// The conditions a request must meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// The port it must name.
    pub(super) port: u16,
    /// Maximum time for its body to arrive.
    pub(super) patience: Duration,
}

/// The headers of every response: load nothing from elsewhere, no framing, no caching, no referrer.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

impl Guard {
    fn names(self) -> [String; 2] {
        [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)]
    }

    /// The reason to refuse a request, if any.
    fn refuses(self, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: header::HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let known = |host: &str| self.names().iter().any(|name| name == host);
        if !text(header::HOST).is_some_and(known) {
            // Another name that resolves to this machine (DNS rebinding).
            return Some(
                "the request does not name this machine: open the address with 127.0.0.1 and the same port",
            );
        }
        if text(header::ORIGIN).is_some_and(|origin| !origin.strip_prefix("http://").is_some_and(known)) {
            return Some("the request comes from another page");
        }
        let site = headers.get("sec-fetch-site").map(|value| value.to_str().unwrap_or("?"));
        if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
            return Some("the request comes from another site");
        }
        None
    }

    /// Reads the whole body.
    async fn whole(self, request: Request) -> Result<Request, Refusal> {
        let (head, body) = request.into_parts();
        let bytes = tokio::time::timeout(self.patience, to_bytes(body, BODY_LIMIT)).await.map_err(|_| {
            Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body of the request did not arrive in time")
        })?;
        let bytes = bytes.map_err(|_| {
            let limit = BODY_LIMIT / 1024;
            let why = format!("the body of the request is incomplete or longer than {limit} KiB");
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, why)
        })?;
        Ok(Request::from_parts(head, Body::from(bytes)))
    }
}

/// True if a person opened the address, rather than a script.
fn is_page(request: &Request) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let api = request.uri().path().split('/').nth(2) == Some("api");
    !api && accepts.is_some_and(|kinds| kinds.contains("text/html"))
}

/// Passes a request on or refuses it, and sets the headers of the response.
pub(super) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let by_person = is_page(&request);
    let mut response = match guard.refuses(request.headers()) {
        Some(why) => Refusal::new(StatusCode::FORBIDDEN, why).into_response(),
        None => match guard.whole(request).await {
            Ok(request) => next.run(request).await,
            Err(refusal) => refusal.into_response(),
        },
    };
    if let Some(refusal) = response.extensions().get::<Refusal>().filter(|_| by_person) {
        response = refused_page(refusal);
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(pairs: &[(&'static str, &'static str)]) -> bool {
        let pairs = pairs
            .iter()
            .map(|&(name, value)| (header::HeaderName::from_static(name), HeaderValue::from_static(value)));
        Guard { port: 80, patience: Duration::ZERO }.refuses(&pairs.collect()).is_some()
    }

    #[test]
    fn only_the_page_itself_is_let_through() {
        assert!(!refused(&[("host", "127.0.0.1:80")]));
        assert!(!refused(&[
            ("host", "localhost:80"),
            ("origin", "http://localhost:80"),
            ("sec-fetch-site", "same-origin")
        ]));
        assert!(!refused(&[("host", "127.0.0.1:80"), ("sec-fetch-site", "none")]));
        for pairs in [
            &[][..],
            &[("host", "127.0.0.1:81")],
            &[("host", "127.0.0.1")],
            &[("host", "evil.example:80")],
            &[("host", "127.0.0.1:80.evil.example")],
            &[("host", "127.0.0.1:80"), ("origin", "http://evil.example")],
            &[("host", "127.0.0.1:80"), ("origin", "null")],
            &[("host", "127.0.0.1:80"), ("origin", "https://127.0.0.1:80")],
            &[("host", "127.0.0.1:80"), ("sec-fetch-site", "cross-site")],
            &[("host", "127.0.0.1:80"), ("sec-fetch-site", "same-site")],
        ] {
            assert!(refused(pairs), "{pairs:?}");
        }
    }
}
