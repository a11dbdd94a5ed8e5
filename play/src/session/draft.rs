//! A phase as one draft: answers and purchases in any order, played in the engine's order once they are done.
//!
//! A draft is replayed on a copy of the position. Each decision of the phase becomes a row with its choices, answered by the
//! draft or by a default; a decision that is asked again until "done" becomes a list that items are added to. The replay stops
//! before dice fall, so no draft shows what they would be.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use wilaya_engine::dice::{RecordingDice, SeededDice};
use wilaya_engine::{Side, Status};

use super::both::legal;
use super::{Session, SessionError};
use crate::playable::{Cost, Drafted, Playable};

/// Items tried to find an order for those of a list, and for one more among them.
const TRIES: (usize, usize) = (4_000, 200);

/// What a person has drafted so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The answer to each row, by its key; rows that are not here have their default.
    #[serde(default)]
    pub answers: BTreeMap<String, String>,
    /// The items of the lists.
    #[serde(default)]
    pub items: Vec<DraftItem>,
    /// The first action of an item that is being added to an ordered list. It is not played.
    #[serde(default)]
    pub begun: Option<DraftItem>,
}

impl Draft {
    /// The first answer or item that `other` does not have, in notation.
    fn without(&self, other: &Self) -> Option<String> {
        let answers = self.answers.iter().filter(|(key, _)| !other.answers.contains_key(*key));
        let mut left = other.items.clone();
        let items = self.items.iter().filter(|item| match left.iter().position(|one| one == *item) {
            Some(index) => {
                left.remove(index);
                false
            }
            None => true,
        });
        let mut lost = answers.map(|(_, text)| text.clone()).chain(items.map(|item| item.actions.join(", ")));
        lost.next()
    }
}

/// An item of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftItem {
    /// The key of the list.
    pub list: String,
    /// The actions in notation: one, or one and the answer to the question that follows it.
    pub actions: Vec<String>,
}

/// A choice of a row, or an item of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DraftChoice {
    /// The actions in notation.
    pub actions: Vec<String>,
    /// In words.
    pub text: String,
    /// The first action in words, where there are two.
    pub group: Option<String>,
    /// What it costs.
    pub price: Option<String>,
    /// The ids of the places that it names.
    pub places: Vec<String>,
    /// True if it is the first action of an item that takes two.
    pub opens: bool,
}

/// A decision of the phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DraftRow {
    /// Stands for it in the draft.
    pub key: String,
    /// What kind of decision it is: rows of the same section belong together.
    pub section: &'static str,
    /// The thing that is decided on.
    pub name: String,
    /// The section of the rules.
    pub rule: &'static str,
    /// The choices, or what may be added to a list.
    pub choices: Vec<DraftChoice>,
    /// The index of the answer; none for a list.
    pub chosen: Option<usize>,
    /// What was added to a list.
    pub items: Vec<DraftChoice>,
    /// True for a list that keeps its order. Its choices are first actions, or second ones if an item is begun.
    pub ordered: bool,
}

/// A phase with what is drafted of it.
#[derive(Clone, Debug, Serialize)]
pub struct DraftView {
    /// The version of the position.
    pub version: u64,
    /// The decisions in the engine's order.
    pub rows: Vec<DraftRow>,
    /// What all of it costs.
    pub total: Option<String>,
    /// The draft without the items that are no longer possible.
    pub draft: Draft,
}

/// A position with the actions that led to it.
struct Replay<G: Playable> {
    state: G::State,
    actions: Vec<G::Action>,
    cost: Option<Cost>,
    /// False once dice have fallen or somebody else decides.
    open: bool,
}

impl<G: Playable> Clone for Replay<G> {
    fn clone(&self) -> Self {
        Self { state: self.state, actions: self.actions.clone(), cost: self.cost, open: self.open }
    }
}

/// The list that the position asks about, if it does.
fn list_at<G: Playable>(rules: &G::Rules, replay: &Replay<G>, side: Side) -> Option<(String, G::Action)> {
    match drafted::<G>(rules, replay, side)? {
        Drafted::List { key, done, .. } => Some((key, done)),
        _ => None,
    }
}

fn drafted<G: Playable>(rules: &G::Rules, replay: &Replay<G>, side: Side) -> Option<Drafted<G::Action>> {
    match G::status(&replay.state) {
        Status::Decision { side: decider, kind } if replay.open && decider == side => {
            G::drafted(rules, &replay.state, kind)
        }
        _ => None,
    }
}

