//! Choices that a person makes for the rest of a phase, so that the same is not asked again and again.

use wilaya_engine::{Side, Status};

use super::standing::Standing;
use super::{Session, SessionError};
use crate::playable::Playable;

impl<G: Playable> Session<G> {
    /// Plays a human's choice as [`Session::act`] does, and chooses the same whenever it is asked in this phase and allowed.
    ///
    /// # Errors
    /// As [`Session::act`], and if it is not a choice for a whole phase ([`Playable::repeats`]).
    pub fn act_for_phase(&mut self, text: &str, version: Option<u64>) -> Result<(), SessionError> {
        let (state, rules) = (*self.state(), &self.world.rules);
        let found = G::parse_action(rules, text).ok().zip(decision::<G>(&state));
        let Some((action, (side, kind))) = found.filter(|&(action, (_, kind))| G::repeats(kind, action))
        else {
            return Err(SessionError::Illegal(text.chars().take(80).collect()));
        };
        let text_in_words = G::action_words(rules, &state, action);
        self.act(text, version)?;
        self.standing.push(Standing { side, kind, action, clock: G::clock(&state), text: text_in_words });
        self.settle();
        Ok(())
    }

    /// Takes back all answers for the rest of the phase: from now on everything is asked.
    pub fn ask_again(&mut self) {
        self.standing.clear();
        self.version += 1;
    }

    /// Gives the answers that hold for the phase.
    pub(super) fn settle(&mut self) {
        while let Some(action) = self.standing_action() {
            self.play(action);
        }
    }

    fn standing_action(&mut self) -> Option<G::Action> {
        let state = *self.state();
        self.standing.retain(|one| one.clock == G::clock(&state));
        let (side, kind) = decision::<G>(&state).filter(|&(side, _)| self.seats[side].is_human())?;
        let one = self.standing.iter().find(|one| (one.side, one.kind) == (side, kind))?;
        G::is_legal(&self.world.rules, &state, one.action).then_some(one.action)
    }

    /// The answers that hold for the phase, in words.
    pub(super) fn standing_words(&self) -> Vec<String> {
        let clock = G::clock(self.state());
        let now = self.standing.iter().filter(|one| one.clock == clock);
        now.map(|one| format!("{}: {}", G::SIDES[one.side], one.text)).collect()
    }
}

