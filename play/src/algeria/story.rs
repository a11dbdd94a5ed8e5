//! The events of *Algeria* as sentences.

use wilaya_engine::Side;
use wilaya_engine::algeria::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mark, Mission, Place, RandomEvent};
use wilaya_engine::algeria::words::Phase;
use wilaya_engine::algeria::{ApCause, Event, FlnChange, GovChange, PslCause};
use wilaya_engine::algeria::{RollKind, Rules, State, formulas};
use wilaya_engine::dice::Roll;

use crate::guide::text::{minus, signed};
use crate::playable::{capital, count, plain};

pub(super) fn fln_name(unit: FlnUnit) -> &'static str {
    match unit {
        FlnUnit::Front => "Front",
        FlnUnit::Cadre => "Cadre",
        FlnUnit::Band => "Band",
        FlnUnit::Failek => "Failek",
    }
}

pub(super) fn gov_name(unit: GovUnit) -> &'static str {
    match unit {
        GovUnit::Concentrated => "division (Concentrated)",
        GovUnit::Dispersed => "division (Dispersed)",
        GovUnit::French => "French brigade",
        GovUnit::Elite => "elite brigade",
        GovUnit::Algerian => "Algerian brigade",
        GovUnit::Police => "Police",
    }
}

pub(super) fn box_name(at: FlnBox) -> &'static str {
    match at {
        FlnBox::Ug => "Underground",
        FlnBox::Ops => "Operations",
        FlnBox::Oc => "Operations Completed",
        FlnBox::UgNeutralized => "Underground, neutralized",
        FlnBox::Neutralized => "neutralized",
    }
}

pub(super) fn gov_box_name(at: GovBox) -> &'static str {
    match at {
        GovBox::Ops => "Operations",
        GovBox::Ptl => "Patrol",
        GovBox::Oc => "Operations Completed",
        GovBox::Neutralized => "neutralized",
    }
}

pub(super) fn mission_name(mission: Mission) -> &'static str {
    match mission {
        Mission::Propaganda => "Propaganda",
        Mission::Strike => "a Strike",
        Mission::Move => "a Move",
        Mission::Raid => "a Raid",
        Mission::Harass => "a Harass",
        Mission::Flush => "a Flush",
        Mission::React => "a React",
        Mission::Intelligence => "Intelligence",
        Mission::CivilAffairs => "Civil Affairs",
        Mission::Suppression => "a Suppression",
        Mission::Resettlement => "Population Resettlement",
    }
}

/// A place by name and id: `Batna (I-2)`.
pub(super) fn place_name(r: &Rules, place: Place) -> String {
    let (name, id) = (&r.names[place.index()], r.id(place));
    if name.eq_ignore_ascii_case(id) { name.clone() } else { format!("{name} ({id})") }
}

fn psl_cause(cause: PslCause) -> &'static str {
    match cause {
        PslCause::SetUp => "set-up",
        PslCause::RandomEvent => "the random event",
        PslCause::Reinforcement => "mobilization and activation",
        PslCause::MissionCost => "the mission",
        PslCause::Propaganda => "Propaganda",
        PslCause::Strike => "the Strike",
        PslCause::NoReact => "no React to the Strike",
        PslCause::CivilAffairs => "Civil Affairs",
        PslCause::Suppression => "a Suppression that backfired",
        PslCause::Resettlement => "Population Resettlement",
        PslCause::Hits => "hits on mobile units",
        PslCause::Police => "Police neutralized",
        PslCause::Eliminated => "FLN units eliminated",
        PslCause::Reduced => "FLN units reduced",
        PslCause::Coup => "the coup",
        PslCause::Oas => "the OAS",
        PslCause::Terror => "Terror and resettlement",
        PslCause::NoMobile => "no mobile FLN units in Algeria",
        PslCause::Abroad => "FLN firepower abroad",
        PslCause::Areas => "the lead in Controlled areas",
    }
}

fn ap_cause(cause: ApCause) -> &'static str {
    match cause {
        ApCause::SetUp => "set-up",
        ApCause::Areas => "its areas",
        ApCause::Psl => "its PSL",
        ApCause::RandomEvent => "the random event",
        ApCause::Raid => "the Raid",
        ApCause::MissionCost => "the mission",
        ApCause::Reinforcement => "units built or converted",
        ApCause::Depreciation => "depreciation",
    }
}

