//! Connect Four as a game of the engine: the FLN has the first move, France the second; a full board is a win of the second,
//! since games of the engine have no draws.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use wilaya_bots::evaluation::{Evaluated, Features};
use wilaya_bots::mcts::{Mcts, Searchable, Settings};
use wilaya_bots::{Bot as _, Budget, Random};
use wilaya_engine::data::Figures;
use wilaya_engine::dice::{Dice, Label};
use wilaya_engine::{
    Actions, Audience, Column, Field, Game, Observation, Outcome, Setting, SettingError, Side, Sink, Status, Tally,
    View,
};

use crate::board::{Board, COLUMNS};

/// The game.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// What is counted of a game: nothing.
impl Tally<ConnectFour> for () {
    const COLUMNS: &'static [Column<fn(&Self, &()) -> Field>] = &[];
}

impl Game for ConnectFour {
    const NAME: &'static str = "connect-four";
    const TITLE: &'static str = "Connect Four";

    type Rules = ();
    type State = Board;
    type Decision = Kind;
    type Verb = Kind;
    type Action = u8;
    type Choices = Actions<Self>;
    type Event = ();
    type Tally = ();

    fn figures() -> Figures {
        Figures::builtin(Self::NAME, &[])
    }

    fn rules(_: &Figures, _: &Setting) -> Result<(), SettingError> {
        Ok(())
    }

    fn setting((): &()) -> Setting {
        Setting::default()
    }

    fn data_hash((): &()) -> u64 {
        0
    }

    fn start<D: Dice, S: Sink<()>>((): &(), _: &mut D, _: &mut S) -> Board {
        Board::default()
    }

    fn status(board: &Board) -> Status<Kind> {
        let next = if board.played().is_multiple_of(2) { Side::Fln } else { Side::France };
        match board.is_over() {
            false => Status::Decision { side: next, kind: Kind },
            true if board.is_won() => Status::Over(Outcome::won_by(next.other())),
            true => Status::Over(Outcome::won_by(Side::France)),
        }
    }

    fn clock(board: &Board) -> (u16, u8) {
        (u16::from(board.played()), 0)
    }

    fn legal((): &(), board: &Board, out: &mut Actions<Self>) {
        out.extend((0..COLUMNS).filter(|column| board.has_room(*column)));
    }

    fn choices(rules: &(), board: &Board, out: &mut Actions<Self>) {
        out.clear();
        if !board.is_over() {
            Self::legal(rules, board, out);
        }
    }

    fn apply<D: Dice, S: Sink<()>>((): &(), board: &mut Board, column: u8, _: &mut D, _: &mut S) {
        board.drop(column);
    }

    fn verb(_: u8) -> Kind {
        Kind
    }

    fn observe((): &(), board: &Board, side: Side) -> Observation<Self> {
        Observation::new(side, *board)
    }

    fn determinize<R: Rng>((): &(), seen: &Observation<Self>, _: &mut R) -> Board {
        *seen.state()
    }

    fn check((): &(), _: &Board) -> Result<(), String> {
        Ok(())
    }

    fn audience((): &()) -> Audience {
        Audience::All
    }

    fn action_text((): &(), column: u8) -> String {
        (column + 1).to_string()
    }

    fn parse_action((): &(), text: &str) -> Result<u8, String> {
        match text.parse() {
            Ok(column @ 1..=COLUMNS) => Ok(column - 1),
            _ => Err(format!("found \"{text}\", expected a column from 1 to {COLUMNS}")),
        }
    }

    fn label_text((): &(), _: Label) -> String {
        String::new()
    }

    fn parse_label((): &(), text: &str) -> Result<Label, String> {
        Err(format!("found \"{text}\", but nothing is rolled"))
    }

    fn event_text((): &(), (): &()) -> String {
        String::new()
    }

    fn to_json((): &(), board: &Board) -> Value {
        json!(format!("{board:?}"))
    }

    fn from_json((): &(), _: &Value) -> Result<Board, String> {
        Err("boards are not read".to_owned())
    }

    fn describe((): &(), board: &Board, _: Option<Side>) -> String {
        format!("{board:?}")
    }
}

/// The only kind of decision, and the only verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind;

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("drop")
    }
}

impl From<Kind> for u8 {
    fn from(_: Kind) -> Self {
        0
    }
}

/// Playouts go on to the end, so nothing is evaluated.
impl Evaluated for ConnectFour {
    const FEATURES: &'static [&'static str] = &[];

    fn scenario((): &()) -> &str {
        ""
    }

    fn features((): &(), _: &Board) -> Features {
        Features::new(&[], 0, 0.0)
    }
}

impl Searchable for ConnectFour {
    type Policy = Random;

    fn plans(_: Side) -> usize {
        1
    }

    fn policy(_: Side, _: usize) -> Random {
        Random
    }

    fn branches(_: Kind) -> bool {
        true
    }
}

/// A search with a tree that is as deep as the game.
pub fn search(iterations: u32, seed: u64) -> u8 {
    let settings = Settings {
        budget: Budget::Iterations(iterations),
        horizon: 42,
        depth: 42,
        doubt: 0.0,
        keep: 0.0,
        explore: 1.0,
        trust: 0.0,
        plans: false,
        ..Settings::default()
    };
    let board = Board::default();
    let mut choices = Actions::<ConnectFour>::new();
    ConnectFour::choices(&(), &board, &mut choices);
    let mut bot = Mcts::<ConnectFour>::new(settings);
    let mut rng: Pcg64Mcg = rand::SeedableRng::seed_from_u64(seed);
    let column = bot.choose(View::new(&(), &board, Side::Fln), &choices, &mut rng);
    // Iterations that do not fill a round are left.
    assert!(bot.iterations() >= u64::from(iterations) * 99 / 100, "{}", bot.iterations());
    column
}
