//! Statistics of one game, counted from its events: the columns of a table of games.

use super::Algeria;
use super::event::{ApCause, Event, FlnChange, PslCause};
use super::rules::Rules;
use super::types::{Mission, RandomEvent, VictoryLevel};
use super::words::Phase;
use crate::field::columns;
use crate::game;
use crate::{Field, Form, Side, Sink, TallyColumn};

/// Counts of one game.
#[derive(Clone, Debug, Default)]
pub struct Tally {
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

impl Sink<Event> for Tally {
    // Where the event is known at compile time, the match disappears, and most events cost nothing.
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
            Event::Over { level, .. } => self.level = Some(level),
            _ => {}
        }
    }
}

/// The number of missions of a kind.
fn missions(tally: &Tally, mission: Mission) -> Field {
    tally.missions[mission.index()].into()
}

/// The number of times a random event occurred.
fn events(tally: &Tally, event: RandomEvent) -> Field {
    tally.events[event.index()].into()
}

/// The total change of a side's PSL by a cause.
fn psp(tally: &Tally, side: Side, cause: PslCause) -> Field {
    tally.psp[side as usize][cause.index()].into()
}

/// The form of changes of PSL.
const PSP: Form = Form::WHOLE.unit("PSP");

impl game::Tally<Algeria> for Tally {
    const COLUMNS: &'static [TallyColumn<Self, Rules>] = columns! { tally, rules;
        "level", Form::WORD.or_empty(), "the victory level: `marginal`, `substantial` or `decisive`",
            tally.level.map_or("", VictoryLevel::word);
        "fln_psl", Form::WHOLE.unit("PSL"), "PSL of the FLN at the end, 0 to 99", tally.psl[0];
        "france_psl", Form::WHOLE.unit("PSL"), "PSL of France at the end, 0 to 99", tally.psl[1];
        "independence_turn", Form::WHOLE.unit("turn"),
            "when Morocco and Tunisia become independent; 0 if they do not",
            tally.independence;
        "oas_turn", Form::WHOLE.unit("turn"), "when the OAS appears; 0 if it does not", tally.oas;
        "coups", Form::WHOLE, "coups attempted", tally.coups;
        "terror_markers", Form::WHOLE, "Terror markers placed", tally.terror;
        "resettlements", Form::WHOLE.unit("areas"), "areas resettled", tally.resettled;
        "fln_built", Form::WHOLE.unit("units"), "FLN units built", tally.built;
        "fln_eliminated", Form::WHOLE.unit("units"), "FLN units eliminated", tally.eliminated;
        "fln_reduced", Form::WHOLE.unit("units"), "FLN units reduced", tally.reduced;
        "ap_raided", Form::WHOLE.unit("AP"), "AP that the FLN gained by Raids", tally.raided;
        "propaganda", Form::WHOLE, "Propaganda missions of the FLN", missions(tally, Mission::Propaganda);
        "strikes", Form::WHOLE, "Strikes of the FLN", missions(tally, Mission::Strike);
        "moves", Form::WHOLE, "Moves of the FLN", missions(tally, Mission::Move);
        "raids", Form::WHOLE, "Raids of the FLN", missions(tally, Mission::Raid);
        "harasses", Form::WHOLE, "Harass missions of the FLN", missions(tally, Mission::Harass);
        "flushes", Form::WHOLE, "Flushes of France", missions(tally, Mission::Flush);
        "reacting_units", Form::WHOLE.unit("units"), "Government units that React", missions(tally, Mission::React);
        "intelligence", Form::WHOLE, "Intelligence missions of France", missions(tally, Mission::Intelligence);
        "civil_affairs", Form::WHOLE, "Civil Affairs missions of France", missions(tally, Mission::CivilAffairs);
        "suppressions", Form::WHOLE, "Suppressions of France", missions(tally, Mission::Suppression);
        "population_resettlements", Form::WHOLE, "Population Resettlements of France",
            missions(tally, Mission::Resettlement);
        "event_foreign_arms", Form::WHOLE, "number of times the random event Foreign Arms occurred",
            events(tally, RandomEvent::ForeignArms);
        "event_jealousy", Form::WHOLE, "number of times the random event Jealousy occurred",
            events(tally, RandomEvent::Jealousy);
        "event_elections", Form::WHOLE, "number of times the random event Elections occurred",
            events(tally, RandomEvent::Elections);
        "event_un_debate", Form::WHOLE, "number of times the random event UN Debate occurred",
            events(tally, RandomEvent::UnDebate);
        "event_factional_purge", Form::WHOLE, "number of times the random event Factional Purge occurred",
            events(tally, RandomEvent::FactionalPurge);
        "event_independence", Form::WHOLE, "number of times the random event Independence occurred",
            events(tally, RandomEvent::Independence);
        "event_nato", Form::WHOLE, "number of times the random event NATO occurred", events(tally, RandomEvent::Nato);
        "event_suez", Form::WHOLE, "number of times the random event Suez occurred", events(tally, RandomEvent::Suez);
        "event_amnesty", Form::WHOLE, "number of times the random event Amnesty occurred",
            events(tally, RandomEvent::Amnesty);
        "event_sartre", Form::WHOLE, "number of times the random event Sartre occurred",
            events(tally, RandomEvent::Sartre);
        "fln_psp_propaganda", PSP, "PSP of the FLN for Propaganda, before the ends of the track",
            psp(tally, Side::Fln, PslCause::Propaganda);
        "france_psp_propaganda", PSP, "PSP of France for Propaganda, before the ends of the track",
            psp(tally, Side::France, PslCause::Propaganda);
        "fln_psp_strike", PSP, "PSP of the FLN for Strikes, before the ends of the track",
            psp(tally, Side::Fln, PslCause::Strike);
        "france_psp_strike", PSP, "PSP of France for Strikes, before the ends of the track",
            psp(tally, Side::France, PslCause::Strike);
        "fln_psp_civil_affairs", PSP, "PSP of the FLN for Civil Affairs, before the ends of the track",
            psp(tally, Side::Fln, PslCause::CivilAffairs);
        "france_psp_reinforcement", PSP, "PSP of France for reinforcements, before the ends of the track",
            psp(tally, Side::France, PslCause::Reinforcement);
        "france_psp_hits", PSP, "PSP of France for hits, before the ends of the track",
            psp(tally, Side::France, PslCause::Hits);
        "france_psp_terror", PSP, "PSP of France for Terror, before the ends of the track",
            psp(tally, Side::France, PslCause::Terror);
        "fln_psp_areas", PSP, "PSP of the FLN for areas, before the ends of the track",
            psp(tally, Side::Fln, PslCause::Areas);
        "france_psp_areas", PSP, "PSP of France for areas, before the ends of the track",
            psp(tally, Side::France, PslCause::Areas);
    };
}
