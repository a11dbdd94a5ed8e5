//! A seated bot is shown the other side's decisions: each as it is made, and all of them if it is seated later.

use std::sync::atomic::{AtomicU32, Ordering};

use wilaya_bots::Bot;
use wilaya_engine::algeria::{Action, Algeria, Offer};
use wilaya_engine::{Choices as _, Game as _, View};

use crate::session::player::Player;
use crate::session::*;

/// Counts the decisions it is shown.
struct Watcher(Arc<AtomicU32>);

impl Bot<Algeria> for Watcher {
    fn choose(&mut self, _: View<'_, Algeria>, choices: &Offer, _: &mut Pcg64Mcg) -> Action {
        choices.nth(0)
    }

    fn watches(&self) -> bool {
        true
    }

    fn watch(&mut self, view: View<'_, Algeria>, action: Action, _: &mut Pcg64Mcg) {
        assert_eq!(view.side(), Side::France);
        assert!(
            view.status().side() == Some(Side::Fln)
                && Algeria::is_legal(view.rules(), view.observe().state(), action)
        );
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_bot_is_shown_what_the_other_side_decides() {
    let world =
        World::<Algeria>::new(&Algeria::figures(), &Setting::default()).expect("there is such a game");
    let seats = BySide { fln: Seat::Human, france: Seat::Human };
    let begin = Begin { seats, seed: 3, index: 0, practice: true, programs: None };
    let mut session = Session::new(Arc::new(world), begin).expect("nobody is a bot");
    let watcher = |count: &Arc<AtomicU32>| Player {
        bot: Box::new(Watcher(Arc::clone(count))),
        rng: bot_rng(3, 0, Side::France),
        side: Side::France,
    };
    let (seen, later) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    session.players.france = Some(watcher(&seen));
    let mut decided = BySide::<u32>::default();
    while decided.fln < 30 {
        let (side, _) = session.turn().expect("the game goes on");
        decided[side] += 1;
        session.play(session.legal()[0]);
    }
    assert!(decided.france > 0);
    session.brief(&mut watcher(&later));
    assert_eq!([&seen, &later].map(|count| count.load(Ordering::Relaxed)), [30, 30]);
}
