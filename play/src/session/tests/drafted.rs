//! Drafts against the engine: whatever the order of the clicks, the game reaches what the engine reaches.

#![allow(clippy::unwrap_used, reason = "a test says where it fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::RecordingDice;
use wilaya_engine::ici::Ici;
use wilaya_engine::{BySide, Game as _, Setting, Side};

use crate::playable::{Drafted, Playable};
use crate::session::draft::{Draft, DraftItem, DraftRow, DraftView};
use crate::session::repeat::decision;
use crate::session::{Begin, Seat, Session, World};

/// A change of a draft.
#[derive(Clone, Debug)]
enum Click {
    Answer(String, String),
    Add(DraftItem),
}

fn session<G: Playable>(world: &Arc<World<G>>, seat: &str, seed: u64) -> Session<G> {
    let seats = BySide::new_with(|_| seat.parse::<Seat>().unwrap());
    let begin = Begin { seats, seed, index: 0, practice: true, programs: None };
    Session::new(Arc::clone(world), begin).unwrap()
}

fn world<G: Playable>(scenario: &str) -> Arc<World<G>> {
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    Arc::new(World::new(&G::figures(), &setting).unwrap())
}

/// How a phase is asked about, decision by decision.
struct Asked<'a, G: Playable> {
    world: &'a World<G>,
    side: Side,
    keys: BTreeMap<String, usize>,
    clicks: Vec<Click>,
    /// The first half of an item.
    begun: Option<(String, String)>,
}

impl<G: Playable> Asked<'_, G> {
    /// Notes an answer; false if the decision is not drafted.
    fn answer(&mut self, state: &G::State, action: G::Action) -> bool {
        let rules = &self.world.rules;
        let text = G::action_text(rules, action);
        let Some((side, kind)) = decision::<G>(state).filter(|&(side, _)| side == self.side) else {
            return false;
        };
        assert_eq!(side, self.side);
        match G::drafted(rules, state, kind) {
            None => return false,
            Some(Drafted::Row { key, default, .. }) => {
                let same = self.keys.entry(key.clone()).or_default();
                let key = if *same > 0 { format!("{key}#{same}") } else { key };
                *same += 1;
                if action != default {
                    self.clicks.push(Click::Answer(key, text));
                }
            }
            Some(Drafted::List { done, .. }) if action == done => {}
            Some(Drafted::List { key, .. }) => {
                let mut next = *state;
                let mut dice = RecordingDice::new(wilaya_engine::dice::SeededDice::new(0, 0));
                G::apply(rules, &mut next, action, &mut dice, &mut Vec::new());
                let follows = decision::<G>(&next)
                    .is_some_and(|(_, kind)| G::drafted(rules, &next, kind) == Some(Drafted::Then));
                if follows {
                    self.begun = Some((key, text));
                } else {
                    self.clicks.push(Click::Add(DraftItem { list: key, actions: vec![text] }));
                }
            }
            Some(Drafted::Then) => {
                let Some((list, first)) = self.begun.take() else { return false };
                self.clicks.push(Click::Add(DraftItem { list, actions: vec![first, text] }));
            }
        }
        true
    }
}

/// Plays a phase at random from where a session stands. Returns the position after it and the clicks that draft it.
fn at_random<G: Playable>(session: &Session<G>, rng: &mut Pcg64Mcg) -> (G::State, Vec<Click>) {
    let rules = &session.world.rules;
    let (side, _) = session.turn().unwrap();
    let mut asked =
        Asked { world: &session.world, side, keys: BTreeMap::new(), clicks: Vec::new(), begun: None };
    let (mut state, mut dice) = (*session.state(), RecordingDice::new(session.moment().dice.clone()));
    loop {
        let mut legal = wilaya_engine::Actions::<G>::new();
        G::legal(rules, &state, &mut legal);
        let found = decision::<G>(&state).and_then(|(_, kind)| G::drafted(rules, &state, kind));
        let done = match found {
            Some(Drafted::Row { skip, .. }) => {
                legal.retain(|action| Some(*action) != skip);
                None
            }
            Some(Drafted::List { done, .. }) => {
                Some(done).filter(|done| legal.contains(done) && rng.random_bool(0.3))
            }
            _ => None,
        };
        let Some(action) = done.or_else(|| legal.choose(rng).copied()) else { break };
        if !asked.answer(&state, action) {
            break;
        }
        G::apply(rules, &mut state, action, &mut dice, &mut Vec::new());
        if !dice.take().is_empty() {
            break;
        }
    }
    (state, asked.clicks)
}

