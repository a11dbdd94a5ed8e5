//! Modifiers and multipliers of the missions.

use crate::algeria::rules::Modifiers;
use crate::data::{DataError, Figures};

/// Reads them.
pub(super) fn modifiers(figures: &Figures) -> Result<Modifiers, DataError> {
    let mission = figures.at("mission");
    let drm = |name: &str, drm: &str| mission.to(name).to(drm).read();
    let number = |name: &str, number: &str| mission.to(name).to(number).read();
    Ok(Modifiers {
        patrol: [
            drm("propaganda", "patrol_drm")?,
            drm("strike", "patrol_drm")?,
            drm("move", "patrol_drm")?,
            drm("raid", "patrol_drm")?,
        ],
        terror: [drm("propaganda", "terror_drm")?, drm("strike", "terror_drm")?],
        strike_cadre: drm("strike", "cadre_drm")?,
        raid_extra: drm("raid", "extra_drm")?,
        propaganda_urban: number("propaganda", "urban_multiplier")?,
        raid_urban: number("raid", "urban_multiplier")?,
        strike_penalty_dice: number("strike", "penalty_dice")?,
        contact: mission.each(["flush", "intelligence"])?,
        amnesty: [drm("civil-affairs", "amnesty_drm")?, drm("suppression", "amnesty_drm")?],
        suppression_elite: drm("suppression", "elite_drm")?,
        suppression_plus_dice: number("suppression", "plus_dice")?,
        resettlement_dice: number("resettlement", "fln_dice")?,
        harass_divisor: number("harass", "return_divisor")?,
    })
}
