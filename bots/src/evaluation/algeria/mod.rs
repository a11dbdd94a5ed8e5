//! Features of a position of *Algeria*: the PSLs, what raises and lowers them, and what counters that.

mod outlook;

use wilaya_engine::algeria::formulas;
use wilaya_engine::algeria::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Mask, Place, Point};
use wilaya_engine::algeria::{ACTIVE, ALGERIA, Algeria, Decision, Rules, State};
use wilaya_engine::{Game, Side, Status};

use super::{Evaluated, Features, Within};

use outlook::{OUTLOOK, outlook};

impl Evaluated for Algeria {
    const FEATURES: &'static [&'static str] = &[
        "fln_psl",
        "fln_psl_log",
        "france_psl",
        "france_psl_log",
        "ap",
        "cadres",
        "bands",
        "fronts",
        "faileks",
        "abroad",
        "neutralized",
        "agitated_areas",
        "agitated_cities",
        "cadre_in_france",
        "police",
        "divisions",
        "brigades",
        "elite_brigades",
        "algerian_brigades",
        "france_neutralized",
        "air",
        "helo",
        "naval",
        "border_zone",
        "france_controls",
        "fln_controls",
        "fln_controls_cities",
        "terror",
        "resettled",
        "oas",
        "independent",
        "turn",
    ];

    const WITHIN: &'static [&'static str] = &OUTLOOK;

    fn scenario(rules: &Rules) -> &str {
        &rules.scenario.id
    }

    fn features(rules: &Rules, state: &State) -> Features {
        let [fln, france] = Side::ALL.map(|side| f64::from(state.psl(side)));
        let count = |set: Mask| f64::from(set.count_ones());
        let mut bands = [0.0; 4];
        for (sum, unit) in bands.iter_mut().zip(FlnUnit::ALL) {
            *sum = f64::from(state.fln_total(*unit));
        }
        let abroad: u8 = [Place::MOROCCO, Place::TUNISIA]
            .iter()
            .flat_map(|place| [FlnUnit::Band, FlnUnit::Failek, FlnUnit::Cadre].map(|unit| (*place, unit)))
            .map(|(place, unit)| ACTIVE.iter().map(|&at| state.fln(place, unit, at)).sum::<u8>())
            .sum();
        let mut neutralized = 0;
        for unit in FlnUnit::ALL {
            for at in [FlnBox::UgNeutralized, FlnBox::Neutralized] {
                let places = state.fln_places(*unit, at);
                neutralized += Place::each(places).map(|place| state.fln(place, *unit, at)).sum::<u8>();
            }
        }
        let (terror, resettled) = state.terrorized_and_resettled();
        let agitators = state.active_fronts()
            | ACTIVE.iter().fold(0, |all, &at| all | state.fln_places(FlnUnit::Cadre, at));
        let agitated = agitators & ALGERIA & !formulas::remote(rules, state);
        let mut tired = 0;
        for unit in GovUnit::ALL {
            let places = state.gov_places(*unit, GovBox::Neutralized);
            tired += Place::each(places).map(|area| state.gov(area, *unit, GovBox::Neutralized)).sum::<u8>();
        }
        let types = GovType::ALL.iter().map(|&counter| f64::from(state.gov_total(counter)));
        let mut totals = [0.0; GovType::ALL.len()];
        totals.iter_mut().zip(types).for_each(|(total, count)| *total = count);
        let [by_fln, by_france] = Side::ALL.map(|side| state.controlled(side) & ALGERIA);
        let points = |point: Point| f64::from(state.points(point));
        let (zone, _) = state.border_zone();
        let numbers = [
            fln / 30.0,
            libm::log(fln + 1.0),
            france / 30.0,
            libm::log(france + 1.0),
            f64::from(state.ap()) / 20.0,
            bands[FlnUnit::Cadre.index()] / 10.0,
            bands[FlnUnit::Band.index()] / 10.0,
            bands[FlnUnit::Front.index()] / 10.0,
            bands[FlnUnit::Failek.index()] / 10.0,
            f64::from(abroad) / 10.0,
            f64::from(neutralized) / 10.0,
            count(agitated) / 10.0,
            count(agitated & rules.urban) / 5.0,
            f64::from(u8::from(state.cadre_in_france())),
            totals[GovType::Police.index()] / 10.0,
            totals[GovType::Division.index()] / 10.0,
            totals[GovType::French.index()] / 10.0,
            totals[GovType::Elite.index()] / 10.0,
            totals[GovType::Algerian.index()] / 10.0,
            f64::from(tired) / 10.0,
            points(Point::Air) / 10.0,
            points(Point::Helo) / 10.0,
            points(Point::Naval) / 10.0,
            f64::from(zone.unwrap_or(0)) / 10.0,
            count(by_france) / 10.0,
            count(by_fln) / 10.0,
            count(by_fln & rules.urban) / 5.0,
            count(terror) / 10.0,
            count(resettled) / 10.0,
            match state.oas().controller {
                Some(Side::Fln) => 1.0,
                Some(Side::France) => -1.0,
                None => 0.0,
            },
            f64::from(u8::from(state.independent())),
            f64::from(state.turn()) / 10.0,
        ];
        Features::new(&numbers, 0, 0.0)
    }

    /// The kinds of decision.
    fn things_within(_: &Rules) -> Vec<String> {
        Decision::DECISIONS.iter().map(ToString::to_string).collect()
    }

    fn within(rules: &Rules, state: &State) -> Within {
        let Status::Decision { side, kind } = Self::status(state) else { return Within::default() };
        Within::new(&outlook(rules, state, side, kind), 1 << kind.index())
    }
}
