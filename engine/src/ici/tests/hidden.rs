//! What each side sees, what France knows, and full positions that fit (I-92).

use crate::Hidden as _;
use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use super::super::state::HOLDERS;
use super::super::types::{Combat, Exchange};
use super::*;

fn seen(state: &State, side: Side) -> State {
    *Ici::observe(rules(), state, side).state()
}

/// The shares of full positions that fit what a side sees, by what is asked of them.
fn shares<T: Ord>(state: &State, side: Side, count: u32, of: impl Fn(&State) -> T) -> BTreeMap<T, f64> {
    let observation = Ici::observe(rules(), state, side);
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut shares = BTreeMap::new();
    for _ in 0..count {
        let guess = Ici::determinize(rules(), &observation, &mut rng);
        *shares.entry(of(&guess)).or_insert(0.0) += 1.0 / f64::from(count);
    }
    shares
}

fn close(found: f64, expected: f64, count: f64) -> bool {
    // Four standard errors.
    (found - expected).abs() < 4.0 * (expected * (1.0 - expected) / count).sqrt() + 1e-9
}

#[test]
fn set_ups_are_known() {
    for rules in [rules(), rules_1959()] {
        let state = State::new(rules);
        for holder in (0..=Location::COUNT as u8).map(Location) {
            assert_eq!(state.sure(holder), state.faileks(holder).by_type());
        }
    }
}

#[test]
fn recruits_are_known() {
    let mut state = empty(Node::Recruit);
    faileks(&mut state, "2A", MOUSSEBILINE, 2);
    perform(&mut state, &[], Action::Recruit(at("2A")));
    perform(&mut state, &[], Action::Recruit(at("2A")));
    assert_eq!((state.sure(at("2A")), state.sure_full_time(at("2A"))), ([3, 1, 0], 1));
}

/// What France is sure of in a location after a trade: by type, and how many are not moussebilines; the same of the mix.
fn known_after(state: &State, exchange: Exchange) -> [([u8; 3], u8); 2] {
    let mut state = *state;
    state.flow.node = Node::Exchange;
    perform(&mut state, &[], Action::Exchange(at("2A"), exchange));
    [at("2A"), MIX].map(|holder| (state.sure(holder), state.sure_full_time(holder)))
}

#[test]
fn three_for_one_is_a_zonal_commando_for_all_to_see() {
    let mut state = empty(Node::Exchange);
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    faileks(&mut state, "2A", MOUDJAHIDINE, 1);
    let [m, r, c] = state.faileks(MIX).by_type();
    let all = [([0, 1, 1], 2), ([m + 3, r, c - 1], r + c - 1)];
    assert_eq!(known_after(&state, Exchange::ThreeForCommando), all);
    // Also if nothing was known before: three moussebilines have left.
    state.sure[at("2A").index()] = [0; 3];
    state.full_time[at("2A").index()] = 0;
    let all = [([0, 0, 1], 1), ([m + 3, r, c - 1], r + c - 1)];
    assert_eq!(known_after(&state, Exchange::ThreeForCommando), all);
}

#[test]
fn two_for_one_is_a_moudjahidine_or_a_zonal_commando() {
    let mut state = empty(Node::Exchange);
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    faileks(&mut state, "2A", MOUDJAHIDINE, 1);
    let [m, r, c] = state.faileks(MIX).by_type();
    // Of [3, 1, 0] become [1, 2, 0] or [2, 0, 1]; the mix loses a moudjahidine, or gains one and loses a zonal commando.
    let all = [([1, 0, 0], 1), ([m + 1, r - 1, c - 1], r + c - 1)];
    for exchange in [Exchange::TwoForMoudjahidine, Exchange::PairForCommando] {
        assert_eq!(known_after(&state, exchange), all);
    }
    // If nothing was known: what arrives is no moussebiline, and at least one has left.
    state.sure[at("2A").index()] = [0; 3];
    state.full_time[at("2A").index()] = 0;
    for exchange in [Exchange::TwoForMoudjahidine, Exchange::PairForCommando] {
        assert_eq!(known_after(&state, exchange), [([0, 0, 0], 1), ([m + 1, r - 1, c - 1], r + c - 1)]);
    }
}

