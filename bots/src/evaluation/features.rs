//! Features that a game extracts from a position.

use wilaya_engine::Hidden;

/// The maximum number of numeric features.
pub const MOST_FEATURES: usize = 32;

/// The features of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features {
    /// The numbers in the order of [`Evaluated::FEATURES`], each of the order of 1; those without a name are 0.
    pub numbers: [f64; MOST_FEATURES],
    /// The things present, one bit each in the order of [`Evaluated::things`].
    pub things: u128,
    /// The progress of the game, from 0 at the beginning to 1.
    pub late: f64,
}

impl Features {
    /// Features with these values.
    #[must_use]
    pub fn new(numbers: &[f64], things: u128, late: f64) -> Self {
        let mut all = [0.0; MOST_FEATURES];
        all.iter_mut().zip(numbers).for_each(|(one, number)| *one = *number);
        Self { numbers: all, things, late: late.clamp(0.0, 1.0) }
    }
}

/// The maximum number of additional numeric features within a turn.
pub(super) const MOST_WITHIN: usize = 32;

/// The additional features of a position in the middle of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Within {
    /// The numbers in the order of [`Evaluated::WITHIN`], each of the order of 1; those without a name are 0.
    pub numbers: [f64; MOST_WITHIN],
    /// The things present, one bit each in the order of [`Evaluated::things_within`].
    pub things: u128,
}

impl Within {
    /// Features with these values.
    #[must_use]
    pub fn new(numbers: &[f64], things: u128) -> Self {
        let mut all = [0.0; MOST_WITHIN];
        all.iter_mut().zip(numbers).for_each(|(one, number)| *one = *number);
        Self { numbers: all, things }
    }
}

/// A game whose positions a model can evaluate. By default there is no model, and the probability of winning counts as one half
/// until the game is over.
pub trait Evaluated: Hidden {
    /// The names of the numeric features.
    const FEATURES: &'static [&'static str] = &[];

    /// The names of the additional numeric features within a turn.
    const WITHIN: &'static [&'static str] = &[];

    /// The scenario, which selects the model.
    fn scenario(rules: &Self::Rules) -> &str {
        let _ = rules;
        ""
    }

    /// The names of things that may be present in a position, at most 128.
    fn things(rules: &Self::Rules) -> Vec<String> {
        let _ = rules;
        Vec::new()
    }

    /// The names of additional things within a turn, at most 128.
    fn things_within(rules: &Self::Rules) -> Vec<String> {
        let _ = rules;
        Vec::new()
    }

    /// Extracts the features of a position.
    fn features(rules: &Self::Rules, state: &Self::State) -> Features {
        let _ = (rules, state);
        Features::new(&[], 0, 0.0)
    }

    /// Extracts the additional features of a position within a turn, at a decision.
    fn within(rules: &Self::Rules, state: &Self::State) -> Within {
        let _ = (rules, state);
        Within::default()
    }
}