/// Who decides, and what.
pub(super) fn decision<G: Playable>(state: &G::State) -> Option<(Side, G::Decision)> {
    match G::status(state) {
        Status::Decision { side, kind } => Some((side, kind)),
        Status::Over(_) => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test says where it fails")]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng as _;
    use rand::seq::IndexedRandom as _;
    use rand_pcg::Pcg64Mcg;
    use wilaya_engine::algeria::Algeria;
    use wilaya_engine::{BySide, Game as _, Setting};

    use super::super::{Begin, Seat, World};
    use super::*;

    fn session(seats: [&str; 2], seed: u64) -> Session<Algeria> {
        let [fln, france] = seats.map(|seat| seat.parse::<Seat>().unwrap());
        let world = Arc::new(World::new(&Algeria::figures(), &Setting::default()).unwrap());
        let begin = Begin { seats: BySide { fln, france }, seed, index: 0, practice: true, programs: None };
        Session::new(world, begin).unwrap()
    }

    fn asked(session: &Session<Algeria>) -> String {
        decision::<Algeria>(session.state()).map_or_else(String::new, |(_, kind)| kind.to_string())
    }

    /// Plays at random until a choice may be made for the rest of the phase. Returns it in notation.
    fn to_repeatable(session: &mut Session<Algeria>, kind: &str, rng: &mut Pcg64Mcg) -> Option<String> {
        while !session.is_over() {
            let (_, decided) = decision::<Algeria>(session.state()).unwrap();
            let legal = session.legal();
            let found = legal.iter().find(|&&action| Algeria::repeats(decided, action));
            if let Some(&action) = found.filter(|_| asked(session) == kind) {
                return Some(Algeria::action_text(&session.world.rules, action));
            }
            session.play(*legal.choose(rng).unwrap());
        }
        None
    }

    /// Of two games with the same choices, one is asked each time and the other once in a phase.
    #[test]
    fn a_choice_for_the_rest_of_a_phase_is_the_same_as_choosing_it_each_time() {
        for kind in ["fln-operation", "french-operation", "split", "react"] {
            let mut saved = 0;
            for seed in 0..20 {
                let mut rng = Pcg64Mcg::seed_from_u64(seed);
                let [mut once, mut each] = [(); 2].map(|()| session(["human"; 2], seed));
                let Some(text) = to_repeatable(&mut once, kind, &mut rng) else { continue };
                once.past.iter().for_each(|past| each.play(past.action));
                let (side, clock) =
                    (decision::<Algeria>(once.state()).unwrap().0, Algeria::clock(once.state()));
                once.act_for_phase(&text, None).unwrap();
                each.act(&text, None).unwrap();
                let goes_on = !once.is_over() && Algeria::clock(once.state()) == clock;
                assert_eq!(once.view(None, 0).unwrap().standing.len(), usize::from(goes_on));
                while !once.is_over() && Algeria::clock(once.state()) == clock {
                    let (decider, _) = decision::<Algeria>(once.state()).unwrap();
                    while each.state() != once.state() {
                        assert_eq!((each.turn().unwrap().0, asked(&each).as_str()), (side, kind));
                        each.act(&text, None).unwrap();
                        saved += 1;
                    }
                    assert!(
                        decider != side || asked(&once) != kind || kind == "split",
                        "it is not asked again"
                    );
                    let action = *once.legal().choose(&mut rng).unwrap();
                    let action = Algeria::action_text(&once.world.rules, action);
                    once.act(&action, None).unwrap();
                    each.act(&action, None).unwrap();
                }
                if !once.is_over() {
                    once.settle();
                    assert!(once.view(None, 0).unwrap().standing.is_empty(), "the phase is over");
                }
            }
            assert!(saved > 5, "{kind}: {saved}");
        }
    }

    #[test]
    fn it_is_asked_again_after_undo_and_on_request() {
        let mut game = session(["human"; 2], 4);
        let mut rng = Pcg64Mcg::seed_from_u64(4);
        to_repeatable(&mut game, "fln-operation", &mut rng).unwrap();
        let illegal = game.act_for_phase("propaganda", None).unwrap_err().to_string();
        assert!(illegal.ends_with("is not one of the choices"), "{illegal}");
        assert!(game.act_for_phase("nothing", None).is_err());
        let later = Some(game.shown_version() + 2);
        assert!(matches!(game.act_for_phase("pass", later), Err(SessionError::Stale)));
        assert!(game.view(None, 0).unwrap().standing.is_empty());
        game.act_for_phase("pass", None).unwrap();
        assert_eq!(game.view(None, 0).unwrap().standing, ["FLN: Pass"]);
        let version = game.shown_version();
        game.ask_again();
        assert!(game.view(None, 0).unwrap().standing.is_empty() && game.shown_version() > version);
        game.undo().unwrap();
        game.act_for_phase("pass", None).unwrap();
        game.undo().unwrap();
        assert!(game.view(None, 0).unwrap().standing.is_empty());
        assert_eq!(asked(&game), "fln-operation");
    }

    /// A person who passes for the rest of the phase against a bot is asked nothing until it is over.
    #[test]
    fn a_bot_plays_on_while_a_person_passes() {
        let mut game = session(["human", "heuristic"], 2);
        let mut passed = 0;
        while passed < 3 && !game.is_over() {
            match game.turn() {
                Some((_, true)) if asked(&game) == "fln-operation" => {
                    let clock = Algeria::clock(game.state());
                    game.act_for_phase("pass", None).unwrap();
                    while !game.is_over() && Algeria::clock(game.state()) == clock {
                        let asked = asked(&game);
                        assert_ne!(asked, "fln-operation");
                        match game.turn() {
                            Some((_, true)) => game.play(game.legal()[0]),
                            _ => {
                                let thought = game.begin_thought().unwrap().run();
                                assert!(game.end_thought(thought));
                            }
                        }
                    }
                    passed += 1;
                }
                Some((_, true)) => game.play(game.legal()[0]),
                _ => {
                    let thought = game.begin_thought().unwrap().run();
                    assert!(game.end_thought(thought));
                }
            }
        }
        assert_eq!(passed, 3);
    }
}
