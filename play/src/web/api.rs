//! The HTTP API of the page.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wilaya_engine::Side;

use super::assets::asset;
use super::extract::{JsonBody, QueryParams};
use super::guard::{Guard, guard};
use super::host::{Host, NewGame, Refusal};
use crate::session::Draft;

/// Maximum time a request waits for a change.
pub(super) const WAIT: Duration = Duration::from_secs(20);

type Shared = State<Arc<Host>>;
type Answer = Result<Json<Value>, Refusal>;

/// The routes, all below the token.
pub(super) fn router(host: Arc<Host>, token: &str, limits: Guard) -> Router {
    let api = Router::new()
        .route("/menu", get(menu))
        .route("/board", post(board))
        .route("/guide", get(guide).post(guide_of))
        .route("/new", post(start))
        .route("/game", get(opening))
        .route("/view", get(view))
        .route("/act", post(act))
        .route("/ask", post(ask))
        .route("/draft", post(draft))
        .route("/undo", post(undo))
        .route("/next", post(next))
        .route("/stop", post(stop))
        .route("/seat", post(seat))
        .route("/screen", post(screen))
        .route("/progress", get(progress))
        .route("/hint", post(hint))
        .route("/odds", post(odds))
        .route("/review", get(review))
        .route("/judge", post(judge))
        .route("/table", get(table))
        .route("/save", post(save))
        .route("/load", post(load))
        .route("/delete", post(delete))
        .route("/record", get(record));
    let page = Router::new()
        .nest("/api", api)
        .route("/", get(|| file(Path(String::new()))))
        .route("/{*path}", get(file))
        .fallback(nothing);
    Router::new()
        .nest(&format!("/{token}/"), page)
        .fallback(elsewhere)
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
        })
        .layer(middleware::from_fn_with_state(limits, guard))
        .with_state(host)
}

async fn nothing() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing here")
}

/// The answer to paths outside the token: from a page of a program that has ended, or from a stranger.
async fn elsewhere(uri: Uri) -> Refusal {
    let why = if uri.path() == "/" {
        "wilaya play is running here: open the full address it has printed"
    } else {
        "this page belongs to another wilaya play, which has ended. Your game is saved: open the address printed by \
         the one running now, and load your game there"
    };
    Refusal::new(StatusCode::NOT_FOUND, why)
}

async fn file(Path(path): Path<String>) -> Response {
    match asset(&path) {
        Some(response) => response,
        None => nothing().await.into_response(),
    }
}

/// Runs slow work on a blocking thread.
async fn work<T: Serialize + Send + 'static>(
    host: Arc<Host>,
    what: impl FnOnce(&Host) -> Result<T, Refusal> + Send + 'static,
) -> Result<Json<T>, Refusal> {
    let done = tokio::task::spawn_blocking(move || what(&host)).await;
    done.map_err(|_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "internal error in wilaya"))?.map(Json)
}

async fn menu(State(host): Shared) -> Answer {
    work(host, |host| Ok(host.menu())).await
}

async fn board(State(host): Shared, JsonBody(asked): JsonBody<NewGame>) -> Answer {
    work(host, |host| host.board(asked).map(|board| json!(*board))).await
}

async fn guide(State(host): Shared) -> Answer {
    work(host, |host| host.guide(None)).await
}

async fn guide_of(State(host): Shared, JsonBody(asked): JsonBody<NewGame>) -> Answer {
    work(host, |host| host.guide(Some(asked))).await
}

async fn start(State(host): Shared, JsonBody(asked): JsonBody<NewGame>) -> Answer {
    work(host, |host| host.start(asked)).await
}

async fn opening(State(host): Shared) -> Answer {
    work(host, Host::opening).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    side: Option<Side>,
    /// Index of the first log entry wanted.
    #[serde(default)]
    log: usize,
    /// Wait until the game or its version differs from these.
    game: Option<u64>,
    version: Option<u64>,
}

