//! The current game, shared by the tabs of the page.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::watch;
use wilaya_bots::{BotSpec, Control};
use wilaya_engine::{BySide, Setting, Side};

use super::seed::fresh_seed;
use crate::board::Board;
use crate::games::Catalogue;
use crate::session::{
    AnySession, Begin, CurrentGame, Decided, Draft, Job, Judgement, Seat, SessionError, Store, StoreError,
    WORK,
};

/// Time bots may play per request.
const SLICE: Duration = Duration::from_millis(400);

/// A refused request.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The status.
    pub status: StatusCode,
    /// The reason, in words.
    pub message: String,
}

impl Refusal {
    /// A refusal for this reason.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, axum::Json(json!({ "error": self.message }))).into_response();
        // The guard turns it into a page if a person opened the address.
        response.extensions_mut().insert(self);
        response
    }
}

impl From<SessionError> for Refusal {
    fn from(error: SessionError) -> Self {
        let status = match error {
            SessionError::Stale
            | SessionError::OutOfTurn(_)
            | SessionError::Screen(_)
            | SessionError::Over
            | SessionError::Busy => StatusCode::CONFLICT,
            SessionError::NotYours(_) | SessionError::Seat(_) | SessionError::NotOver => {
                StatusCode::FORBIDDEN
            }
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, error.to_string())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        let status = match error {
            StoreError::File { .. } => StatusCode::INTERNAL_SERVER_ERROR,
            StoreError::Lock(_) => StatusCode::CONFLICT,
            // Not a conflict: the user may decide to replace it.
            StoreError::Exists(_) => StatusCode::PRECONDITION_FAILED,
            StoreError::Name(_) | StoreError::Content { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, error.to_string())
    }
}

/// A request for a new game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game.
    pub game: String,
    /// The scenario.
    #[serde(default)]
    pub scenario: Option<String>,
    /// The set-up.
    #[serde(default)]
    pub setup: Option<String>,
    /// Optional rules.
    #[serde(default)]
    pub options: Vec<String>,
    /// Items removed from the game.
    #[serde(default)]
    pub bars: Vec<String>,
    /// The players: `human`, a level, or a bot.
    pub seats: BySide<String>,
    /// The seed; random if absent.
    #[serde(default)]
    pub seed: Option<u64>,
    /// True if undo may go back past dice.
    #[serde(default)]
    pub practice: bool,
}

impl NewGame {
    fn setting(self) -> (String, Setting) {
        let Self { game, scenario, setup, options, bars, .. } = self;
        (game, Setting { scenario, setup, options, bars })
    }
}

/// What the page needs when a game starts.
#[derive(Debug, Serialize)]
struct Opening<'a> {
    id: u64,
    game: &'a str,
    title: &'a str,
    sides: BySide<&'a str>,
    setting: String,
    statement: Option<String>,
    seats: BySide<String>,
    practice: bool,
    secrets: bool,
    adviser: String,
    board: &'a Board,
}

/// The current game, if any.
#[derive(Default)]
struct OpenGame {
    game: Option<CurrentGame>,
    /// Grows with each new game.
    id: u64,
    save_error: Option<String>,
    judging: Option<Judging>,
}

/// The judging of a finished game's choices, on its own thread.
struct Judging {
    /// The version of the final position.
    version: u64,
    control: Control,
    found: Arc<OnceLock<Judgement>>,
    thread: JoinHandle<()>,
}

impl Judging {
    fn begin(session: &dyn AnySession) -> Answer<Self> {
        let (control, found) = (Control::default(), Arc::new(OnceLock::new()));
        let (job, result) = (session.judge(WORK, control.clone())?, Arc::clone(&found));
        let work = move || {
            let _ = result.set(job());
        };
        let thread = std::thread::Builder::new().name("judge".to_owned()).spawn(work);
        let thread = thread
            .map_err(|error| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, format!("judging: {error}")))?;
        Ok(Self { version: session.version(), control, found, thread })
    }

    fn seen(&self) -> Answer<Value> {
        // Check in this order, so as not to miss a result that arrives in between.
        let ended = self.thread.is_finished();
        match self.found.get() {
            None if ended => Err(Refusal::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal error while judging the choices",
            )),
            found => Ok(json!({ "progress": self.control.progress(), "found": found })),
        }
    }
}