pub(super) fn random_event(event: RandomEvent) -> &'static str {
    match event {
        RandomEvent::None => "No random event.",
        RandomEvent::ForeignArms => "Random event: a foreign arms shipment reaches the FLN.",
        RandomEvent::Jealousy => "Random event: jealousy and paranoia split the FLN.",
        RandomEvent::Elections => "Random event: elections in France.",
        RandomEvent::UnDebate => "Random event: the UN debates Algerian independence.",
        RandomEvent::FactionalPurge => "Random event: a factional purge in the FLN.",
        RandomEvent::Independence => "Random event: Morocco and Tunisia gain independence.",
        RandomEvent::Nato => "Random event: NATO asks France for troops.",
        RandomEvent::Suez => "Random event: the Suez crisis.",
        RandomEvent::Amnesty => "Random event: an amnesty.",
        RandomEvent::Sartre => "Random event: Jean-Paul Sartre writes an article.",
    }
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "Set-up",
        Phase::RandomEvents => "Random Events Phase",
        Phase::Reinforcement => "Reinforcement Phase",
        Phase::Deployment => "Deployment Phase",
        Phase::Operations => "Operations Phase",
        Phase::Interphase => "Turn Interphase",
    }
}

fn fln_change(r: &Rules, change: FlnChange, place: Place, unit: FlnUnit, number: u8) -> String {
    let (who, at) = (count(number, fln_name(unit)), place_name(r, place));
    let is = if number == 1 { "is" } else { "are" };
    match change {
        FlnChange::SetUp => format!("{who} {is} set up in {at}."),
        FlnChange::Built => format!("{who} {is} built in {at}."),
        FlnChange::Converted => format!("{who} {is} made by conversion in {at}."),
        FlnChange::Deployed => {
            format!("{who} in {at} come{} out of the Underground.", if number == 1 { "s" } else { "" })
        }
        FlnChange::Eliminated => format!("{who} {is} eliminated in {at}."),
        FlnChange::Reduced => format!("A unit in {at} is reduced to {who}."),
        FlnChange::Neutralized => format!("{who} {is} neutralized in {at}."),
        FlnChange::Recovered => format!("{who} recover{} in {at}.", if number == 1 { "s" } else { "" }),
        FlnChange::Contacted => format!("{who} {is} contacted in {at}."),
        FlnChange::Evaded => format!("{who} evade{} in {at}.", if number == 1 { "s" } else { "" }),
    }
}

fn gov_change(r: &Rules, change: GovChange, area: Place, unit: GovUnit, number: u8) -> String {
    let (who, at) = (count(number, gov_name(unit)), place_name(r, area));
    let is = if number == 1 { "is" } else { "are" };
    let s = if number == 1 { "s" } else { "" };
    match change {
        GovChange::SetUp => format!("{who} {is} set up in {at}."),
        GovChange::Mobilized => format!("{who} {is} mobilized and arrive{s} in {at}."),
        GovChange::Removed => format!("{who} {is} removed from {at}."),
        GovChange::Nato => format!("{who} leave{s} {at} for NATO."),
        GovChange::ToSuez => format!("{who} leave{s} {at} for Suez."),
        GovChange::FromSuez => format!("{who} return{s} from Suez to {at}."),
        GovChange::Disbanded => format!("{who} {is} disbanded in {at}."),
        GovChange::Activated => format!("{who} {is} activated in {at}."),
        GovChange::Patrol => format!("{who} go{} on Patrol in {at}.", if number == 1 { "es" } else { "" }),
        GovChange::Mode => format!("{who}: new mode in {at}."),
        GovChange::Flushes => format!("{who} take{s} part in the Flush in {at}."),
        GovChange::Reacts => format!("{who} React{s} in {at}."),
        GovChange::Assists => format!("{who} assist{s} the Suppression in {at}."),
        GovChange::Neutralized => format!("{who} {is} neutralized in {at}."),
        GovChange::Recovered => format!("{who} recover{s} in {at}."),
    }
}

