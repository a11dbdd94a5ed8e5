//! Games that differ only in the types of faileks: until the first open difference, France receives the same messages.

#![allow(clippy::unwrap_used, reason = "a test says where it fails")]

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};
use wilaya_bots::protocol::Choose;
use wilaya_engine::dice::RecordingDice;
use wilaya_engine::ici::types::Location;
use wilaya_engine::ici::{Action, Decision, Event, Ici, State};
use wilaya_engine::{
    Actions, BySide, Game, Hidden as _, Notation as _, Setting, Side, Status, View as GameView, observation,
};

use crate::session::{Begin, Moment, Seat, Session, World};

/// The open part of a choice of the FLN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    /// Everything.
    All(Action),
    /// A verb and a place, and for an exchange how many faileks leave.
    Place(Decision, Location, u8),
}

fn open(rules: &<Ici as Game>::Rules, kind: Decision, action: Action) -> Open {
    match action {
        Action::Exchange(at, how) => Open::Place(kind, at, rules.exchanges[how.index()].takes.iter().sum()),
        Action::Pick(at, _) | Action::Remove(at, _) => Open::Place(kind, at, 0),
        action => Open::All(action),
    }
}

/// A game, and everything France has received.
struct Played {
    session: Session<Ici>,
    /// The rolls and events France sees.
    told: Vec<String>,
    /// Successive distinct views, each with the log since the previous one.
    views: Vec<String>,
    next: usize,
    /// The decisions France is not told of, by kind.
    secret: BTreeMap<Decision, u32>,
    /// True if the FLN has played a chit since France last decided.
    chit: bool,
}

impl Played {
    fn new(world: &Arc<World<Ici>>, seed: u64) -> Self {
        let seats = BySide { fln: "random".parse::<Seat>().unwrap(), france: Seat::Human };
        let begin = Begin { seats, seed, index: 0, practice: false, programs: None };
        let session = Session::new(Arc::clone(world), begin).unwrap();
        let mut game = Self {
            session,
            told: Vec::new(),
            views: Vec::new(),
            next: 0,
            secret: BTreeMap::new(),
            chit: false,
        };
        game.look();
        game
    }

    fn rules(&self) -> &<Ici as Game>::Rules {
        &self.session.world.rules
    }

    fn state(&self) -> &State {
        self.session.state()
    }

    fn asked(&self) -> Option<(Side, Decision)> {
        match Ici::status(self.state()) {
            Status::Decision { side, kind } => Some((side, kind)),
            Status::Over(_) => None,
        }
    }

    fn legal(&self) -> Actions<Ici> {
        self.session.legal()
    }

    /// The message France gets if it looks now.
    fn view(&self, from: usize) -> Value {
        let mut view = serde_json::to_value(self.session.view(Some(Side::France), from).unwrap()).unwrap();
        // Clock time varies.
        view["used"] = Value::Null;
        view
    }

    fn look(&mut self) {
        let mut view = self.view(self.next);
        let lines = view["log"].take();
        let fresh = lines["lines"].as_array().is_some_and(|lines| !lines.is_empty());
        let text = view.to_string();
        let known = self.views.last().is_some_and(|last| last.starts_with(&text));
        if !known || fresh {
            self.next = lines["next"].as_u64().unwrap() as usize;
            self.views.push(format!("{text} {lines}"));
        }
    }

    fn play(&mut self, action: Action) {
        let kind = self.asked();
        let mut dice = RecordingDice::new(self.session.moment().dice.clone());
        let (mut state, mut events) = (*self.state(), Vec::new());
        Ici::apply(self.rules(), &mut state, action, &mut dice, &mut events);
        let sees = |audience: wilaya_engine::Audience| audience.includes(Side::France);
        for roll in dice.take().into_iter().filter(|roll| sees(Ici::roll_audience(roll.label))) {
            self.told.push(format!("{roll:?}"));
        }
        for event in events.iter().filter(|event| sees(Ici::audience(event))) {
            self.told.push(format!("{event:?}"));
        }
        self.chit &= kind.is_some_and(|(side, _)| side == Side::Fln);
        self.chit |= events.iter().any(|event| matches!(event, Event::Played { side: Side::Fln, .. }));
        self.session.play(action);
        if self.chit && !self.session.waits_in_secret() {
            assert_eq!(
                self.view(0)["undo"]["allowed"],
                false,
                "a chit that was seen would go back to the hand"
            );
        }
        if let Some((Side::Fln, kind)) = kind.filter(|(_, kind)| !Ici::is_announced(*kind)) {
            *self.secret.entry(kind).or_default() += 1;
        }
        self.look();
    }