#[test]
fn two_for_one_is_known_where_only_one_trade_is_possible() {
    // No moudjahidine is there.
    let mut state = empty(Node::Exchange);
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    let [here, mix] = known_after(&state, Exchange::TwoForMoudjahidine);
    assert_eq!(
        (here, mix.0),
        (([1, 1, 0], 1), {
            let [m, r, c] = state.faileks(MIX).by_type();
            [m + 2, r - 1, c]
        })
    );
    // One moussebiline is there, and a moudjahidine.
    let mut state = empty(Node::Exchange);
    faileks(&mut state, "2A", MOUSSEBILINE, 1);
    faileks(&mut state, "2A", MOUDJAHIDINE, 1);
    assert_eq!(known_after(&state, Exchange::PairForCommando)[0], ([0, 0, 1], 1));
    // All moudjahidines are abroad: the mix has none.
    let mut state = empty(Node::Exchange);
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    faileks(&mut state, "2A", MOUDJAHIDINE, 1);
    let left = state.faileks(MIX).by_type()[1];
    faileks(&mut state, "tunisia", MOUDJAHIDINE, left);
    assert_eq!(known_after(&state, Exchange::PairForCommando)[0], ([2, 0, 1], 1));
}

/// All ways to part counters of each type among some holders, so that all have what France is sure of there.
fn worlds(counts: [u8; 3], holders: &[([u8; 3], u8, u8)]) -> Vec<Vec<[u8; 3]>> {
    let Some((&(sure, full_time, total), rest)) = holders.split_first() else {
        return if counts == [0; 3] { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = Vec::new();
    for m in sure[0]..=counts[0].min(total) {
        for r in sure[1]..=counts[1].min(total - m) {
            let c = total - m - r;
            if c < sure[2] || c > counts[2] || r + c < full_time {
                continue;
            }
            for mut world in worlds([counts[0] - m, counts[1] - r, counts[2] - c], rest) {
                world.insert(0, [m, r, c]);
                all.push(world);
            }
        }
    }
    all
}

#[test]
fn of_an_exchange_france_learns_what_is_true_of_all_trades_of_that_number() {
    use rand::RngExt;
    let mut rng = Pcg64Mcg::seed_from_u64(105);
    let holders = [at("1A"), at("1B"), MIX];
    let (mut looked, mut open) = (0, 0);
    while looked < 1200 {
        // A few counters, parted by chance; France is sure of some by chance.
        let counts: [u8; 3] = std::array::from_fn(|_| rng.random_range(3..10));
        let mut rules = rules().clone();
        let mut state = empty(Node::Exchange);
        state.faileks = [Default::default(); HOLDERS];
        state.sure = [[0; 3]; HOLDERS];
        state.full_time = [0; HOLDERS];
        for failek in Failek::ALL {
            rules.faileks[failek.index()].count = counts[failek.index()];
            for _ in 0..counts[failek.index()] {
                let holder = holders[[0, 0, 1, 1, 1, 1, 1, 2][rng.random_range(0..8usize)]];
                state.faileks[holder.index()].add(*failek);
            }
        }
        for holder in holders {
            let here = state.faileks(holder).by_type();
            // Elsewhere it often knows nothing.
            let nothing = holder == holders[1] && rng.random_range(0..2u8) == 0;
            let here = if nothing { [0; 3] } else { here };
            let sure = here.map(|count| rng.random_range(0..=count));
            state.sure[holder.index()] = sure;
            state.full_time[holder.index()] = rng.random_range(sure[1] + sure[2]..=here[1] + here[2]);
        }
        state.count_occupied();
        let known = |state: &State| {
            holders
                .map(|holder| (state.sure(holder), state.sure_full_time(holder), state.failek_count(holder)))
        };
        let before = worlds(counts, &known(&state));
        let legal = legal_of(&rules, &state);
        for exchange in Exchange::ALL.iter().copied() {
            if !legal.contains(&Action::Exchange(holders[0], exchange)) {
                continue;
            }
            let mut after = state;
            after.trade(&rules, holders[0], exchange);
            // All that can have come of a trade of that number.
            let number = |exchange: Exchange| rules.exchanges[exchange.index()].takes.iter().sum::<u8>();
            let mut possible = Vec::new();
            for other in Exchange::ALL.iter().copied().filter(|other| number(*other) == number(exchange)) {
                let row = rules.exchanges[other.index()];
                for world in &before {
                    let [here, _, mix] = [world[0], world[1], world[2]];
                    if here.iter().zip(row.takes).all(|(here, takes)| *here >= takes)
                        && mix[row.gives.index()] > 0
                    {
                        let come = row.brings();
                        possible.push([
                            std::array::from_fn::<u8, 3, _>(|one| here[one] - row.takes[one] + come[one]),
                            std::array::from_fn(|one| mix[one] + row.takes[one] - come[one]),
                        ]);
                    }
                }
            }
            for (place, holder) in [holders[0], MIX].into_iter().enumerate() {
                let least = |of: &dyn Fn([u8; 3]) -> u8| {
                    possible.iter().map(|one| of(one[place])).min().expect("something is possible")
                };
                for failek in 0..3 {
                    assert!(
                        after.sure(holder)[failek] <= least(&|one| one[failek]),
                        "{exchange}, {failek} in {holder:?}: {:?} of {possible:?}",
                        after.sure(holder)
                    );
                }
                assert!(
                    after.sure_full_time(holder) <= least(&|one| one[1] + one[2]),
                    "{exchange}, {holder:?}"
                );
                // Where there is enough of all types elsewhere, nothing less than that.
                let roomy = {
                    let mut pool = counts;
                    for (sure, ..) in known(&state) {
                        pool.iter_mut().zip(sure).for_each(|(left, sure)| *left -= sure);
                    }
                    let unknown = |place: usize| {
                        let (sure, _, total) = known(&state)[place];
                        total - sure.iter().sum::<u8>()
                    };
                    let elsewhere = known(&state)[1];
                    let taken = elsewhere.1 - elsewhere.0[1] - elsewhere.0[2];
                    pool.iter().all(|left| *left >= unknown(0) + unknown(2) + taken)
                };
                if roomy {
                    open += 1;
                    let exact: [u8; 3] = std::array::from_fn(|failek| least(&|one| one[failek]));
                    let full_time = least(&|one| one[1] + one[2]);
                    assert_eq!(
                        (after.sure(holder), after.sure_full_time(holder)),
                        (exact, full_time),
                        "{exchange} in {holder:?}, of {:?}",
                        known(&state)
                    );
                }
            }
            // The type that is traded makes no difference to France.
            for other in Exchange::ALL.iter().copied().filter(|other| number(*other) == number(exchange)) {
                if legal.contains(&Action::Exchange(holders[0], other)) {
                    let mut one = state;
                    one.trade(&rules, holders[0], other);
                    assert_eq!((one.sure, one.full_time), (after.sure, after.full_time));
                    let view = |state: &State| *Ici::observe(&rules, state, Side::France).state();
                    assert_eq!(view(&one), view(&after));
                }
            }
            looked += 1;
        }
    }
    assert!(open > 300, "{open}");
}

#[test]
fn of_an_exchange_france_is_told_numbers_and_price() {
    use crate::sink::Audience;
    let mut state = empty(Node::Exchange);
    faileks(&mut state, "2A", MOUSSEBILINE, 3);
    faileks(&mut state, "2A", MOUDJAHIDINE, 1);
    let told = |exchange| {
        let mut state = state;
        let action = Action::Exchange(at("2A"), exchange);
        let audience = Ici::action_audience(Side::Fln, Node::Exchange, action);
        assert_eq!(audience, Audience::Only(Side::Fln));
        let events = perform(&mut state, &[], action);
        events.into_iter().filter(|event| event.audience().includes(Side::France)).collect::<Vec<_>>()
    };
    let open = [Event::Exchanged { at: at("2A"), given: 2, taken: 1, price: 1 }];
    assert_eq!(told(Exchange::TwoForMoudjahidine), open);
    assert_eq!(told(Exchange::PairForCommando), open);
    assert_eq!(
        open[0].text(rules()),
        "Faileks in Bône - Philippeville coast are exchanged, 2 for 1, for ½ point."
    );
}

#[test]
fn what_leaves_a_place_of_full_time_fighters_is_one() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "1A", MOUDJAHIDINE, 1);
    faileks(&mut state, "1A", COMMANDO, 1);
    let mut other = state;
    state.shift_unseen(at("1A"), at("1B"), MOUDJAHIDINE);
    other.shift_unseen(at("1A"), at("1B"), COMMANDO);
    for state in [state, other] {
        let known = |id| (state.sure(at(id)), state.sure_full_time(at(id)));
        assert_eq!((known("1A"), known("1B")), (([0; 3], 1), ([0; 3], 1)));
        let guesses = shares(&state, Side::France, 200, |guess| guess.faileks(at("1B")).by_type());
        assert_eq!(guesses.into_keys().collect::<Vec<_>>(), [[0, 0, 1], [0, 1, 0]]);
    }
}