/// The die roll of a mission, with its modifiers by name.
pub(super) fn roll_words(r: &Rules, before: &State, event: Event, rolls: &[Roll]) -> Option<String> {
    let Event::Result { mission, place, roll, .. } = event else { return None };
    let of_mission = |roll: &&Roll| {
        RollKind::ALL.get(usize::from(roll.label.what)).is_some_and(|kind| kind.word() == mission.word())
    };
    let die = i16::try_from(rolls.iter().find(of_mission)?.face).ok()?;
    let (patrols, terrors, rest) = match mission {
        Mission::Propaganda => (true, true, "other"),
        Mission::Strike => (true, true, "Cadres that assist"),
        Mission::Move => (true, false, "the Border Zone"),
        Mission::Raid => (true, false, "further units"),
        Mission::CivilAffairs => (false, false, "the amnesty"),
        Mission::Suppression => (false, false, "elite brigades and amnesty"),
        _ => return None,
    };
    let patrol = if patrols { formulas::patrol(r, before, place, mission) } else { 0 };
    let terror = if terrors { formulas::terror(r, before, place, mission) } else { 0 };
    let others = roll - die - patrol - terror;
    let named = [("Patrol", patrol), ("Terror", terror), (rest, others)];
    let named =
        named.iter().filter(|(_, drm)| *drm != 0).map(|(name, drm)| format!(", {name} {}", signed(*drm)));
    Some(format!("die {die}{} = {}", named.collect::<String>(), minus(&roll.to_string())))
}

/// The outcome of an event, in a word or two.
pub(super) fn outcome(event: Event) -> Option<&'static str> {
    Some(match event {
        Event::Moved { arrived: true, .. } => "arrives",
        Event::Result { mission: Mission::Move, .. } => return None,
        Event::Result { mark: Mark::Plus, .. } => "it backfires (+)",
        Event::Result { mark: Mark::At, .. } => "special success (@)",
        Event::Fln { count: 0, .. } | Event::Gov { count: 0, .. } | Event::Fire { hits: 0, .. } => {
            return None;
        }
        Event::Fln { change: FlnChange::Eliminated | FlnChange::Reduced, .. } => "FLN losses",
        Event::Fln { change: FlnChange::Neutralized, .. } => "FLN units neutralized",
        Event::Fln { change: FlnChange::Contacted, .. } => "contact",
        Event::Fln { change: FlnChange::Evaded, .. } => "a unit evades",
        Event::Gov { change: GovChange::Neutralized, .. } => "Government units neutralized",
        Event::Fire { side: Side::Fln, .. } => "the FLN hits",
        Event::Fire { side: Side::France, .. } => "the Government hits",
        Event::Over { .. } => "the game ends",
        _ => return None,
    })
}

