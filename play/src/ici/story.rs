//! The events of *Ici*: places, outcomes, effects.

use wilaya_engine::ici::Event;
use wilaya_engine::ici::types::{Flag, Location};

pub(super) fn places(event: Event) -> Vec<Location> {
    match event {
        Event::Marker { region, .. }
        | Event::Vote { region, .. }
        | Event::Level { region, .. }
        | Event::Purge { region, .. }
        | Event::Resettled { region, .. }
        | Event::Infiltration { region, .. } => vec![region],
        Event::UnitReduced { at, .. }
        | Event::Exchanged { at, .. }
        | Event::ExchangedTypes { at, .. }
        | Event::Recruited { at, .. }
        | Event::Entered { at, .. }
        | Event::FlippedUp { at, .. }
        | Event::FailekRemoved { at, .. }
        | Event::StructureSupply { at, .. }
        | Event::StructureAttack { at, .. }
        | Event::MoriceAttack { at, .. }
        | Event::Searched { at, .. }
        | Event::Fight { at, .. } => vec![at],
        Event::Independent { country } | Event::Maquis { country, .. } => vec![country],
        Event::Marched { from, to, .. }
        | Event::Drove { from, to, .. }
        | Event::Displaced { from, to, .. } => {
            vec![from, to]
        }
        _ => Vec::new(),
    }
}

/// The outcome of an event, in a word or two.
pub(super) fn outcome(event: Event) -> Option<&'static str> {
    Some(match event {
        Event::StructureSupply { passed: true, .. } => "supplied",
        Event::StructureAttack { hit: true, .. } => "a hit",
        Event::Searched { found: 1.., .. } => "faileks found",
        Event::Fight { killed: true, .. } => "a failek killed",
        Event::Fight { losses: 1.., .. } => "French losses",
        Event::Purge { success: true, .. } | Event::Infiltration { success: true, .. } => "success",
        Event::Crisis { .. } => "a crisis",
        Event::Referendum { .. } => "a referendum",
        _ => return None,
    })
}

/// The name of an effect in force.
pub(super) fn flag_name(flag: Flag) -> &'static str {
    match flag {
        Flag::Resettlement => "Resettlement",
        Flag::Infiltration => "Infiltration",
        Flag::MoriceLine => "The Morice Line",
        Flag::Oil => "Oil in the Sahara",
        Flag::Informers => "Informers",
        Flag::CommandoDeChasse => "Commandos de chasse",
        Flag::Helicopter => "Helicopters",
    }
}
