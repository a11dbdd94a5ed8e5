//! Follows a game by its events and positions, and checks that they agree with the rules.

use wilaya_engine::algeria::PslCause;
use wilaya_engine::algeria::types::{AREAS, FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mission, Place};
use wilaya_engine::algeria::words::Phase;
use wilaya_engine::algeria::{Algeria, Event, Rules, State};
use wilaya_engine::{Game, Side, Sink, Status};

use crate::coverage::{Coverage, Part, Shown};

/// The areas of Algeria as a set.
const ALGERIA: u32 = (1 << AREAS) - 1;

pub(crate) struct Watch<'a> {
    rules: &'a Rules,
    seen: &'a mut Coverage,
    index: u64,
    psl: [u8; 2],
    halves: u32,
    phase: Phase,
    turn: u16,
    turn_checked: u16,
    mission: Option<Mission>,
    /// No event has been told since a turn began.
    fresh: bool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(rules: &'a Rules, seen: &'a mut Coverage, index: u64) -> Self {
        let shown = if rules.free_setup { Shown::FreeSetUp } else { Shown::DefaultSetUp };
        seen.saw(Part::Shown, shown as usize);
        Self {
            rules,
            seen,
            index,
            psl: [0; 2],
            halves: 0,
            phase: Phase::SetUp,
            turn: 0,
            turn_checked: u16::MAX,
            mission: None,
            fresh: false,
        }
    }

    pub(crate) fn saw(&mut self, part: Part, line: usize) {
        self.seen.saw(part, line);
    }

    fn at(&self) -> String {
        format!("game {} ({:?}), turn {}", self.index, Algeria::setting(self.rules), self.turn)
    }

    /// A position after a decision; `thorough` checks all of it, and every turn is begun with that.
    pub(crate) fn look(&mut self, state: &State, thorough: bool) {
        let over = match Algeria::status(state) {
            Status::Over(outcome) => outcome.winner(),
            Status::Decision { .. } => None,
        };
        let psl = Side::ALL.map(|side| state.psl(side));
        assert_eq!(psl, self.psl, "{}: the events tell other PSLs", self.at());
        assert!(psl.iter().all(|&psl| i16::from(psl) <= self.rules.psl_max), "{}: {psl:?}", self.at());
        assert!(psl != [0, 0], "{}: both PSLs are 0", self.at());
        match over {
            None => assert!(!psl.contains(&0), "{}: {psl:?}, and the game goes on", self.at()),
            Some(winner) => {
                let loser = psl[winner.other() as usize];
                let early = self.rules.options.shorter_game && psl.iter().all(|&psl| psl > 0);
                assert!(psl[winner as usize] > 0, "{}: {winner} won with a PSL of 0", self.at());
                assert!(loser == 0 || early, "{}: {} lost with a PSL of {loser}", self.at(), winner.other());
                if early {
                    self.seen.saw(Part::Shown, Shown::ShorterEnd as usize);
                }
            }
        }
        assert!(state.turn() <= crate::support::MAX_TURNS, "{}: still not over", self.at());
        if thorough || over.is_some() || self.turn_checked != state.turn() {
            self.turn_checked = state.turn();
            self.counts(state, over.is_some());
            Algeria::check(self.rules, state).unwrap_or_else(|why| panic!("{}: {why}", self.at()));
        }
    }

    /// Counts within the counter mix, and nobody where they must not be.
    fn counts(&self, state: &State, over: bool) {
        for &unit in FlnUnit::ALL {
            let everywhere = FlnBox::ALL.iter().flat_map(|&at| {
                Place::each(state.fln_places(unit, at))
                    .map(move |place| u32::from(state.fln(place, unit, at)))
            });
            let there: u32 = everywhere.sum();
            let total = u32::from(state.fln_total(unit));
            assert!(total <= u32::from(self.rules.fln[unit.index()].count), "{}: {unit}", self.at());
            let france = total - there;
            assert!(
                france == 0 || unit == FlnUnit::Cadre && france == 1,
                "{}: {france} of type {unit} in France",
                self.at()
            );
            for &at in FlnBox::ALL {
                assert_eq!(state.fln_places(unit, at) & Place::FRANCE.bit(), 0, "{}: {unit}", self.at());
            }
        }
        let mut of_type = [0; GovType::ALL.len()];
        for &unit in GovUnit::ALL {
            for &at in GovBox::ALL {
                let places = state.gov_places(unit, at);
                assert_eq!(places & !ALGERIA, 0, "{}: {unit} abroad", self.at());
                if unit == GovUnit::Police && !matches!(at, GovBox::Ptl | GovBox::Neutralized) {
                    continue;
                }
                let count = Place::each(places).map(|area| u32::from(state.gov(area, unit, at))).sum::<u32>();
                of_type[unit.counter().index()] += count;
            }
        }
        for (&counter, count) in GovType::ALL.iter().zip(of_type) {
            assert_eq!(count, u32::from(state.gov_total(counter)), "{}: {counter}", self.at());
            let mix = self.rules.counter[counter.index()].count;
            assert!(count <= u32::from(mix), "{}: {count} of type {counter}", self.at());
        }
        let mut fronts = 0;
        for &at in FlnBox::ALL {
            let here = state.fln_places(FlnUnit::Front, at);
            assert_eq!(fronts & here, 0, "{}: two Fronts in one area", self.at());
            fronts |= here;
        }
        let (terror, resettled) = state.terrorized_and_resettled();
        // A Resettlement can end the game before the Front of the area is converted (ruling A-105).
        let remote = self.rules.remote | if over { 0 } else { resettled };
        assert_eq!(fronts & (remote | !ALGERIA), 0, "{}: a Front in a Remote area", self.at());
        assert_eq!((terror | resettled) & !ALGERIA, 0, "{}: a marker abroad", self.at());
        let control = Side::ALL.map(|side| state.controlled(side));
        assert_eq!(control[0] & control[1], 0, "{}: an area with two masters", self.at());
    }

    fn psl(&mut self, side: Side, delta: i16, now: u8, cause: PslCause) {
        let before = std::mem::replace(&mut self.psl[side as usize], now);
        if cause != PslCause::SetUp && delta < 0 {
            let most = i16::from(before) + delta;
            assert!(i16::from(now) <= most.max(0), "{}: {side} {before} {delta} {now}", self.at());
        }
        match cause {
            PslCause::Reinforcement => {
                // What was bought is paid once, rounded up (ruling A-37), and can be paid (ruling A-9).
                let paid = std::mem::take(&mut self.halves).div_ceil(2) as i16;
                assert_eq!((side, delta), (Side::France, -paid), "{}: paid", self.at());
                assert_eq!(i16::from(now), i16::from(before) - paid, "{}: paid", self.at());
                assert!(now > 0, "{}: the Government bought its defeat", self.at());
            }
            PslCause::MissionCost => assert!(now > 0, "{}: the Government bought its defeat", self.at()),
            _ => {}
        }
    }

    fn spends(&mut self, halves: u32) {
        if self.phase == Phase::Reinforcement {
            self.halves += halves;
        }
    }
}

