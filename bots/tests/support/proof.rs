//! Positions whose best choice is proved: every way the dice can fall is played through, and every choice after it.
//!
//! They come from games of `sober` against itself, which do not change: a position is the number of a game and of its decisions so
//! far. In *Ici, c'est la France!* the markers are moved: the French public asks for the last referendum, and all regions but a few
//! vote as one knows, for there are too many ways in which all could vote.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use wilaya_bots::mcts::Searchable;
use wilaya_bots::{Bot, Maker, Roster, build};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{Dice, Label, SeededDice, bot_rng};
use wilaya_engine::ici::rules::Rules;
use wilaya_engine::ici::types::Location;
use wilaya_engine::ici::{Ici, RollKind};
use wilaya_engine::{Actions, BySide, Game, Notation as _, Setting, Side, Status, View};

/// The seed of the games.
const SEED: u64 = 1;
/// The numbers of choices after the first that are gone through; what is still open then may be won or lost.
const DEPTHS: [u32; 4] = [0, 1, 2, 4];

/// A game with positions that can be proved.
pub(crate) trait Provable: Roster + Searchable {
    /// True for a roll of which only matters whether it is low.
    fn is_vote(label: Label) -> bool;

    /// The chance that this is low, if the game ended here.
    fn low(rules: &Self::Rules, end: &Self::State, label: Label) -> f64;

    /// True if a proof is worth a try.
    fn is_late(rules: &Self::Rules, state: &Self::State) -> bool;

    /// Makes a position one that can be proved.
    fn prepare(rules: &Self::Rules, state: Self::State, number: u64) -> Self::State;
}

impl Provable for Algeria {
    fn is_vote(_: Label) -> bool {
        false
    }

    fn low(_: &Self::Rules, _: &Self::State, _: Label) -> f64 {
        0.0
    }

    /// A side is about to run out of PSL.
    fn is_late(_: &Self::Rules, state: &Self::State) -> bool {
        Side::ALL.iter().any(|&side| state.psl(side) <= 4)
    }

    fn prepare(_: &Self::Rules, state: Self::State, _: u64) -> Self::State {
        state
    }
}

impl Provable for Ici {
    fn is_vote(label: Label) -> bool {
        label.what == RollKind::Vote as u8
    }

    /// A region votes Yes if its dice are below its marker; equal ones are rolled again.
    fn low(rules: &Rules, end: &Self::State, label: Label) -> f64 {
        let marker = usize::from(end.marker(Location(label.place)));
        let mut ways = vec![1.0];
        for _ in 0..rules.referendum.dice {
            let mut more = vec![0.0; ways.len() + 6];
            for (sum, count) in ways.iter().enumerate() {
                (1..=6).for_each(|die| more[sum + die] += count);
            }
            ways = more;
        }
        let below: f64 = ways.iter().take(marker).sum();
        let above: f64 = ways.iter().skip(marker + 1).sum();
        below / (below + above)
    }

    /// A political phase of the second half of the years.
    fn is_late(rules: &Rules, state: &Self::State) -> bool {
        let season = 4 * state.year() + state.season_index();
        Self::clock(state).1 == 0 && 2 * season > rules.calendar.last_turn
    }

