//! What is true of every game of *Algeria*, over many games in which random, thrift and sober play either side in
//! every scenario, set-up and set of options; and a table of what these games have covered.

use crate::coverage::{Coverage, Part};
use crate::support::{BOTS, crowded, maker, on_all_cores, pair, play, rules, settings};
use crate::watch::Watch;
use wilaya_engine::algeria::{Algeria, RollKind};
use wilaya_engine::dice::{Dice, Label, SeededDice};
use wilaya_engine::{Game, Status};

const SEED: u64 = 9;
/// The least number of games in a release build.
const GAMES: u64 = 100_000;
/// One game in this number is checked at every decision, the others at every turn.
const SAMPLE: u64 = 50;

#[test]
fn every_game_keeps_to_the_rules_and_together_they_cover_them() {
    // Every setting, and some in which the FLN stands together, with each pair of bots, as often as it takes.
    let mut settings: Vec<_> = settings().iter().map(rules).collect();
    let [one_area, side_by_side] = crowded(&Algeria::figures()).unwrap_or_else(|error| panic!("{error}"));
    settings.push(one_area);
    settings.extend(std::iter::repeat_n(side_by_side, 18));
    let makers = BOTS.map(maker::<Algeria>);
    let pairs = (makers.len() * makers.len()) as u64;
    let round = settings.len() as u64 * pairs;
    let games = if cfg!(debug_assertions) { round } else { round * GAMES.div_ceil(round) };
    let seen = on_all_cores(games, |seen: &mut Coverage, index| {
        let rules = &settings[(index / pairs) as usize % settings.len()];
        let mut watch = Watch::new(rules, seen, index);
        let mut dice = CountingDice { dice: SeededDice::new(SEED, index), seen: [0; RollKind::ALL.len()] };
        let bots = pair(&makers, index);
        let end = play(rules, bots, (SEED, index), &mut dice, &mut watch, |state, decided, _, watch| {
            if let Some((_, _, action)) = decided {
                watch.saw(Part::Verb, action.verb().index());
            }
            if let Status::Decision { kind, .. } = Algeria::status(state) {
                watch.saw(Part::Decision, kind.index());
            }
            watch.look(state, index.is_multiple_of(SAMPLE));
            true
        });
        assert!(Algeria::status(&end).outcome().is_some(), "game {index}: not over");
        for (line, &count) in dice.seen.iter().enumerate() {
            (0..count).for_each(|_| watch.saw(Part::Roll, line));
        }
    });
    let mut total = Coverage::default();
    seen.iter().for_each(|seen| total.add(seen));
    let (table, rare) = total.table();
    report(&format!("{games} games\n{table}"));
    if !cfg!(debug_assertions) {
        assert!(rare.is_empty(), "seen too rarely in {games} games: {}", rare.join(", "));
    }
}

#[expect(clippy::print_stdout, reason = "the table is for whoever runs the test with --nocapture")]
fn report(text: &str) {
    println!("{text}");
}

/// Seeded dice that count what is rolled for.
struct CountingDice {
    dice: SeededDice,
    seen: [u32; RollKind::ALL.len()],
}

impl Dice for CountingDice {
    #[inline]
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        self.seen[usize::from(label.what)] += 1;
        self.dice.uniform(label, n)
    }

    fn rekey(&mut self, turn: u16, phase: u8) {
        self.dice.rekey(turn, phase);
    }
}
