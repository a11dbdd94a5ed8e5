//! Counters, Points, the Border Zone and the prices of the FLN.

use serde::Deserialize;

use super::checks::{AMOUNT, FIREPOWER, RATING, all_within, within};
use crate::algeria::rules::{FlnRating, GovCounter, GovRating};
use crate::algeria::types::{FlnUnit, GovType, GovUnit, Point};
use crate::data::{DataError, Figures};

/// How many counters of a type the code has room for.
pub(super) const MOST_COUNTERS: u8 = 31;
/// How many Points of a kind, and AP, the code has room for.
pub(super) const MOST_POINTS: u8 = 99;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Units {
    front: Fln,
    cadre: Fln,
    band: Fln,
    failek: Fln,
    division: Division,
    french_brigade: Brigade,
    elite_brigade: Brigade,
    algerian_brigade: AlgerianBrigade,
    police: Police,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fln {
    count: u8,
    evasion: u8,
    firepower: u8,
    control: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Division {
    count: u8,
    mobilize: u8,
    activate_halves: u8,
    nato_brigades: u8,
    concentrated: Mode,
    dispersed: Mode,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mode {
    contact: u8,
    firepower: u8,
    control: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Brigade {
    count: u8,
    mobilize: u8,
    activate_halves: u8,
    nato_brigades: u8,
    helo: u8,
    contact: u8,
    contact_airmobile: u8,
    firepower: u8,
    firepower_airmobile: u8,
    control: u8,
}

/// A brigade that is never activated (rules 6.32).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AlgerianBrigade {
    count: u8,
    mobilize: u8,
    nato_brigades: u8,
    helo: u8,
    contact: u8,
    contact_airmobile: u8,
    firepower: u8,
    firepower_airmobile: u8,
    control: u8,
}

impl From<AlgerianBrigade> for Brigade {
    fn from(brigade: AlgerianBrigade) -> Self {
        Self {
            count: brigade.count,
            mobilize: brigade.mobilize,
            activate_halves: 0,
            nato_brigades: brigade.nato_brigades,
            helo: brigade.helo,
            contact: brigade.contact,
            contact_airmobile: brigade.contact_airmobile,
            firepower: brigade.firepower,
            firepower_airmobile: brigade.firepower_airmobile,
            control: brigade.control,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Police {
    count: u8,
    mobilize: u8,
    contact: u8,
    firepower: u8,
    control: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Points {
    air: PointTable,
    helo: PointTable,
    naval: PointTable,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointTable {
    cost: u8,
    max: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BorderZone {
    pub(super) cost: u8,
    pub(super) activate_halves: u8,
    pub(super) max: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Build {
    pub(super) algeria: BuildCost,
    pub(super) abroad: BuildCost,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BuildCost {
    pub(super) cadre: u8,
    pub(super) band: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Convert {
    pub(super) cadre_to_front: u8,
    pub(super) front_to_cadre: u8,
    pub(super) cadre_to_band: u8,
    pub(super) band_to_failek: u8,
}

/// The compiled counters and Points; the fields are those of the rules.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) fln: [FlnRating; FlnUnit::ALL.len()],
    pub(super) gov: [GovRating; GovUnit::ALL.len()],
    pub(super) counter: [GovCounter; GovType::ALL.len()],
    pub(super) point_cost: [u8; Point::ALL.len()],
    pub(super) point_max: [u8; Point::ALL.len()],
}

impl Units {
    fn fln(&self, unit: FlnUnit) -> Fln {
        match unit {
            FlnUnit::Front => self.front,
            FlnUnit::Cadre => self.cadre,
            FlnUnit::Band => self.band,
            FlnUnit::Failek => self.failek,
        }
    }

    fn gov(&self, unit: GovUnit) -> GovRating {
        let mode = |mode: Mode| GovRating {
            contact: mode.contact,
            contact_airmobile: mode.contact,
            firepower: mode.firepower,
            firepower_airmobile: mode.firepower,
            control: mode.control,
            helo: 0,
        };
        let brigade = |brigade: Brigade| GovRating {
            contact: brigade.contact,
            contact_airmobile: brigade.contact_airmobile,
            firepower: brigade.firepower,
            firepower_airmobile: brigade.firepower_airmobile,
            control: brigade.control,
            helo: brigade.helo,
        };
        match unit {
            GovUnit::Concentrated => mode(self.division.concentrated),
            GovUnit::Dispersed => mode(self.division.dispersed),
            GovUnit::French => brigade(self.french_brigade),
            GovUnit::Elite => brigade(self.elite_brigade),
            GovUnit::Algerian => brigade(self.algerian_brigade.into()),
            GovUnit::Police => {
                let Police { contact, firepower, control, .. } = self.police;
                mode(Mode { contact, firepower, control })
            }
        }
    }

    fn counter(&self, counter: GovType) -> GovCounter {
        let brigade = |brigade: Brigade| GovCounter {
            count: brigade.count,
            mobilize: brigade.mobilize,
            activate: brigade.activate_halves,
            brigades: brigade.nato_brigades,
        };
        match counter {
            GovType::Division => GovCounter {
                count: self.division.count,
                mobilize: self.division.mobilize,
                activate: self.division.activate_halves,
                brigades: self.division.nato_brigades,
            },
            GovType::French => brigade(self.french_brigade),
            GovType::Elite => brigade(self.elite_brigade),
            GovType::Algerian => brigade(self.algerian_brigade.into()),
            GovType::Police => GovCounter {
                count: self.police.count,
                mobilize: self.police.mobilize,
                activate: 0,
                brigades: 0,
            },
        }
    }
}

/// Checks the counters, Points and prices and compiles them.
pub(super) fn compile(
    figures: &Figures,
    units: &Units,
    points: &Points,
    zone: &BorderZone,
    build: &Build,
    convert: &Convert,
) -> Result<Compiled, DataError> {
    let points = [&points.air, &points.helo, &points.naval];
    let out = Compiled {
        fln: std::array::from_fn(|index| {
            let Fln { count, evasion, firepower, control } = units.fln(FlnUnit::ALL[index]);
            FlnRating { count, evasion, firepower, control }
        }),
        gov: std::array::from_fn(|index| units.gov(GovUnit::ALL[index])),
        counter: std::array::from_fn(|index| units.counter(GovType::ALL[index])),
        point_cost: points.map(|point| point.cost),
        point_max: points.map(|point| point.max),
    };
    let count = 0..=i64::from(MOST_COUNTERS);
    for (unit, rating) in FlnUnit::ALL.iter().zip(&out.fln) {
        let table = format!("unit.{unit}");
        all_within(figures, &table, &count, &[("count", rating.count.into())])?;
        let ratings = [("evasion", rating.evasion.into()), ("control", rating.control.into())];
        all_within(figures, &table, &RATING, &ratings)?;
        all_within(figures, &table, &FIREPOWER, &[("firepower", rating.firepower.into())])?;
    }
    for (kind, counter) in GovType::ALL.iter().zip(&out.counter) {
        let table = format!("unit.{kind}");
        all_within(figures, &table, &count, &[("count", counter.count.into())])?;
        let prices = [
            ("mobilize", counter.mobilize.into()),
            ("activate_halves", counter.activate.into()),
            ("nato_brigades", counter.brigades.into()),
        ];
        all_within(figures, &table, &AMOUNT, &prices)?;
    }
    for (unit, rating) in GovUnit::ALL.iter().zip(&out.gov) {
        let table = match unit {
            GovUnit::Concentrated => "unit.division.concentrated".to_owned(),
            GovUnit::Dispersed => "unit.division.dispersed".to_owned(),
            GovUnit::French | GovUnit::Elite | GovUnit::Algerian | GovUnit::Police => format!("unit.{unit}"),
        };
        let ratings = [
            ("contact", rating.contact.into()),
            ("contact_airmobile", rating.contact_airmobile.into()),
            ("control", rating.control.into()),
            ("helo", rating.helo.into()),
        ];
        all_within(figures, &table, &RATING, &ratings)?;
        let fire = [
            ("firepower", rating.firepower.into()),
            ("firepower_airmobile", rating.firepower_airmobile.into()),
        ];
        all_within(figures, &table, &FIREPOWER, &fire)?;
    }
    for (kind, point) in Point::ALL.iter().zip(points) {
        let table = format!("point.{kind}");
        all_within(figures, &table, &AMOUNT, &[("cost", point.cost.into())])?;
        all_within(figures, &table, &(0..=MOST_POINTS.into()), &[("max", point.max.into())])?;
    }
    let BorderZone { cost, activate_halves, max } = *zone;
    let prices = [("cost", cost.into()), ("activate_halves", activate_halves.into())];
    all_within(figures, "border-zone", &AMOUNT, &prices)?;
    within(figures, "border-zone.max", max, 0..=9)?;
    for (place, build) in [("algeria", &build.algeria), ("abroad", &build.abroad)] {
        let prices = [("cadre", build.cadre.into()), ("band", build.band.into())];
        all_within(figures, &format!("build.{place}"), &AMOUNT, &prices)?;
    }
    let prices = [
        ("cadre_to_front", convert.cadre_to_front.into()),
        ("front_to_cadre", convert.front_to_cadre.into()),
        ("cadre_to_band", convert.cadre_to_band.into()),
        ("band_to_failek", convert.band_to_failek.into()),
    ];
    all_within(figures, "convert", &AMOUNT, &prices)?;
    Ok(out)
}