    fn prepare(rules: &Rules, state: Self::State, number: u64) -> Self::State {
        const OPEN: usize = 6;
        let mut rng = Pcg64Mcg::seed_from_u64(number);
        let mut json = Self::to_json(rules, &state);
        json["tracks"]["referendums"] = 1.into();
        json["tracks"]["french_public"] = 0.into();
        let regions = json["regions"].as_object_mut().unwrap_or_else(|| panic!("there are regions"));
        let mut names: Vec<String> = regions.keys().cloned().collect();
        names.shuffle(&mut rng);
        // The others are dealt so that it depends on those that are open.
        let (mut yes, mut no) = (0, 0);
        for (index, name) in names.iter().enumerate() {
            let at = rules.map.ids.iter().position(|id| id == name).unwrap_or_else(|| panic!("no {name}"));
            let votes = rules.map.population[at];
            regions[name]["marker"] = if index < OPEN {
                rng.random_range(8..=13)
            } else if yes <= no {
                yes += votes;
                19
            } else {
                no += votes;
                1
            }
            .into();
        }
        Self::from_json(rules, &json).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// One roll on the way: which face, of how many, and for what. A vote has two.
#[derive(Clone, Copy, Debug)]
struct Fall {
    label: Label,
    face: u16,
    faces: u16,
    vote: bool,
}

/// Dice that go through every way in which they can fall, one way after the other.
struct Falls<G> {
    path: Vec<Fall>,
    asked: usize,
    game: std::marker::PhantomData<G>,
}

impl<G: Provable> Dice for Falls<G> {
    fn uniform(&mut self, label: Label, faces: u16) -> u16 {
        let vote = G::is_vote(label);
        // All dice of a vote are low or high, so that none is rolled again.
        let same = self.asked.checked_sub(1).map(|last| self.path[last]).filter(|_| vote);
        let fall = match same {
            Some(last) if last.vote && last.label == label => last,
            _ => {
                self.asked += 1;
                if self.asked > self.path.len() {
                    self.path.push(Fall { label, face: 0, faces: if vote { 2 } else { faces }, vote });
                }
                self.path[self.asked - 1]
            }
        };
        if vote { fall.face * (faces - 1) } else { fall.face }
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

/// The least and the most that the chance of the FLN to win can be.
pub(crate) type Bounds = [f64; 2];

/// What comes of an action.
fn expect<G: Provable>(
    rules: &G::Rules,
    state: &G::State,
    action: G::Action,
    (side, depth): (Side, u32),
    left: &mut u64,
) -> Bounds {
    let mut dice = Falls::<G> { path: Vec::new(), asked: 0, game: std::marker::PhantomData };
    let mut sum = [0.0; 2];
    loop {
        let mut end = *state;
        dice.asked = 0;
        G::apply(rules, &mut end, action, &mut dice, &mut ());
        let chance: f64 = dice
            .path
            .iter()
            .map(|fall| match (fall.vote, fall.face) {
                (true, 0) => G::low(rules, &end, fall.label),
                (true, _) => 1.0 - G::low(rules, &end, fall.label),
                (false, _) => 1.0 / f64::from(fall.faces),
            })
            .product();
        let bounds = value::<G>(rules, &end, (side, depth), left);
        sum.iter_mut().zip(bounds).for_each(|(sum, bound)| *sum += chance * bound);
        *left = left.saturating_sub(1);
        if *left == 0 {
            return [0.0, 1.0];
        }
        while dice.path.last().is_some_and(|fall| fall.face + 1 == fall.faces) {
            dice.path.pop();
        }
        match dice.path.last_mut() {
            Some(fall) => fall.face += 1,
            None => return sum,
        }
    }
}

/// What a position is worth, if both sides choose the best. Where a side sees less than all, only the choices of the side that
/// has the first are gone through: what it does not see must not matter, then.
fn value<G: Provable>(
    rules: &G::Rules,
    state: &G::State,
    (side, depth): (Side, u32),
    left: &mut u64,
) -> Bounds {
    let mover = match G::status(state) {
        Status::Over(outcome) => return [outcome.score(Side::Fln); 2],
        Status::Decision { side, .. } => side,
    };
    let seen_by_all = Side::ALL.iter().all(|&side| G::observe(rules, state, side).state() == state);
    if depth == 0 || *left == 0 || mover != side && !seen_by_all {
        return [0.0, 1.0];
    }
    let mut legal = Actions::<G>::new();
    G::legal(rules, state, &mut legal);
    let all = legal.iter().map(|&action| expect::<G>(rules, state, action, (side, depth - 1), left));
    let best = |one: f64, other: f64| if mover == Side::Fln { one.max(other) } else { one.min(other) };
    all.reduce(|one, other| [best(one[0], other[0]), best(one[1], other[1])]).unwrap_or([0.0, 1.0])
}

/// Which choices are the best, and what they are worth to the side that chooses.
pub(crate) struct Proof<G: Game> {
    pub(crate) best: Vec<G::Action>,
    pub(crate) value: f64,
}

/// The proof of a position, if there is one within a number of ways to go through: no choice can be better than the best,
/// and some may be worse. Values are for the side that chooses.
pub(crate) fn prove<G: Provable>(rules: &G::Rules, state: &G::State, ways: u64) -> Option<Proof<G>> {
    DEPTHS.iter().find_map(|&depth| prove_to::<G>(rules, state, depth, ways))
}

fn prove_to<G: Provable>(rules: &G::Rules, state: &G::State, depth: u32, mut left: u64) -> Option<Proof<G>> {
    const NEAR: f64 = 1e-9;
    let side = G::status(state).side()?;
    let mut legal = Actions::<G>::new();
    G::legal(rules, state, &mut legal);
    let mut all = Vec::new();
    for &action in &legal {
        let [low, high] = expect::<G>(rules, state, action, (side, depth), &mut left);
        all.push((action, if side == Side::Fln { [low, high] } else { [1.0 - high, 1.0 - low] }));
        if left == 0 {
            return None;
        }
    }
    let most = all.iter().map(|(_, bounds)| bounds[0]).fold(0.0, f64::max);
    let (best, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, [low, high])| *low >= most - NEAR && high - low < NEAR);
    // A choice that may be as good is one too many, unless nothing can be better than what is certain.
    let sure = most > 1.0 - NEAR || others.iter().all(|(_, [_, high])| *high < most - 0.01);
    (sure && !best.is_empty() && !others.is_empty())
        .then(|| Proof { best: best.iter().map(|(action, _)| *action).collect(), value: most })
}

/// The rules of a scenario.
pub(crate) fn rules<G: Game>(scenario: &str) -> G::Rules {
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    G::rules(&G::figures(), &setting).unwrap_or_else(|error| panic!("{scenario}: {error}"))
}

/// Shows the position before each decision of a game and its number, as long as it is wanted.
pub(crate) fn replay<G: Provable>(
    rules: &G::Rules,
    game: u64,
    mut show: impl FnMut(&G::State, usize) -> bool,
) {
    let sober: Maker<G> = build(&"sober".parse().unwrap_or_else(|error| panic!("{error}")))
        .unwrap_or_else(|error| panic!("{error}"));
    let mut bots = BySide { fln: sober(), france: sober() };
    let mut rngs = BySide::new_with(|side| bot_rng(SEED, game, side));
    let mut dice = SeededDice::new(SEED, game);
    let mut state = G::start(rules, &mut dice, &mut ());
    let mut choices = G::Choices::default();
    G::choices(rules, &state, &mut choices);
    let mut number = 0;
    while let Status::Decision { side, .. } = G::status(&state)
        && show(&state, number)
    {
        let action = bots[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
        G::advance(rules, &mut state, action, &mut dice, &mut (), &mut choices);
        number += 1;
    }
}