#[test]
fn an_unseen_move_makes_one_of_each_type_less_sure() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "1A", MOUSSEBILINE, 3);
    faileks(&mut state, "1A", MOUDJAHIDINE, 1);
    state.shift_unseen(at("1A"), at("1B"), MOUSSEBILINE);
    assert_eq!((state.sure(at("1A")), state.sure(at("1B"))), ([2, 0, 0], [0, 0, 0]));
    state.shift_unseen(at("1A"), at("1B"), MOUDJAHIDINE);
    assert_eq!((state.sure(at("1A")), state.sure(at("1B"))), ([1, 0, 0], [0, 0, 0]));
}

#[test]
fn where_all_are_of_one_type_a_move_hides_nothing() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "tunisia", MOUDJAHIDINE, 3);
    state.shift_unseen(at("tunisia"), at("1A"), MOUDJAHIDINE);
    assert_eq!((state.sure(at("tunisia")), state.sure(at("1A"))), ([0, 2, 0], [0, 1, 0]));
}

#[test]
fn the_knowledge_does_not_depend_on_the_type_that_moved() {
    let mut one = empty(Node::PickFailek);
    faileks(&mut one, "1A", MOUSSEBILINE, 2);
    faileks(&mut one, "1A", COMMANDO, 2);
    let mut other = one;
    one.shift_unseen(at("1A"), at("1B"), MOUSSEBILINE);
    other.shift_unseen(at("1A"), at("1B"), COMMANDO);
    assert_eq!((one.sure, one.full_time), (other.sure, other.full_time));
    assert_eq!(seen(&one, Side::France), seen(&other, Side::France));
}

