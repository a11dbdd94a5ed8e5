//! Turns, undo and saves, without a front end.

use wilaya_engine::{BySide, Setting, Side};
use wilaya_play::Catalogue;
use wilaya_play::session::{AnySession, Begin, Save, Seat, SessionError};

fn start(game: &str, fln: &str, france: &str, practice: bool) -> Box<dyn AnySession> {
    let seats = BySide { fln: fln.parse::<Seat>().unwrap(), france: france.parse().unwrap() };
    let begin = Begin { seats, seed: 5, index: 0, practice, programs: None };
    Catalogue::default().start(game, &Setting::default(), begin).unwrap()
}

/// Lets bots play until a human decides.
fn bots(session: &mut dyn AnySession) {
    while let Some((_, false)) = session.turn() {
        let job = session.begin().unwrap();
        session.end(job());
    }
}

fn choices(session: &dyn AnySession) -> Vec<String> {
    let decision = session.view(None, 0).unwrap().decision.unwrap();
    decision.choices.into_iter().map(|choice| choice.action).collect()
}

fn choose(session: &mut dyn AnySession, wanted: &str) {
    let action = choices(session).into_iter().find(|action| action.starts_with(wanted));
    session.act(&action.unwrap_or_else(|| panic!("{wanted}: {:?}", choices(session))), None).unwrap();
}

#[test]
fn undo_is_free_until_dice_fall() {
    let mut session = start("algeria", "human", "heuristic", false);
    bots(session.as_mut());
    let before = session.position();
    assert!(matches!(session.undo(), Err(SessionError::Undo(_))));
    choose(session.as_mut(), "spend:");
    choose(session.as_mut(), "build:");
    session.undo().unwrap();
    session.undo().unwrap();
    assert_eq!(session.position(), before);
    // Propaganda rolls dice.
    while !choices(session.as_ref()).iter().any(|action| action == "propaganda") {
        let action = choices(session.as_ref()).pop().unwrap();
        session.act(&action, None).unwrap();
        bots(session.as_mut());
    }
    choose(session.as_mut(), "propaganda");
    session.undo().unwrap();
    choose(session.as_mut(), "propaganda");
    if choices(session.as_ref()).iter().any(|action| action.starts_with("with:")) {
        choose(session.as_mut(), "with:");
    }
    assert!(matches!(session.undo(), Err(SessionError::Undo(_))));
}

#[test]
fn practice_goes_back_behind_dice_and_they_fall_the_same_again() {
    let mut session = start("algeria", "human", "heuristic", true);
    bots(session.as_mut());
    let mut marks = Vec::new();
    for _ in 0..40 {
        marks.push(session.position());
        let action = choices(session.as_ref()).pop().unwrap();
        session.act(&action, None).unwrap();
        bots(session.as_mut());
    }
    while let Some(mark) = marks.pop() {
        session.undo().unwrap();
        assert_eq!(session.position(), mark);
    }
}

#[test]
fn a_save_is_read_back_in_the_middle_of_a_game() {
    for game in ["algeria", "ici"] {
        let mut session = start(game, "heuristic", "sober", false);
        for _ in 0..150 {
            let job = session.begin().unwrap();
            session.end(job());
        }
        let (open, secret) = session.save().texts("x.secret");
        assert!(secret.is_none(), "bots have no secrets from who watches them");
        let again = Catalogue::default().resume(&Save::parse(&open).unwrap()).unwrap();
        assert_eq!((again.position(), again.steps()), (session.position(), 150));
        // The dice are unchanged.
        let (one, other) = (open.clone(), again.save().texts("x.secret").0);
        assert_eq!(one.lines().skip(1).collect::<Vec<_>>(), other.lines().skip(1).collect::<Vec<_>>());
        let other_dice = open.replacen("=1", "=2", 1);
        assert!(Save::parse(&other_dice).and_then(|save| Catalogue::default().resume(&save)).is_err());
    }
}

#[test]
fn a_bot_that_thinks_is_stopped_and_a_late_thought_is_dropped() {
    let mut session = start("algeria", "human", "mcts:iters=1000000", true);
    assert_eq!(session.turn(), Some((Side::France, false)));
    let job = session.begin().unwrap();
    assert!(matches!(session.begin(), Err(SessionError::Busy)));
    let thread = std::thread::spawn(job);
    std::thread::sleep(std::time::Duration::from_millis(50));
    session.stop();
    assert!(session.end(thread.join().unwrap()), "it answers with what it has found");
    assert_eq!(session.steps(), 1);

    let mut session = start("algeria", "human", "heuristic", true);
    bots(session.as_mut());
    let mut late = None;
    for _ in 0..200 {
        let action = choices(session.as_ref()).pop().unwrap();
        session.act(&action, None).unwrap();
        if let Some((_, false)) = session.turn() {
            late = Some(session.begin().unwrap());
            break;
        }
    }
    let (late, steps) = (late.expect("France comes to its turn"), session.steps());
    session.undo().unwrap();
    assert!(!session.end(late()), "the position is another one by now");
    assert_eq!(session.steps(), steps - 1);
}

