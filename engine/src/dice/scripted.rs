use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Dice, Label, Roll};

/// One entry of a script: a face and, if given, the label and number of faces that the roll must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptItem {
    /// The label that the roll must have.
    pub label: Option<Label>,
    /// The number of faces that the roll must have.
    pub sides: Option<u16>,
    /// The face, from 1.
    pub face: u16,
}

impl From<Roll> for ScriptItem {
    fn from(roll: Roll) -> Self {
        Self { label: Some(roll.label), sides: Some(roll.sides), face: roll.face }
    }
}

impl From<u16> for ScriptItem {
    fn from(face: u16) -> Self {
        Self { label: None, sides: None, face }
    }
}

/// An error in a script of rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceError {
    /// The script ended before this roll.
    Missing {
        /// The number of rolls in the script.
        given: usize,
        /// The missing roll.
        label: Label,
        /// Its number of faces.
        sides: u16,
    },
    /// The script has rolls that were not used.
    LeftOver {
        /// How many rolls were used.
        used: usize,
        /// The first unused one.
        first: ScriptItem,
        /// The number of rolls in the script.
        count: usize,
    },
    /// The script and the game disagree on a roll.
    Mismatch {
        /// The place in the script, from 0.
        index: usize,
        /// The entry in the script.
        found: ScriptItem,
        /// The game's roll.
        label: Label,
        /// Its number of faces.
        sides: u16,
    },
}

/// Dice that follow a script.
///
/// After an error the rolls are arbitrary (but not all equal, so that a rule that rolls again still ends) and
/// [`ScriptedDice::finish`] returns the first error; the resulting state must be discarded.
#[derive(Clone, Debug)]
pub struct ScriptedDice {
    script: Vec<ScriptItem>,
    used: usize,
    error: Option<DiceError>,
    after_error: Pcg64Mcg,
}

impl ScriptedDice {
    /// Dice that follow these entries.
    pub fn new<I: Into<ScriptItem>>(script: impl IntoIterator<Item = I>) -> Self {
        Self {
            script: script.into_iter().map(Into::into).collect(),
            used: 0,
            error: None,
            after_error: Pcg64Mcg::seed_from_u64(0),
        }
    }

    /// The number of rolls used.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }

    /// The first error so far, not counting unused rolls.
    pub fn check(&self) -> Result<(), DiceError> {
        self.error.map_or(Ok(()), Err)
    }

    /// Ends the script.
    ///
    /// # Errors
    /// The first error: a missing roll, a mismatch, or an unused roll.
    pub fn finish(self) -> Result<(), DiceError> {
        self.check()?;
        match self.script.get(self.used) {
            Some(&first) => {
                Err(DiceError::LeftOver { used: self.used, first, count: self.script.len() - self.used })
            }
            None => Ok(()),
        }
    }
}

impl Dice for ScriptedDice {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        if self.error.is_none() {
            match self.script.get(self.used) {
                None => self.error = Some(DiceError::Missing { given: self.script.len(), label, sides: n }),
                Some(item) => {
                    let fits = item.label.is_none_or(|l| l == label)
                        && item.sides.is_none_or(|s| s == n)
                        && (1..=n).contains(&item.face);
                    if fits {
                        self.used += 1;
                        return item.face - 1;
                    }
                    self.error =
                        Some(DiceError::Mismatch { index: self.used, found: *item, label, sides: n });
                }
            }
        }
        self.after_error.random_range(0..n)
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Label = Label::new(1);

    #[test]
    fn a_script_is_used_up() {
        let mut dice = ScriptedDice::new([3u16, 6]);
        assert_eq!((dice.d6(ANY), dice.d6(ANY)), (3, 6));
        assert_eq!(dice.finish(), Ok(()));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let mut short = ScriptedDice::new([3u16]);
        short.d6(ANY);
        short.d6(ANY);
        assert_eq!(short.finish(), Err(DiceError::Missing { given: 1, label: ANY, sides: 6 }));

        let mut long = ScriptedDice::new([3u16, 4]);
        long.d6(ANY);
        assert!(matches!(long.finish(), Err(DiceError::LeftOver { used: 1, count: 1, .. })));

        let mut seven = ScriptedDice::new([7u16]);
        seven.d6(ANY);
        assert!(matches!(seven.finish(), Err(DiceError::Mismatch { index: 0, .. })));

        let roll = Roll { label: Label::new(2), sides: 6, face: 1 };
        let mut other = ScriptedDice::new([roll]);
        other.d6(ANY);
        assert!(matches!(other.finish(), Err(DiceError::Mismatch { label: ANY, .. })));
    }
}
