//! How often the games have shown what there is to see.

use std::fmt::Write as _;

use wilaya_engine::Side;
use wilaya_engine::algeria::types::{Mark, Mission, RandomEvent, VictoryLevel};
use wilaya_engine::algeria::{ApCause, FlnChange, GovChange, PslCause};
use wilaya_engine::algeria::{Decision, RollKind, Rules, Verb};

/// How often each line of the table must have been seen.
const OFTEN: u64 = 100;
/// The same for lines that only tell more about what other lines cover.
const MORE: u64 = 20;

/// Missions that are rolled on a Mission Success Table.
const ROLLED: [Mission; 6] = [
    Mission::Propaganda,
    Mission::Strike,
    Mission::Move,
    Mission::Raid,
    Mission::CivilAffairs,
    Mission::Suppression,
];

/// PSL changes that one side alone can have.
const ONE_SIDED: [(PslCause, Side); 13] = [
    (PslCause::CivilAffairs, Side::Fln),
    (PslCause::Resettlement, Side::Fln),
    (PslCause::NoMobile, Side::Fln),
    (PslCause::Abroad, Side::Fln),
    (PslCause::Reinforcement, Side::France),
    (PslCause::MissionCost, Side::France),
    (PslCause::NoReact, Side::France),
    (PslCause::Suppression, Side::France),
    (PslCause::Coup, Side::France),
    (PslCause::Oas, Side::France),
    (PslCause::Terror, Side::France),
    // An award of the FLN, and one of the Government.
    (PslCause::SetUp, Side::Fln),
    (PslCause::SetUp, Side::France),
];

const COUPS: [&str; 7] =
    ["wild success", "big success", "success", "fizzle", "failure", "abject failure", "no attempt"];
const CRT_COLUMNS: usize = 6;

/// What the set-ups and optional rules show.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shown {
    DefaultSetUp,
    FreeSetUp,
    SlowReactionEnds,
    IndependenceByRoll,
    ShorterLead,
    ShorterEnd,
    ZoneCutsAp,
    MoveWithoutReact,
    MoveWithReact,
}

const SHOWN: [&str; 9] = [
    "default set-up",
    "free set-up",
    "slow_french_reaction: it ends",
    "deterministic_independence: by its roll",
    "shorter_game: a lead at a check",
    "shorter_game: a game ends by it",
    "border_zone_cuts_ap: the zone is active",
    "no_react_to_moves: a Move succeeds",
    "without it: a React to a Move",
];

/// A part of the table: what it counts, and how many lines it has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    RandomEvent,
    Verb,
    Decision,
    Mark,
    Crt,
    Coup,
    Shown,
    Roll,
    Psl,
    Ap,
    FlnUnits,
    GovUnits,
    Victory,
}

const PARTS: [(Part, &str, usize, u64); 13] = [
    (Part::RandomEvent, "random event", RandomEvent::ALL.len(), OFTEN),
    (Part::Verb, "verb of an action", Verb::ALL.len(), OFTEN),
    (Part::Decision, "decision", Decision::DECISIONS.len(), OFTEN),
    (Part::Mark, "mission and mark", Mission::ALL.len() * Mark::ALL.len(), OFTEN),
    (Part::Crt, "column of the CRT", 2 * CRT_COLUMNS, OFTEN),
    (Part::Coup, "row of the Coup Table", COUPS.len(), OFTEN),
    (Part::Shown, "set-up or option", SHOWN.len(), OFTEN),
    (Part::Roll, "roll", RollKind::ALL.len(), OFTEN),
    (Part::Psl, "cause of a PSL change", 2 * PslCause::ALL.len(), MORE),
    (Part::Ap, "cause of an AP change", ApCause::ALL.len(), MORE),
    (Part::FlnUnits, "change of FLN units", FlnChange::ALL.len(), MORE),
    (Part::GovUnits, "change of Government units", GovChange::ALL.len(), MORE),
    (Part::Victory, "victory", 2 * VictoryLevel::ALL.len(), MORE),
];