#[test]
fn two_persons_share_a_screen_that_is_handed_over() {
    let mut session = start("ici", "human", "human", false);
    let first = session.view(None, 0).unwrap();
    let (one, other) = (first.reader.unwrap(), first.reader.unwrap().other());
    assert!(matches!(session.view(Some(other), 0), Err(SessionError::NotYours(side)) if side == other));
    while session.turn() == Some((one, true)) {
        let action = choices(session.as_ref()).pop().unwrap();
        session.act(&action, None).unwrap();
    }
    // The other player decides next, but does not have the screen yet.
    let waits = session.view(None, 0).unwrap();
    assert_eq!((waits.reader, waits.hand_over), (Some(one), Some(other)));
    assert!(waits.decision.unwrap().choices.is_empty());
    assert!(matches!(session.act("pass", None), Err(SessionError::Screen(side)) if side == other));
    assert!(session.hint(&"heuristic".parse().unwrap()).is_err());
    // Until then, the first player can still undo.
    session.undo().unwrap();
    assert_eq!(session.view(None, 0).unwrap().hand_over, None);
    let action = choices(session.as_ref()).pop().unwrap();
    session.act(&action, None).unwrap();
    assert!(matches!(session.take_screen(one), Ok(())));
    session.take_screen(other).unwrap();
    let view = session.view(None, 0).unwrap();
    assert_eq!((view.reader, view.hand_over), (Some(other), None));
    assert!(!view.decision.unwrap().choices.is_empty());
    assert!(matches!(session.take_screen(one), Err(SessionError::NotYours(side)) if side == one));
    assert!(matches!(session.undo(), Err(SessionError::Undo(_))));
    let bot = start("ici", "human", "random", false);
    assert!(matches!(bot.view(Some(Side::France), 0), Err(SessionError::NotYours(Side::France))));
}

#[test]
fn a_person_whose_side_a_bot_plays_on_does_not_see_the_other_persons_secrets() {
    let mut session = start("ici", "human", "human", false);
    let one = session.view(None, 0).unwrap().reader.unwrap();
    session.seat(one, "heuristic").unwrap();
    let view = session.view(None, 0).unwrap();
    assert_eq!((view.reader, view.hand_over), (Some(one), Some(one.other())));
    assert!(!view.undo.allowed && view.undo.why.unwrap().contains("stays with the bot"));
    session.take_screen(one.other()).unwrap();
    assert_eq!(session.view(None, 0).unwrap().reader, Some(one.other()));
}

#[test]
fn who_lets_a_bot_play_on_does_not_take_the_seat_back_with_what_it_saw() {
    for practice in [false, true] {
        let mut session = start("ici", "human", "heuristic", practice);
        bots(session.as_mut());
        let action = choices(session.as_ref()).pop().unwrap();
        session.act(&action, None).unwrap();
        session.seat(Side::Fln, "heuristic").unwrap();
        let view = session.view(None, 0).unwrap();
        let (seat, undo) = (view.seat.unwrap(), view.undo);
        assert!(seat.side == Side::Fln && seat.why.is_some_and(|why| why.contains("FLN until the end")));
        assert!(undo.why.is_some_and(|why| why.contains("stays with the bot")));
        assert!(matches!(session.undo(), Err(SessionError::Undo(_))));
        assert!(matches!(session.seat(Side::Fln, "human"), Err(SessionError::Seat(Side::Fln))));
    }
}

#[test]
fn a_seat_that_a_bot_got_is_taken_back_where_nothing_is_hidden() {
    for practice in [false, true] {
        let mut session = start("algeria", "human", "heuristic", practice);
        bots(session.as_mut());
        let action = choices(session.as_ref()).pop().unwrap();
        session.act(&action, None).unwrap();
        bots(session.as_mut());
        let (before, steps) = (session.position(), session.steps());
        session.seat(Side::Fln, "heuristic").unwrap();
        // Before the bot has moved at all, and in a practice game a turn later.
        for moves in if practice { &[0, 1, 200][..] } else { &[0] } {
            for _ in 0..*moves {
                let job = session.begin().unwrap();
                session.end(job());
            }
            assert_eq!(session.steps(), steps + moves);
            // A killed program remembers who played.
            let (open, _) = session.save().texts("x.secret");
            let mut again = Catalogue::default().resume(&Save::parse(&open).unwrap()).unwrap();
            for session in [session.as_mut(), again.as_mut()] {
                session.undo().unwrap();
                assert_eq!((session.position(), session.steps()), (before.clone(), steps));
                assert_eq!(session.turn(), Some((Side::Fln, true)));
                assert_eq!(session.seats().fln, "human");
                assert!(session.view(None, 0).unwrap().seat.is_none());
            }
            session.seat(Side::Fln, "heuristic").unwrap();
        }
        // The bot's moves stay, but the human continues.
        while session.view(None, 0).unwrap().undo.allowed != practice {
            let job = session.begin().unwrap();
            session.end(job());
        }
        let seat = session.view(None, 0).unwrap().seat.unwrap();
        assert!(seat.side == Side::Fln && seat.why.is_none());
        if !practice {
            assert!(matches!(session.undo(), Err(SessionError::Undo(_))), "dice have fallen");
        }
        let job = session.begin().unwrap();
        session.seat(Side::Fln, "human").unwrap();
        assert!(!session.end(job()), "the bot thinks for nobody now");
        bots(session.as_mut());
        assert_eq!(session.turn(), Some((Side::Fln, true)));
        let steps = session.steps();
        let action = choices(session.as_ref()).pop().unwrap();
        session.act(&action, None).unwrap();
        if practice {
            // The decision first, then the bot's, as one step.
            session.undo().unwrap();
            assert_eq!((session.steps(), session.seats().fln.as_str()), (steps, "human"));
            session.undo().unwrap();
            assert_eq!(session.position(), before);
            session.undo().unwrap();
            assert!(session.steps() < steps);
        }
    }
}