#[test]
fn france_sees_no_types_hands_or_chits() {
    let mut state = empty(Node::CombatChit);
    faileks(&mut state, "1A", MOUSSEBILINE, 1);
    faileks(&mut state, "1A", COMMANDO, 1);
    state.sure[at("1A").index()] = [0; 3];
    state.sure[MIX.index()] = [0; 3];
    state.hand.fln = 0b101 & rules().set.fln;
    state.flow.combat.fln = Some(Combat::Stand);
    state.flow.chooser = Side::France;
    let view = seen(&state, Side::France);
    assert_eq!((view.faileks(at("1A")).by_type(), view.failek_count(at("1A"))), ([2, 0, 0], 2));
    assert_eq!((view.hand.fln, view.flow.combat.fln), (0, None));
    // Another type, another hand, another combat chit: the same view and the same choices.
    let mut other = state;
    other.shift_unseen(at("1A"), MIX, COMMANDO);
    other.shift_unseen(MIX, at("1A"), MOUDJAHIDINE);
    other.sure = state.sure;
    other.full_time = state.full_time;
    other.flow.combat.fln = Some(Combat::Attack);
    assert_ne!(state, other);
    assert_eq!(seen(&other, Side::France), view);
    assert_eq!(legal(&other), legal(&view));
}

