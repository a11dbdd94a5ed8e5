//! The options for dice.

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use wilaya_engine::Notation;
use wilaya_engine::dice::{Dice, DiceError, Label, ScriptedDice, SeededDice};
use wilaya_engine::notation::{dice_error_text, parse_script};

/// The source of dice rolls.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Dice")]
pub(crate) struct DiceArgs {
    /// Rolls in order, such as 3,5,1, or labelled, such as raid=3; all must be used
    #[arg(long, value_name = "ROLLS", conflicts_with = "seed")]
    dice: Option<String>,
    /// Roll dice from this seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Seeded or scripted dice.
#[derive(Clone, Debug)]
pub(crate) enum Rolling {
    Seeded(SeededDice),
    /// True if the user gave a script.
    Scripted(ScriptedDice, bool),
}

impl DiceArgs {
    /// The dice that the options specify; without options, those of the seed `otherwise`, or no dice if that is `None`.
    pub(crate) fn rolling<G: Notation>(&self, rules: &G::Rules, otherwise: Option<u64>) -> Result<Rolling> {
        match (&self.dice, self.seed.or(otherwise)) {
            (None, Some(seed)) => Ok(Rolling::Seeded(SeededDice::new(seed, 0))),
            (script, _) => {
                let items = script.as_deref().unwrap_or_default();
                let items = parse_script::<G>(rules, items).context("--dice")?;
                Ok(Rolling::Scripted(ScriptedDice::new(items), script.is_some()))
            }
        }
    }
}

impl Rolling {
    /// Fails if a roll was missing or did not match.
    pub(crate) fn check<G: Notation>(&self, rules: &G::Rules) -> Result<()> {
        match self {
            Self::Seeded(_) => Ok(()),
            Self::Scripted(dice, given) => explain::<G>(rules, dice.check(), *given),
        }
    }

    /// Fails if a roll was missing, did not match, or was not used.
    pub(crate) fn finish<G: Notation>(self, rules: &G::Rules) -> Result<()> {
        match self {
            Self::Seeded(_) => Ok(()),
            Self::Scripted(dice, given) => explain::<G>(rules, dice.finish(), given),
        }
    }
}

fn explain<G: Notation>(rules: &G::Rules, result: Result<(), DiceError>, given: bool) -> Result<()> {
    result.map_err(|error| {
        let text = dice_error_text::<G>(rules, error);
        if given {
            anyhow!("--dice: {text}")
        } else {
            anyhow!("{text}: give the rolls with --dice, or a --seed")
        }
    })
}

impl Dice for Rolling {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        match self {
            Self::Seeded(dice) => dice.uniform(label, n),
            Self::Scripted(dice, _) => dice.uniform(label, n),
        }
    }

    fn rekey(&mut self, turn: u16, phase: u8) {
        match self {
            Self::Seeded(dice) => dice.rekey(turn, phase),
            Self::Scripted(dice, _) => dice.rekey(turn, phase),
        }
    }
}
