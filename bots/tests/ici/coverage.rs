//! How often the games have shown what there is to see.

use std::fmt::Write as _;

use wilaya_engine::Side;
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{Chit, Combat, Exchange, Flag, Kind, Level};
use wilaya_engine::ici::{Decision, Ending, Removal, RollKind, Verb};

/// How often each line of the table must have been seen.
pub(crate) const OFTEN: u64 = 100;

const KINDS: usize = Kind::ALL.len();
const LEVELS: usize = Level::ALL.len();
const CHITS: usize = 64;
const CRISES: usize = 8;

/// What is told by name alone.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shown {
    PlayedByChoice,
    PlayedByForce,
    Passed,
    Rage,
    Appeasement,
    Independence,
    CoupRemoval,
    UnitReduced,
    UnitEliminated,
    FailekKilled,
    MoriceAttack,
    StructureHit,
    HarshPurge,
    PurgeSuccess,
    Infiltrated,
    ResettledTwice,
    MaquisPlaced,
    TwoReferendums,
    FreeSetUp,
}

const SHOWN: [&str; 19] = [
    "a chit played by choice",
    "a chit on the track that had to be played",
    "a side without a chit to play",
    "rage",
    "appeasement",
    "independence of a country",
    "a unit removed by a coup",
    "a unit reduced by a chit",
    "a unit eliminated in a fight",
    "a failek killed in a fight",
    "an attack over the Morice Line",
    "a structure attack that hits",
    "harsh interrogation",
    "a purge that succeeds",
    "an infiltration that succeeds",
    "a region resettled twice",
    "maquis",
    "both referendums in one game",
    "a free set-up",
];

/// A part of the table: what it counts, and how many lines it has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Chit,
    Crisis,
    Referendum,
    Verb,
    Decision,
    Roll,
    Removal,
    Displaced,
    Ending,
    Combat,
    Level,
    Exchange,
    Flag,
    Shown,
}

const PARTS: [(Part, &str, usize); 14] = [
    (Part::Chit, "political chit", CHITS),
    (Part::Crisis, "government crisis", CRISES),
    (Part::Referendum, "referendum", 2 * Side::ALL.len()),
    (Part::Verb, "verb of an action", Verb::ALL.len()),
    (Part::Decision, "decision", Decision::DECISIONS.len()),
    (Part::Roll, "roll", RollKind::ALL.len()),
    (Part::Removal, "failek removed", 3 * KINDS),
    (Part::Displaced, "French unit displaced from", KINDS),
    (Part::Ending, "end of the game", Ending::ALL.len() * Side::ALL.len()),
    (Part::Combat, "combat chits", Combat::ALL.len() * Combat::ALL.len()),
    (Part::Level, "change of level", LEVELS * LEVELS),
    (Part::Exchange, "exchange", Exchange::ALL.len()),
    (Part::Flag, "rule switched on", Flag::ALL.len()),
    (Part::Shown, "and", SHOWN.len()),
];

/// The place of a removal in the part.
pub(crate) fn removal(why: Removal, kind: Kind) -> usize {
    why as usize * KINDS + kind.index()
}

impl Part {
    fn start(self) -> usize {
        PARTS[..self as usize].iter().map(|(.., lines)| lines).sum()
    }

    /// The name of a line, or nothing if the rules leave it out.
    fn line(self, rules: &Rules, line: usize) -> Option<String> {
        let name = match self {
            Self::Chit => rules.chits.get(line).map(|_| rules.chit(Chit(line as u8)).id.clone())?,
            // The first space is where the game begins.
            Self::Crisis => rules.crises.get(line).filter(|_| line > 0)?.name.clone(),
            Self::Referendum => {
                let which = if line < 2 { "the first" } else { "the last" };
                format!("{which}, won by {}", Side::ALL[line % 2])
            }
            // A side passes only if it has no choice, and then the engine plays it.
            Self::Verb => Some(Verb::ALL[line]).filter(|verb| *verb != Verb::Pass)?.to_string(),
            Self::Decision => Decision::DECISIONS[line].to_string(),
            Self::Roll => RollKind::ALL[line].to_string(),
            Self::Removal => {
                let (why, kind) = (line / KINDS, Kind::ALL[line % KINDS]);
                let stack = rules.stacking[kind.index()];
                let possible = match why {
                    // Chits name regions of Wilayas.
                    0 => matches!(kind, Kind::Region),
                    1 => !stack.by_supply && stack.faileks != u8::MAX,
                    _ => stack.by_supply,
                };
                let why = ["by a chit", "over the stacking limit", "without supply"][why];
                possible.then(|| format!("{why}, {kind}"))?
            }
            Self::Displaced => {
                let kind = Kind::ALL[line];
                (rules.stacking[kind.index()].french != u8::MAX).then(|| kind.to_string())?
            }
            Self::Ending => {
                let (ending, side) = (Ending::ALL[line / 2], Side::ALL[line % 2]);
                let possible = match ending {
                    Ending::Collapse => side == Side::Fln,
                    Ending::Control => side == Side::France,
                    Ending::Referendum => true,
                };
                possible.then(|| format!("{}, {side} wins", ending.word()))?
            }
            Self::Combat => format!("{} against {}", Combat::ALL[line / 4], Combat::ALL[line % 4]),
            Self::Level => {
                let (from, to) = (line / LEVELS, line % LEVELS);
                (from.abs_diff(to) == 1).then(|| format!("{} to {}", Level::ALL[from], Level::ALL[to]))?
            }
            Self::Exchange => Exchange::ALL[line].to_string(),
            Self::Flag => Flag::ALL[line].to_string(),
            Self::Shown => SHOWN[line].to_owned(),
        };
        Some(name)
    }
}

/// How often everything was seen.
#[derive(Clone, Debug)]
pub(crate) struct Coverage(Vec<u64>);

impl Default for Coverage {
    fn default() -> Self {
        Self(vec![0; PARTS.iter().map(|(.., lines)| lines).sum()])
    }
}

impl Coverage {
    #[inline]
    pub(crate) fn saw(&mut self, part: Part, line: usize) {
        self.0[part.start() + line] += 1;
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, count)| *sum += count);
    }

    /// The table, and the lines that were not seen often enough.
    pub(crate) fn table(&self, rules: &Rules) -> (String, Vec<String>) {
        let (mut text, mut rare) = (String::new(), Vec::new());
        for (part, what, lines) in PARTS {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{what}");
            for line in 0..lines {
                let count = self.0[part.start() + line];
                let Some(name) = part.line(rules, line) else {
                    assert_eq!(count, 0, "{what}, line {line} was thought to be impossible");
                    continue;
                };
                let _ = writeln!(text, "  {name:<42}{count:>12}");
                if count < OFTEN {
                    rare.push(format!("{what} {name} ({count})"));
                }
            }
        }
        (text, rare)
    }
}