impl Drop for Judging {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// The state shared by all tabs of a page.
pub struct Host {
    catalogue: Catalogue,
    store: Store,
    adviser: BotSpec,
    /// The initial choices of the menu.
    offer: Option<NewGame>,
    open: Mutex<OpenGame>,
    /// Counts changes, for requests that wait for one.
    changes: watch::Sender<u64>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("store", &self.store).finish_non_exhaustive()
    }
}

type Answer<T> = Result<T, Refusal>;

impl Host {
    /// A host, with a game already in progress if one is given.
    #[must_use]
    pub fn new(catalogue: Catalogue, store: Store, adviser: BotSpec, game: Option<CurrentGame>) -> Self {
        let open = OpenGame { game, id: 1, ..OpenGame::default() };
        let changes = watch::Sender::new(0);
        Self { catalogue, store, adviser, offer: None, open: Mutex::new(open), changes }
    }

    /// The same, with initial choices for the menu.
    #[must_use]
    pub fn offering(self, offer: NewGame) -> Self {
        Self { offer: Some(offer), ..self }
    }

    fn open(&self) -> MutexGuard<'_, OpenGame> {
        // A panic elsewhere leaves a session between two decisions.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// A receiver to wait for changes.
    pub(super) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The current game's id and version.
    pub(super) fn now(&self) -> (u64, Option<u64>) {
        let open = self.open();
        (open.id, open.game.as_ref().map(|game| game.session().shown_version()))
    }

    pub(super) fn menu(&self) -> Value {
        let (playing, own) = {
            let open = self.open();
            (open.game.is_some(), open.game.as_ref().and_then(|game| game.save_name().map(str::to_owned)))
        };
        json!({
            "games": self.catalogue.menu(), "saves": self.store.list(), "own": own, "playing": playing, "offer": self.offer
        })
    }

    /// The map of a game that could be started.
    pub(super) fn board(&self, asked: NewGame) -> Answer<Arc<Board>> {
        let (game, setting) = asked.setting();
        Ok(self.catalogue.board(&game, &setting)?)
    }

    /// The guide to the current game, or to one that could be started.
    pub(super) fn guide(&self, asked: Option<NewGame>) -> Answer<Value> {
        match asked {
            Some(asked) => {
                let (game, setting) = asked.setting();
                Ok(json!(*self.catalogue.guide(&game, &setting)?))
            }
            None => Ok(json!(session(&self.open())?.guide())),
        }
    }

    pub(super) fn start(&self, asked: NewGame) -> Answer<Value> {
        let NewGame { seats, seed, practice, .. } = asked.clone();
        let (game, setting) = asked.setting();
        let seat = |side: Side| seats[side].parse::<Seat>().map_err(SessionError::from);
        let seats = BySide { fln: seat(Side::Fln)?, france: seat(Side::France)? };
        let seed = seed.unwrap_or_else(fresh_seed);
        let session = self.catalogue.start(
            &game,
            &setting,
            Begin { seats, seed, index: 0, practice, programs: None },
        )?;
        self.put(CurrentGame::new(session))
    }

    /// Replaces the current game. Returns everything the page shows of the new one.
    fn put(&self, game: CurrentGame) -> Answer<Value> {
        let mut open = self.open();
        if let Some(old) = &open.game {
            old.session().stop();
        }
        *open = OpenGame { game: Some(game), id: open.id + 1, ..OpenGame::default() };
        drop(open);
        self.changed();
        let mut seen = self.view(None, 0)?;
        seen["game"] = self.opening()?;
        Ok(seen)
    }

    /// The start message of the current game, with its map.
    pub(super) fn opening(&self) -> Answer<Value> {
        self.opened(&self.open())
    }