/// Drafts by clicks in this order; an item that is not offered yet is added once it is.
fn click_all<G: Playable>(session: &Session<G>, clicks: Vec<Click>) -> Draft {
    let version = session.shown_version();
    let mut seen = session.draft(&Draft::default(), version).unwrap();
    let mut left = clicks;
    let mut passes = 0;
    while !left.is_empty() {
        passes += 1;
        let mut later = Vec::new();
        // An ordered item that has to wait holds up those after it.
        let mut held = false;
        for click in left {
            let mut draft = seen.draft.clone();
            // An item or an answer may have to wait for what makes it possible.
            let offered = |key: &str, actions: &[String]| {
                let row = seen.rows.iter().find(|row| row.key == key);
                row.is_some_and(|row| row.choices.iter().any(|one| one.actions == actions))
            };
            let possible = match &click {
                Click::Answer(key, text) => offered(key, std::slice::from_ref(text)),
                Click::Add(item)
                    if is_ordered(&seen, &item.list)
                        && (held || !offered(&item.list, &item.actions[..1])) =>
                {
                    held = true;
                    false
                }
                Click::Add(item) if item.actions.len() > 1 && is_ordered(&seen, &item.list) => {
                    let first = DraftItem { actions: item.actions[..1].to_vec(), ..item.clone() };
                    draft.begun = Some(first);
                    let begun = session.draft(&draft, version).unwrap();
                    assert_eq!(begun.draft.begun, draft.begun.take());
                    let row = begun.rows.iter().find(|row| row.key == item.list).unwrap();
                    held = !row.choices.iter().any(|one| one.actions == item.actions);
                    !held
                }
                Click::Add(item) => offered(&item.list, &item.actions),
            };
            if !possible {
                later.push(click);
                continue;
            }
            match click {
                Click::Answer(key, text) => {
                    draft.answers.insert(key, text);
                }
                Click::Add(item) => draft.items.push(item),
            }
            let next = session.draft(&draft, version).unwrap();
            // Another mode or purchase may take off what was possible before: it is clicked again later.
            for (key, text) in
                draft.answers.into_iter().filter(|(key, _)| !next.draft.answers.contains_key(key))
            {
                later.push(Click::Answer(key, text));
            }
            let mut still = next.draft.items.clone();
            for item in draft.items {
                match still.iter().position(|one| *one == item) {
                    Some(index) => drop(still.remove(index)),
                    None => later.push(Click::Add(item)),
                }
            }
            assert!(still.is_empty(), "nothing is added by itself");
            seen = next;
        }
        assert!(passes < 20, "never offered: {later:?}");
        left = later;
    }
    seen.draft
}

fn is_ordered(seen: &DraftView, list: &str) -> bool {
    seen.rows.iter().any(|row| row.key == list && row.ordered)
}

/// Shuffles clicks, but keeps the order of those of an ordered list.
fn shuffle<G: Playable>(session: &Session<G>, clicks: &mut [Click], rng: &mut Pcg64Mcg) {
    let seen = session.draft(&Draft::default(), session.shown_version()).unwrap();
    let kept = |click: &Click| matches!(click, Click::Add(item) if is_ordered(&seen, &item.list));
    let in_order: Vec<Click> = clicks.iter().filter(|click| kept(click)).cloned().collect();
    clicks.shuffle(rng);
    for (place, click) in clicks.iter_mut().filter(|click| kept(click)).zip(in_order) {
        *place = click;
    }
}

