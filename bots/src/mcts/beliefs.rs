//! A search's beliefs about its opponent's policy.

use arrayvec::ArrayVec;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The maximum number of policies that a game offers for a side.
pub const MOST_MODELS: usize = 16;

/// The probabilities of the policies that the opponent may follow.
///
/// Each observed decision multiplies the probability of a policy that would have decided otherwise by a floor, because nobody
/// follows a policy exactly. Evidence fades gradually, so that an opponent may change.
#[derive(Clone, Debug)]
pub(super) struct Beliefs {
    /// The log-likelihood of the observed decisions under each policy.
    evidence: ArrayVec<f64, MOST_MODELS>,
    shares: ArrayVec<f64, MOST_MODELS>,
}

/// The prior of the first policy; the others share the rest.
const FIRST: f64 = 0.5;

impl Beliefs {
    /// The priors for this many policies, before any decision.
    pub(super) fn new(models: usize) -> Self {
        let models = models.clamp(1, MOST_MODELS);
        let zeros = std::iter::repeat_n(0.0, models);
        let mut beliefs = Self { evidence: zeros.clone().collect(), shares: zeros.collect() };
        beliefs.share();
        beliefs
    }

    /// The probabilities, in the order of the policies.
    pub(super) fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// True if there is more than one policy.
    pub(super) fn learns(&self) -> bool {
        self.shares.len() > 1
    }

    /// Learns from a decision; `agrees` marks the policies that would have made it.
    pub(super) fn learn(&mut self, floor: f64, keep: f64, agrees: impl Fn(usize) -> bool) {
        let other = libm::log(floor);
        for (model, evidence) in self.evidence.iter_mut().enumerate() {
            *evidence = keep * *evidence + if agrees(model) { 0.0 } else { other };
        }
        self.share();
    }

    fn share(&mut self) {
        let rest = (1.0 - FIRST) / (self.evidence.len() - 1).max(1) as f64;
        let most = self.evidence.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (model, (share, evidence)) in self.shares.iter_mut().zip(&self.evidence).enumerate() {
            *share = libm::exp(evidence - most) * if model == 0 { FIRST } else { rest };
        }
        let all: f64 = self.shares.iter().sum();
        self.shares.iter_mut().for_each(|share| *share /= all);
    }

    /// Draws a policy.
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> usize {
        if !self.learns() {
            return 0;
        }
        let mut left: f64 = rng.random();
        let among = self.shares.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        among.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn who_decides_alike_is_believed_and_one_who_changes_is_noticed() {
        let mut beliefs = Beliefs::new(3);
        assert_eq!(beliefs.shares[..], [0.5, 0.25, 0.25]);
        for _ in 0..10 {
            beliefs.learn(0.25, 0.99, |model| model == 2);
        }
        assert!(beliefs.shares[2] > 0.99, "{beliefs:?}");
        for _ in 0..40 {
            beliefs.learn(0.25, 0.99, |model| model == 1);
        }
        assert!(beliefs.shares[1] > 0.99, "{beliefs:?}");
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        assert!((0..100).filter(|_| beliefs.draw(&mut rng) == 1).count() > 90);
    }

    #[test]
    fn a_decision_that_all_would_have_made_teaches_nothing() {
        let mut beliefs = Beliefs::new(4);
        let before = beliefs.shares.clone();
        beliefs.learn(0.25, 0.99, |_| true);
        beliefs.learn(0.25, 1.0, |_| false);
        assert_eq!(beliefs.shares, before);
        assert!(!Beliefs::new(1).learns());
    }
}
