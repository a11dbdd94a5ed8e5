//! What one game comes to, counted from its events: the columns of a table of games.

use super::event::{ApCause, Event, FlnChange, Phase, PslCause};
use super::rules::Rules;
use super::types::Algeria;
use super::types::{Mission, RandomEvent, VictoryLevel};
use crate::game::Tally;
use crate::{Field, Side, Sink};

/// Counts of one game.
#[derive(Clone, Debug, Default)]
pub struct AlgeriaTally {
    turn: u16,
    level: Option<VictoryLevel>,
    psl: [u8; 2],
    missions: [u16; Mission::ALL.len()],
    events: [u16; RandomEvent::ALL.len()],
    independence: u16,
    oas: u16,
    coups: u16,
    terror: u16,
    resettled: u16,
    built: u16,
    eliminated: u16,
    reduced: u16,
    raided: i32,
    psp: [[i32; PslCause::ALL.len()]; 2],
}

impl Sink<Event> for AlgeriaTally {
    // Where it is told which event it is, nothing is left of the match, and most events take nothing at all.
    #[inline(always)]
    fn event(&mut self, event: Event) {
        match event {
            Event::Phase { turn, phase: Phase::RandomEvents } => self.turn = turn,
            Event::Psl { side, delta, now, cause } => {
                self.psl[side as usize] = now;
                self.psp[side as usize][cause.index()] += i32::from(delta);
            }
            Event::Random(event) => self.events[event.index()] += 1,
            Event::Mission { mission, .. } => self.missions[mission.index()] += 1,
            Event::Gov { change: super::event::GovChange::Reacts, count, .. } => {
                self.missions[Mission::React.index()] += u16::from(count);
            }
            Event::Independence => self.independence = self.turn,
            Event::OasController(_) if self.oas == 0 => self.oas = self.turn,
            Event::Coup(Some(_)) => self.coups += 1,
            Event::Terror { placed: true, .. } => self.terror += 1,
            Event::Resettled(_) => self.resettled += 1,
            Event::Fln { change, count, .. } => match change {
                FlnChange::Built => self.built += u16::from(count),
                FlnChange::Eliminated => self.eliminated += u16::from(count),
                FlnChange::Reduced => self.reduced += u16::from(count),
                _ => {}
            },
            Event::Ap { delta, cause: ApCause::Raid, .. } => self.raided += i32::from(delta),
            Event::Won { level, .. } => self.level = Some(level),
            _ => {}
        }
    }
}

/// Random events with a column of their own: all but the empty one.
const EVENTS: [RandomEvent; 10] = [
    RandomEvent::ForeignArms,
    RandomEvent::Jealousy,
    RandomEvent::Elections,
    RandomEvent::UnDebate,
    RandomEvent::FactionalPurge,
    RandomEvent::Independence,
    RandomEvent::Nato,
    RandomEvent::Suez,
    RandomEvent::Amnesty,
    RandomEvent::Sartre,
];

/// Changes of PSL with a column of their own.
const CAUSES: [(Side, PslCause); 10] = [
    (Side::Fln, PslCause::Propaganda),
    (Side::France, PslCause::Propaganda),
    (Side::Fln, PslCause::Strike),
    (Side::France, PslCause::Strike),
    (Side::Fln, PslCause::CivilAffairs),
    (Side::France, PslCause::Reinforcement),
    (Side::France, PslCause::Hits),
    (Side::France, PslCause::Terror),
    (Side::Fln, PslCause::Areas),
    (Side::France, PslCause::Areas),
];

impl Tally<Algeria> for AlgeriaTally {
    fn columns() -> Vec<&'static str> {
        let mut names = vec![
            "level",
            "fln_psl",
            "france_psl",
            "independence_turn",
            "oas_turn",
            "coups",
            "terror_markers",
            "resettlements",
            "fln_built",
            "fln_eliminated",
            "fln_reduced",
            "ap_raided",
        ];
        names.extend([
            "propaganda",
            "strikes",
            "moves",
            "raids",
            "harasses",
            "flushes",
            "reacting_units",
            "intelligence",
            "civil_affairs",
            "suppressions",
            "population_resettlements",
        ]);
        names.extend([
            "event_foreign_arms",
            "event_jealousy",
            "event_elections",
            "event_un_debate",
            "event_factional_purge",
            "event_independence",
            "event_nato",
            "event_suez",
            "event_amnesty",
            "event_sartre",
        ]);
        names.extend([
            "fln_psp_propaganda",
            "france_psp_propaganda",
            "fln_psp_strike",
            "france_psp_strike",
            "fln_psp_civil_affairs",
            "france_psp_reinforcement",
            "france_psp_hits",
            "france_psp_terror",
            "fln_psp_areas",
            "france_psp_areas",
        ]);
        names
    }

    fn values(&self, _: &Rules, out: &mut Vec<Field>) {
        out.push(self.level.map_or("", VictoryLevel::word).into());
        out.extend(self.psl.map(Field::from));
        out.extend([self.independence, self.oas, self.coups, self.terror, self.resettled].map(Field::from));
        out.extend([self.built, self.eliminated, self.reduced].map(Field::from));
        out.push(self.raided.into());
        out.extend(self.missions.map(Field::from));
        out.extend(EVENTS.map(|event| self.events[event.index()].into()));
        out.extend(CAUSES.map(|(side, cause)| self.psp[side as usize][cause.index()].into()));
    }
}
