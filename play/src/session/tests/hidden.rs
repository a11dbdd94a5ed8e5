//! The screen shows the same, whatever is hidden.

use serde_json::{Value, json};
use wilaya_engine::dice::ScriptedDice;
use wilaya_engine::ici::Ici;
use wilaya_engine::{Game as _, Hidden as _, try_apply};

use crate::session::*;

/// Everything shown, except the clock.
fn shown(session: &Session<Ici>) -> Value {
    let mut view = json!(session.view(None, 0).expect("the screen is somebody's"));
    view["used"] = Value::Null;
    json!([view, session.record_text()])
}

/// The path of the first difference between two values.
fn difference(one: &Value, other: &Value) -> String {
    let keys: Vec<String> = match (one, other) {
        (Value::Object(one), Value::Object(_)) => one.keys().map(|key| format!("/{key}")).collect(),
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            (0..one.len()).map(|index| format!("/{index}")).collect()
        }
        _ => return format!(": {one} and {other}"),
    };
    let differs = |key: &&String| one.pointer(key) != other.pointer(key);
    let Some(key) = keys.iter().find(differs) else { return ": keys".to_owned() };
    let at = |value: &Value| value.pointer(key).cloned().unwrap_or_default();
    format!("{key}{}", difference(&at(one), &at(other)))
}

fn two_persons(scenario: &str, seed: u64) -> Session<Ici> {
    let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
    let world = World::<Ici>::new(&Ici::figures(), &setting).expect("there is such a game");
    let seats = BySide { fln: Seat::Human, france: Seat::Human };
    Session::new(Arc::new(world), Begin { seats, seed, index: 0, practice: false, programs: None })
        .expect("nobody is a bot")
}

/// The screen of `side` after an action with these rolls, or `None` if the side can tell that the rolls were different;
/// leaves the session unchanged.
fn after(
    session: &mut Session<Ici>,
    action: <Ici as wilaya_engine::Game>::Action,
    rolls: &[Roll],
    side: Side,
) -> Option<(<Ici as wilaya_engine::Game>::State, Value)> {
    let (mut state, mut events) = (*session.state(), Vec::new());
    let mut dice = ScriptedDice::new(rolls.iter().copied());
    let world = Arc::clone(&session.world);
    try_apply::<Ici, _, _>(&world.rules, &mut state, action, &mut dice, &mut events).ok()?;
    dice.finish().ok()?;
    let left = session.moment().dice.clone();
    let (version, steps, screen) = (session.version, session.steps(), session.screen);
    session.note(action, rolls.to_vec(), &events, Moment { state, dice: left });
    session.screen = side;
    let seen = *Ici::observe(&world.rules, &state, side).state();
    let shown = shown(session);
    session.past.truncate(steps);
    session.log.truncate(steps);
    (session.version, session.screen) = (version, screen);
    Some((seen, shown))
}

#[test]
fn hidden_draws_change_nothing_on_the_screen_of_the_other_side() {
    let mut compared = BySide::new_with(|_| 0);
    for seed in 0..6 {
        let mut session = two_persons(["1955", "1959"][seed as usize % 2], seed);
        for number in 0..400 {
            if session.is_over() {
                break;
            }
            let legal: Vec<_> = session.legal().to_vec();
            let action = legal[number * 7 % legal.len()];
            let mut dice = RecordingDice::new(session.moment().dice.clone());
            Ici::apply(&session.world.rules, &mut session.state().clone(), action, &mut dice, &mut ());
            let rolls = dice.take();
            for side in Side::ALL {
                let unseen = |roll: &Roll| !Ici::roll_audience(roll.label).includes(side) && roll.sides > 1;
                let Some(index) = rolls.iter().position(unseen) else { continue };
                let mut others = rolls.clone();
                others[index].face = others[index].face % others[index].sides + 1;
                let Some((seen, one)) = after(&mut session, action, &rolls, side) else { continue };
                let Some((seen_else, other)) = after(&mut session, action, &others, side) else { continue };
                if seen == seen_else {
                    assert!(one == other, "{side}, roll {index}: {}", difference(&one, &other));
                    compared[side] += 1;
                }
            }
            session.play(action);
        }
    }
    assert!(compared.fln > 10 && compared.france > 10, "{compared:?}");
}

