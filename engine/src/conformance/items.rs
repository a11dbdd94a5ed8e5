//! Checks of removable items: their names, and that items said never to occur do not.

use std::collections::{BTreeSet, HashSet};

use super::{At, Suite};
use crate::dice::SeededDice;
use crate::{Actions, FullGame, Item, Setting, Sink, Use};

/// Records which items events mention.
struct Watch<'a, G: FullGame> {
    rules: &'a G::Rules,
    seen: BTreeSet<usize>,
}

impl<G: FullGame> Sink<G::Event> for Watch<'_, G> {
    fn event(&mut self, event: G::Event) {
        let told = G::item(self.rules, &event);
        self.seen.extend(told.map(|(number, _): (usize, Use)| number));
    }
}

impl Suite {
    /// Checks words and names of the items, and plays random games: of each setting as many as the suite has cheap ones. An item
    /// occurs if an event mentions it, or if an action is offered that disappears once the item is barred.
    ///
    /// Returns, for each setting, the words of the items that were not seen to occur although they can. Those are rare, or
    /// barring them removes the whole decision.
    ///
    /// # Panics
    /// If a word bars nothing, if a name is missing, truncated or not unique, or if an item occurs that is said not to.
    pub fn items<G: FullGame>(&self) -> Vec<Vec<String>> {
        self.settings.iter().map(|setting| self.items_of::<G>(setting)).collect()
    }

    fn items_of<G: FullGame>(&self, setting: &Setting) -> Vec<String> {
        let figures = G::figures();
        let rules = G::rules(&figures, setting).unwrap_or_else(|error| panic!("{setting:?}: {error}"));
        let items = G::items(&rules);
        check_names(&items);
        // The rules without each kind of action; events tell of all else.
        let without: Vec<_> = (items.iter().enumerate())
            .filter(|(_, item)| item.word.starts_with("action:"))
            .map(|(number, item)| {
                let mut setting = setting.clone();
                setting.bars.push(item.word.clone());
                let rules = G::rules(&figures, &setting);
                (number, rules.unwrap_or_else(|error| panic!("{setting:?}: {error}")))
            })
            .collect();
        let mut watch = Watch::<G> { rules: &rules, seen: BTreeSet::new() };
        for index in self.cheap.clone() {
            let mut dice = SeededDice::new(self.seed, index);
            let mut chooser = self.chooser(index);
            let mut state = G::start(&rules, &mut dice, &mut watch);
            let (mut legal, mut less) = (Actions::<G>::new(), Actions::<G>::new());
            while G::status(&state).outcome().is_none() {
                legal.clear();
                G::legal(&rules, &state, &mut legal);
                for (number, without) in &without {
                    if watch.seen.contains(number) {
                        continue;
                    }
                    less.clear();
                    G::legal(without, &state, &mut less);
                    if legal.iter().any(|action| !less.contains(action)) {
                        watch.seen.insert(*number);
                    }
                }
                let action = chooser.choose::<G>(&legal);
                G::apply(&rules, &mut state, action, &mut dice, &mut watch);
            }
            let at = At::<G> { rules: &rules, index, decision: 0, action: None };
            let wrong: Vec<_> = watch.seen.iter().map(|number| &items[*number]).collect();
            let wrong: Vec<_> = wrong.iter().filter(|item| item.absent.is_some()).collect();
            assert!(wrong.is_empty(), "{at}: what cannot occur did: {wrong:?}");
        }
        let unseen = |number: &usize| !watch.seen.contains(number) && items[*number].absent.is_none();
        (0..items.len()).filter(unseen).map(|number| items[number].word.clone()).collect()
    }
}

fn check_names(items: &[Item]) {
    let mut names = HashSet::new();
    let mut words = HashSet::new();
    for Item { word, name, absent } in items {
        assert!(words.insert(word), "{word} is there twice");
        assert!(names.insert(name.to_lowercase()), "{word}: {name} is the name of something else");
        let plain = !name.trim().is_empty() && name.trim() == name;
        let whole = !name.contains('…') && !name.contains("...") && !name.contains('`');
        assert!(plain && whole && !name.contains(word.as_str()), "{word}: \"{name}\" is no name");
        assert!(absent.as_ref().is_none_or(|why| !why.is_empty()), "{word}: no reason is given");
    }
}