    /// The messages to a program that plays France: its view, and its question.
    fn told_as_program(&self) -> Vec<String> {
        let view = GameView::new(self.rules(), self.state(), Side::France);
        let seen = observation::to_json::<Ici>(self.rules(), &view.observe()).to_string();
        let asked = self.asked().is_some_and(|(side, _)| side == Side::France);
        let choose = asked.then(|| Choose::of(view, &self.legal(), None));
        choose.iter().map(|choose| serde_json::to_string(choose).unwrap()).chain([seen]).collect()
    }

    /// Everything France could obtain now.
    fn all(&self) -> String {
        let record = self.session.record_text();
        for line in record.lines().skip(2) {
            let line: Value = serde_json::from_str(line).unwrap();
            let rolls = line["rolls"].as_array().map_or(0, Vec::len);
            assert!(rolls <= 1, "{line}: rolls in a row would tell that nothing was decided between them");
        }
        format!("{}\n{record}", self.view(0))
    }
}

/// Plays a pair. Returns the number of comparisons made while the faileks differed; counts in `asymmetric` the decisions
/// that came up in only one of the games.
fn pair(world: &Arc<World<Ici>>, seed: u64, asymmetric: &mut BTreeMap<Decision, u32>) -> u32 {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let (mut one, mut other) = (Played::new(world, seed), Played::new(world, seed));
    let mut compared = 0;
    loop {
        // First the unannounced decisions of one game.
        let mut chosen = Vec::new();
        while let Some((Side::Fln, kind)) = one.asked().filter(|(_, kind)| !Ici::is_announced(*kind)) {
            let legal = one.legal();
            let done = legal.last() == Some(&Action::Done) && rng.random_range(0..6u8) == 0;
            let action = if done { Action::Done } else { legal[rng.random_range(0..legal.len())] };
            chosen.push(open(one.rules(), kind, action));
            one.play(action);
        }
        // In the other game, the same choices as far as they are open, with other types where there are several.
        let mut chosen = chosen.into_iter().filter(|open| *open != Open::All(Action::Done)).peekable();
        while let Some((Side::Fln, kind)) = other.asked().filter(|(_, kind)| !Ici::is_announced(*kind)) {
            let legal = other.legal();
            let fits =
                |wanted: Open| legal.iter().rfind(|&&action| open(other.rules(), kind, action) == wanted);
            let wanted = chosen.peek().copied();
            let action = match wanted.and_then(fits) {
                Some(&action) => {
                    chosen.next();
                    action
                }
                None => match legal.last() {
                    Some(Action::Done) => Action::Done,
                    // A choice that the engine made by itself in the first game.
                    Some(&action) if matches!(kind, Decision::Supply | Decision::ChitFailek) => action,
                    // A different choice: the next comparison notices it.
                    _ => legal[0],
                },
            };
            other.play(action);
        }
        if one.told != other.told {
            return compared;
        }
        assert_eq!(
            one.views.len(),
            other.views.len(),
            "pair {seed}: {:?} against {:?}",
            one.views.last(),
            other.views.last()
        );
        for (number, (view, same)) in one.views.iter().zip(&other.views).enumerate() {
            assert_eq!(view, same, "pair {seed}, view {number}");
        }
        one.views.drain(..one.views.len() - 1);
        other.views.drain(..other.views.len() - 1);
        if one.state() != other.state() {
            compared += 1;
            assert_eq!(one.told_as_program(), other.told_as_program(), "pair {seed}");
            if compared % 32 == 1 {
                assert_eq!(one.all(), other.all(), "pair {seed}");
            }
        }
        let asked = one.asked();
        assert_eq!(asked, other.asked(), "pair {seed}");
        let Some((side, kind)) = asked else { return compared };
        for (kind, count) in &one.secret {
            let difference = count.abs_diff(other.secret.get(kind).copied().unwrap_or_default());
            *asymmetric.entry(*kind).or_default() += u32::from(difference > 0);
        }
        // Announced decisions: the same choice, except for types.
        let legal = one.legal();
        let action = legal[rng.random_range(0..legal.len())];
        let wanted = open(one.rules(), kind, action);
        let same = other.legal();
        let fitting = same.iter().rfind(|&&action| open(other.rules(), kind, action) == wanted);
        let Some(&fitting) = fitting else { panic!("pair {seed}: {side} cannot choose {action:?} in both") };
        one.play(action);
        other.play(fitting);
    }
}

