//! The roster entry of the search, with its keys.

use std::time::Duration;

use super::level::Level;
use super::search::Mcts;
use super::searchable::Searchable;
use super::settings::Settings;
use crate::Budget;
use crate::entry::{Entry, maker};
use crate::spec::{Key, Values};

const KEYS: &[Key] = &[
    Key {
        name: "level",
        help: "strength, if neither iterations nor time is given",
        values: Values::Word { default: Level::Veteran.name(), words: &Level::NAMES },
    },
    Key {
        name: "iters",
        help: "iterations per decision, if no time is given; 0: those of the level",
        values: Values::Whole { default: 0, least: 0, most: 10_000_000 },
    },
    Key {
        name: "ms",
        help: "milliseconds per decision; 0: limited by iterations",
        values: Values::Whole { default: 0, least: 0, most: 3_600_000 },
    },
    Key {
        name: "turn_ms",
        help: "milliseconds for all decisions of a turn; 0: limited per decision",
        values: Values::Whole { default: 0, least: 0, most: 3_600_000 },
    },
    Key {
        name: "threads",
        help: "parallel threads; the search depends on their number",
        values: Values::Whole { default: 1, least: 1, most: 64 },
    },
    Key {
        name: "horizon",
        help: "turns that a playout lasts beyond those that its kind of decision needs",
        values: Values::Whole { default: 0, least: 0, most: 200 },
    },
    Key {
        name: "doubt",
        help: "lead over the heuristic's choice, in standard errors, that another choice needs to be played",
        values: Values::Real { default: 1.0, least: 0.0, most: 10.0 },
    },
    Key {
        name: "keep",
        help: "weight of an observation from an earlier decision of the phase",
        values: Values::Real { default: 0.25, least: 0.0, most: 1.0 },
    },
    Key {
        name: "explore",
        help: "exploration of worse-looking choices in a tree, in probability of winning",
        values: Values::Real { default: 1.0, least: 0.0, most: 10.0 },
    },
    Key {
        name: "plans",
        help: "whether it searches the heuristic's plans for a phase",
        values: Values::Word { default: "yes", words: &["yes", "no"] },
    },
    Key {
        name: "opponent",
        help: "model of the opponent: learnt from its play so far, or the heuristic",
        values: Values::Word { default: "learnt", words: &["learnt", "heuristic"] },
    },
    Key {
        name: "floor",
        help: "factor for a model of the opponent that would have decided otherwise",
        values: Values::Real { default: 0.25, least: 0.001, most: 1.0 },
    },
    Key {
        name: "recall",
        help: "share of the evidence about the opponent kept from one of its decisions to the next",
        values: Values::Real { default: 0.99, least: 0.0, most: 1.0 },
    },
    Key {
        name: "branch",
        help: "which decisions are searched: the main ones, or all",
        values: Values::Word { default: "main", words: &["main", "all"] },
    },
    Key {
        name: "slip",
        help: "share of the searched decisions taken at random instead; the level's own share if that is greater",
        values: Values::Real { default: 0.0, least: 0.0, most: 1.0 },
    },
];

pub(crate) fn entry<G: Searchable>() -> Entry<G> {
    Entry {
        name: "mcts",
        summary: "Monte Carlo search, with the heuristic for playouts",
        keys: KEYS,
        build: |params| {
            let mut slip = params.real("slip")?;
            let budget = match (params.whole("ms")?, params.whole("turn_ms")?) {
                (0, 0) => Budget::Iterations(match params.whole("iters")? {
                    0 => {
                        let level = Level::named(params.word("level")?);
                        slip = slip.max(G::slip(level));
                        G::iterations(level)
                    }
                    given => given as u32,
                }),
                (0, turn) => Budget::Turn(Duration::from_millis(turn)),
                (decision, _) => Budget::Decision(Duration::from_millis(decision)),
            };
            let settings = Settings {
                budget,
                threads: params.whole("threads")? as usize,
                horizon: params.whole("horizon")? as u16,
                doubt: params.real("doubt")?,
                keep: params.real("keep")?,
                explore: params.real("explore")?,
                plans: params.word("plans")? == "yes",
                learns: params.word("opponent")? == "learnt",
                floor: params.real("floor")?,
                recall: params.real("recall")?,
                all: params.word("branch")? == "all",
                slip,
            };
            Ok(maker(move || Mcts::<G>::new(settings)))
        },
    }
}
