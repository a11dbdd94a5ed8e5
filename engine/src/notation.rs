//! Rolls, scripts of rolls, and hashes in notation.
//!
//! A roll is `label=face`, or `label=face/sides` if the die does not have six faces. A script is a comma-separated list of
//! rolls, in which a bare face matches a roll with any label.

use std::hash::Hasher as _;

use siphasher::sip::SipHasher13;

use crate::dice::{DiceError, Label, Roll, ScriptItem};
use crate::{Notation, NotationError, UnknownSide};

/// A roll in notation; [`parse_roll`] reads it back.
pub fn roll_text<G: Notation>(rules: &G::Rules, roll: Roll) -> String {
    let label = G::label_text(rules, roll.label);
    match roll.sides {
        6 => format!("{label}={}", roll.face),
        sides => format!("{label}={}/{sides}", roll.face),
    }
}

/// A label as `what`, `what.side`, `what@place` or `what.side@place`; [`parse_label_by`] reads it back.
pub(crate) fn label_text_by<T: Copy>(
    label: Label,
    all: &[T],
    word: impl FnOnce(T) -> &'static str,
    places: &[String],
) -> String {
    let what = all.get(usize::from(label.what)).map_or("unknown", |roll| word(*roll));
    let side = label.side.map_or(String::new(), |side| format!(".{}", side.name()));
    let place = places.get(usize::from(label.place)).map_or(String::new(), |id| format!("@{id}"));
    format!("{what}{side}{place}")
}

/// Reads a label written as `what`, `what.side`, `what@place` or `what.side@place`; `all` lists the game's rolls, which have
/// words.
pub(crate) fn parse_label_by<T: Copy>(
    text: &str,
    all: &[T],
    word: impl Fn(T) -> &'static str,
    place: impl FnOnce(&str) -> Result<u8, NotationError>,
) -> Result<Label, NotationError> {
    let unknown = |why: String| NotationError::Unknown(format!("\"{text}\": {why}"));
    let (head, id) = text.split_once('@').map_or((text, None), |(head, id)| (head, Some(id)));
    let place = id.map_or(Ok(Label::NOWHERE), place)?;
    let (what, side) = head.split_once('.').map_or((head, None), |(what, side)| (what, Some(side)));
    let side = side.map(str::parse).transpose().map_err(|error: UnknownSide| unknown(error.to_string()))?;
    let number = all.iter().position(|roll| word(*roll) == what).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|roll| word(*roll)).collect();
        unknown(format!("unknown roll \"{what}\"; the rolls are {}", known.join(", ")))
    })?;
    Ok(Label { what: number as u8, side, place })
}

/// Reads a roll in notation.
///
/// # Errors
/// Describes what is wrong with the text.
pub fn parse_roll<G: Notation>(rules: &G::Rules, text: &str) -> Result<Roll, NotationError> {
    let wrong = |what: &str| {
        NotationError::Malformed(format!("roll \"{text}\": {what}; expected label=face or label=face/sides"))
    };
    let (label, fall) = text.rsplit_once('=').ok_or_else(|| wrong("it has no ="))?;
    let (face, sides) = fall.split_once('/').unwrap_or((fall, "6"));
    let sides = sides.parse().map_err(|_| wrong("the number of sides is not a number"))?;
    let face = face.parse().map_err(|_| wrong("the face is not a number"))?;
    if !(1..=sides).contains(&face) {
        return Err(wrong(&format!("the face is not between 1 and {sides}")));
    }
    let label = G::parse_label(rules, label)
        .map_err(|why| NotationError::Malformed(format!("roll \"{text}\": {why}")))?;
    Ok(Roll { label, sides, face })
}

/// Reads a script of rolls, such as `3,5,event=2,draw=4/9`. An empty text is an empty script.
///
/// # Errors
/// Describes what is wrong with the text.
pub fn parse_script<G: Notation>(rules: &G::Rules, text: &str) -> Result<Vec<ScriptItem>, NotationError> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items
        .map(|item| match item.parse::<u16>() {
            Ok(face) => Ok(face.into()),
            Err(_) => parse_roll::<G>(rules, item).map(Into::into),
        })
        .collect()
}