/// The screen of `side` when all this happens as one step after decision `steps`; leaves the session unchanged.
fn shown_with(
    session: &Session<Ici>,
    steps: usize,
    happened: &[(<Ici as wilaya_engine::Game>::Action, Vec<Roll>)],
    side: Side,
) -> Value {
    let mut other = two_persons("1959", session.seed);
    other.screen = side;
    for past in &session.past[..steps] {
        other.play(past.action);
    }
    let (mut state, mut events) = (*other.state(), Vec::new());
    for (action, rolls) in happened {
        let mut dice = ScriptedDice::new(rolls.iter().copied());
        Ici::apply(&other.world.rules, &mut state, *action, &mut dice, &mut events);
    }
    let rolls = happened.iter().flat_map(|(_, rolls)| rolls).copied().collect();
    let dice = session.moment().dice.clone();
    other.note(happened[0].0, rolls, &events, Moment { state, dice });
    shown(&other)
}

#[test]
fn whether_the_other_side_had_a_choice_is_not_shown() {
    let mut compared = BySide::new_with(|_| 0);
    for seed in 0..3 {
        let mut session = two_persons("1959", seed);
        for number in 0..250 {
            if session.is_over() {
                break;
            }
            let legal: Vec<_> = session.legal().to_vec();
            session.play(legal[number * 7 % legal.len()]);
            let [.., before, last] = session.past.as_slice() else { continue };
            let side = last.side.other();
            let asked = session.state_at(session.steps() - 1).map(Ici::status);
            let announced = matches!(asked, Some(Status::Decision { kind, .. }) if Ici::is_announced(kind));
            if announced || last.audience == Audience::All || before.audience != Audience::All {
                continue;
            }
            // The engine might as well have made this decision by itself.
            let happened = [(before.action, before.rolls.clone()), (last.action, last.rolls.clone())];
            let one = shown_with(&session, session.steps() - 2, &happened, side);
            session.screen = side;
            let other = shown(&session);
            assert!(one[0] == other[0], "{side}: {}", difference(&one[0], &other[0]));
            compared[side] += 1;
        }
    }
    assert!(compared.fln > 2 && compared.france > 2, "{compared:?}");
}

fn set_state(session: &mut Session<Ici>, state: <Ici as wilaya_engine::Game>::State) {
    match session.past.last_mut() {
        Some(past) => past.after.state = state,
        None => session.start.state = state,
    }
}

#[test]
fn odds_drafts_and_hints_depend_on_nothing_that_the_side_does_not_see() {
    let advisers = ["heuristic", "mcts:iters=8"]
        .map(|spec| spec.parse::<wilaya_bots::BotSpec>().expect("there is such a bot"));
    let mut compared = BySide::new_with(|_| 0);
    let mut rng = bot_rng(5, 0, Side::Fln);
    for seed in 0..3 {
        let mut session = two_persons(["1955", "1959"][seed as usize % 2], seed);
        for number in 0..300 {
            let Status::Decision { side, .. } = Ici::status(session.state()) else { break };
            let legal: Vec<_> = session.legal().to_vec();
            if number % 4 == 0 {
                session.screen = side;
                let action = Ici::action_text(&session.world.rules, legal[number * 5 % legal.len()]);
                let of = |session: &Session<Ici>| {
                    let question = session.odds_question(std::slice::from_ref(&action));
                    question.and_then(|question| question.answer(Duration::MAX))
                };
                // Which choices have odds, the draft of the phase, and hints.
                let asked = |session: &Session<Ici>| {
                    let draft =
                        session.draft(&Draft::default(), session.shown_version()).expect("a person decides");
                    let hints = advisers.each_ref().map(|spec| {
                        let question = session.question(spec).expect("a person decides");
                        question.ask().expect("it answers")
                    });
                    json!([session.view(None, 0).expect("the screen is theirs").decision, draft, hints])
                };
                let (one, first) = (of(&session).expect("it is legal"), asked(&session));
                let real = *session.state();
                let seen = Ici::observe(&session.world.rules, &real, side);
                let other = Ici::determinize(&session.world.rules, &seen, &mut rng);
                set_state(&mut session, other);
                let (two, second) = (of(&session).expect("it is legal there too"), asked(&session));
                set_state(&mut session, real);
                assert_eq!(one, two, "{side}: {action}");
                assert_eq!(first, second, "{side}");
                compared[side] += usize::from(one.odds[0].uncertain && other != real);
            }
            session.play(legal[number * 7 % legal.len()]);
        }
    }
    assert!(compared.fln + compared.france > 10, "{compared:?}");
}
