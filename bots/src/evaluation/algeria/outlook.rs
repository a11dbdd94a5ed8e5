//! Expected results of the rest of a turn of *Algeria*, from the tables: the missions that are possible and their mean results,
//! the areas each side will Control, the FLN's income, and the resulting PSLs.
//!
//! These are estimates for a model to weigh, not rules: units are assumed to stay where they are, income ignores Terror and the
//! Border Zone, and the risk of a mission counts only where it is named.

use wilaya_engine::algeria::formulas::{self, MEAN_DIE, control_chances, success};
use wilaya_engine::algeria::types::{FlnBox, FlnUnit, GovBox, GovUnit, Mask, Mission, Place};
use wilaya_engine::algeria::words::Phase;
use wilaya_engine::algeria::{ACTIVE, ALGERIA, Algeria, Decision, Rules, State};
use wilaya_engine::{Game, Side};

/// The names of the numbers of [`outlook`].
pub(super) const OUTLOOK: [&str; 25] = [
    "fln_decides",
    "ready_cadres",
    "ready_bands",
    "ready_faileks",
    "ready_troops",
    "propaganda",
    "propaganda_psp",
    "propaganda_paid",
    "propaganda_risk",
    "strikes",
    "strike_psp",
    "civil_affairs",
    "amnesty",
    "fln_will_control",
    "france_will_control",
    "area_income",
    "psl_income",
    "abroad_psp",
    "oas_psp",
    "fln_splits",
    "france_splits",
    "fln_psl_to_come",
    "france_psl_to_come",
    "fln_psl_to_come_inverse",
    "france_psl_to_come_inverse",
];

/// PSP that Propaganda can still gain.
#[derive(Default)]
struct Propaganda {
    places: f64,
    psp: f64,
    /// As far as the AP suffice.
    paid: f64,
    /// Agitators expected to be eliminated.
    risk: f64,
}

/// The outlook for a side at a decision.
pub(super) fn outlook(r: &Rules, s: &State, side: Side, kind: Decision) -> [f64; OUTLOOK.len()] {
    let count = |places: Mask| f64::from(places.count_ones());
    let ready = |unit| {
        let places = Place::each(s.fln_places(unit, FlnBox::Ops));
        f64::from(places.map(|place| s.fln(place, unit, FlnBox::Ops)).sum::<u8>())
    };
    let [cadres, bands, faileks] = FlnUnit::MOBILE.map(ready);
    let troops = GovUnit::ALL.iter().map(|&unit| {
        let places = Place::each(s.gov_places(unit, GovBox::Ops));
        places.map(|area| s.gov(area, unit, GovBox::Ops)).sum::<u8>()
    });
    // Before the Operations Phase units will still leave the Underground box; after it nothing is open.
    let phase = Algeria::clock(s).1;
    let boxes: &[FlnBox] = match Phase::ALL.get(usize::from(phase)) {
        Some(Phase::Operations) => &[FlnBox::Ops],
        Some(Phase::Interphase) => &[],
        _ => &ACTIVE,
    };
    let propaganda = propaganda(r, s, boxes);
    let (strikes, strike_psp) = strikes(r, s, boxes);
    let (terror, resettled) = s.terrorized_and_resettled();
    let affairs = if boxes.is_empty() { 0.0 } else { count(formulas::civil_affairs(r, s)) };
    let affairs_psp = affairs * success(&r.mst_gov, formulas::civil_affairs_modifier(r, s)).number;
    let affairs_cost = affairs * f64::from(formulas::mission_cost(r, Mission::CivilAffairs));
    let [by_fln, by_gov, income] = areas(r, s);
    let lead = (by_fln - by_gov) / f64::from(r.psp.area_divisor);
    let support = f64::from(formulas::support(r, s));
    let abroad = f64::from(formulas::abroad_award(r, s));
    let oas = f64::from(formulas::oas_loss(r, s));
    let split = |by| if kind == Decision::Split && side == by { f64::from(s.to_split()) } else { 0.0 };
    let [fln_splits, france_splits] = Side::ALL.map(split);
    // The bots take PSP off the opponent's PSL rather than add them to their own.
    let fln = f64::from(s.psl(Side::Fln)) - affairs_psp - france_splits + abroad + lead.max(0.0);
    let france = f64::from(s.psl(Side::France))
        - f64::from(s.halves_spent()) / 2.0
        - propaganda.paid
        - fln_splits
        - affairs_cost
        - count(terror | resettled) * f64::from(r.psp.terror)
        - oas
        - lead.min(0.0);
    [
        f64::from(u8::from(side == Side::Fln)),
        cadres / 10.0,
        bands / 10.0,
        faileks / 10.0,
        f64::from(troops.sum::<u8>()) / 10.0,
        propaganda.places / 10.0,
        propaganda.psp / 30.0,
        propaganda.paid / 30.0,
        propaganda.risk / 10.0,
        strikes / 5.0,
        strike_psp / 30.0,
        affairs / 10.0,
        f64::from(u8::from(s.amnesty())),
        by_fln / 10.0,
        by_gov / 10.0,
        income / 20.0,
        support / 10.0,
        abroad / 10.0,
        oas / 5.0,
        fln_splits / 5.0,
        france_splits / 5.0,
        fln / 30.0,
        france / 30.0,
        1.0 / (1.0 + fln.max(0.0)),
        1.0 / (1.0 + france.max(0.0)),
    ]
}

