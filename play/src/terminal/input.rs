//! The commands of the terminal.

use crate::session::DecisionView;

/// The help text.
pub(super) const HELP: &str = "\
To choose, type a number, or the beginning of a choice or of one of its words.
  ?           this help
  list        show the choices again
  map         show the map
  show AREA   show an area, by id or name
  log [N]     show the last lines of the log
  rules [WORD] how to play: the contents, or the entry of a word or rule section
  odds [N]    show the odds of a choice, or of all
  hint        ask a bot to rank the choices
  phase CHOICE  make a choice marked * for the rest of the phase; ask takes that back
  undo        take back your last decision
  save [NAME] update the game's own save, or save a copy under another name
  saves       list the saves, newest first
  load NAME   load a saved game
  delete NAME delete a save
  bot         let a bot take over for you
  quit        save and quit
";

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Nothing,
    Help,
    Choices,
    Map,
    Show(String),
    Log(usize),
    Rules(String),
    Odds(Option<usize>),
    Hint,
    Save(Option<String>),
    Saves,
    Load(String),
    Delete(String),
    Undo,
    Bot,
    Quit,
    Choose(Found),
    /// Makes a choice for the rest of the phase.
    ForPhase(Found),
    Ask,
}

/// The result of searching the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    None,
    /// One choice, in notation.
    One(String),
    /// Several choices: their numbers, from 1, and words.
    Many(Vec<(usize, String)>),
}

/// Parses a line.
pub(super) fn read(line: &str, decision: &DecisionView) -> Command {
    let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match (word, rest) {
        ("", _) => Command::Nothing,
        ("?" | "help", "") => Command::Help,
        ("list", "") => Command::Choices,
        ("map", "") => Command::Map,
        ("show", area) if !area.is_empty() => Command::Show(area.to_owned()),
        ("log", count) => Command::Log(count.parse().unwrap_or(20)),
        ("rules", word) => Command::Rules(word.to_owned()),
        ("odds", "") => Command::Odds(None),
        ("odds", number) if number.parse::<usize>().is_ok() => Command::Odds(number.parse().ok()),
        ("hint", "") => Command::Hint,
        ("save", name) => Command::Save((!name.is_empty()).then(|| name.to_owned())),
        ("saves", "") => Command::Saves,
        ("load", name) if !name.is_empty() => Command::Load(name.to_owned()),
        ("delete", name) if !name.is_empty() => Command::Delete(name.to_owned()),
        ("undo" | "u", "") => Command::Undo,
        ("phase", choice) if !choice.is_empty() => Command::ForPhase(find(choice, decision)),
        ("ask", "") => Command::Ask,
        ("bot", "") => Command::Bot,
        ("quit" | "q", "") => Command::Quit,
        _ => Command::Choose(find(line, decision)),
    }
}

/// True if the text and the notation of a choice match the line.
type Way<'a> = &'a dyn Fn(&str, &str) -> bool;

/// Finds a choice by number, notation, beginning, or beginnings of its words, in this order.
fn find(line: &str, decision: &DecisionView) -> Found {
    let choices = &decision.choices;
    if let Ok(number) = line.parse::<usize>() {
        let chosen = number.checked_sub(1).and_then(|index| choices.get(index));
        return chosen.map_or(Found::None, |choice| Found::One(choice.action.clone()));
    }
    let wanted = line.to_lowercase();
    let words: Vec<&str> = wanted.split_whitespace().collect();
    let ways: [Way<'_>; 3] = [
        &|text, action| action == wanted || text == wanted,
        &|text, _| text.starts_with(&wanted),
        &|text, _| {
            let mut rest = text.split(|letter: char| !letter.is_alphanumeric());
            words.iter().all(|word| rest.any(|one| one.starts_with(word)))
        },
    ];
    for way in ways {
        let met: Vec<_> = choices
            .iter()
            .enumerate()
            .filter(|(_, choice)| way(&choice.text.to_lowercase(), &choice.action.to_lowercase()))
            .collect();
        match met.as_slice() {
            [] => {}
            [(_, one)] => return Found::One(one.action.clone()),
            several => {
                return Found::Many(several.iter().map(|(i, choice)| (i + 1, choice.text.clone())).collect());
            }
        }
    }
    Found::None
}

#[cfg(test)]
mod tests {
    use wilaya_engine::Side;

    use super::*;
    use crate::session::ChoiceView;

    fn decision() -> DecisionView {
        let choice = |action: &str, text: &str| ChoiceView {
            action: action.to_owned(),
            text: text.to_owned(),
            places: Vec::new(),
            topic: None,
            price: None,
            uncertain: false,
            repeats: false,
            then: Vec::new(),
        };
        let choices =
            vec![choice("raid", "Raid"), choice("in:I-2", "Batna (I-2)"), choice("in:I-1", "Barika (I-1)")];
        let (text, rule) = ("What?".to_owned(), "rules 1");
        DecisionView { side: Side::Fln, yours: true, bot: false, draft: false, text, rule, choices }
    }

    #[test]
    fn a_choice_is_found_by_number_notation_and_beginning() {
        let one = |line: &str| match find(line, &decision()) {
            Found::One(action) => action,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!((one("1").as_str(), one("raid").as_str(), one("R").as_str()), ("raid", "raid", "raid"));
        assert_eq!(
            (one("bat").as_str(), one("in:I-1").as_str(), one("i 2").as_str()),
            ("in:I-2", "in:I-1", "in:I-2")
        );
        assert_eq!(
            (find("0", &decision()), find("4", &decision()), find("x", &decision())),
            (Found::None, Found::None, Found::None)
        );
        let several = vec![(2, "Batna (I-2)".to_owned()), (3, "Barika (I-1)".to_owned())];
        assert_eq!(find("ba", &decision()), Found::Many(several));
    }

    #[test]
    fn commands_are_no_choices() {
        assert_eq!(read("show Batna", &decision()), Command::Show("Batna".to_owned()));
        assert_eq!(read("rules civil affairs", &decision()), Command::Rules("civil affairs".to_owned()));
        assert_eq!(read("odds 2", &decision()), Command::Odds(Some(2)));
        assert_eq!(read("save", &decision()), Command::Save(None));
        assert_eq!(read("", &decision()), Command::Nothing);
    }
}
