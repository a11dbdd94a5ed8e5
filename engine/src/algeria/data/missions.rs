//! Costs, modifiers and multipliers of the missions.

use serde::Deserialize;

use super::checks::{AMOUNT, DICE, DIVISOR, DRM, MULTIPLIER, all_within};
use crate::algeria::rules::{ContactModifiers, Modifiers};
use crate::algeria::types::Mission;
use crate::data::{DataError, Figures};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Missions {
    propaganda: Propaganda,
    strike: Strike,
    r#move: Move,
    raid: Raid,
    harass: Harass,
    flush: Contact,
    react: Plain,
    intelligence: Contact,
    civil_affairs: CivilAffairs,
    suppression: Suppression,
    resettlement: Resettlement,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    cost: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Propaganda {
    cost: u8,
    patrol_drm: i8,
    terror_drm: i8,
    urban_multiplier: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strike {
    cost: u8,
    patrol_drm: i8,
    terror_drm: i8,
    cadre_drm: i8,
    penalty_dice: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    cost: u8,
    patrol_drm: i8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raid {
    cost: u8,
    patrol_drm: i8,
    extra_drm: i8,
    urban_multiplier: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Harass {
    cost: u8,
    return_divisor: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Contact {
    cost: u8,
    evasion_above_drm: i8,
    remote_drm: i8,
    terror_drm: i8,
    urban_drm: i8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CivilAffairs {
    cost: u8,
    amnesty_drm: i8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Suppression {
    cost: u8,
    amnesty_drm: i8,
    elite_drm: i8,
    plus_dice: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Resettlement {
    cost: u8,
    fln_dice: u8,
}

/// The compiled missions; the fields are those of the rules.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) cost: [u8; Mission::ALL.len()],
    pub(super) drm: Modifiers,
}

impl Contact {
    fn modifiers(&self) -> ContactModifiers {
        ContactModifiers {
            evasion_above: self.evasion_above_drm,
            remote: self.remote_drm,
            terror: self.terror_drm,
            urban: self.urban_drm,
        }
    }
}

impl Missions {
    fn cost(&self, mission: Mission) -> u8 {
        match mission {
            Mission::Propaganda => self.propaganda.cost,
            Mission::Strike => self.strike.cost,
            Mission::Move => self.r#move.cost,
            Mission::Raid => self.raid.cost,
            Mission::Harass => self.harass.cost,
            Mission::Flush => self.flush.cost,
            Mission::React => self.react.cost,
            Mission::Intelligence => self.intelligence.cost,
            Mission::CivilAffairs => self.civil_affairs.cost,
            Mission::Suppression => self.suppression.cost,
            Mission::Resettlement => self.resettlement.cost,
        }
    }
}

/// Checks the missions and compiles them.
pub(super) fn compile(figures: &Figures, missions: &Missions) -> Result<Compiled, DataError> {
    let Missions { propaganda, strike, r#move, raid, harass, flush, intelligence, .. } = missions;
    let Missions { civil_affairs, suppression, resettlement, .. } = missions;
    let cost = std::array::from_fn(|index| missions.cost(Mission::ALL[index]));
    for (mission, cost) in Mission::ALL.iter().zip(cost) {
        all_within(figures, "mission", &AMOUNT, &[(&format!("{mission}.cost"), cost.into())])?;
    }
    let drms = [
        ("propaganda.patrol_drm", propaganda.patrol_drm),
        ("propaganda.terror_drm", propaganda.terror_drm),
        ("strike.patrol_drm", strike.patrol_drm),
        ("strike.terror_drm", strike.terror_drm),
        ("strike.cadre_drm", strike.cadre_drm),
        ("move.patrol_drm", r#move.patrol_drm),
        ("raid.patrol_drm", raid.patrol_drm),
        ("raid.extra_drm", raid.extra_drm),
        ("flush.evasion_above_drm", flush.evasion_above_drm),
        ("flush.remote_drm", flush.remote_drm),
        ("flush.terror_drm", flush.terror_drm),
        ("flush.urban_drm", flush.urban_drm),
        ("intelligence.evasion_above_drm", intelligence.evasion_above_drm),
        ("intelligence.remote_drm", intelligence.remote_drm),
        ("intelligence.terror_drm", intelligence.terror_drm),
        ("intelligence.urban_drm", intelligence.urban_drm),
        ("civil-affairs.amnesty_drm", civil_affairs.amnesty_drm),
        ("suppression.amnesty_drm", suppression.amnesty_drm),
        ("suppression.elite_drm", suppression.elite_drm),
    ];
    all_within(figures, "mission", &DRM, &drms.map(|(key, drm)| (key, drm.into())))?;
    let multipliers = [
        ("propaganda.urban_multiplier", propaganda.urban_multiplier.into()),
        ("raid.urban_multiplier", raid.urban_multiplier.into()),
    ];
    all_within(figures, "mission", &MULTIPLIER, &multipliers)?;
    all_within(figures, "mission", &DIVISOR, &[("harass.return_divisor", harass.return_divisor.into())])?;
    let dice = [
        ("strike.penalty_dice", strike.penalty_dice.into()),
        ("suppression.plus_dice", suppression.plus_dice.into()),
        ("resettlement.fln_dice", resettlement.fln_dice.into()),
    ];
    all_within(figures, "mission", &DICE, &dice)?;
    let drm = Modifiers {
        patrol: [propaganda.patrol_drm, strike.patrol_drm, r#move.patrol_drm, raid.patrol_drm],
        terror: [propaganda.terror_drm, strike.terror_drm],
        strike_cadre: strike.cadre_drm,
        raid_extra: raid.extra_drm,
        propaganda_urban: propaganda.urban_multiplier,
        raid_urban: raid.urban_multiplier,
        strike_penalty_dice: strike.penalty_dice,
        contact: [flush.modifiers(), intelligence.modifiers()],
        amnesty: [civil_affairs.amnesty_drm, suppression.amnesty_drm],
        suppression_elite: suppression.elite_drm,
        suppression_plus_dice: suppression.plus_dice,
        resettlement_dice: resettlement.fln_dice,
        harass_divisor: harass.return_divisor,
    };
    Ok(Compiled { cost, drm })
}