impl Part {
    fn start(self) -> usize {
        PARTS[..self as usize].iter().map(|(_, _, lines, _)| lines).sum()
    }

    /// The name of a line, or nothing if it cannot be seen.
    fn line(self, line: usize) -> Option<String> {
        let side = |line: usize, each: usize| Side::ALL[line / each];
        let name = match self {
            Self::RandomEvent => RandomEvent::ALL[line].to_string(),
            // A React is chosen by its first unit.
            Self::Verb => Verb::ALL[line].to_string(),
            Self::Decision => Decision::DECISIONS[line].to_string(),
            Self::Mark => {
                let (mission, mark) = (Mission::ALL[line / 3], Mark::ALL[line % 3]);
                ROLLED.contains(&mission).then(|| format!("{mission} {}", mark.word()))?
            }
            Self::Crt => format!("{}, column {}", side(line, CRT_COLUMNS), line % CRT_COLUMNS + 1),
            Self::Coup => COUPS[line].to_owned(),
            Self::Shown => SHOWN[line].to_owned(),
            Self::Roll => RollKind::ALL[line].to_string(),
            Self::Psl => {
                let (side, cause) =
                    (side(line, PslCause::ALL.len()), PslCause::ALL[line % PslCause::ALL.len()]);
                let other = ONE_SIDED.contains(&(cause, side.other())) && !ONE_SIDED.contains(&(cause, side));
                (!other).then(|| format!("{side}: {cause}"))?
            }
            Self::Ap => ApCause::ALL[line].to_string(),
            Self::FlnUnits => FlnChange::ALL[line].to_string(),
            Self::GovUnits => GovChange::ALL[line].to_string(),
            Self::Victory => {
                format!("{}, {}", side(line, VictoryLevel::ALL.len()), VictoryLevel::ALL[line % 3])
            }
        };
        Some(name)
    }
}

/// How often everything was seen.
#[derive(Clone, Debug)]
pub(crate) struct Coverage(Vec<u64>);

impl Default for Coverage {
    fn default() -> Self {
        Self(vec![0; PARTS.iter().map(|(_, _, lines, _)| lines).sum()])
    }
}

impl Coverage {
    #[inline]
    pub(crate) fn saw(&mut self, part: Part, line: usize) {
        self.0[part.start() + line] += 1;
    }

    pub(crate) fn saw_roll_marked(&mut self, mission: Mission, mark: Mark) {
        self.saw(Part::Mark, mission.index() * Mark::ALL.len() + mark.index());
    }

    pub(crate) fn saw_fire(&mut self, rules: &Rules, side: Side, firepower: u16) {
        let column = match rules.crt.column.get(usize::from(firepower)) {
            Some(column) if firepower < u16::from(rules.crt.top) => *column,
            _ => rules.crt.last,
        };
        self.saw(Part::Crt, side as usize * CRT_COLUMNS + usize::from(column));
    }

    pub(crate) fn saw_coup(&mut self, row: Option<u8>) {
        self.saw(Part::Coup, row.map_or(COUPS.len() - 1, usize::from));
    }

    pub(crate) fn saw_psl(&mut self, side: Side, cause: PslCause) {
        self.saw(Part::Psl, side as usize * PslCause::ALL.len() + cause.index());
    }

    pub(crate) fn saw_victory(&mut self, side: Side, level: VictoryLevel) {
        self.saw(Part::Victory, side as usize * VictoryLevel::ALL.len() + level.index());
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, count)| *sum += count);
    }

    /// The table, and the lines that were not seen often enough.
    pub(crate) fn table(&self) -> (String, Vec<String>) {
        let (mut text, mut rare) = (String::new(), Vec::new());
        for (part, what, lines, often) in PARTS {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{what}");
            for line in 0..lines {
                let Some(name) = part.line(line) else { continue };
                let count = self.0[part.start() + line];
                let _ = writeln!(text, "  {name:<42}{count:>12}");
                if count < often {
                    rare.push(format!("{what} {name} ({count}, not {often})"));
                }
            }
        }
        (text, rare)
    }
}
