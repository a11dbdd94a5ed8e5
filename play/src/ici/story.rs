//! Where the events of *Ici* happen.

use wilaya_engine::ici::Event;
use wilaya_engine::ici::types::Location;

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