    fn opened(&self, open: &OpenGame) -> Answer<Value> {
        let session = session(open)?;
        let (game, title) = session.game();
        let opening = Opening {
            id: open.id,
            game,
            title,
            sides: session.sides(),
            setting: session.setting_line(),
            statement: session.statement(),
            seats: session.seats(),
            practice: session.practice(),
            secrets: session.secrets(),
            adviser: self.adviser.to_string(),
            board: session.board(),
        };
        serde_json::to_value(opening)
            .map_err(|error| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
    }

    /// A reader's view.
    pub(super) fn view(&self, side: Option<Side>, log_from: usize) -> Answer<Value> {
        self.settle()?;
        let open = self.open();
        let view = session(&open)?.view(side, log_from)?;
        Ok(json!({ "id": open.id, "view": view, "save_error": open.save_error }))
    }

    /// Lets a bot make the decisions that nobody else may know it had to make. Until then the page receives the same as
    /// before.
    fn settle(&self) -> Answer<()> {
        loop {
            let (id, job) = {
                let mut open = self.open();
                let id = open.id;
                let game = open.game.as_mut().filter(|game| game.session().waits_in_secret());
                match game.map(|game| game.session_mut().begin()) {
                    // If a bot is thinking, another request takes care of it.
                    None | Some(Err(SessionError::Busy | SessionError::Stopped(_))) => return Ok(()),
                    Some(Ok(job)) => (id, job),
                    Some(Err(error)) => return Err(error.into()),
                }
            };
            self.decide(id, job);
        }
    }

    /// Lets a bot decide. Returns whether its choice was played and whether the screen shows something new; `None` if another
    /// game has started.
    fn decide(&self, id: u64, job: Job<Decided>) -> Option<(bool, bool)> {
        let decided = job();
        let mut open = self.open();
        if open.id != id {
            return None;
        }
        let game = open.game.as_mut()?;
        let before = game.session().shown_version();
        let fits = game.session_mut().end(decided);
        let shows = fits && game.session().shown_version() != before;
        self.keep(&mut open);
        drop(open);
        self.changed();
        Some((fits, shows))
    }

    /// Plays a choice: for the rest of the phase, if `phase` is true.
    pub(super) fn act(&self, (action, phase): (&str, bool), version: u64, log_from: usize) -> Answer<Value> {
        self.change(log_from, |session| match phase {
            true => session.act_for_phase(action, Some(version)),
            false => session.act(action, Some(version)),
        })
    }

    pub(super) fn ask_again(&self, log_from: usize) -> Answer<Value> {
        self.change(log_from, |session| {
            session.ask_again();
            Ok(())
        })
    }

    pub(super) fn draft(&self, draft: &Draft, version: u64) -> Answer<Value> {
        Ok(json!(session(&self.open())?.draft(draft, version)?))
    }

    pub(super) fn play_draft(&self, draft: &Draft, version: u64, log_from: usize) -> Answer<Value> {
        self.change(log_from, |session| session.play_draft(draft, version))
    }

    pub(super) fn undo(&self, version: u64, log_from: usize) -> Answer<Value> {
        self.change(log_from, |session| {
            if session.shown_version() != version {
                return Err(SessionError::Stale);
            }
            session.undo()
        })
    }

    pub(super) fn seat(&self, side: Side, seat: &str) -> Answer<Value> {
        self.change(0, |session| session.seat(side, seat))
    }

    pub(super) fn screen(&self, side: Side) -> Answer<Value> {
        self.change(0, |session| session.take_screen(side))
    }

    /// Carries out a user's request and saves. Returns the new view.
    fn change(
        &self,
        log_from: usize,
        what: impl FnOnce(&mut dyn AnySession) -> Result<(), SessionError>,
    ) -> Answer<Value> {
        let mut open = self.open();
        what(open.game.as_mut().ok_or_else(no_game)?.session_mut())?;
        open.judging = None;
        self.keep(&mut open);
        drop(open);
        self.changed();
        self.view(None, log_from)
    }

    /// Lets bots play up to `most` decisions that the screen shows, within a time slice, and never a human's. Returns the new
    /// view.
    pub(super) fn next(&self, most: usize, log_from: usize) -> Answer<Value> {
        let begun = Instant::now();
        let (mut made, mut played) = (0, 0);
        loop {
            let (id, job) = {
                let mut open = self.open();
                let id = open.id;
                let game = open.game.as_mut().ok_or_else(no_game)?;
                match game.session_mut().begin() {
                    Ok(job) => (id, job),
                    // It is now the human's turn, or the game is over, after some decisions of the bot: the request is done.
                    Err(SessionError::OutOfTurn(_) | SessionError::Over) if made > 0 => break,
                    // The view reports it.
                    Err(SessionError::Stopped(_)) => break,
                    Err(error) => return Err(error.into()),
                }
            };
            let Some((fits, shows)) = self.decide(id, job) else { break };
            made += usize::from(fits);
            // Do not count hidden decisions, nor let them take visible time.
            played += usize::from(shows);
            let settled = !session(&self.open())?.waits_in_secret();
            if !settled {
                continue;
            }
            if played >= most.max(1) || begun.elapsed() >= SLICE {
                break;
            }
        }
        let mut seen = self.view(None, log_from)?;
        seen["played"] = played.into();
        Ok(seen)
    }

    pub(super) fn stop(&self) -> Answer<Value> {
        let open = self.open();
        session(&open)?.stop();
        if let Some(judging) = &open.judging {
            judging.control.stop();
        }
        Ok(json!({}))
    }

    pub(super) fn progress(&self) -> Answer<Value> {
        Ok(json!({ "thinking": session(&self.open())?.thinking() }))
    }

    pub(super) fn hint(&self) -> Answer<Value> {
        let job = session(&self.open())?.hint(&self.adviser)?;
        Ok(json!(job()?))
    }

    pub(super) fn odds(&self, actions: &[String]) -> Answer<Value> {
        let job = session(&self.open())?.odds(actions, SLICE)?;
        Ok(json!(job()?))
    }

    pub(super) fn review(&self) -> Answer<Value> {
        let job = session(&self.open())?.review()?;
        Ok(json!(job()))
    }

    /// Starts judging the choices unless that is in progress or done. Returns its progress.
    pub(super) fn judge(&self) -> Answer<Value> {
        let mut open = self.open();
        let judging = match open.judging.take() {
            Some(judging) if judging.version == session(&open)?.version() => judging,
            _ => Judging::begin(session(&open)?)?,
        };
        let seen = judging.seen();
        open.judging = Some(judging);
        seen
    }

    pub(super) fn table_at(&self, step: usize) -> Answer<Value> {
        let open = self.open();
        Ok(json!({ "step": step, "table": session(&open)?.table_at(step)? }))
    }

    /// Saves under a name; replaces an existing save only if `replace` is set.
    pub(super) fn save(&self, name: &str, replace: bool) -> Answer<Value> {
        let saved = {
            let open = self.open();
            Self::check_not_own(&open, name)?;
            session(&open)?.save()
        };
        let path = if replace { self.store.write(name, &saved) } else { self.store.write_new(name, &saved) }?;
        Ok(json!({ "path": path.display().to_string() }))
    }

    pub(super) fn load(&self, name: &str) -> Answer<Value> {
        self.put(CurrentGame::load(&self.catalogue, &self.store, &self.store.path(name)?)?)
    }

    pub(super) fn delete(&self, name: &str) -> Answer<Value> {
        Self::check_not_own(&self.open(), name)?;
        self.store.delete(name)?;
        Ok(json!({ "saves": self.store.list() }))
    }

    /// Refuses the name of the current game's own save.
    fn check_not_own(open: &OpenGame, name: &str) -> Answer<()> {
        if open.game.as_ref().and_then(CurrentGame::save_name) == Some(name) {
            let why = format!("\"{name}\" is the current game's own save");
            return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, why));
        }
        Ok(())
    }

    /// The record as the reader may see it.
    pub(super) fn record(&self) -> Answer<String> {
        Ok(session(&self.open())?.record())
    }

    /// Keeps the save up to date. If that fails, the game continues and the page reports it.
    fn keep(&self, open: &mut OpenGame) {
        let Some(game) = &mut open.game else { return };
        let result = game.keep_up(&self.store);
        open.save_error = result.err().map(|error| error.to_string());
    }
}

fn no_game() -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "no game in progress: start or load one")
}

fn session(open: &OpenGame) -> Answer<&dyn AnySession> {
    open.game.as_ref().map(CurrentGame::session).ok_or_else(no_game)
}
