use super::{Dice, Label, Roll};

/// Passes on the rolls of other dice and records them.
#[derive(Clone, Debug)]
pub struct RecordingDice<D> {
    inner: D,
    rolls: Vec<Roll>,
}

impl<D: Dice> RecordingDice<D> {
    /// Records the rolls of `inner`.
    pub fn new(inner: D) -> Self {
        Self { inner, rolls: Vec::new() }
    }

    /// The rolls since the start or the previous call, in order.
    pub fn take(&mut self) -> Vec<Roll> {
        std::mem::take(&mut self.rolls)
    }

    /// The rolls since the start or the last [`RecordingDice::take`].
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }

    /// The wrapped dice.
    pub fn inner(&self) -> &D {
        &self.inner
    }

    /// The wrapped dice, without the recorder.
    pub fn into_inner(self) -> D {
        self.inner
    }
}

impl<D: Dice> Dice for RecordingDice<D> {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        let value = self.inner.uniform(label, n);
        self.rolls.push(Roll { label, sides: n, face: value + 1 });
        value
    }

    fn rekey(&mut self, turn: u16, phase: u8) {
        self.inner.rekey(turn, phase);
    }
}

/// A roll to fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Force {
    /// The turn in which to fix it; `None` for every turn.
    pub turn: Option<u16>,
    /// The roll.
    pub label: Label,
    /// Its face, from 1.
    pub face: u16,
}

/// Fixes some labelled rolls of other dice, for instance the random event of turn 3.
///
/// The other dice still roll, and the result is discarded, so that later rolls do not change. An entry applies to every roll
/// with its label in its turn, except to rolls that do not have its face.
#[derive(Clone, Debug)]
pub struct ForcingDice<D> {
    inner: D,
    forced: Vec<Force>,
    turn: u16,
    used: usize,
}

impl<D: Dice> ForcingDice<D> {
    /// Fixes these rolls of `inner`.
    pub fn new(inner: D, forced: Vec<Force>) -> Self {
        Self { inner, forced, turn: 0, used: 0 }
    }

    /// The number of rolls fixed so far.
    pub fn used(&self) -> usize {
        self.used
    }
}

impl<D: Dice> Dice for ForcingDice<D> {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        let value = self.inner.uniform(label, n);
        let forced = self.forced.iter().find(|f| {
            f.label == label && f.turn.is_none_or(|turn| turn == self.turn) && (1..=n).contains(&f.face)
        });
        match forced {
            Some(force) => {
                self.used += 1;
                force.face - 1
            }
            None => value,
        }
    }

    fn rekey(&mut self, turn: u16, phase: u8) {
        self.turn = turn;
        self.inner.rekey(turn, phase);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::SeededDice;

    #[test]
    fn recording_keeps_what_fell() {
        let mut dice = RecordingDice::new(SeededDice::new(1, 1));
        let face = dice.d6(Label::new(3).at(4));
        let pick = dice.uniform(Label::new(5), 26);
        assert_eq!(
            dice.take(),
            [
                Roll { label: Label::new(3).at(4), sides: 6, face: u16::from(face) },
                Roll { label: Label::new(5), sides: 26, face: pick + 1 },
            ]
        );
        assert!(dice.rolls().is_empty());
    }

    #[test]
    fn forcing_fixes_one_roll_and_leaves_the_others() {
        let label = Label::new(9);
        let force = Force { turn: Some(3), label, face: 6 };
        let mut forced = ForcingDice::new(SeededDice::new(1, 1), vec![force]);
        let mut free = SeededDice::new(1, 1);
        for turn in 1..=5 {
            forced.rekey(turn, 0);
            free.rekey(turn, 0);
            let (a, b) = (forced.d6(label), free.d6(label));
            assert_eq!(a, if turn == 3 { 6 } else { b });
            assert_eq!(forced.d6(Label::new(1)), free.d6(Label::new(1)));
        }
        assert_eq!(forced.used(), 1);
    }
}