#[test]
fn the_chits_of_the_other_side_are_one_heap() {
    let state = {
        let mut dice = crate::dice::SeededDice::new(5, 5);
        let mut state = Ici::start(rules_1959(), &mut dice, &mut ());
        for _ in 0..40 {
            if let Status::Over(_) = Ici::status(&state) {
                break;
            }
            let action = legal_of(rules_1959(), &state)[0];
            Ici::apply(rules_1959(), &mut state, action, &mut dice, &mut ());
        }
        state
    };
    for side in Side::ALL {
        let view = *Ici::observe(rules_1959(), &state, side).state();
        let other = side.other();
        assert_eq!(view.hand[side], state.hand[side]);
        assert_eq!(view.hand[other], 0);
        assert_eq!(view.cup[other], state.cup[other] | state.hand[other]);
        assert_eq!(view.track[other], state.track[other], "it laid them itself");
        assert_eq!(view.cup[side], state.cup[side] | state.track[side]);
        assert_eq!((view.track[side], view.track_years), (0, state.track_years));
    }
}

#[test]
fn chits_on_the_track_are_guessed_by_their_years() {
    let mut state = empty(Node::PickUnit);
    units(&mut state, "oran", "infantry", 1);
    // fr_ici alone ends in 1956; three chits end in 1957.
    let track = chit("fr_ici").bit() | chit("fr_reinforce").bit();
    state.track.france = track;
    state.track_years.france = 0b110;
    state.cup.france &= !track;
    state.cup_size.france -= 2;
    let drawn = shares(&state, Side::France, 6000, |guess| guess.track.france & !chit("fr_ici").bit());
    let candidates = ["fr_reinforce", "fr_reforms", "fr_fln_dissent"].map(|id| chit(id).bit());
    assert_eq!(drawn.len(), 3);
    for candidate in candidates {
        assert!(close(drawn[&candidate], 1.0 / 3.0, 6000.0), "{drawn:?}");
    }
}

#[test]
fn the_other_hand_is_any_of_the_chits_that_may_be_there() {
    let mut state = empty(Node::PickUnit);
    units(&mut state, "oran", "infantry", 1);
    let few = ["fl_suez", "fl_abbas", "fl_oas", "fl_truce"].map(|id| chit(id).bit());
    state.hand.fln = few[0] | few[1];
    state.hand_size.fln = 2;
    state.cup.fln = few[2] | few[3];
    state.cup_size.fln = 2;
    let hands = shares(&state, Side::France, 6000, |guess| guess.hand.fln);
    assert_eq!(hands.len(), 6);
    assert!(hands.values().all(|share| close(*share, 1.0 / 6.0, 6000.0)), "{hands:?}");
}

#[test]
fn types_are_drawn_from_one_pool() {
    // Two unknown faileks in 1A, one in 1B, three in the mix; the pool: three moussebilines, two moudjahidines, one
    // zonal commando. France is sure of one moussebiline in 1A.
    let mut rules = rules().clone();
    rules.faileks[0].count = 4;
    rules.faileks[1].count = 2;
    rules.faileks[2].count = 1;
    let mut state = empty(Node::PickUnit);
    state.flow.phase = Phase::MoveAndAttack;
    units(&mut state, "oran", "infantry", 1);
    state.faileks = [Default::default(); HOLDERS];
    state.sure = [[0; 3]; HOLDERS];
    state.full_time = [0; HOLDERS];
    for (holder, types) in [(at("1A"), [1, 1, 1]), (at("1B"), [1, 0, 0]), (MIX, [2, 1, 0])] {
        for failek in Failek::ALL {
            for _ in 0..types[failek.index()] {
                state.faileks[holder.index()].add(*failek);
            }
        }
    }
    state.sure[at("1A").index()] = [1, 0, 0];
    state.count_occupied();
    Ici::check(&rules, &state).expect("it is a position");
    let observation = Ici::observe(&rules, &state, Side::France);
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let count = 20_000;
    let mut shares = BTreeMap::new();
    for _ in 0..count {
        let guess = Ici::determinize(&rules, &observation, &mut rng);
        Ici::check(&rules, &guess).expect("it is a position");
        assert_eq!(Ici::observe(&rules, &guess, Side::France).state(), observation.state());
        let key = (guess.faileks(at("1A")).by_type(), guess.faileks(at("1B")).by_type());
        *shares.entry(key).or_insert(0.0) += 1.0 / f64::from(count);
    }
    // Exactly: ordered draws of three of the six unknown counters.
    let pool = [0usize, 0, 0, 1, 1, 2];
    let mut exact: BTreeMap<([u8; 3], [u8; 3]), f64> = BTreeMap::new();
    for a in 0..6 {
        for b in (0..6).filter(|b| *b != a) {
            for c in (0..6).filter(|c| *c != a && *c != b) {
                let (mut first, mut second) = ([1, 0, 0], [0, 0, 0]);
                first[pool[a]] += 1;
                first[pool[b]] += 1;
                second[pool[c]] += 1;
                *exact.entry((first, second)).or_insert(0.0) += 1.0 / 120.0;
            }
        }
    }
    assert_eq!(shares.keys().collect::<Vec<_>>(), exact.keys().collect::<Vec<_>>());
    for (key, expected) in exact {
        assert!(close(shares[&key], expected, f64::from(count)), "{key:?}: {} for {expected}", shares[&key]);
    }
}