/// The message for an error in a script, with its rolls in notation.
pub fn dice_error_text<G: Notation>(rules: &G::Rules, error: DiceError) -> String {
    let wanted = |label: Label, sides: u16| {
        let label = G::label_text(rules, label);
        if sides == 6 { format!("\"{label}\"") } else { format!("\"{label}\" among {sides}") }
    };
    let item = |item: ScriptItem| {
        let face = item.face;
        let label = item.label.map(|label| format!("{}=", G::label_text(rules, label))).unwrap_or_default();
        let sides = item.sides.filter(|&sides| sides != 6);
        format!("{label}{face}{}", sides.map(|sides| format!("/{sides}")).unwrap_or_default())
    };
    match error {
        DiceError::Missing { given, label, sides } => {
            format!("a roll is missing: {given} given, but {} has yet to be rolled", wanted(label, sides))
        }
        DiceError::LeftOver { used, first, count } => {
            format!("{count} of the given rolls were not used, from number {} ({}) on", used + 1, item(first))
        }
        DiceError::Mismatch { index, found, label, sides } => {
            format!("roll {} is {}, but {} must be rolled next", index + 1, item(found), wanted(label, sides))
        }
    }
}

/// The hash of a text.
#[must_use]
pub fn text_hash(text: &str) -> u64 {
    let mut hasher = SipHasher13::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// A hash as written in files: 16 hexadecimal digits.
#[must_use]
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Reads a hash.
///
/// # Errors
/// Describes what is wrong with the text.
pub fn parse_hash(text: &str) -> Result<u64, NotationError> {
    match u64::from_str_radix(text, 16) {
        Ok(hash) if text.len() == 16 && !text.starts_with('+') => Ok(hash),
        _ => {
            Err(NotationError::Malformed(format!("\"{text}\" is not a hash: expected 16 hexadecimal digits")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::dice::ScriptedDice;
    use crate::toy::{Action, Toy};
    use crate::{Setting, try_apply};

    fn rules() -> <Toy as Game>::Rules {
        Toy::rules(&Toy::figures(), &Setting::default()).expect("the default setting is one")
    }

    #[test]
    fn rolls_are_read_back() {
        let rules = rules();
        for text in ["step.fln=3", "second.france=6", "secret=2/3"] {
            let roll = parse_roll::<Toy>(&rules, text).expect(text);
            assert_eq!(roll_text::<Toy>(&rules, roll), text);
        }
        for (text, why) in [
            ("step.fln", "no ="),
            ("step.fln=7", "between 1 and 6"),
            ("secret=0/3", "between 1 and 3"),
            ("secret=x/3", "face is not a number"),
            ("secret=1/", "sides is not a number"),
            ("leap=1", "unknown roll"),
        ] {
            let message = parse_roll::<Toy>(&rules, text).expect_err(text).to_string();
            assert!(message.contains(why) && message.contains(text), "{message}");
        }
    }

    #[test]
    fn a_script_mixes_bare_faces_and_labels() {
        let rules = rules();
        let script = parse_script::<Toy>(&rules, "3, secret=2/3,6").expect("a script");
        assert_eq!(script.iter().map(|item| item.face).collect::<Vec<_>>(), [3, 2, 6]);
        assert_eq!(script.iter().filter(|item| item.label.is_some()).count(), 1);
        assert!(parse_script::<Toy>(&rules, "").expect("no rolls").is_empty());
    }

    #[test]
    fn errors_name_the_roll() {
        let rules = rules();
        let message = |script: &str, action| {
            let mut state = Toy::start(&rules, &mut ScriptedDice::new([4u16, 2]), &mut ());
            let mut dice = ScriptedDice::new(parse_script::<Toy>(&rules, script).expect(script));
            try_apply::<Toy, _, _>(&rules, &mut state, action, &mut dice, &mut ()).expect("it is legal");
            dice_error_text::<Toy>(&rules, dice.finish().expect_err(script))
        };
        assert!(message("3", Action::Run).contains("\"second.fln\" has yet to be rolled"));
        assert!(message("3,4,secret=1/3", Action::Walk).contains("2 of the given rolls were not used"));
        assert!(message("secret=1/3", Action::Walk).contains("roll 1 is secret=1/3, but \"step.fln\""));
    }

    #[test]
    fn hashes_are_read_back() {
        assert_eq!(parse_hash(&hash_text(0xfeed)), Ok(0xfeed));
        assert!(parse_hash("feed").is_err());
        assert!(parse_hash("+00000000000feed").is_err());
    }
}