impl Sink<Event> for Watch<'_> {
    fn event(&mut self, event: Event) {
        use wilaya_engine::algeria::GovChange;
        let fresh = std::mem::take(&mut self.fresh);
        let options = self.rules.options;
        match event {
            Event::Phase { turn, phase } => {
                assert_eq!(self.halves, 0, "{}: bought and never paid", self.at());
                (self.turn, self.phase) = (turn, phase);
                self.fresh = phase == Phase::RandomEvents;
            }
            Event::Random(event) => self.seen.saw(Part::RandomEvent, event.index()),
            Event::Independence if fresh => {
                assert!(options.deterministic_independence, "{}: independence", self.at());
                self.seen.saw(Part::Shown, Shown::IndependenceByRoll as usize);
            }
            Event::Psl { side, delta, now, cause } => {
                self.seen.saw_psl(side, cause);
                self.psl(side, delta, now, cause);
            }
            Event::Ap { cause, .. } => self.seen.saw(Part::Ap, cause.index()),
            Event::Points { point, delta, .. } if delta > 0 => {
                assert_eq!((delta, self.phase), (1, Phase::Reinforcement), "{}: Points", self.at());
                self.spends(2 * u32::from(self.rules.point_cost[point.index()]));
            }
            Event::BorderZone(_) => self.spends(2 * u32::from(self.rules.border_zone_cost)),
            Event::BorderZoneActive => {
                self.spends(u32::from(self.rules.border_zone_activate));
                if options.border_zone_cuts_ap {
                    self.seen.saw(Part::Shown, Shown::ZoneCutsAp as usize);
                }
            }
            Event::Fln { change, .. } => self.seen.saw(Part::FlnUnits, change.index()),
            Event::Gov { change, unit, count, .. } => {
                self.seen.saw(Part::GovUnits, change.index());
                let counter = self.rules.counter[unit.counter().index()];
                match change {
                    GovChange::Mobilized => self.spends(2 * u32::from(counter.mobilize) * u32::from(count)),
                    GovChange::Activated => self.spends(u32::from(counter.activate) * u32::from(count)),
                    GovChange::Reacts if self.mission == Some(Mission::Move) => {
                        assert!(!options.no_react_to_moves, "{}: a React to a Move", self.at());
                        self.seen.saw(Part::Shown, Shown::MoveWithReact as usize);
                    }
                    _ => {}
                }
            }
            Event::Moved { arrived: true, .. } if options.no_react_to_moves => {
                self.seen.saw(Part::Shown, Shown::MoveWithoutReact as usize);
            }
            Event::Mission { mission, .. } => self.mission = Some(mission),
            Event::Result { mission, mark, .. } => self.seen.saw_roll_marked(mission, mark),
            Event::Fire { side, firepower, .. } => self.seen.saw_fire(self.rules, side, firepower),
            Event::Coup(row) => self.seen.saw_coup(row),
            Event::SlowReactionEnds => self.seen.saw(Part::Shown, Shown::SlowReactionEnds as usize),
            Event::ShorterCheck { in_a_row, .. } if in_a_row > 0 => {
                self.seen.saw(Part::Shown, Shown::ShorterLead as usize);
            }
            Event::Over { winner, level } => self.seen.saw_victory(winner, level),
            _ => {}
        }
    }
}
