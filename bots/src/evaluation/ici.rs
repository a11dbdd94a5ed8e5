//! Features of a position of *Ici, c'est la France!*: the last referendum as the markers are, what moves them, and how close
//! Collapse is.

use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::{COUNTRIES, Flag, Level, Location, Regions};
use wilaya_engine::ici::{Decision, Ici, State, formulas};
use wilaya_engine::{Game, Side, Status};

use super::{Evaluated, Features, Within};

impl Evaluated for Ici {
    const FEATURES: &'static [&'static str] = &[
        "votes",
        "referendum",
        "markers",
        "levels",
        "fln_levels",
        "support_levels",
        "fln_regions",
        "contested_regions",
        "sahara",
        "faileks",
        "faileks_abroad",
        "french_units",
        "density",
        "french_public",
        "fln_marker",
        "pied_noirs",
        "collapse",
        "collapse_squared",
        "fln_points",
        "france_points",
        "countries",
        "fln_lasting",
        "france_lasting",
        "points_cap",
        "oil",
        "infiltration",
        "helicopter",
        "informers",
        "morice_line",
        "resettlement",
        "commandos",
        "resettled",
    ];

    const WITHIN: &'static [&'static str] = &["fln_decides"];

    fn scenario(rules: &Rules) -> &str {
        &rules.scenario.id
    }

    /// The chits in hand and in the cups.
    fn things(rules: &Rules) -> Vec<String> {
        let hand = rules.chits.iter().map(|chit| chit.id.clone());
        hand.chain(rules.chits.iter().map(|chit| format!("{}@cup", chit.id))).collect()
    }

    /// The chits on the Game Turn Track that will come back, and the kinds of decision.
    fn things_within(rules: &Rules) -> Vec<String> {
        let track = rules.chits.iter().map(|chit| format!("{}@track", chit.id));
        track.chain(Decision::DECISIONS.iter().map(ToString::to_string)).collect()
    }

    fn features(rules: &Rules, state: &State) -> Features {
        let (mut yes, mut spread, mut all, mut markers, mut resettled) = (0.0, 0.0, 0.0, 0.0, 0.0);
        let mut levels = [0.0; Level::ALL.len()];
        for region in Location::regions(rules.map.populated) {
            let votes = f64::from(rules.map.population[region.index()]);
            let slot = f64::from(state.marker(region));
            let chance = chance_of_yes(slot, rules.referendum.dice);
            yes += votes * chance;
            spread += votes * votes * chance * (1.0 - chance);
            all += votes;
            markers += votes * (slot - 10.0) / 10.0;
            levels[state.level(region) as usize] += votes;
            resettled += votes * f64::from(state.resettled(region));
        }
        let lead = f64::from(rules.referendum.majority) - 0.5 - yes;
        let odds = (lead / (spread + 1.0).sqrt()).clamp(-4.0, 4.0);
        let last = f64::from(rules.calendar.last_turn.max(1));
        let late = f64::from(4 * state.year() + state.season_index()) / last;
        let symbols = |regions: Regions| -> f64 {
            Location::regions(regions & rules.map.populated)
                .map(|region| f64::from(rules.map.population[region.index()]))
                .sum()
        };
        let fln = formulas::fln_regions(rules, state);
        let contested = formulas::contested_or_fln(rules, state) & !fln;
        let slots = f64::from(rules.government_crisis().max(1));
        let steps = f64::from(state.crisis()) + f64::from(state.pied_noirs()) / slots;
        let collapse = steps / f64::from(rules.collapse().max(1));
        let french: u8 = Location::regions(rules.map.populated).map(|at| state.french_count(at)).sum();
        let sahara: u8 = Location::regions(rules.map.sahara).map(|at| state.failek_count(at)).sum();
        let countries = (0..COUNTRIES).filter(|&country| state.is_independent(country)).count();
        let has = |flag: Flag| f64::from(u8::from(state.has(flag)));
        let level = |level: Level| levels[level as usize] / all.max(1.0);
        let numbers = [
            lead / 10.0,
            odds,
            markers / all.max(1.0),
            level(Level::Fln) - level(Level::Support) + (level(Level::Purge) - level(Level::Activist)) / 3.0,
            level(Level::Fln),
            level(Level::Support),
            symbols(fln) / 10.0,
            symbols(contested) / 10.0,
            f64::from(u8::from(sahara > 0)),
            f64::from(formulas::faileks_in_algeria(state)) / 30.0,
            f64::from(formulas::faileks_in_countries(state)) / 10.0,
            f64::from(french) / 30.0,
            f64::from(state.density()) / 5.0,
            f64::from(state.french_public()) / 10.0,
            f64::from(state.fln_marker()) / 10.0,
            f64::from(state.pied_noirs()) / slots,
            collapse,
            collapse * collapse,
            f64::from(state.points(Side::Fln)) / 10.0,
            f64::from(state.points(Side::France)) / 10.0,
            countries as f64,
            f64::from(state.lasting(Side::Fln)) / 5.0,
            f64::from(state.lasting(Side::France)) / 5.0,
            f64::from(state.points_cap().min(99)) / 30.0,
            has(Flag::Oil),
            has(Flag::Infiltration),
            has(Flag::Helicopter),
            has(Flag::Informers),
            has(Flag::MoriceLine),
            has(Flag::Resettlement),
            has(Flag::CommandoDeChasse),
            resettled / all.max(1.0),
        ];
        let [hand, cup] =
            [State::hand, State::cup].map(|chits| chits(state, Side::Fln) | chits(state, Side::France));
        Features::new(&numbers, u128::from(hand) | u128::from(cup) << rules.chits.len(), late)
    }

    fn within(rules: &Rules, state: &State) -> Within {
        let Status::Decision { side, kind } = Self::status(state) else { return Within::default() };
        let track = u128::from(state.track(Side::Fln) | state.track(Side::France));
        let fln = f64::from(u8::from(side == Side::Fln));
        Within::new(&[fln], track | 1 << (rules.chits.len() + kind.index()))
    }
}

