//! Search: it plays by the rules, depends on nothing but what it may, and is worth its time.

use rand::Rng;
use wilaya_bots::mcts::{Level, Mcts, Searchable, Settings};
use wilaya_bots::plan::{AlgeriaPlan, Plan as _};
use wilaya_bots::play::Match;
use wilaya_bots::{Bot, Budget, Control, Maker, Roster, Unit, build, by_verb, seen_by_other, uniform};
use wilaya_engine::algeria::Algeria;
use wilaya_engine::dice::{SeededDice, bot_rng};
use wilaya_engine::ici::Ici;
use wilaya_engine::toy::Toy;
use wilaya_engine::{Actions, BySide, Choices, Game, Hidden as _, Outcome, Setting, Side, Status, View};

#[path = "support/proof.rs"]
mod proof;

const SEED: u64 = 31;

fn maker<G: Roster>(spec: &str) -> Maker<G> {
    let spec = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
    build(&spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn rules<G: Game>(setting: &Setting) -> G::Rules {
    G::rules(&G::figures(), setting).unwrap_or_else(|error| panic!("{setting:?}: {error}"))
}

/// Plays a game up to a number of decisions; every choice is legal. Returns the end and the winner, if there is one.
fn play<G: Game>(
    rules: &G::Rules,
    bots: BySide<&Maker<G>>,
    index: u64,
    most: usize,
) -> (G::State, Option<Side>) {
    let mut players = BySide::new_with(|side| bots[side]());
    let mut rngs = BySide::new_with(|side| bot_rng(SEED, index, side));
    let mut dice = SeededDice::new(SEED, index);
    let mut legal = Actions::<G>::new();
    let mut state = G::start(rules, &mut dice, &mut ());
    for _ in 0..most {
        let Status::Decision { side, .. } = G::status(&state) else { break };
        legal.clear();
        G::legal(rules, &state, &mut legal);
        let mut choices = G::Choices::default();
        G::choices(rules, &state, &mut choices);
        let action = players[side].choose(View::new(rules, &state, side), &choices, &mut rngs[side]);
        assert!(legal.contains(&action), "game {index}: {action:?} of {legal:?}");
        G::apply(rules, &mut state, action, &mut dice, &mut ());
    }
    (state, G::status(&state).outcome().and_then(Outcome::winner))
}

/// Every scenario and option, a part of a game each: legal, and the same again.
fn plays_by_the_rules<G: Roster + Searchable>(most: usize) {
    let searcher = maker::<G>("mcts:iters=6");
    let random = maker::<G>("random");
    for (setting, index) in G::samples().iter().zip(0..) {
        let rules = rules::<G>(setting);
        let bots = match index % 2 {
            0 => BySide { fln: &searcher, france: &random },
            _ => BySide { fln: &random, france: &searcher },
        };
        let (end, _) = play::<G>(&rules, bots, index, most);
        assert_eq!(
            play::<G>(&rules, bots, index, most).0,
            end,
            "{setting:?} is another game when played again"
        );
    }
}

#[test]
fn it_plays_the_toy_by_the_rules() {
    plays_by_the_rules::<Toy>(1_000);
}

#[test]
fn it_plays_algeria_by_the_rules() {
    plays_by_the_rules::<Algeria>(if cfg!(debug_assertions) { 40 } else { 150 });
}

#[test]
fn it_plays_ici_by_the_rules() {
    plays_by_the_rules::<Ici>(if cfg!(debug_assertions) { 40 } else { 150 });
}

/// In the toy game its policy is random play, so what it wins it wins by searching. Of 300 games it must win more
/// than chance explains: half plus four standard deviations of random play.
#[test]
fn searching_is_better_than_the_policy_it_searches_with() {
    const GAMES: u64 = 300;
    let rules = rules::<Toy>(&Setting::default());
    let searcher = maker::<Toy>("mcts:iters=200:horizon=60");
    let random = maker::<Toy>("random");
    let mut won = 0;
    for index in 0..GAMES {
        let side = Side::ALL[(index % 2) as usize];
        let bots = BySide::new_with(|one| if one == side { &searcher } else { &random });
        won += u64::from(play::<Toy>(&rules, bots, index / 2, usize::MAX).1 == Some(side));
    }
    assert!(won > GAMES / 2 + 2 * 18, "it won {won} of {GAMES} games");
}

/// The first position after a number of decisions of random play that a search branches on, in the first game that has
/// one.
fn position<G: Roster + Searchable>(rules: &G::Rules, decisions: usize) -> (G::State, Side, G::Choices) {
    let random = maker::<G>("random");
    for (index, most) in
        (1..100).flat_map(|index| (decisions..decisions + 400).map(move |most| (index, most)))
    {
        let (state, _) = play::<G>(rules, BySide { fln: &random, france: &random }, index, most);
        match G::status(&state) {
            Status::Decision { side, kind } if G::branches(kind) => {
                let mut choices = G::Choices::default();
                G::choices(rules, &state, &mut choices);
                return (state, side, choices);
            }
            _ => {}
        }
    }
    panic!("there is none");
}

#[test]
fn an_iteration_allocates_nothing_once_the_tree_is_made() {
    fn check<G: Roster + Searchable>() {
        let rules = rules::<G>(&Setting::default());
        let (state, side, choices) = position::<G>(&rules, 30);
        let mut bot = Mcts::<G>::new(Settings { budget: Budget::Iterations(60), ..Settings::default() });
        let mut rng = bot_rng(SEED, 0, side);
        let info = allocation_counter::measure(|| {
            bot.choose(View::new(&rules, &state, side), &choices, &mut rng);
        });
        assert_eq!(info.count_total, 0, "{}: {info:?}", G::NAME);
    }
    check::<Algeria>();
    check::<Ici>();
}

/// What a search believes of the FLN after it has seen this bot play the FLN of 1960 for some turns.
fn beliefs(fln: &str) -> Vec<f64> {
    let setting = Setting { scenario: Some("1960".to_owned()), ..Setting::default() };
    let rules = rules::<Algeria>(&setting);
    let (fln, france) = (maker::<Algeria>(fln)(), maker::<Algeria>("heuristic")());
    let mut search = Mcts::<Algeria>::new(Settings::default());
    let mut rng = bot_rng(SEED, 1, Side::France);
    let dice = SeededDice::new(SEED, 0);
    let mut game = Match::<Algeria, _, _, _>::new(&rules, dice, (fln, france), (SEED, 0), &mut ());
    while Algeria::clock(game.state()).0 < 4 {
        let before = *game.state();
        let Some((_, action)) = game.step(&mut ()) else { break };
        if let Some(view) = seen_by_other::<Algeria>(&rules, &before, action)
            && view.side() == Side::France
        {
            let info = allocation_counter::measure(|| search.watch(view, action, &mut rng));
            assert_eq!(info.count_total, 0, "{info:?}");
        }
    }
    search.beliefs(Side::Fln).to_vec()
}

#[test]
fn it_learns_how_its_opponent_plays() {
    let likeliest = |spec| {
        let shares = beliefs(spec);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        (0..shares.len())
            .max_by(|&one, &other| shares[one].total_cmp(&shares[other]))
            .map(|at| (at, shares[at]))
    };
    let plans: Vec<_> = AlgeriaPlan::of(Side::Fln).collect();
    let number = |plan| plans.iter().position(|&one| one == plan).map(|at| at + 1);
    let (model, share) = likeliest("heuristic").expect("there are models");
    // A plan on the heuristic plays like it where the plan has no opinion.
    assert!(model == 0 && share > 0.7, "{model} {share}");
    let (model, share) = likeliest("plan:name=flood:base=heuristic").expect("there are models");
    assert!(Some(model) == number(AlgeriaPlan::Flood) && share > 0.9, "{model} {share}");
}

#[test]
fn it_explains_a_search_by_chances_with_their_intervals() {
    let rules = rules::<Algeria>(&Setting::default());
    let (state, side, choices) = position::<Algeria>(&rules, 30);
    let legal = choices.to_list();
    let bot = Mcts::<Algeria>::new(Settings { budget: Budget::Iterations(60), ..Settings::default() });
    let explanation = bot.explain(View::new(&rules, &state, side), &legal);
    let explanation = explanation.unwrap_or_else(|| panic!("it has nothing to say"));
    assert_eq!(explanation.unit, Unit::Chance);
    let visits = explanation.ranked.iter().filter_map(|one| one.visits).sum::<u64>();
    assert!((50..=60).contains(&visits), "{visits} of 60 iterations");
    for one in &explanation.ranked {
        assert!(legal.contains(&one.action));
        assert!(one.interval.as_ref().is_some_and(|interval| interval.contains(&one.value)), "{one:?}");
    }
    // What it would play comes first, then the others by their values.
    assert!(explanation.ranked[1..].is_sorted_by(|one, other| one.value >= other.value));
    let mut bot = bot;
    let played = bot.choose(View::new(&rules, &state, side), &choices, &mut bot_rng(SEED, 0, side));
    assert!(legal.contains(&played));
}

#[test]
fn a_time_limit_is_kept() {
    use std::time::{Duration, Instant};
    let rules = rules::<Algeria>(&Setting::default());
    let (state, side, choices) = position::<Algeria>(&rules, 30);
    let mut bot = Mcts::<Algeria>::new(Settings::default());
    bot.set_budget(Budget::Decision(Duration::from_millis(20)));
    let begun = Instant::now();
    bot.choose(View::new(&rules, &state, side), &choices, &mut bot_rng(SEED, 0, side));
    let took = begun.elapsed();
    // Machines that do other things beside are slower, never faster.
    assert!(took >= Duration::from_millis(20) && took < Duration::from_secs(5), "{took:?}");
}

#[test]
fn it_is_watched_and_stopped_while_it_thinks() {
    let rules = rules::<Algeria>(&Setting::default());
    let (state, side, choices) = position::<Algeria>(&rules, 30);
    let mut bot = maker::<Algeria>("mcts:iters=10000000")();
    let control = Control::default();
    bot.set_control(control.clone());
    control.stop();
    let action = bot.choose(View::new(&rules, &state, side), &choices, &mut bot_rng(SEED, 0, side));
    assert!(choices.to_list().contains(&action));
    control.reset();
    assert!(!control.stopped() && control.progress() == 0.0);
    bot.set_budget(Budget::Iterations(40));
    bot.choose(View::new(&rules, &state, side), &choices, &mut bot_rng(SEED, 0, side));
    assert!((control.progress() - 1.0).abs() < f32::EPSILON);
}

#[test]
fn a_level_is_a_number_of_iterations_and_a_share_of_slips() {
    fn check<G: Roster + Searchable>() {
        let strengths = Level::ALL.map(|level| (G::iterations(level), -G::slip(level)));
        assert!(strengths.is_sorted_by(|weaker, stronger| weaker < stronger), "{strengths:?}");
        let rules = rules::<G>(&Setting::default());
        let (state, side, choices) = position::<G>(&rules, 30);
        let choose = |spec: &str| {
            let mut rng = bot_rng(SEED, 0, side);
            maker::<G>(spec)().choose(View::new(&rules, &state, side), &choices, &mut rng)
        };
        for level in Level::ALL {
            let (iterations, slip) = (G::iterations(level), G::slip(level));
            if iterations < 100 {
                let plain = choose(&format!("mcts:iters={iterations}:slip={slip}"));
                assert_eq!(choose(&format!("mcts:level={}", level.name())), plain, "{level:?}");
            }
        }
    }
    check::<Algeria>();
    check::<Ici>();
}

/// Half of the choices are drawn, after the draw that decides that; the others are those of a search without slips.
#[test]
fn a_slip_is_a_random_choice() {
    const DRAWS: u64 = 400;
    let rules = rules::<Ici>(&Setting::default());
    let (state, side, choices) = position::<Ici>(&rules, 30);
    let choose = |spec: &str, draw: u64, skip: u32| {
        let mut rng = bot_rng(SEED, draw, side);
        for _ in 0..skip {
            rng.next_u64();
        }
        maker::<Ici>(spec)().choose(View::new(&rules, &state, side), &choices, &mut rng)
    };
    let (mut slips, mut searches) = (0, 0);
    for draw in 0..DRAWS {
        let chosen = choose("mcts:iters=1:plans=no:slip=0.5", draw, 0);
        let mut rng = bot_rng(SEED, draw, side);
        rng.next_u64();
        let slip = by_verb::<Ici>(&choices, &mut rng);
        let search = choose("mcts:iters=1:plans=no", draw, 1);
        assert!(chosen == slip || chosen == search, "draw {draw}: {chosen:?}, not {slip:?} or {search:?}");
        slips += u64::from(chosen != search);
        searches += u64::from(chosen != slip);
    }
    // Half each of the draws in which the two differ.
    assert!(slips > DRAWS / 8 && searches > DRAWS / 8, "{slips} slips, {searches} searches, {DRAWS} draws");
}

/// The chance that the FLN wins if `action` is played and then both sides play at random: plain games, without a search.
fn by_plain_games(
    rules: &<Toy as Game>::Rules,
    state: <Toy as Game>::State,
    (side, action): (Side, <Toy as Game>::Action),
) -> f64 {
    const GAMES: u64 = 3_000;
    let mut won = 0;
    for index in 0..GAMES {
        let (mut rng, mut dice) = (bot_rng(77, index, side), SeededDice::new(78, index));
        let mut state = Toy::determinize(rules, &Toy::observe(rules, &state, side), &mut rng);
        Toy::apply(rules, &mut state, action, &mut dice, &mut ());
        while let Status::Decision { .. } = Toy::status(&state) {
            let mut legal = Actions::<Toy>::new();
            Toy::legal(rules, &state, &mut legal);
            Toy::apply(rules, &mut state, uniform(&legal, &mut rng), &mut dice, &mut ());
        }
        won += u64::from(Toy::status(&state).outcome().is_some_and(|end| end.winner() == Some(Side::Fln)));
    }
    won as f64 / GAMES as f64
}

/// A search that played by other rules, or took a value for the other side's, would find other chances than plain games
/// do; one that forgot a choice would not speak of it.
#[test]
fn its_values_are_those_of_plain_games_for_either_side_and_every_choice() {
    let rules = rules::<Toy>(&Setting::default());
    let settings = Settings { budget: Budget::Iterations(4_000), horizon: 60, ..Settings::default() };
    let bot = Mcts::<Toy>::new(settings);
    let mut sides = BySide::<u32>::default();
    for decisions in 2..8 {
        let (state, side, choices) = position::<Toy>(&rules, decisions);
        let legal: Actions<Toy> = Choices::<Toy>::to_list(&choices);
        let explanation = bot.explain(View::new(&rules, &state, side), &legal);
        let ranked = explanation.unwrap_or_else(|| panic!("it has nothing to say")).ranked;
        assert_eq!(ranked.len(), legal.len(), "a choice is missing among {ranked:?}");
        sides[side] += 1;
        for one in &ranked {
            let for_fln = by_plain_games(&rules, state, (side, one.action));
            let expected = if side == Side::Fln { for_fln } else { 1.0 - for_fln };
            // The interval is 1.96 standard errors wide to either side; the other estimate has one of 0.009.
            let half = one.interval.as_ref().map_or(0.0, |interval| interval.end() - interval.start()) / 2.0;
            let error = libm::hypot(half / 1.96, 0.009);
            assert!((one.value - expected).abs() < 4.5 * error, "{side} {one:?}: {expected}");
        }
    }
    assert!(sides.fln > 0 && sides.france > 0);
}

#[test]
fn every_choice_is_tried() {
    fn check<G: Roster + Searchable>() {
        let rules = rules::<G>(&Setting::default());
        let bot = Mcts::<G>::new(Settings { budget: Budget::Iterations(400), ..Settings::default() });
        for decisions in [30, 60, 90, 120] {
            let (state, side, choices) = position::<G>(&rules, decisions);
            let legal = choices.to_list();
            let explanation = bot.explain(View::new(&rules, &state, side), &legal);
            let tried = explanation.map_or(0, |explanation| explanation.ranked.len());
            assert_eq!(tried, legal.len(), "{}, {decisions}", G::NAME);
        }
    }
    check::<Algeria>();
    check::<Ici>();
}

/// Nothing is left to chance but what the generator brings, however many threads there are.
#[test]
fn the_same_generator_and_iterations_give_the_same_choice() {
    fn check<G: Roster + Searchable>() {
        let rules = rules::<G>(&Setting::default());
        for spec in ["mcts:iters=120:doubt=0", "mcts:iters=120:doubt=0:threads=3"] {
            for decisions in [40, 80, 120] {
                let (state, side, choices) = position::<G>(&rules, decisions);
                let choose = |_| {
                    let mut rng = bot_rng(SEED, 0, side);
                    maker::<G>(spec)().choose(View::new(&rules, &state, side), &choices, &mut rng)
                };
                let all = [0; 4].map(choose);
                assert!(all.iter().all(|one| *one == all[0]), "{spec}: {all:?}");
            }
        }
    }
    check::<Algeria>();
    check::<Ici>();
}

/// A search is what it is by its iterations: it does not do more than it is given, so that bots can be compared.
#[test]
fn it_does_not_do_more_iterations_than_it_is_given() {
    let rules = rules::<Algeria>(&Setting::default());
    let (state, side, choices) = position::<Algeria>(&rules, 30);
    for iterations in [1, 2, 7, 33, 250] {
        let bot =
            Mcts::<Algeria>::new(Settings { budget: Budget::Iterations(iterations), ..Settings::default() });
        let explanation = bot.explain(View::new(&rules, &state, side), &choices.to_list());
        let ranked = explanation.map(|explanation| explanation.ranked).unwrap_or_default();
        let visits: u64 = ranked.iter().filter_map(|one| one.visits).sum();
        assert!(visits <= u64::from(iterations), "{visits} of {iterations}");
    }
}

/// Positions whose best choice is proved, a line each as the example `prove` prints them: it finds nine of ten, the proved
/// value is within the interval that it gives, and a comparison ranks the best choice above another. Every eighth proof is
/// computed again.
fn it_finds_what_is_proved<G: proof::Provable>(lines: &str) {
    const WAYS: u64 = 5_000;
    let settings = Settings { budget: Budget::Iterations(400), all: true, ..Settings::default() };
    let bot = Mcts::<G>::new(settings);
    let (mut found, mut honest, mut ahead, mut behind, mut all) = (0, 0, 0, 0, 0);
    let mut missed = Vec::new();
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<_> = line.split(' ').collect();
        let [scenario, game, decision, value, best @ ..] = &words[..] else { panic!("{line}") };
        let [game, decision] =
            [game, decision].map(|word| word.parse::<u64>().unwrap_or_else(|_| panic!("{line}")));
        let value: f64 = value.parse().unwrap_or_else(|_| panic!("{line}"));
        let rules = proof::rules::<G>(scenario);
        let mut position = None;
        proof::replay::<G>(&rules, game, |state, number| {
            if number as u64 == decision {
                assert!(G::is_late(&rules, state), "{line}: too early");
                position = Some(G::prepare(&rules, *state, game));
            }
            position.is_none()
        });
        let state = position.unwrap_or_else(|| panic!("{line}: the game is shorter"));
        let side = G::status(&state).side().unwrap_or_else(|| panic!("{line}: it is over"));
        let mut legal = Actions::<G>::new();
        G::legal(&rules, &state, &mut legal);
        if all % 8 == 0 {
            let proof = proof::prove::<G>(&rules, &state, WAYS).unwrap_or_else(|| panic!("{line}: no proof"));
            let texts: Vec<_> = proof.best.iter().map(|&action| G::action_text(&rules, action)).collect();
            assert!(texts == best && (proof.value - value).abs() < 1e-5, "{line}: {texts:?} {}", proof.value);
        }
        all += 1;
        let explanation = bot.explain(View::new(&rules, &state, side), &legal);
        let first = explanation.map(|explanation| explanation.ranked[0].clone());
        let first = first.unwrap_or_else(|| panic!("{line}: nothing to say"));
        let right = best.contains(&&*G::action_text(&rules, first.action));
        let within = first.interval.as_ref().is_some_and(|interval| interval.contains(&value));
        found += u32::from(right);
        honest += u32::from(within);
        let is_best = |action: &G::Action| best.contains(&&*G::action_text(&rules, *action));
        let one_of_each =
            [false, true].map(|wanted| legal.iter().copied().find(|one| is_best(one) == wanted));
        let [Some(other), Some(best)] = one_of_each else { panic!("{line}: no choice") };
        let compare = |pair| bot.clone().compare(View::new(&rules, &state, side), pair, 100, game);
        let (gain, error) = compare([other, best]);
        ahead += u32::from(gain > error);
        behind += u32::from(gain < -error);
        let (loss, same) = compare([best, other]);
        assert!((gain + loss).abs() < 1e-9 && (error - same).abs() < 1e-9, "{line}: {gain} {loss}");
        if !right || !within {
            missed.push(format!("{line}: {} {:?}", G::action_text(&rules, first.action), first.interval));
        }
    }
    assert!(all >= 30, "{}: {all}", G::NAME);
    assert!(10 * found >= 9 * all && 10 * honest >= 9 * all, "{found}, {honest} of {all}: {missed:#?}");
    // Another choice may be hardly worse.
    assert!(3 * ahead >= all && 10 * behind <= all, "{ahead}, {behind} of {all}");
}

#[test]
fn it_finds_what_is_proved_in_algeria() {
    it_finds_what_is_proved::<Algeria>(include_str!("../data/proved-algeria.txt"));
}

#[test]
fn it_finds_what_is_proved_in_ici() {
    it_finds_what_is_proved::<Ici>(include_str!("../data/proved-ici.txt"));
}

/// What was found in the decisions before counts, in the same way whatever is done otherwise; without it the search is another.
#[test]
fn what_was_found_is_kept_for_the_next_decision() {
    let rules = rules::<Algeria>(&Setting::default());
    let moves = |keep: f64| {
        let settings = Settings { budget: Budget::Iterations(40), doubt: 0.0, keep, ..Settings::default() };
        let mut bots = BySide::new_with(|_| Mcts::<Algeria>::new(settings));
        let mut rngs = BySide::new_with(|side| bot_rng(SEED, 0, side));
        let (mut state, ..) = position::<Algeria>(&rules, 60);
        let mut dice = SeededDice::new(SEED, 0);
        let mut choices = <Algeria as Game>::Choices::default();
        Algeria::choices(&rules, &state, &mut choices);
        let mut played = Vec::new();
        while let Status::Decision { side, .. } = Algeria::status(&state)
            && played.len() < 300
        {
            let action = bots[side].choose(View::new(&rules, &state, side), &choices, &mut rngs[side]);
            played.push(action);
            Algeria::advance(&rules, &mut state, action, &mut dice, &mut (), &mut choices);
        }
        played
    };
    assert_eq!(moves(1.0), moves(1.0));
    assert_ne!(moves(1.0), moves(0.0));
}

/// A search whose dice were those of the game would choose what they favour. It is given every chance to: its generator has
/// the seed of the dice and it looks at each choice once, which says next to nothing of what a choice is worth.
#[test]
fn it_plays_no_better_if_its_generator_has_the_seed_of_the_dice() {
    const GAMES: u64 = 400;
    let rules = rules::<Toy>(&Setting::default());
    let (searcher, random) = (maker::<Toy>("mcts:iters=5:horizon=60:doubt=0"), maker::<Toy>("random"));
    let won = |dice_seed: u64| {
        let mut won = 0;
        for index in 0..GAMES {
            let mut players = BySide { fln: searcher(), france: random() };
            let mut rngs = BySide::new_with(|side| bot_rng(SEED, index, side));
            let mut dice = SeededDice::new(dice_seed, index);
            let mut state = Toy::start(&rules, &mut dice, &mut ());
            let mut choices = Actions::<Toy>::new();
            Toy::choices(&rules, &state, &mut choices);
            while let Status::Decision { side, .. } = Toy::status(&state) {
                let view = View::new(&rules, &state, side);
                let action = players[side].choose(view, &choices, &mut rngs[side]);
                Toy::advance(&rules, &mut state, action, &mut dice, &mut (), &mut choices);
            }
            won +=
                u64::from(Toy::status(&state).outcome().is_some_and(|end| end.winner() == Some(Side::Fln)));
        }
        won
    };
    let (same, other) = (won(SEED), won(SEED + 1_000));
    // Four standard deviations of the difference between two such numbers.
    assert!(same.abs_diff(other) < 4 * 14, "{same} and {other} of {GAMES}");
}