async fn view(State(host): Shared, QueryParams(look): QueryParams<Look>) -> Answer {
    let Look { side, log, game, version } = look;
    if let (Some(game), Some(version)) = (game, version) {
        let mut watch = host.watch();
        let wait = async {
            while host.now() == (game, Some(version)) {
                if watch.changed().await.is_err() {
                    break;
                }
            }
        };
        // After a while without changes, answer anyway.
        let _ = tokio::time::timeout(WAIT, wait).await;
    }
    work(host, move |host| host.view(side, log)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    action: String,
    version: u64,
    /// True to choose the same for the rest of the phase.
    #[serde(default)]
    phase: bool,
    /// Index of the first log entry wanted.
    #[serde(default)]
    log: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drafting {
    version: u64,
    #[serde(default)]
    draft: Draft,
    /// True to play the draft.
    #[serde(default)]
    done: bool,
    #[serde(default)]
    log: usize,
}

async fn draft(State(host): Shared, JsonBody(asked): JsonBody<Drafting>) -> Answer {
    let Drafting { version, draft, done, log } = asked;
    work(
        host,
        move |host| {
            if done { host.play_draft(&draft, version, log) } else { host.draft(&draft, version) }
        },
    )
    .await
}

async fn act(State(host): Shared, JsonBody(asked): JsonBody<Act>) -> Answer {
    let Act { action, version, phase, log } = asked;
    work(host, move |host| host.act((&action, phase), version, log)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    #[serde(default)]
    log: usize,
}

async fn ask(State(host): Shared, JsonBody(asked): JsonBody<Ask>) -> Answer {
    let Ask { log } = asked;
    work(host, move |host| host.ask_again(log)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Undo {
    version: u64,
    /// Index of the first log entry wanted.
    #[serde(default)]
    log: usize,
}

async fn undo(State(host): Shared, JsonBody(asked): JsonBody<Undo>) -> Answer {
    let Undo { version, log } = asked;
    work(host, move |host| host.undo(version, log)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Next {
    /// Maximum number of decisions.
    most: usize,
    /// Index of the first log entry wanted.
    #[serde(default)]
    log: usize,
}

async fn next(State(host): Shared, JsonBody(asked): JsonBody<Next>) -> Answer {
    let Next { most, log } = asked;
    work(host, move |host| host.next(most, log)).await
}

async fn stop(State(host): Shared) -> Answer {
    work(host, Host::stop).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TakeSeat {
    side: Side,
    seat: String,
}

async fn seat(State(host): Shared, JsonBody(asked): JsonBody<TakeSeat>) -> Answer {
    let TakeSeat { side, seat } = asked;
    work(host, move |host| host.seat(side, &seat)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TakeScreen {
    side: Side,
}

async fn screen(State(host): Shared, JsonBody(asked): JsonBody<TakeScreen>) -> Answer {
    let TakeScreen { side } = asked;
    work(host, move |host| host.screen(side)).await
}

async fn progress(State(host): Shared) -> Answer {
    work(host, Host::progress).await
}

async fn hint(State(host): Shared) -> Answer {
    work(host, Host::hint).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OddsOf {
    /// The choices, in notation; empty for all.
    #[serde(default)]
    actions: Vec<String>,
}

async fn odds(State(host): Shared, JsonBody(asked): JsonBody<OddsOf>) -> Answer {
    work(host, move |host| host.odds(&asked.actions)).await
}

async fn review(State(host): Shared) -> Answer {
    work(host, Host::review).await
}

async fn judge(State(host): Shared) -> Answer {
    work(host, Host::judge).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    step: usize,
}

async fn table(State(host): Shared, QueryParams(at): QueryParams<At>) -> Answer {
    let At { step } = at;
    work(host, move |host| host.table_at(step)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SaveAs {
    name: String,
    /// True to replace an existing save of this name.
    #[serde(default)]
    replace: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

async fn save(State(host): Shared, JsonBody(asked): JsonBody<SaveAs>) -> Answer {
    let SaveAs { name, replace } = asked;
    work(host, move |host| host.save(&name, replace)).await
}

async fn load(State(host): Shared, JsonBody(asked): JsonBody<Named>) -> Answer {
    let Named { name } = asked;
    work(host, move |host| host.load(&name)).await
}

async fn delete(State(host): Shared, JsonBody(asked): JsonBody<Named>) -> Answer {
    let Named { name } = asked;
    work(host, move |host| host.delete(&name)).await
}

async fn record(State(host): Shared) -> Result<Response, Refusal> {
    let Json(text) = work(host, Host::record).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"wilaya-game.jsonl\""),
    ];
    Ok((headers, text).into_response())
}