#[test]
fn france_receives_the_same_whatever_the_types_of_faileks_are() {
    let mut asymmetric = BTreeMap::new();
    let mut compared = 0;
    for (scenario, pairs) in [("1955", 0..4), ("1959", 4..8)] {
        let setting = Setting { scenario: Some(scenario.to_owned()), ..Setting::default() };
        let world = Arc::new(World::<Ici>::new(&Ici::figures(), &setting).unwrap());
        compared += pairs.map(|seed| pair(&world, seed, &mut asymmetric)).sum::<u32>();
    }
    assert!(compared > 1_000, "{compared}");
    let exchanges = asymmetric.get(&Decision::Exchange).copied().unwrap_or_default();
    assert!(exchanges > 100, "an exchange was possible in one of them only: {asymmetric:?}");
}

/// A game just before the FLN ends its moves, with this many faileks of each type, unknown to France, in a region that
/// cannot supply them.
fn crowded(world: &Arc<World<Ici>>, types: [u8; 3]) -> Played {
    let mut game = Played::new(world, 3);
    while game.asked() != Some((Side::Fln, Decision::PickFailek)) {
        let action = *game.legal().last().unwrap();
        game.play(action);
    }
    let rules = &world.rules;
    let mut position = Ici::to_json(rules, game.state());
    let faileks = position["faileks"].as_object_mut().unwrap();
    let none = json!({ "moussebiline": 0, "moudjahidine": 0, "zonal-commando": 0 });
    let words = ["moussebiline", "moudjahidine", "zonal-commando"];
    let there: BTreeMap<&str, u8> = words.into_iter().zip(types).collect();
    for (failek, count) in &there {
        let left = faileks["mix"]["here"][failek].as_u64().unwrap_or_default() - u64::from(*count);
        faileks["mix"]["here"][failek] = left.into();
    }
    faileks["mix"]["sure"] = none.clone();
    let crowd = json!({ "here": there, "sure": none, "moved": none, "arrived": none });
    assert!(faileks.insert("3B".to_owned(), crowd).is_none(), "the region was empty");
    game.session.past.last_mut().unwrap().after.state = Ici::from_json(rules, &position).unwrap();
    game.views.clear();
    game.look();
    game
}

#[test]
fn france_is_not_told_whether_a_region_that_is_not_in_supply_holds_several_types() {
    let setting = Setting { scenario: Some("1955".to_owned()), ..Setting::default() };
    let world = Arc::new(World::<Ici>::new(&Ici::figures(), &setting).unwrap());
    let mut played: Vec<Played> = [[12, 0, 0], [8, 4, 0], [7, 3, 2]]
        .into_iter()
        .map(|types| {
            let mut game = crowded(&world, types);
            game.play(Action::Done);
            while let Some((Side::Fln, Decision::Supply)) = game.asked() {
                let action = game.legal()[0];
                game.play(action);
            }
            game
        })
        .collect();
    let asked = |game: &Played| game.secret.get(&Decision::Supply).copied().unwrap_or_default();
    assert_eq!(asked(&played[0]), 0, "one type leaves no choice");
    for game in &played[1..] {
        assert!(asked(game) > 1, "{}", asked(game));
        assert_eq!(game.told, played[0].told);
        assert_eq!(game.views, played[0].views);
        assert_eq!(game.all(), played[0].all());
    }
    // Nor is it counted after an undo.
    let taken_back = played.iter_mut().map(|game| {
        game.session.practice = true;
        game.session.undo().unwrap();
        game.all()
    });
    let taken_back: Vec<String> = taken_back.collect();
    assert!(taken_back.iter().all(|all| *all == taken_back[0]), "{taken_back:#?}");
}

#[test]
fn nothing_is_taken_back_once_the_other_side_has_played_a_chit() {
    let setting = Setting { scenario: Some("1955".to_owned()), ..Setting::default() };
    let mut game = Played::new(&Arc::new(World::<Ici>::new(&Ici::figures(), &setting).unwrap()), 3);
    let after_france = |game: &Played| game.session.past.last().is_some_and(|past| past.side == Side::France);
    while game.asked() != Some((Side::Fln, Decision::PlayChit)) || !after_france(&game) {
        let action = *game.legal().last().unwrap();
        game.play(action);
    }
    let session = &mut game.session;
    // Pretend that no dice fell.
    session.past.last_mut().unwrap().rolls.clear();
    session.undo_to(session.steps()).unwrap();
    let legal = session.legal();
    let action = *legal.iter().find(|action| matches!(action, Action::Play(_))).unwrap();
    let mut events = Vec::new();
    let (mut state, mut dice) = (*session.state(), session.moment().dice.clone());
    Ici::apply(&session.world.rules, &mut state, action, &mut dice, &mut events);
    session.note(action, Vec::new(), &events, Moment { state, dice });
    assert!(session.undo_to(session.steps()).is_err());
}