/// The places with a unit of a type in one of the given boxes.
fn places(s: &State, unit: FlnUnit, boxes: &[FlnBox]) -> Mask {
    boxes.iter().fold(0, |all, &at| all | s.fln_places(unit, at))
}

/// Propaganda by agitators in these boxes (rules 9.11).
fn propaganda(r: &Rules, s: &State, boxes: &[FlnBox]) -> Propaganda {
    let agitators = places(s, FlnUnit::Front, boxes) | places(s, FlnUnit::Cadre, boxes);
    let open_to = if boxes.is_empty() { 0 } else { formulas::propaganda(r, s, agitators) };
    let mut values = [0.0; Place::COUNT];
    let (mut all, mut open) = (Propaganda::default(), 0);
    let mut add = |psp: f64, risk: f64| {
        values[open] = psp;
        open += 1;
        all.places += 1.0;
        all.psp += psp;
        all.risk += risk;
    };
    for place in Place::each(open_to) {
        let roll = success(&r.mst_fln, formulas::propaganda_modifier(r, s, place));
        let risk = if place == Place::FRANCE { 0.0 } else { roll.plus };
        add(roll.number * f64::from(formulas::propaganda_times(r, place)), risk);
    }
    let cost = formulas::mission_cost(r, Mission::Propaganda).max(1);
    values[..open].sort_unstable_by(|one, other| other.total_cmp(one));
    all.paid = values[..open].iter().take(usize::from(s.ap() / cost)).sum();
    all
}

/// Cities where a Front in these boxes can call a Strike, and PSP from them with the help of all Cadres there (rules 9.12).
fn strikes(r: &Rules, s: &State, boxes: &[FlnBox]) -> (f64, f64) {
    let cities = formulas::strikes(r, s, places(s, FlnUnit::Front, boxes));
    let psp = |city| {
        let cadres: u8 = boxes.iter().map(|&at| s.fln(city, FlnUnit::Cadre, at)).sum();
        success(&r.mst_fln, formulas::strike_modifier(r, s, city, cadres)).number * MEAN_DIE
    };
    (f64::from(cities.count_ones()), Place::each(cities).map(psp).sum())
}