/// Drafts a number of phases, each by clicks in random order. Returns the number of clicks.
fn drafts_reach_the_engine<G: Playable>(scenarios: [&str; 2], wanted: usize) -> usize {
    let (mut phases, mut clicks, mut seed) = (0, 0, 0);
    let worlds = scenarios.map(world::<G>);
    while phases < wanted {
        let mut session = session(&worlds[seed as usize % worlds.len()], "human", seed);
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        seed += 1;
        let mut turns = 0;
        while let Some((_, kind)) = decision::<G>(session.state())
            && phases < wanted
            && turns < 2_000
        {
            turns += 1;
            if !matches!(
                G::drafted(&session.world.rules, session.state(), kind),
                Some(Drafted::Row { .. } | Drafted::List { .. })
            ) {
                let action = *session.legal().choose(&mut rng).unwrap();
                session.play(action);
                continue;
            }
            let (side, _) = session.turn().unwrap();
            session.take_screen(side).unwrap();
            let (reached, mut order) = at_random(&session, &mut rng);
            shuffle(&session, &mut order, &mut rng);
            clicks += order.len();
            phases += 1;
            let draft = click_all(&session, order);
            let before = session.steps();
            let version = session.shown_version();
            session.play_draft(&draft, version).unwrap();
            assert_eq!(*session.state(), reached, "seed {seed}, after {before} decisions");
            // Undo takes all of it back at once.
            if rng.random_bool(0.1) {
                session.undo().unwrap();
                assert_eq!(session.steps(), before);
                let version = session.shown_version();
                session.play_draft(&draft, version).unwrap();
            }
        }
    }
    clicks
}

fn phases() -> usize {
    if cfg!(debug_assertions) { 30 } else { 1_000 }
}

#[test]
fn clicks_in_any_order_reach_what_the_engine_reaches_in_algeria() {
    assert!(drafts_reach_the_engine::<Algeria>(["1954", "1958"], phases()) > 2 * phases());
}

#[test]
fn clicks_in_any_order_reach_what_the_engine_reaches_in_ici() {
    assert!(drafts_reach_the_engine::<Ici>(["1955", "1959"], phases()) > phases());
}

#[test]
fn a_draft_with_something_impossible_is_refused_whole() {
    let mut session = session(&world::<Ici>("1955"), "human", 3);
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    while decision::<Ici>(session.state()).is_none_or(|(_, kind)| kind.to_string() != "recruit") {
        let action = *session.legal().choose(&mut rng).unwrap();
        session.play(action);
    }
    let (side, _) = session.turn().unwrap();
    session.take_screen(side).unwrap();
    let version = session.shown_version();
    let seen = session.draft(&Draft::default(), version).unwrap();
    let row = &seen.rows[0];
    let good = DraftItem { list: row.key.clone(), actions: row.choices[0].actions.clone() };
    let bad = DraftItem { actions: vec!["recruit nowhere".to_owned()], ..good.clone() };
    let elsewhere = DraftItem { list: "moves".to_owned(), ..good.clone() };
    let many = vec![good.clone(); 500];
    let answers = BTreeMap::from([("no such row".to_owned(), good.actions[0].clone())]);
    for draft in [
        Draft { items: vec![good.clone(), bad], ..Draft::default() },
        Draft { items: vec![elsewhere], ..Draft::default() },
        Draft { items: many, ..Draft::default() },
        Draft { answers, items: vec![good.clone()], ..Draft::default() },
    ] {
        let before = session.steps();
        let refused = session.play_draft(&draft, version).unwrap_err().to_string();
        assert!(refused.ends_with("is not one of the choices"), "{refused}");
        assert_eq!(session.steps(), before);
    }
    session.play_draft(&Draft { items: vec![good], ..Draft::default() }, version).unwrap();
}

