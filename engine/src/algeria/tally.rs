//! Statistics of one game, counted from its events: the columns of a table of games.

use super::event::{ApCause, Event, FlnChange, Phase, PslCause};
use super::rules::Rules;
use super::types::Algeria;
use super::types::{Mission, RandomEvent, VictoryLevel};
use crate::game::Tally;
use crate::{Column, Field, Form, Side, Sink};

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

/// The number of missions of a kind.
fn missions(tally: &AlgeriaTally, mission: Mission) -> Field {
    tally.missions[mission.index()].into()
}

/// The number of times a random event occurred.
fn events(tally: &AlgeriaTally, event: RandomEvent) -> Field {
    tally.events[event.index()].into()
}

/// The total change of a side's PSL by a cause.
fn psp(tally: &AlgeriaTally, side: Side, cause: PslCause) -> Field {
    tally.psp[side as usize][cause.index()].into()
}

impl Tally<Algeria> for AlgeriaTally {
    const COLUMNS: &'static [Column<fn(&Self, &Rules) -> Field>] = &[
        Column::new(
            "level",
            Form::WORD.or_empty(),
            "the victory level: `marginal`, `substantial` or `decisive`",
            |tally, _| tally.level.map_or("", VictoryLevel::word).into(),
        ),
        Column::new("fln_psl", Form::WHOLE.unit("PSL"), "PSL of the FLN at the end, 0 to 99", |tally, _| {
            tally.psl[0].into()
        }),
        Column::new(
            "france_psl",
            Form::WHOLE.unit("PSL"),
            "PSL of France at the end, 0 to 99",
            |tally, _| tally.psl[1].into(),
        ),
        Column::new(
            "independence_turn",
            Form::WHOLE.unit("turn"),
            "when Morocco and Tunisia become independent; 0 if they do not",
            |tally, _| tally.independence.into(),
        ),
        Column::new(
            "oas_turn",
            Form::WHOLE.unit("turn"),
            "when the OAS appears; 0 if it does not",
            |tally, _| tally.oas.into(),
        ),
        Column::new("coups", Form::WHOLE, "coups attempted", |tally, _| tally.coups.into()),
        Column::new("terror_markers", Form::WHOLE, "Terror markers placed", |tally, _| tally.terror.into()),
        Column::new("resettlements", Form::WHOLE.unit("areas"), "areas resettled", |tally, _| {
            tally.resettled.into()
        }),
        Column::new("fln_built", Form::WHOLE.unit("units"), "FLN units built", |tally, _| tally.built.into()),
        Column::new("fln_eliminated", Form::WHOLE.unit("units"), "FLN units eliminated", |tally, _| {
            tally.eliminated.into()
        }),
        Column::new("fln_reduced", Form::WHOLE.unit("units"), "FLN units reduced", |tally, _| {
            tally.reduced.into()
        }),
        Column::new("ap_raided", Form::WHOLE.unit("AP"), "AP that the FLN gained by Raids", |tally, _| {
            tally.raided.into()
        }),
        Column::new("propaganda", Form::WHOLE, "Propaganda missions of the FLN", |tally, _| {
            missions(tally, Mission::Propaganda)
        }),
        Column::new("strikes", Form::WHOLE, "Strikes of the FLN", |tally, _| {
            missions(tally, Mission::Strike)
        }),
        Column::new("moves", Form::WHOLE, "Moves of the FLN", |tally, _| missions(tally, Mission::Move)),
        Column::new("raids", Form::WHOLE, "Raids of the FLN", |tally, _| missions(tally, Mission::Raid)),
        Column::new("harasses", Form::WHOLE, "Harass missions of the FLN", |tally, _| {
            missions(tally, Mission::Harass)
        }),
        Column::new("flushes", Form::WHOLE, "Flushes of France", |tally, _| missions(tally, Mission::Flush)),
        Column::new(
            "reacting_units",
            Form::WHOLE.unit("units"),
            "Government units that React",
            |tally, _| missions(tally, Mission::React),
        ),
        Column::new("intelligence", Form::WHOLE, "Intelligence missions of France", |tally, _| {
            missions(tally, Mission::Intelligence)
        }),
        Column::new("civil_affairs", Form::WHOLE, "Civil Affairs missions of France", |tally, _| {
            missions(tally, Mission::CivilAffairs)
        }),
        Column::new("suppressions", Form::WHOLE, "Suppressions of France", |tally, _| {
            missions(tally, Mission::Suppression)
        }),
        Column::new(
            "population_resettlements",
            Form::WHOLE,
            "Population Resettlements of France",
            |tally, _| missions(tally, Mission::Resettlement),
        ),
        Column::new(
            "event_foreign_arms",
            Form::WHOLE,
            "number of times the random event Foreign Arms occurred",
            |tally, _| events(tally, RandomEvent::ForeignArms),
        ),
        Column::new(
            "event_jealousy",
            Form::WHOLE,
            "number of times the random event Jealousy occurred",
            |tally, _| events(tally, RandomEvent::Jealousy),
        ),
        Column::new(
            "event_elections",
            Form::WHOLE,
            "number of times the random event Elections occurred",
            |tally, _| events(tally, RandomEvent::Elections),
        ),
        Column::new(
            "event_un_debate",
            Form::WHOLE,
            "number of times the random event UN Debate occurred",
            |tally, _| events(tally, RandomEvent::UnDebate),
        ),
        Column::new(
            "event_factional_purge",
            Form::WHOLE,
            "number of times the random event Factional Purge occurred",
            |tally, _| events(tally, RandomEvent::FactionalPurge),
        ),
        Column::new(
            "event_independence",
            Form::WHOLE,
            "number of times the random event Independence occurred",
            |tally, _| events(tally, RandomEvent::Independence),
        ),
        Column::new(
            "event_nato",
            Form::WHOLE,
            "number of times the random event NATO occurred",
            |tally, _| events(tally, RandomEvent::Nato),
        ),
        Column::new(
            "event_suez",
            Form::WHOLE,
            "number of times the random event Suez occurred",
            |tally, _| events(tally, RandomEvent::Suez),
        ),
        Column::new(
            "event_amnesty",
            Form::WHOLE,
            "number of times the random event Amnesty occurred",
            |tally, _| events(tally, RandomEvent::Amnesty),
        ),
        Column::new(
            "event_sartre",
            Form::WHOLE,
            "number of times the random event Sartre occurred",
            |tally, _| events(tally, RandomEvent::Sartre),
        ),
        Column::new(
            "fln_psp_propaganda",
            Form::WHOLE.unit("PSP"),
            "PSP of the FLN for Propaganda, before the ends of the track",
            |tally, _| psp(tally, Side::Fln, PslCause::Propaganda),
        ),
        Column::new(
            "france_psp_propaganda",
            Form::WHOLE.unit("PSP"),
            "PSP of France for Propaganda, before the ends of the track",
            |tally, _| psp(tally, Side::France, PslCause::Propaganda),
        ),
        Column::new(
            "fln_psp_strike",
            Form::WHOLE.unit("PSP"),
            "PSP of the FLN for Strikes, before the ends of the track",
            |tally, _| psp(tally, Side::Fln, PslCause::Strike),
        ),
        Column::new(
            "france_psp_strike",
            Form::WHOLE.unit("PSP"),
            "PSP of France for Strikes, before the ends of the track",
            |tally, _| psp(tally, Side::France, PslCause::Strike),
        ),
        Column::new(
            "fln_psp_civil_affairs",
            Form::WHOLE.unit("PSP"),
            "PSP of the FLN for Civil Affairs, before the ends of the track",
            |tally, _| psp(tally, Side::Fln, PslCause::CivilAffairs),
        ),
        Column::new(
            "france_psp_reinforcement",
            Form::WHOLE.unit("PSP"),
            "PSP of France for reinforcements, before the ends of the track",
            |tally, _| psp(tally, Side::France, PslCause::Reinforcement),
        ),
        Column::new(
            "france_psp_hits",
            Form::WHOLE.unit("PSP"),
            "PSP of France for hits, before the ends of the track",
            |tally, _| psp(tally, Side::France, PslCause::Hits),
        ),
        Column::new(
            "france_psp_terror",
            Form::WHOLE.unit("PSP"),
            "PSP of France for Terror, before the ends of the track",
            |tally, _| psp(tally, Side::France, PslCause::Terror),
        ),
        Column::new(
            "fln_psp_areas",
            Form::WHOLE.unit("PSP"),
            "PSP of the FLN for areas, before the ends of the track",
            |tally, _| psp(tally, Side::Fln, PslCause::Areas),
        ),
        Column::new(
            "france_psp_areas",
            Form::WHOLE.unit("PSP"),
            "PSP of France for areas, before the ends of the track",
            |tally, _| psp(tally, Side::France, PslCause::Areas),
        ),
    ];
}
