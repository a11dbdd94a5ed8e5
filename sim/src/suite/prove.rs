//! Proofs, by rollouts, of which choices of a decision are right.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use wilaya_bots::Maker;
use wilaya_bots::analysis::{Rolled, Rollout};
use wilaya_bots::evaluation::Evaluated;

use super::plan::SuitePlan;

/// The rollouts with one policy that show which choices are right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The bot that played on for both sides.
    pub policy: String,
    /// The seed of the rollouts.
    pub seed: u64,
    /// The number of rollouts per choice.
    pub rollouts: u64,
    /// The choices, the best first.
    pub choices: Vec<ChoiceProof>,
}

/// The result of a choice in the rollouts of a proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceProof {
    /// The choice, in notation.
    pub action: String,
    /// Finished games.
    pub n: u64,
    /// The share of points of the deciding side, 0 to 1.
    pub score: f64,
    /// Its lead over what was played, in games with the same dice.
    pub ahead: f64,
    /// The lower end of its interval; those of all choices hold simultaneously with 95 %.
    pub ahead_low: f64,
    /// The upper end of its interval.
    pub ahead_high: f64,
}

impl Proof {
    /// The choice with this notation.
    #[must_use]
    pub fn choice(&self, action: &str) -> Option<&ChoiceProof> {
        self.choices.iter().find(|choice| choice.action == action)
    }

    /// True if a choice is less than `gap` behind the best.
    fn is_near_best(&self, action: &str, gap: f64) -> bool {
        let best = self.choices.first().map_or(0.0, |best| best.score);
        self.choice(action).is_some_and(|choice| best - choice.score < gap)
    }
}

/// The right choices, if these proofs agree on them: with every policy, each is less than `gap` behind the best, and at least
/// `gap` and significantly ahead of what was played. At most half of all choices are right, and each policy's best is among them.
#[must_use]
pub(super) fn right_choices(proofs: &[Proof], gap: f64) -> Option<Vec<String>> {
    let all = &proofs.first()?.choices;
    let near = |action: &str| proofs.iter().all(|proof| proof.is_near_best(action, gap));
    let right: Vec<_> = all.iter().map(|one| &one.action).filter(|action| near(action)).cloned().collect();
    let ahead = |proof: &Proof, action: &String| {
        proof.choice(action).is_some_and(|choice| choice.ahead >= gap && choice.ahead_low > 0.0)
    };
    let proved = proofs.iter().all(|proof| {
        let best = proof.choices.first().is_some_and(|best| right.contains(&best.action));
        best && right.iter().all(|action| ahead(proof, action))
    });
    (proved && !right.is_empty() && 2 * right.len() <= all.len()).then_some(right)
}

/// A decision whose choices are played out with one policy.
pub(super) struct Trial<'a, G: Evaluated> {
    decision: Rollout<'a, G>,
    policy: &'a Maker<G>,
    /// The choice that was played comes first.
    rolled: Vec<Rolled<G::Action>>,
}

impl<'a, G: Evaluated> Trial<'a, G> {
    pub(super) fn new(decision: Rollout<'a, G>, played: G::Action, policy: &'a Maker<G>) -> Self {
        let others = decision.choices().iter().copied().filter(|&action| action != played);
        let rolled = [played].into_iter().chain(others).map(Rolled::new).collect();
        Self { decision, policy, rolled }
    }

    /// Plays every remaining choice until each has this many games. False if `stop` was set.
    fn play(&mut self, first: u64, games: u64, stop: &AtomicBool) -> bool {
        for rolled in &mut self.rolled {
            for game in rolled.games().len() as u64..games {
                let bots = ((self.policy)(), (self.policy)());
                match self.decision.play(rolled.action, first + game, bots, stop) {
                    Some((outcome, _)) => rolled.push(outcome),
                    None => return false,
                }
            }
        }
        true
    }