/// Areas that the FLN and the Government can expect to Control as units stand (rules 10.1), and the AP that the FLN can expect
/// from them (rules 6.1).
fn areas(r: &Rules, s: &State) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for (area, (fln, gov)) in
        Place::each(ALGERIA).zip(std::iter::zip(formulas::fln_points(r, s), formulas::france_points(r, s)))
    {
        let [by_fln, by_gov] = control_chances(r, fln, gov);
        sums[0] += by_fln;
        sums[1] += by_gov;
        sums[2] += formulas::mean_area_ap(r, s, area, fln, gov);
    }
    sums
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use wilaya_engine::algeria::{Action, Offer};
    use wilaya_engine::dice::SeededDice;
    use wilaya_engine::{Actions, Choices as _, Setting, Status, View};

    use super::*;
    use crate::{Bot as _, build};

    /// At decisions where a mission is chosen, and for a Strike at decisions between missions: its city is hardly ever a
    /// choice.
    #[test]
    fn a_mission_is_open_where_the_rules_offer_it() {
        let rules = ["1954", "1958"].map(|scenario| {
            let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
            Algeria::rules(&Algeria::figures(), &setting).expect("it is a setting")
        });
        let number = |name: &str| OUTLOOK.iter().position(|one| *one == name).expect("it is read");
        let [propaganda, strikes, affairs] = ["propaganda", "strikes", "civil_affairs"].map(number);
        let mut heuristic =
            build::<Algeria>(&"heuristic".parse().expect("it is a bot")).expect("it is a bot")();
        let mut seen = [0; 3];
        for (game, rules) in (0..40).zip(rules.iter().cycle()) {
            let (mut dice, mut rng) = (SeededDice::new(9, game), Pcg64Mcg::seed_from_u64(game));
            let mut state = Algeria::start(rules, &mut dice, &mut ());
            let mut choices = Offer::default();
            Algeria::choices(rules, &state, &mut choices);
            while let Status::Decision { side, kind } = Algeria::status(&state)
                && state.turn() <= 20
            {
                let legal = choices.to_list();
                let open = outlook(rules, &state, side, kind);
                let place = |action: &Action| match *action {
                    Action::With(place, _) | Action::In(place) => Some(place),
                    _ => None,
                };
                let mut places: Vec<_> = legal.iter().filter_map(place).collect();
                places.sort_unstable();
                places.dedup();
                let strike = legal.contains(&Action::Strike);
                match kind {
                    Decision::Propaganda => assert_eq!(open[propaganda] * 10.0, places.len() as f64),
                    Decision::CivilAffairs => assert_eq!(open[affairs] * 10.0, places.len() as f64),
                    Decision::FlnOperation
                        if state.ap() >= formulas::mission_cost(rules, Mission::Strike) =>
                    {
                        assert_eq!(open[strikes] > 0.0, strike);
                    }
                    _ => {}
                }
                seen[0] += u32::from(kind == Decision::Propaganda);
                seen[1] += u32::from(strike);
                seen[2] += u32::from(kind == Decision::CivilAffairs);
                let action = heuristic.choose(View::new(rules, &state, side), &choices, &mut rng);
                Algeria::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
            }
        }
        assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    }

    /// If units are where they will be when Control is determined, the engine's own rolls give the same number of areas.
    #[test]
    fn control_to_come_is_what_dice_bring_on_average() {
        let rules = Algeria::rules(&Algeria::figures(), &Setting::default()).expect("it is a setting");
        let mut state = Algeria::start(&rules, &mut SeededDice::new(9, 0), &mut ());
        // Everybody takes the last choice, which is to pass or to be done, until Control is about to be found out.
        let last = |state: &State| {
            let mut legal = Actions::<Algeria>::new();
            Algeria::legal(&rules, state, &mut legal);
            legal[legal.len() - 1]
        };
        let mut dice = SeededDice::new(9, 1);
        let step = |state: &State, dice: &mut SeededDice| {
            let mut next = *state;
            Algeria::apply(&rules, &mut next, last(state), dice, &mut ());
            next
        };
        loop {
            let next = step(&state, &mut dice);
            if next.turn() > state.turn() {
                break;
            }
            state = next;
        }
        let Status::Decision { side, kind } = Algeria::status(&state) else { panic!("it is not over") };
        let expected = outlook(&rules, &state, side, kind);
        let throws = 2_000;
        let mut sums = [0.0; 2];
        for throw in 0..throws {
            let next = step(&state, &mut SeededDice::new(10, throw));
            for (sum, side) in sums.iter_mut().zip(Side::ALL) {
                *sum += f64::from((next.controlled(side) & ALGERIA).count_ones()) / throws as f64;
            }
        }
        for (mean, name) in sums.into_iter().zip(["fln_will_control", "france_will_control"]) {
            let number = OUTLOOK.iter().position(|one| *one == name).expect("it is read");
            // No more than six areas are open, each with a standard deviation of at most a half: 0.03 for the mean.
            assert!(
                (expected[number] * 10.0 - mean).abs() < 0.12,
                "{name}: {} for {mean}",
                expected[number] * 10.0
            );
        }
    }
}