/// A number that the weights were fitted with: roughly the probability that a region votes Yes in the last referendum, years
/// from now.
///
/// It is not a rule. The probability of a vote today is [`formulas::yes_chances`], from which this differs by at most 0.022
/// with three dice; with another formula the weights would have to be fitted again.
fn chance_of_yes(slot: f64, dice: u8) -> f64 {
    let dice = f64::from(dice.max(1));
    // The logistic function with this steepness is the normal distribution of three dice to within 0.02.
    let steepness = 0.575 * (3.0 / dice).sqrt();
    super::logistic((slot - 3.5 * dice) * steepness).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use wilaya_engine::Setting;
    use wilaya_engine::dice::SeededDice;

    use super::*;

    /// Votes and their probabilities at the start of a game with a figure changed.
    fn votes(key: &str, value: &str) -> [f64; 2] {
        let mut figures = Ici::figures();
        figures.set(key, value).unwrap_or_else(|error| panic!("{error}"));
        let rules = Ici::rules(&figures, &Setting::default()).unwrap_or_else(|error| panic!("{error}"));
        let state = Ici::start(&rules, &mut SeededDice::new(1, 0), &mut ());
        let features = Ici::features(&rules, &state);
        [0, 1].map(|number| features.numbers[number])
    }

    #[test]
    fn the_last_referendum_is_won_by_the_figures_in_force() {
        let [lead, odds] = votes("referendum.majority", "20");
        // Ten votes more are needed.
        let [more, likelier] = votes("referendum.majority", "30");
        assert!((lead + 1.0 - more).abs() < 1e-9 && likelier > odds, "{lead} {odds}, {more} {likelier}");
        // Two dice show less than three, so that more regions vote Yes.
        let [fewer_dice, _] = votes("referendum.dice", "2");
        assert!(fewer_dice < lead, "{fewer_dice} {lead}");
    }
}