impl<G: Playable> Replay<G> {
    fn play(&mut self, rules: &G::Rules, action: G::Action) {
        self.cost = Cost::sum(self.cost, G::cost(rules, &self.state, action));
        let mut dice = RecordingDice::new(SeededDice::new(0, 0));
        let mut events = Vec::new();
        G::apply(rules, &mut self.state, action, &mut dice, &mut events);
        self.actions.push(action);
        self.open = dice.take().is_empty();
    }

    /// This with the actions of an item played; `None` if they are not legal. Dice after the last one end the phase.
    fn with(&self, rules: &G::Rules, actions: &[G::Action]) -> Option<Self> {
        let mut next = self.clone();
        for &action in actions {
            if !next.open || !G::is_legal(rules, &next.state, action) {
                return None;
            }
            next.play(rules, action);
        }
        Some(next)
    }
}

/// A phase that is being replayed.
struct Phase<'a, G: Playable> {
    rules: &'a G::Rules,
    places: &'a dyn Fn(&str) -> Vec<String>,
    side: Side,
}

impl<G: Playable> Phase<'_, G> {
    fn choice(&self, at: &Replay<G>, actions: &[G::Action]) -> DraftChoice {
        let text = |one: &Replay<G>, action| G::action_words(self.rules, &one.state, action);
        let notation: Vec<_> = actions.iter().map(|&one| G::action_text(self.rules, one)).collect();
        let places = notation.iter().flat_map(|one| (self.places)(one)).collect();
        let first = text(at, actions[0]);
        let mut cost = G::cost(self.rules, &at.state, actions[0]);
        let (mut words, mut group) = (first, None);
        if let [first, second] = *actions {
            let mut next = at.clone();
            next.play(self.rules, first);
            cost = Cost::sum(cost, G::cost(self.rules, &next.state, second));
            group = Some(std::mem::replace(&mut words, text(&next, second)));
        }
        DraftChoice {
            actions: notation,
            text: words,
            group,
            price: cost.map(|cost| cost.to_string()),
            places,
            opens: false,
        }
    }

    /// True if an action is followed by a second one of the same item.
    fn opens(&self, at: &Replay<G>, first: G::Action) -> bool {
        at.with(self.rules, &[first])
            .is_some_and(|next| drafted::<G>(self.rules, &next, self.side) == Some(Drafted::Then))
    }

    /// Everything that may be added to the list at a position.
    fn offers(&self, at: &Replay<G>, done: G::Action) -> Vec<Vec<G::Action>> {
        let mut found = Vec::new();
        for &first in legal::<G>(self.rules, &at.state).iter().filter(|&&first| first != done) {
            let Some(next) = at.with(self.rules, &[first]) else { continue };
            match drafted::<G>(self.rules, &next, self.side) {
                Some(Drafted::Then) => {
                    found.extend(
                        legal::<G>(self.rules, &next.state).iter().map(|&second| vec![first, second]),
                    );
                }
                _ => found.push(vec![first]),
            }
        }
        found.retain(|actions| at.with(self.rules, actions).is_some());
        found
    }

    /// Plays as many items of a list as can be, in an order that the engine allows. Returns the positions on the way, each with
    /// the index of the item that led to it.
    fn order(
        &self,
        at: &Replay<G>,
        key: &str,
        items: &[Vec<G::Action>],
        tries: usize,
    ) -> Vec<(usize, Replay<G>)> {
        let mut best = Vec::new();
        let mut left: Vec<usize> = (0..items.len()).collect();
        self.search(at, key, items, &mut left, &mut Vec::new(), &mut best, &mut { tries });
        best
    }

    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        at: &Replay<G>,
        key: &str,
        items: &[Vec<G::Action>],
        left: &mut Vec<usize>,
        path: &mut Vec<(usize, Replay<G>)>,
        best: &mut Vec<(usize, Replay<G>)>,
        tries: &mut usize,
    ) {
        if path.len() > best.len() {
            best.clone_from(path);
        }
        if left.is_empty() || list_at::<G>(self.rules, at, self.side).is_none_or(|(now, _)| now != key) {
            return;
        }
        // Lists are mostly gone through in the order of their choices: that order is tried first.
        let mut next: Vec<usize> = (0..left.len()).collect();
        next.sort_by_key(|&index| &items[left[index]]);
        next.dedup_by_key(|index| &items[left[*index]]);
        for index in next {
            if best.len() == items.len() || *tries == 0 {
                return;
            }
            *tries -= 1;
            let item = left[index];
            if let Some(after) = at.with(self.rules, &items[item]) {
                left.remove(index);
                path.push((item, after.clone()));
                self.search(&after, key, items, left, path, best, tries);
                path.pop();
                left.insert(index, item);
            }
        }
    }

    /// Replays an ordered list, as far as each item is possible where it stands.
    fn in_order(
        &self,
        at: &mut Replay<G>,
        (key, done): (&str, G::Action),
        items: &[Vec<G::Action>],
        begun: Option<G::Action>,
    ) -> (Vec<usize>, DraftRow) {
        let (mut kept, mut shown) = (Vec::new(), Vec::new());
        let here =
            |at: &Replay<G>| list_at::<G>(self.rules, at, self.side).is_some_and(|(now, _)| now == key);
        for (index, item) in items.iter().enumerate().filter(|(_, item)| !item.contains(&done)) {
            let Some(next) = at.with(self.rules, item).filter(|_| here(at)) else { continue };
            // A first action alone is not an item.
            if drafted::<G>(self.rules, &next, self.side) != Some(Drafted::Then) {
                shown.push(self.choice(at, item));
                kept.push(index);
                *at = next;
            }
        }
        let first = begun.filter(|&first| here(at) && self.opens(at, first));
        let choices = match first.and_then(|first| Some((first, at.with(self.rules, &[first])?))) {
            _ if !here(at) => Vec::new(),
            Some((first, next)) => legal::<G>(self.rules, &next.state)
                .iter()
                .map(|&second| self.choice(at, &[first, second]))
                .collect(),
            None => legal::<G>(self.rules, &at.state)
                .iter()
                .filter(|&&first| first != done)
                .map(|&first| DraftChoice { opens: self.opens(at, first), ..self.choice(at, &[first]) })
                .collect(),
        };
        (kept, list_row(key, choices, shown, true))
    }

    /// Replays a list: what is on it, what may be added, and the position after it.
    fn list(&self, at: &mut Replay<G>, key: &str, items: &[Vec<G::Action>]) -> (Vec<usize>, DraftRow) {
        let path = self.order(at, key, items, TRIES.0);
        let kept: Vec<usize> = {
            let mut kept: Vec<usize> = path.iter().map(|(item, _)| *item).collect();
            kept.sort_unstable();
            kept
        };
        let mut shown = BTreeMap::new();
        let mut offers: Vec<(Vec<G::Action>, DraftChoice)> = Vec::new();
        let mut before = at.clone();
        for step in 0..=path.len() {
            if let Some((now, done)) = list_at::<G>(self.rules, &before, self.side)
                && now == key
            {
                for actions in self.offers(&before, done) {
                    if offers.iter().all(|(known, _)| *known != actions) {
                        let choice = self.choice(&before, &actions);
                        offers.push((actions, choice));
                    }
                }
            }
            if let Some((item, after)) = path.get(step) {
                shown.insert(*item, self.choice(&before, &items[*item]));
                before = after.clone();
            }
        }
        // What was offered on the way has to fit with everything that is on the list.
        let on_it: Vec<Vec<G::Action>> = kept.iter().map(|&item| items[item].clone()).collect();
        offers.retain(|(actions, _)| {
            let more: Vec<_> = on_it.iter().cloned().chain([actions.clone()]).collect();
            on_it.is_empty() || self.order(at, key, &more, TRIES.1).len() == more.len()
        });
        offers.sort_by(|(one, _), (other, _)| one.cmp(other));
        *at = before;
        let choices = offers.into_iter().map(|(_, choice)| choice).collect();
        (kept, list_row(key, choices, shown.into_values().collect(), false))
    }
}