#[test]
fn a_choice_that_decides_twice_plays_both_actions() {
    let world = world::<Algeria>("1958");
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let (mut both, mut seed) = (0, 0);
    let start = |seed| [session(&world, "human", seed), session(&world, "human", seed)];
    let [mut one, mut two] = start(seed);
    while both < 100 {
        if one.is_over() {
            seed += 1;
            [one, two] = start(seed);
        }
        let (side, kind) = decision::<Algeria>(one.state()).unwrap();
        for session in [&mut one, &mut two] {
            session.take_screen(side).unwrap();
        }
        let choices = one.view(None, 0).unwrap().decision.unwrap().choices;
        let choice = choices.choose(&mut rng).unwrap();
        assert!(choice.then.is_empty() || Algeria::opens(kind));
        let Some(then) = choice.then.choose(&mut rng) else {
            one.act(&choice.action, None).unwrap();
            two.act(&choice.action, None).unwrap();
            continue;
        };
        both += 1;
        let steps = one.steps();
        for wrong in ["; nowhere", "; ", "; pass; pass"] {
            let text = format!("{}{wrong}", choice.action);
            assert!(one.act(&text, None).is_err(), "{text}");
        }
        assert_eq!(one.steps(), steps);
        let (first, second) = then.action.split_once("; ").unwrap();
        assert_eq!(first, choice.action);
        one.act(&then.action, None).unwrap();
        assert_eq!(one.steps(), steps + 2);
        two.act(first, None).unwrap();
        two.act(second, None).unwrap();
        assert_eq!(one.state(), two.state());
        if both % 7 == 0 {
            one.undo().unwrap();
            assert_eq!(one.steps(), steps, "undo takes both back");
            one.act(&then.action, None).unwrap();
        }
    }
}

/// What it takes a person to choose what was chosen in a turn.
#[derive(Clone, Copy, Default)]
struct Effort {
    /// Questions if each decision is asked by itself.
    asked: usize,
    /// Questions with drafts, choices that decide twice, and choices for the rest of a phase.
    questions: usize,
    /// The clicks that answer those.
    clicks: usize,
}

fn median(mut all: Vec<usize>) -> usize {
    all.sort_unstable();
    all.get(all.len() / 2).copied().unwrap_or_default()
}

/// The fewest clicks that give these answers and items, with "All" and "None" where a section has them.
fn fewest<G: Playable>(session: &Session<G>, wanted: &[Click]) -> usize {
    let version = session.shown_version();
    let seen = session.draft(&Draft::default(), version).unwrap();
    let answer = |row: &DraftRow| {
        let given = wanted.iter().find_map(|click| match click {
            Click::Answer(key, text) if *key == row.key => Some(text.clone()),
            _ => None,
        });
        given.or_else(|| row.chosen.map(|index| row.choices[index].actions[0].clone()))
    };
    let items = wanted.iter().filter(|click| matches!(click, Click::Add(_))).count();
    let sections: BTreeSet<_> = seen.rows.iter().map(|row| row.section).collect();
    let clicks = |section: &&str| {
        let rows = |seen: &DraftView| -> Vec<DraftRow> {
            let rows = seen.rows.iter().filter(|row| row.section == *section && row.chosen.is_some());
            rows.cloned().collect()
        };
        let before = rows(&seen);
        // What the draft has after all numbers of the section are set at once.
        let all_set = |most: bool| {
            let set = |row: &DraftRow| {
                let choice = if most { row.choices.last() } else { row.choices.first() }?;
                Some((row.key.clone(), choice.actions[0].clone()))
            };
            let draft = Draft { answers: before.iter().filter_map(set).collect(), ..Draft::default() };
            rows(&session.draft(&draft, version).unwrap())
        };
        let corrections = |rows: &[DraftRow]| {
            let differs = |row: &&DraftRow| {
                row.chosen.map(|index| row.choices[index].actions[0].clone()) != answer(row)
            };
            rows.iter().filter(differs).count()
        };
        let one_by_one = corrections(&before);
        if before.len() < 2 {
            return one_by_one;
        }
        one_by_one.min(1 + corrections(&all_set(true))).min(1 + corrections(&all_set(false)))
    };
    items + sections.iter().map(clicks).sum::<usize>()
}

/// A decision of a game.
struct Played {
    state: <Algeria as wilaya_engine::Game>::State,
    side: Side,
    kind: <Algeria as wilaya_engine::Game>::Decision,
    action: <Algeria as wilaya_engine::Game>::Action,
    rolled: bool,
}

