//! The files of the page, embedded in the program.

use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::host::Refusal;
use crate::playable::capital;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

macro_rules! assets {
    ($($path:literal $kind:ident $file:literal,)+) => {
        /// Path, content type and content.
        const ASSETS: &[(&str, &str, &str)] = &[$(($path, $kind, include_str!(concat!("../../assets/", $file))),)+];
    };
}

assets! {
    "" HTML "index.html",
    "style.css" CSS "style.css",
    "js/main.js" JS "js/main.js",
    "js/api.js" JS "js/api.js",
    "js/dom.js" JS "js/dom.js",
    "js/map.js" JS "js/map.js",
    "js/panels.js" JS "js/panels.js",
    "js/choices.js" JS "js/choices.js",
    "js/drafts.js" JS "js/drafts.js",
    "js/log.js" JS "js/log.js",
    "js/menu.js" JS "js/menu.js",
    "js/review.js" JS "js/review.js",
    "js/keys.js" JS "js/keys.js",
    "js/guide.js" JS "js/guide.js",
    "js/odds.js" JS "js/odds.js",
    "js/recap.js" JS "js/recap.js",
    "js/tabs.js" JS "js/tabs.js",
    "js/settings.js" JS "js/settings.js",
    "js/symbols.js" JS "js/symbols.js",
}

/// The template of the error page.
const REFUSED: &str = include_str!("../../assets/refused.html");

/// The error page for a refused request.
pub(super) fn refused_page(refusal: &Refusal) -> Response {
    let escaped = refusal.message.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let words = capital(&escaped);
    (refusal.status, [(header::CONTENT_TYPE, HTML)], REFUSED.replace("{{words}}", &words)).into_response()
}

/// The file at a path below the token.
pub(super) fn asset(path: &str) -> Option<Response> {
    let (_, kind, content) = ASSETS.iter().find(|(name, ..)| *name == path)?;
    Some(([(header::CONTENT_TYPE, *kind)], *content).into_response())
}