/// A list; its section, name and rule are those of its decision.
fn list_row(key: &str, choices: Vec<DraftChoice>, items: Vec<DraftChoice>, ordered: bool) -> DraftRow {
    let (key, name) = (key.to_owned(), String::new());
    DraftRow { key, section: "", name, rule: "", choices, chosen: None, items, ordered }
}

impl<G: Playable> Session<G> {
    /// Checks that a person may draft now. Returns the side.
    fn drafter(&self, version: u64) -> Result<Side, SessionError> {
        if version != self.shown_version() {
            return Err(SessionError::Stale);
        }
        match self.turn() {
            None => Err(SessionError::Over),
            Some((side, false)) => Err(SessionError::OutOfTurn(side)),
            Some((side, true)) => self.check_screen(side).map(|()| side),
        }
    }

    /// The phase with what is drafted of it, and the actions that play it.
    fn replay_draft(&self, side: Side, draft: &Draft) -> (DraftView, Vec<G::Action>) {
        let rules = &self.world.rules;
        let places = |notation: &str| self.world.board.places_in(notation);
        let phase = Phase::<G> { rules, places: &places, side };
        let mut at =
            Replay::<G> { state: *self.state(), actions: Vec::new(), cost: None, open: !self.is_over() };
        let mut rows = Vec::<DraftRow>::new();
        let mut kept = Draft::default();
        let mut on_lists = BTreeSet::new();
        while let Some(found) = drafted::<G>(rules, &at, side) {
            let Status::Decision { kind, .. } = G::status(&at.state) else { break };
            let rule = G::prompt(rules, &at.state, kind).rule;
            match found {
                Drafted::Then => break,
                Drafted::Row { key, section, name, default, skip } => {
                    // Two rows of the same name are told apart by their order.
                    let same = rows.iter().filter(|row| row.key.split('#').next() == Some(&key)).count();
                    let key = if same > 0 { format!("{key}#{same}") } else { key };
                    let mut choices = legal::<G>(rules, &at.state);
                    choices.retain(|one| Some(*one) != skip);
                    let wanted = draft.answers.get(&key);
                    let action = wanted.and_then(|text| G::parse_action(rules, text).ok());
                    let chosen = match action {
                        // Pay as much as possible of what is no longer affordable in full.
                        Some(action) => {
                            choices.iter().position(|&one| one == action).unwrap_or(choices.len() - 1)
                        }
                        None => choices.iter().position(|&one| one == default).unwrap_or(0),
                    };
                    if let Some(text) = wanted.filter(|_| action.is_some()) {
                        kept.answers.insert(key.clone(), text.clone());
                    }
                    let shown = choices.iter().map(|&one| phase.choice(&at, &[one])).collect();
                    rows.push(DraftRow {
                        key,
                        section,
                        name,
                        rule,
                        choices: shown,
                        chosen: Some(chosen),
                        items: Vec::new(),
                        ordered: false,
                    });
                    at.play(rules, choices[chosen]);
                }
                Drafted::List { key, section, name, done, ordered } => {
                    let read = |item: &DraftItem| {
                        let actions = item.actions.iter().map(|text| G::parse_action(rules, text).ok());
                        let actions: Vec<G::Action> = actions.collect::<Option<_>>()?;
                        (item.list == key && !actions.is_empty()).then_some(actions)
                    };
                    let items = draft.items.iter().enumerate();
                    let (own, items): (Vec<usize>, Vec<_>) =
                        items.filter_map(|(index, item)| Some((index, read(item)?))).unzip();
                    let (still, row) = if ordered {
                        let begun = draft.begun.as_ref().and_then(read).map(|actions| actions[0]);
                        phase.in_order(&mut at, (&key, done), &items, begun)
                    } else {
                        phase.list(&mut at, &key, &items)
                    };
                    if row.choices.iter().any(|one| ordered && one.group.is_some()) {
                        kept.begun.clone_from(&draft.begun);
                    }
                    on_lists.extend(still.into_iter().map(|item| own[item]));
                    rows.push(DraftRow { section, name, rule, ..row });
                    // Without another choice the engine has gone on by itself.
                    if let Some((now, done)) = list_at::<G>(rules, &at, side)
                        && now == key
                    {
                        if !G::is_legal(rules, &at.state, done) {
                            break;
                        }
                        at.play(rules, done);
                    }
                }
            }
        }
        kept.items.extend(on_lists.into_iter().map(|index: usize| draft.items[index].clone()));
        let total = at.cost.map(|cost| cost.to_string());
        (DraftView { version: self.shown_version(), rows, total, draft: kept }, at.actions)
    }

