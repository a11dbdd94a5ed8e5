use std::cmp::Ordering;
use std::ops::RangeInclusive;

/// The unit of an [`Explanation`], always from the point of view of the deciding side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// The probability that the side wins, 0 to 1.
    Chance,
    /// Points on the bot's own scale, explained in its documentation. More is better.
    Points,
}

/// One of the legal actions, with the bot's value.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative<A> {
    /// The action.
    pub action: A,
    /// Its value.
    pub value: f64,
    /// The 95 % interval of the value, if it is an estimate from samples.
    pub interval: Option<RangeInclusive<f64>>,
    /// The number of times a search tried it.
    pub visits: Option<u64>,
}

/// A bot's values of the legal actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation<A> {
    /// The unit of the values.
    pub unit: Unit,
    /// The actions, the best one first.
    pub ranked: Vec<Alternative<A>>,
}

impl<A: Copy> Explanation<A> {
    /// Ranks actions by exact values on the bot's own scale. Ties keep their order.
    pub fn of_points(values: impl IntoIterator<Item = (A, f64)>) -> Self {
        let alternative = |(action, value)| Alternative { action, value, interval: None, visits: None };
        let mut ranked: Vec<_> = values.into_iter().map(alternative).collect();
        ranked.sort_by(|one, other| other.value.partial_cmp(&one.value).unwrap_or(Ordering::Equal));
        Self { unit: Unit::Points, ranked }
    }

    /// The best action, if there are any.
    #[must_use]
    pub fn best(&self) -> Option<A> {
        self.ranked.first().map(|one| one.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_first_and_equals_keep_their_order() {
        let explanation = Explanation::of_points([(1, 0.5), (2, 2.0), (3, 0.5), (4, -1.0)]);
        let order: Vec<_> = explanation.ranked.iter().map(|one| one.action).collect();
        assert_eq!((explanation.best(), order), (Some(2), vec![2, 1, 3, 4]));
    }
}