/// The decisions of a game between two `heuristic`.
fn decisions(world: &Arc<World<Algeria>>, seed: u64) -> Vec<Played> {
    let mut session = session(world, "heuristic", seed);
    let mut played = Vec::new();
    while !session.is_over() {
        let state = *session.state();
        let (side, kind) = decision::<Algeria>(&state).unwrap();
        let thought = session.begin_thought().unwrap().run();
        assert!(session.end_thought(thought));
        let past = session.past.last().unwrap();
        played.push(Played { state, side, kind, action: past.action, rolled: !past.rolls.is_empty() });
    }
    played
}

/// True if this was chosen before in this phase for the rest of it, that is, whenever it was asked from then on.
fn stands(game: &[Played], step: usize) -> bool {
    let Played { state, side, kind, action, .. } = game[step];
    let same = |one: &&Played| {
        (one.side, one.kind) == (side, kind) && Algeria::clock(&one.state) == Algeria::clock(&state)
    };
    let last = game[..step].iter().rfind(same);
    Algeria::repeats(kind, action)
        && last.is_some_and(|one| one.action == action)
        && game[step..].iter().filter(same).all(|one| one.action == action)
}

/// `cargo test --release -p wilaya-play --lib effort -- --ignored --nocapture` prints the figures of `docs/play.md`.
#[test]
#[ignore = "it prints figures"]
#[allow(clippy::print_stdout)]
fn effort_of_a_turn_with_and_without_drafts() {
    let world = world::<Algeria>("1958");
    let mut turns = BySide::<Vec<Effort>>::default();
    let mut screens = BySide::<BTreeMap<String, Vec<usize>>>::default();
    let mut left = BySide::<BTreeMap<String, usize>>::default();
    for seed in 0..10 {
        let game = decisions(&world, seed);
        // The same game of two persons.
        let mut session = session(&world, "human", seed);
        let mut of = BTreeMap::<(u16, Side), Effort>::new();
        let mut step = 0;
        while step < game.len() {
            assert_eq!(*session.state(), game[step].state);
            let Played { state, side, kind, .. } = game[step];
            let mut asked =
                Asked { world: &world, side, keys: BTreeMap::new(), clicks: Vec::new(), begun: None };
            let effort = of.entry((Algeria::clock(&state).0, side)).or_default();
            let first = step;
            while step < game.len()
                && game[step].side == side
                && asked.answer(&game[step].state, game[step].action)
            {
                step += 1;
                if game[step - 1].rolled {
                    break;
                }
            }
            if step - first > 1 {
                effort.asked += step - first;
                effort.questions += 1;
                let clicks = 1 + fewest(&session, &asked.clicks);
                effort.clicks += clicks;
                screens[side].entry(kind.to_string()).or_default().push(clicks);
            } else {
                step = first + 1;
                effort.asked += 1;
                // What is asked with it is one question, and a click.
                if Algeria::opens(kind)
                    && game.get(step).is_some_and(|next| next.side == side && !Algeria::opens(next.kind))
                {
                    step += 1;
                    effort.asked += 1;
                }
                if !stands(&game, first) {
                    *left[side].entry(kind.to_string()).or_default() += 1;
                    effort.questions += 1;
                    effort.clicks += 1;
                }
            }
            game[first..step].iter().for_each(|one| session.play(one.action));
        }
        for ((_, side), effort) in of {
            turns[side].push(effort);
        }
    }
    for side in Side::ALL {
        let of = |what: fn(&Effort) -> usize| median(turns[side].iter().map(what).collect());
        println!(
            "{}: {} turns; median questions {} one by one (as many clicks), {} on screens of phases ({} clicks)",
            Algeria::SIDES[side],
            turns[side].len(),
            of(|one| one.asked),
            of(|one| one.questions),
            of(|one| one.clicks)
        );
        let screens = screens[side].iter().map(|(kind, clicks)| (kind, median(clicks.clone())));
        println!("  median clicks of a screen, by its first question: {:?}", screens.collect::<Vec<_>>());
        println!("  asked alone: {:?}", left[side]);
    }
}
