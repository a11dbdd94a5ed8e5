//! What a game reads off a position.

use wilaya_engine::Hidden;

/// No game reads more numbers off a position.
pub const MOST_FEATURES: usize = 32;

/// What a game reads off a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// The numbers in the order of [`Evaluated::FEATURES`], each of the order of 1; those that there is no name for are 0.
    pub numbers: [f64; MOST_FEATURES],
    /// What is there, one bit each in the order of [`Evaluated::things`].
    pub things: u64,
    /// How late in the game it is: from 0 at the beginning to 1.
    pub late: f64,
}

impl Features {
    /// With these numbers.
    #[must_use]
    pub fn new(numbers: &[f64], things: u64, late: f64) -> Self {
        let mut all = [0.0; MOST_FEATURES];
        all.iter_mut().zip(numbers).for_each(|(one, number)| *one = *number);
        Self { numbers: all, things, late: late.clamp(0.0, 1.0) }
    }
}

/// No game reads more numbers besides off a position in the middle of a turn.
pub(super) const MOST_WITHIN: usize = 32;

/// What a game reads besides off a position in the middle of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Within {
    /// The numbers in the order of [`Evaluated::WITHIN`], each of the order of 1; those that there is no name for are 0.
    pub numbers: [f64; MOST_WITHIN],
    /// What is there, one bit each in the order of [`Evaluated::things_within`].
    pub things: u128,
}

impl Within {
    /// With these numbers.
    #[must_use]
    pub fn new(numbers: &[f64], things: u128) -> Self {
        let mut all = [0.0; MOST_WITHIN];
        all.iter_mut().zip(numbers).for_each(|(one, number)| *one = *number);
        Self { numbers: all, things }
    }
}

/// A game whose positions are evaluated by a model. By default there is none, and the chance to win is taken for a half until
/// the game is over.
pub trait Evaluated: Hidden {
    /// The numbers.
    const FEATURES: &'static [&'static str] = &[];

    /// The numbers that count besides in the middle of a turn.
    const WITHIN: &'static [&'static str] = &[];

    /// The scenario, by which the model is found.
    fn scenario(rules: &Self::Rules) -> &str {
        let _ = rules;
        ""
    }

    /// The names of things that are there in a position or not, at most 64.
    fn things(rules: &Self::Rules) -> Vec<String> {
        let _ = rules;
        Vec::new()
    }

    /// The names of things that count besides in the middle of a turn, at most 128.
    fn things_within(rules: &Self::Rules) -> Vec<String> {
        let _ = rules;
        Vec::new()
    }

    /// Reads what counts off a position.
    fn features(rules: &Self::Rules, state: &Self::State) -> Features {
        let _ = (rules, state);
        Features::new(&[], 0, 0.0)
    }

    /// Reads what counts besides in the middle of a turn off a position in which somebody decides.
    fn within(rules: &Self::Rules, state: &Self::State) -> Within {
        let _ = (rules, state);
        Within::default()
    }
}
