use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{Dice, Label, Roll};

/// Dice that replay a prefix and then take the first face, recording each roll.
///
/// Once there are more paths than allowed, the remaining rolls are arbitrary (but not all equal, so that a rule that rolls
/// again still ends), and the result must be discarded.
#[derive(Clone, Debug)]
pub struct EnumeratedDice {
    path: Vec<Roll>,
    asked: usize,
    /// Further paths still allowed.
    room: u64,
    /// The reciprocal of the path's probability.
    inverse_probability: u128,
    /// The dice used once the limit is exceeded.
    beyond: Option<Pcg64Mcg>,
}

impl EnumeratedDice {
    /// Replays a path, given the number of paths played so far and the limit.
    fn new(path: Vec<Roll>, played: u64, most: u64) -> Self {
        // Each die of the path has at least one combination per remaining face.
        let open: u64 = path.iter().map(|roll| u64::from(roll.sides - roll.face)).sum();
        let room = most.saturating_sub(played).checked_sub(open.saturating_add(1));
        // All but the last die of the path have been rolled before, so this cannot exceed the earlier bound.
        let inverse_probability = path.iter().map(|roll| u128::from(roll.sides)).product();
        let beyond = room.is_none().then(Self::arbitrary);
        Self { path, asked: 0, room: room.unwrap_or(0), inverse_probability, beyond }
    }

    fn arbitrary() -> Pcg64Mcg {
        Pcg64Mcg::seed_from_u64(0)
    }

    /// Rolls a die beyond the path; `None` if that opens too many paths.
    fn extend(&mut self, label: Label, sides: u16) -> Option<()> {
        self.room = self.room.checked_sub(u64::from(sides) - 1)?;
        self.inverse_probability = self.inverse_probability.checked_mul(sides.into())?;
        self.path.push(Roll { label, sides, face: 1 });
        Some(())
    }
}

impl Dice for EnumeratedDice {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        if let Some(rng) = &mut self.beyond {
            return rng.random_range(0..n);
        }
        let at = self.asked;
        self.asked += 1;
        if let Some(roll) = self.path.get(at) {
            assert_eq!((roll.label, roll.sides), (label, n), "the same prefix led to another roll");
            return roll.face - 1;
        }
        if self.extend(label, n).is_none() {
            self.beyond = Some(Self::arbitrary());
        }
        0
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

/// One outcome of the dice.
#[derive(Clone, Debug)]
pub struct Leaf<T> {
    /// What `piece` returned.
    pub value: T,
    /// The rolls.
    pub rolls: Vec<Roll>,
    /// The reciprocal of its probability: the product of the numbers of faces.
    pub inverse_probability: u128,
}

/// Plays `piece` once for each outcome of its dice.
///
/// `piece` must depend only on its dice. The number of outcomes multiplies with each die, so use it for a few dice only.
///
/// ```
/// use wilaya_engine::dice::{Dice, Label, enumerate};
/// let two = enumerate(|dice| dice.sum_d6(Label::new(0), 2));
/// assert_eq!(two.len(), 36);
/// assert_eq!(two.iter().filter(|leaf| leaf.value == 7).count(), 6);
/// ```
///
/// # Panics
/// If `piece` is not repeatable, or may roll forever.
pub fn enumerate<T>(piece: impl FnMut(&mut EnumeratedDice) -> T) -> Vec<Leaf<T>> {
    let mut leaves = Vec::new();
    let all = enumerate_within(u64::MAX, piece, |value, rolls, inverse_probability| {
        leaves.push(Leaf { value, rolls: rolls.to_vec(), inverse_probability });
    });
    assert!(all.is_some(), "the dice have infinitely many outcomes");
    leaves
}

/// Like [`enumerate`], but gives up on a piece with more than `most` outcomes. `each` receives what the piece returned, the
/// rolls, and the reciprocal of their probability. Returns the number of outcomes.
///
/// `None` if there are more, or if one has a probability below 2<sup>-128</sup>, as when a rule may roll again without end;
/// `each` has then seen only some of them. Never takes longer than `most` outcomes do.
///
/// ```
/// use wilaya_engine::dice::{Dice, Label, enumerate_within};
/// let mut sevens = 0;
/// let two = |dice: &mut wilaya_engine::dice::EnumeratedDice| dice.sum_d6(Label::new(0), 2);
/// assert_eq!(enumerate_within(36, two, |sum, _, _| sevens += u32::from(sum == 7)), Some(36));
/// assert_eq!(sevens, 6);
/// assert_eq!(enumerate_within(35, two, |_, _, _| ()), None);
/// ```
///
/// # Panics
/// If `piece` is not repeatable.
pub fn enumerate_within<T>(
    most: u64,
    mut piece: impl FnMut(&mut EnumeratedDice) -> T,
    mut each: impl FnMut(T, &[Roll], u128),
) -> Option<u64> {
    let mut played = 0;
    let mut path: Vec<Roll> = Vec::new();
    loop {
        let mut dice = EnumeratedDice::new(path, played, most);
        let value = piece(&mut dice);
        if dice.beyond.is_some() {
            return None;
        }
        assert_eq!(dice.asked, dice.path.len(), "the same prefix led to fewer rolls");
        played += 1;
        path = dice.path;
        each(value, &path, dice.inverse_probability);
        while path.last().is_some_and(|roll| roll.face == roll.sides) {
            path.pop();
        }
        match path.last_mut() {
            Some(roll) => roll.face += 1,
            None => return Some(played),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up_when_the_number_of_dice_varies() {
        let leaves = enumerate(|dice| {
            let first = dice.d6(Label::new(0));
            u16::from(first) + dice.sum_d6(Label::new(1), first % 3)
        });
        let total: u128 = leaves.iter().map(|leaf| 216 / leaf.inverse_probability).sum();
        assert_eq!(total, 216);
    }

    #[test]
    fn a_piece_with_too_many_ways_is_given_up() {
        let piece = |dice: &mut EnumeratedDice| {
            let first = dice.d6(Label::new(0));
            u16::from(first) + dice.sum_d6(Label::new(1), first % 3)
        };
        let ways = enumerate(piece).len() as u64;
        for most in 0..2 * ways {
            let mut seen = 0;
            let found = enumerate_within(most, piece, |_, _, _| seen += 1);
            assert_eq!(found, (most >= ways).then_some(ways), "{most}");
            assert!(seen <= most, "{seen} of {most}");
        }
    }

    #[test]
    fn rolls_without_end_are_given_up() {
        // Two dice until they differ: the ways in which they do not go on forever.
        let piece = |dice: &mut EnumeratedDice| while dice.d6(Label::new(0)) == dice.d6(Label::new(0)) {};
        assert_eq!(enumerate_within(1_000, piece, |(), _, _| ()), None);
        // However many ways there may be: they become too unlikely.
        assert_eq!(enumerate_within(u64::MAX, piece, |(), _, _| ()), None);
    }
}