#[test]
fn the_combat_chit_of_the_fln_is_guessed_when_it_has_chosen() {
    let mut state = empty(Node::CombatChit);
    faileks(&mut state, "1A", MOUSSEBILINE, 2);
    units(&mut state, "1A", "infantry", 1);
    state.flow.site = at("1A");
    state.marked = state.units_at(at("1A"));
    state.fighters = state.marked;
    state.flow.found = 1;
    state.flow.chooser = Side::France;
    state.flow.combat.fln = Some(Combat::Recon);
    let chosen = shares(&state, Side::France, 8000, |guess| guess.flow.combat.fln);
    assert_eq!(chosen.len(), 4);
    assert!(chosen.values().all(|share| close(*share, 0.25, 8000.0)));
    let own = shares(&state, Side::Fln, 10, |guess| guess.flow.combat.fln);
    assert_eq!(own.into_keys().collect::<Vec<_>>(), [Some(Combat::Recon)]);
}

#[test]
fn what_has_moved_is_guessed_among_what_is_there() {
    let mut state = empty(Node::PickFailek);
    faileks(&mut state, "1A", MOUSSEBILINE, 2);
    faileks(&mut state, "1A", COMMANDO, 1);
    state.moved[0] = [1, 0, 0];
    let guesses = shares(&state, Side::France, 6000, |guess| guess.moved[0]);
    assert_eq!(guesses.keys().copied().collect::<Vec<_>>(), [[0, 0, 1], [1, 0, 0]]);
    assert!(close(guesses[&[0, 0, 1]], 1.0 / 3.0, 6000.0), "{guesses:?}");
}

#[test]
fn private_things_are_told_to_their_owner_only() {
    use crate::sink::Audience;
    let only =
        |decision, action| Ici::action_audience(Side::Fln, decision, action) == Audience::Only(Side::Fln);
    assert!(only(Node::PickFailek, Action::Pick(at("1A"), COMMANDO)));
    assert!(only(Node::CombatChit, Action::Combat(Combat::Stand)));
    assert!(only(Node::ChooseChits, Action::Choose(chit("fl_oas"))));
    assert!(only(Node::Supply, Action::Remove(at("1A"), COMMANDO)));
    assert!(!only(Node::Recruit, Action::Recruit(at("1A"))));
    // That there was something to decide.
    assert!(only(Node::Exchange, Action::Done));
    assert!(only(Node::Recruit, Action::Done));
    assert!(only(Node::PlayChit, Action::Play(chit("fl_oas"))));
    assert!(!only(Node::PickFailek, Action::Done));
    assert!(!only(Node::Insurgency, Action::Done));
    let label = super::super::label::RollKind::Found.at(Side::Fln, at("1A"));
    assert_eq!(Ici::roll_audience(label), Audience::Only(Side::Fln));
    let label = super::super::label::RollKind::Draw.by(Side::France);
    assert_eq!(Ici::roll_audience(label), Audience::Only(Side::France));
    let label = super::super::label::RollKind::Search.at(Side::France, at("1A"));
    assert_eq!(Ici::roll_audience(label), Audience::All);
}