    /// The largest lead over what was played of a choice that is looked for.
    fn lead(&self, looked_for: impl Fn(G::Action) -> bool) -> f64 {
        let others = self.rolled.iter().skip(1).filter(|one| looked_for(one.action));
        let leads = others.map(|one| one.better_than(&self.rolled[0]).value);
        leads.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Drops choices that can hardly have this lead; false if none that is looked for remains.
    fn narrow(&mut self, lead: f64, looked_for: impl Fn(G::Action) -> bool) -> bool {
        let (played, others) = self.rolled.split_at(1);
        let hopeful = |one: &&Rolled<_>| {
            let ahead = one.better_than(&played[0]);
            ahead.value + 2.0 * ahead.error.min(1.0) >= lead
        };
        let kept: Vec<_> = others.iter().filter(hopeful).cloned().collect();
        self.rolled.truncate(1);
        self.rolled.extend(kept);
        self.rolled.iter().skip(1).any(|one| looked_for(one.action))
    }

    /// Screens the decision: rounds of twice as many games each, dropping hopeless choices. True if one that is looked for leads
    /// in the end.
    pub(super) fn screen(
        mut self,
        plan: &SuitePlan,
        looked_for: impl Fn(G::Action) -> bool,
        stop: &AtomicBool,
    ) -> bool {
        let mut games = (plan.screen / 8).max(2);
        loop {
            if !self.play(0, games, stop) || !self.narrow(plan.lead, &looked_for) {
                return false;
            }
            if games >= plan.screen {
                return self.lead(&looked_for) >= plan.lead;
            }
            games = (games * 2).min(plan.screen);
        }
    }

    /// Plays all choices out in games that screening has not used. `None` if after a tenth of them it is clear that none leads
    /// by the gap, or if `stop` was set.
    pub(super) fn prove(
        mut self,
        plan: &SuitePlan,
        (rules, name, seed): (&G::Rules, String, u64),
        stop: &AtomicBool,
    ) -> Option<Proof> {
        if !self.play(plan.screen, plan.rollouts / 10, stop) {
            return None;
        }
        let leads = self.rolled.iter().skip(1).map(|one| one.better_than(&self.rolled[0]));
        if !leads.into_iter().any(|lead| lead.value + 3.0 * lead.error >= plan.gap) {
            return None;
        }
        if !self.play(plan.screen, plan.rollouts, stop) {
            return None;
        }
        let (played, others) = (&self.rolled[0], self.rolled.len() - 1);
        let line = |one: &Rolled<G::Action>| {
            let ahead = one.better_than(played);
            let within = ahead.interval_among(others);
            let own = one.action == played.action;
            let rounded = |value: f64| if own { 0.0 } else { (value * 1e6).round() / 1e6 };
            ChoiceProof {
                action: G::action_text(rules, one.action),
                n: one.results.count(),
                score: (one.results.mean() * 1e6).round() / 1e6,
                ahead: rounded(ahead.value),
                ahead_low: rounded(within.low),
                ahead_high: rounded(within.high),
            }
        };
        let mut choices: Vec<_> = self.rolled.iter().map(line).collect();
        choices.sort_by(|one, other| other.score.total_cmp(&one.score));
        Some(Proof { policy: name, seed, rollouts: plan.rollouts, choices })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A proof with these scores, the last of which is that of what was played; leads are certain.
    fn proof(scores: &[(&str, f64)]) -> Proof {
        let played = scores.last().expect("there is one").1;
        let choice = |&(action, score): &(&str, f64)| {
            let ahead = score - played;
            let action = action.to_owned();
            ChoiceProof { action, n: 10_000, score, ahead, ahead_low: ahead - 0.01, ahead_high: ahead + 0.01 }
        };
        let mut choices: Vec<_> = scores.iter().map(choice).collect();
        choices.sort_by(|one, other| other.score.total_cmp(&one.score));
        Proof { policy: "random".to_owned(), seed: 1, rollouts: 10_000, choices }
    }

    #[test]
    fn policies_must_agree_on_what_is_right() {
        let right = |one: &[_], other: &[_]| right_choices(&[proof(one), proof(other)], 0.03);
        let one = [("a", 0.6), ("b", 0.4), ("c", 0.5)];
        assert_eq!(right(&one, &one), Some(vec!["a".to_owned()]));
        // The other policy has another best choice.
        assert_eq!(right(&one, &[("a", 0.4), ("b", 0.6), ("c", 0.3)]), None);
        // It has the same one, by too little.
        assert_eq!(right(&one, &[("a", 0.52), ("b", 0.4), ("c", 0.5)]), None);
        // Two choices of three are right: that is no test.
        assert_eq!(
            right(&[("a", 0.6), ("b", 0.59), ("c", 0.5)], &[("a", 0.6), ("b", 0.61), ("c", 0.5)]),
            None
        );
        // Two of four are one.
        let many = [("a", 0.6), ("b", 0.59), ("d", 0.5), ("c", 0.5)];
        assert_eq!(right(&many, &many).map(|right| right.len()), Some(2));
    }

    #[test]
    fn a_lead_in_doubt_proves_nothing() {
        let mut doubtful = proof(&[("a", 0.6), ("b", 0.5)]);
        assert!(right_choices(&[doubtful.clone()], 0.03).is_some());
        doubtful.choices[0].ahead_low = -0.01;
        assert_eq!(right_choices(&[doubtful], 0.03), None);
    }
}