/// The event as a sentence; `None` if other lines already say it.
pub(super) fn words(r: &Rules, event: Event) -> Option<String> {
    let at = |place: Place| place_name(r, place);
    let on = |flag: bool, yes: &'static str, no: &'static str| if flag { yes } else { no };
    Some(match event {
        Event::Phase { turn: 0, phase: which } => phase(which).to_owned(),
        Event::Phase { turn, phase: which } => format!("Turn {turn}, {}", phase(which)),
        Event::Random(event) => random_event(event).to_owned(),
        Event::Independence => "Morocco and Tunisia become independent.".to_owned(),
        Event::Psl { delta: 0, .. } => return None,
        Event::Psl { side, delta, now, cause } => {
            let verb = on(delta < 0, "loses", "gains");
            format!("{side} {verb} {} PSP for {}: PSL {now}.", delta.unsigned_abs(), psl_cause(cause))
        }
        Event::Ap { delta: 0, .. } => return None,
        Event::Ap { delta, now, cause } => {
            let price = matches!(cause, ApCause::MissionCost | ApCause::Reinforcement);
            let verb = on(delta < 0, on(price, "pays", "loses"), "gains");
            format!("The FLN {verb} {} AP for {}: {now} AP.", delta.unsigned_abs(), ap_cause(cause))
        }
        Event::Points { point, delta, now } => {
            let verb = on(delta < 0, "loses", "buys");
            let point = capital(point.word());
            format!("The Government {verb} {} {point} Points: {now}.", delta.unsigned_abs())
        }
        Event::BorderZone(steps) => format!("The Border Zone is at -{steps}."),
        Event::BorderZoneActive => "The Border Zone is activated.".to_owned(),
        Event::Fln { count: 0, .. } | Event::Gov { count: 0, .. } => return None,
        Event::Fln { change, place, unit, count } => fln_change(r, change, place, unit, count),
        Event::Gov { change, area, unit, count } => gov_change(r, change, area, unit, count),
        Event::GovMoved { from, to, unit, airmobile } => {
            format!(
                "1 {} {} from {} to {}.",
                gov_name(unit),
                on(airmobile, "flies", "goes"),
                at(from),
                at(to)
            )
        }
        Event::France { area, sent: true } => format!("A Cadre goes from {} to France.", at(area)),
        Event::France { area, .. } => format!("The Cadre in France comes back to {}.", at(area)),
        Event::Moved { from, to, unit, arrived } => {
            let unit = fln_name(unit);
            let end = on(arrived, "arrives", "is lost on the way");
            format!("A {unit} Moves from {} to {}: it {end}.", at(from), at(to))
        }
        Event::Mission { mission, place } => format!("{} in {}.", capital(mission_name(mission)), at(place)),
        Event::Result { mission, place, roll, number, mark } => {
            let mark = if mark == Mark::None { String::new() } else { format!(" with {}", mark.word()) };
            format!(
                "{} in {}: result {number}{mark} for {}.",
                capital(mission_name(mission)),
                at(place),
                minus(&roll.to_string())
            )
        }
        Event::Fire { side, area, firepower, hits } => {
            format!("{side} fires in {} with firepower {firepower}: {}.", at(area), count(hits, "hit"))
        }
        Event::AirPoints(points) => format!("The Government uses {}.", count(points, "Air Point")),
        Event::Passed { told: true, .. } => "The FLN tells the Government to act.".to_owned(),
        Event::Passed { side, .. } => format!("{side} passes."),
        Event::Control { area, side: Some(side) } => format!("{side} Controls {}.", at(area)),
        Event::Control { area, side: None } => format!("{} is contested.", at(area)),
        Event::Terror { area, placed } => {
            format!("A Terror marker is {} {}.", on(placed, "placed in", "removed from"), at(area))
        }
        Event::Resettled(area) => format!("{} is resettled.", at(area)),
        Event::OasController(side) => format!("The OAS is controlled by {side}."),
        Event::OasPlaced(place) => format!("The OAS is in {}.", at(place)),
        Event::OasRemoved => "The OAS is removed.".to_owned(),
        Event::Coup(None) => "The Army stays in its barracks.".to_owned(),
        Event::Coup(Some(row)) => format!("The Army tries a coup: line {} of the Coup Table.", row + 1),
        Event::SlowReactionEnds => "The slow French reaction ends.".to_owned(),
        Event::ShorterCheck { lead, in_a_row } => {
            format!("Check of the shorter game: the FLN leads by {lead}, {in_a_row} in a row.")
        }
        Event::Target { area, unit, at: place } => {
            format!("The target in {} is 1 {} ({}).", at(area), gov_name(unit), gov_box_name(place))
        }
        Event::Over { winner, level } => format!("{winner} wins: {} victory.", plain(level.word())),
    })
}

/// The places of an event.
pub(super) fn places(event: Event) -> Vec<Place> {
    match event {
        Event::Fln { place, .. }
        | Event::Mission { place, .. }
        | Event::Result { place, .. }
        | Event::Resettled(place)
        | Event::OasPlaced(place) => vec![place],
        Event::Gov { area, .. }
        | Event::France { area, .. }
        | Event::Fire { area, .. }
        | Event::Control { area, .. }
        | Event::Terror { area, .. }
        | Event::Target { area, .. } => vec![area],
        Event::GovMoved { from, to, .. } | Event::Moved { from, to, .. } => vec![from, to],
        _ => Vec::new(),
    }
}
