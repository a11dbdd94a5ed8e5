use std::hash::Hasher;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use siphasher::sip::SipHasher24;

use super::{Dice, Label};
use crate::Side;

/// Hashes a seed, a game index and a purpose to the key of a generator.
///
/// Streams are derived by hashing, never from a shared generator, so that game `i` of a run is the same on any thread, in any
/// shard, and after a resume.
#[must_use]
pub fn stream_key(seed: u64, game: u64, purpose: u64) -> u64 {
    let mut hasher = SipHasher24::new_with_keys(seed, purpose);
    hasher.write_u64(game);
    hasher.finish()
}

const PURPOSE_DICE: u64 = 0;
const PURPOSE_BOT: u64 = 1;

/// The generator of the bot that plays `side` in game `game` of a run with this seed.
#[must_use]
pub fn bot_rng(seed: u64, game: u64, side: Side) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(stream_key(seed, game, PURPOSE_BOT + side as u64))
}

/// Dice from a generator (PCG, 64 bits out of 128) keyed by (seed, game index) and re-keyed at each phase.
///
/// ```
/// use wilaya_engine::dice::{Dice, Label, SeededDice};
///
/// let (mut one, mut other) = (SeededDice::new(7, 0), SeededDice::new(7, 0));
/// one.d6(Label::new(0));
/// // An extra roll in one phase does not change the next.
/// for dice in [&mut one, &mut other] {
///     dice.rekey(1, 2);
/// }
/// assert_eq!(one.d6(Label::new(0)), other.d6(Label::new(0)));
/// ```
#[derive(Clone, Debug)]
pub struct SeededDice {
    key: u64,
    rng: Pcg64Mcg,
    /// The key of the current phase, until its first roll; many phases have none.
    begun: Option<u64>,
}

impl SeededDice {
    /// The dice of game `game` of a run with this seed.
    #[must_use]
    pub fn new(seed: u64, game: u64) -> Self {
        let key = stream_key(seed, game, PURPOSE_DICE);
        Self { key, rng: Pcg64Mcg::seed_from_u64(key), begun: None }
    }
}

impl SeededDice {
    #[cold]
    fn begin(&mut self, key: u64) {
        self.rng = Pcg64Mcg::seed_from_u64(key);
    }
}

impl Dice for SeededDice {
    #[inline]
    fn uniform(&mut self, _: Label, n: u16) -> u16 {
        if let Some(key) = self.begun.take() {
            self.begin(key);
        }
        self.rng.random_range(0..u32::from(n)) as u16
    }

    #[inline]
    fn rekey(&mut self, turn: u16, phase: u8) {
        let phase_of_game = (u64::from(turn) + 1) << 8 | u64::from(phase);
        self.begun = Some(self.key.wrapping_add(phase_of_game));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_equally_likely() {
        let mut dice = SeededDice::new(1, 2);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[usize::from(dice.d6(Label::new(0))) - 1] += 1;
        }
        // Chi-squared with 5 degrees of freedom: 20.5 is passed with probability 0.001.
        let chi: f64 = seen.iter().map(|&n| f64::from(n) - 10_000.0).map(|off| off * off / 10_000.0).sum();
        assert!(chi < 20.5, "{seen:?}");
    }

    #[test]
    fn a_phase_does_not_depend_on_the_rolls_before_it() {
        let (mut one, mut two) = (SeededDice::new(7, 0), SeededDice::new(7, 0));
        one.d6(Label::new(0));
        one.rekey(3, 1);
        two.rekey(3, 1);
        let rolls = |dice: &mut SeededDice| (0..32).map(|_| dice.d6(Label::new(0))).collect::<Vec<_>>();
        assert_eq!(rolls(&mut one), rolls(&mut two));
        two.rekey(3, 2);
        assert_ne!(rolls(&mut one), rolls(&mut two));
    }
}
