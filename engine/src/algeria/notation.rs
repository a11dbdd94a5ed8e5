//! Actions and labels of rolls in notation.

use super::label::RollKind;
use super::rules::Rules;
use super::types::{FlnBox, FlnUnit, GovBox, GovType, GovUnit, Place, Point};
use crate::NotationError::{self, Unknown};
use crate::arguments::{Reader, Writer, arguments};
use crate::dice::Label;
use crate::notation::{label_text_by, parse_label_by};

arguments! { Rules; rules, word, value;
    place: Place, "the id of a place", place(rules, word), rules.id(value);
    wilaya: u8, "the id of a wilaya",
        rules.wilaya_ids.iter().position(|id| id.eq_ignore_ascii_case(word)).map(|index| index as u8),
        &rules.wilaya_ids[usize::from(value)];
    fln_unit: FlnUnit, "an FLN unit", FlnUnit::from_word(word), value;
    fln_box: FlnBox, "a box of the FLN", FlnBox::from_word(word), value;
    gov_unit: GovUnit, "a Government unit", GovUnit::from_word(word), value;
    gov_box: GovBox, "a box of the Government", GovBox::from_word(word), value;
    counter: GovType, "a type of counter", GovType::from_word(word), value;
    point: Point, "a kind of Point", Point::from_word(word), value;
    number: u8, "a number from 0 to 255", word.parse().ok(), value;
}

impl Reader<'_, Rules> {
    pub(super) fn neutralized(&mut self) -> Result<bool, NotationError> {
        self.flag("neutralized")
    }

    pub(super) fn airmobile(&mut self) -> Result<bool, NotationError> {
        self.flag("airmobile")
    }

    fn flag(&mut self, name: &str) -> Result<bool, NotationError> {
        let what = format!("{name} or nothing");
        Ok(self.option(&what, |word| (word == name).then_some(()))?.is_some())
    }
}

impl Writer<'_, Rules> {
    pub(super) fn neutralized(&mut self, neutralized: bool) {
        neutralized.then(|| self.push("neutralized"));
    }

    pub(super) fn airmobile(&mut self, airmobile: bool) {
        airmobile.then(|| self.push("airmobile"));
    }
}

/// The place with this id.
pub(super) fn place(r: &Rules, id: &str) -> Option<Place> {
    r.ids.iter().position(|one| one.eq_ignore_ascii_case(id)).map(|index| Place(index as u8))
}

impl RollKind {
    /// A label in notation.
    #[must_use]
    pub fn text(r: &Rules, label: Label) -> String {
        label_text_by(label, Self::ALL, Self::word, &r.ids)
    }

    /// Reads a label in notation.
    ///
    /// # Errors
    /// The invalid part.
    pub fn parse(r: &Rules, text: &str) -> Result<Label, NotationError> {
        let place = |id: &str| {
            place(r, id).map(|at| at.0).ok_or_else(|| Unknown(format!("\"{text}\": unknown place \"{id}\"")))
        };
        parse_label_by(text, Self::ALL, Self::word, place)
    }
}