    /// The phase with what is drafted of it.
    ///
    /// # Errors
    /// If it is not a person's turn, or the position is another one.
    pub fn draft(&self, draft: &Draft, version: u64) -> Result<DraftView, SessionError> {
        let side = self.drafter(version)?;
        Ok(self.replay_draft(side, draft).0)
    }

    /// Plays what is drafted, in the engine's order: undo takes all of it back at once.
    ///
    /// # Errors
    /// If it is not a person's turn, the position is another one, or something in the draft is not possible: then nothing
    /// is played.
    pub fn play_draft(&mut self, draft: &Draft, version: u64) -> Result<(), SessionError> {
        let side = self.drafter(version)?;
        let (view, actions) = self.replay_draft(side, draft);
        if let Some(lost) = draft.without(&view.draft) {
            return Err(SessionError::Illegal(lost));
        }
        if actions.is_empty() {
            return Err(SessionError::Empty);
        }
        for (index, action) in actions.into_iter().enumerate() {
            let turn = self.turn() == Some((side, true));
            if !turn || !G::is_legal(&self.world.rules, self.state(), action) {
                break;
            }
            self.play(action);
            if let Some(past) = self.past.last_mut() {
                past.joined = index > 0;
            }
        }
        self.settle();
        Ok(())
    }
}
