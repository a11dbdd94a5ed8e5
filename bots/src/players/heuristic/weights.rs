//! Weights as keys of a specification, with defaults for each scenario.

use wilaya_engine::Side;

use crate::{Params, SpecError};

/// The maximum number of weights.
const MOST: usize = 40;

/// The weights of a heuristic.
pub trait Weights: Copy + Sized + 'static {
    /// The names of the weights, which are their keys.
    const NAMES: &'static [&'static str];

    /// The defaults for a scenario; those of the first scenario for an unknown one.
    fn of(scenario: &str) -> Self;

    /// These weights modified by a profile.
    #[must_use]
    fn profile(self, name: &str) -> Self;

    /// These weights for a phase played by a plan: unchanged for 0, more one-sided for others.
    #[must_use]
    fn plan(self, side: Side, number: usize) -> Self;

    /// These weights with the given values replaced.
    #[must_use]
    fn with(self, given: &[Option<f64>]) -> Self;
}

/// The weights of a specification, resolved once the scenario is known.
#[derive(Clone, Copy, Debug)]
pub struct LazyWeights<W> {
    profile: &'static str,
    given: [Option<f64>; MOST],
    plan: Option<(Side, usize)>,
    ready: Option<W>,
}

impl<W> Default for LazyWeights<W> {
    fn default() -> Self {
        Self { profile: "", given: [None; MOST], plan: None, ready: None }
    }
}

impl<W: Weights> LazyWeights<W> {
    /// The defaults modified by a plan.
    #[must_use]
    pub fn planned(side: Side, number: usize) -> Self {
        Self { plan: Some((side, number)), ..Self::default() }
    }

    /// Reads the weights of a specification: its profile, and single weights.
    ///
    /// # Errors
    /// If the profile is unknown, or a weight is not a number or out of range.
    pub fn read(params: Params<'_>) -> Result<Self, SpecError> {
        let mut weights = Self { profile: params.word("profile")?, ..Self::default() };
        for (given, name) in weights.given.iter_mut().zip(W::NAMES) {
            *given = params.weight(name)?;
        }
        Ok(weights)
    }

    /// The weights for a scenario.
    #[must_use]
    pub fn at(&self, scenario: &str) -> W {
        self.ready.unwrap_or_else(|| {
            let weights = W::of(scenario).profile(self.profile).with(&self.given);
            self.plan.map_or(weights, |(side, number)| weights.plan(side, number))
        })
    }

    /// Like [`LazyWeights::at`], but looked up only once: a bot plays one scenario.
    pub fn once(&mut self, scenario: &str) -> &W {
        if self.ready.is_none() {
            self.ready = Some(self.at(scenario));
        }
        self.ready.get_or_insert_with(|| W::of(scenario))
    }
}

/// Defines a struct of weights. Each field is a number with its range and its meaning; the defaults are in a data file per
/// scenario, as written by `wilaya tune`. The same list defines the bot's keys, so that `wilaya bots` shows them.
macro_rules! weights {
    (
        $(#[$meta:meta])*
        $name:ident {
            data: $($scenario:literal in $data:literal),+;
            profiles: $profiles:expr, $profiles_help:literal;
            plans: $profile:ident, $plan:ident;
            $($field:ident: $least:literal to $most:literal, $help:literal;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $(#[doc = $help] pub $field: f64,)+
        }

        impl $name {
            /// The scenarios that have their own defaults; those of the first also serve any other scenario.
            pub const SCENARIOS: &'static [&'static str] = &[$($scenario),+];

            /// The keys of a specification: the profile, then all weights.
            #[must_use]
            pub fn keys() -> &'static [$crate::Key] {
                static KEYS: std::sync::LazyLock<Vec<$crate::Key>> = std::sync::LazyLock::new(|| {
                    vec![
                        $crate::Key {
                            name: "profile",
                            help: $profiles_help,
                            values: $crate::Values::Word { default: $profiles[0], words: &$profiles },
                        },
                        $($crate::Key {
                            name: stringify!($field),
                            help: $help,
                            values: $crate::Values::Weight {
                                defaults: $name::defaults(|weights| weights.$field),
                                least: $least,
                                most: $most,
                            },
                        },)+
                    ]
                });
                &KEYS
            }

            /// The defaults of a weight. Computed once for the keys, and kept.
            fn defaults(weight: impl Fn(&$name) -> f64) -> &'static [(&'static str, f64)] {
                let own = |&scenario: &&'static str| {
                    (scenario, weight(&<$name as $crate::heuristic::Weights>::of(scenario)))
                };
                Vec::leak(Self::SCENARIOS.iter().map(own).collect())
            }
        }

        impl $crate::heuristic::Weights for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),+];

            fn of(scenario: &str) -> Self {
                static DEFAULTS: std::sync::LazyLock<Vec<$name>> = std::sync::LazyLock::new(|| {
                    vec![$($crate::heuristic::weights::read(include_str!($data))),+]
                });
                DEFAULTS[Self::SCENARIOS.iter().position(|&known| known == scenario).unwrap_or(0)]
            }

            fn profile(self, name: &str) -> Self {
                $profile(&self, name)
            }

            fn plan(self, side: wilaya_engine::Side, number: usize) -> Self {
                $plan(&self, side, number)
            }

            fn with(self, given: &[Option<f64>]) -> Self {
                let mut given = given.iter().copied();
                Self { $($field: given.next().flatten().unwrap_or(self.$field),)+ }
            }
        }
    };
}
pub(super) use weights;

/// Reads the weights in a built-in file.
///
/// # Panics
/// If the file does not hold exactly these weights, each with a number; a test checks that.
pub(super) fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    #[derive(serde::Deserialize)]
    struct File<T> {
        weights: T,
    }
    let file: Result<File<T>, _> = toml::from_str(text);
    file.unwrap_or_else(|error| panic!("the built-in weights: {error}")).weights
}
