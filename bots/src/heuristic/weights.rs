//! Weights that are keys of a specification.

/// Makes a struct of weights: each field a number with its range and its meaning; the defaults stand in a file of data, as
/// `wilaya tune` writes it. The same list makes the keys of the bot, so that `wilaya bots` shows them, and reads them.
macro_rules! weights {
    (
        $(#[$meta:meta])*
        $name:ident {
            data: $data:literal;
            profiles: $profiles:expr, $profiles_help:literal;
            $($field:ident: $least:literal to $most:literal, $help:literal;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $(#[doc = $help] pub $field: f64,)+
        }

        impl Default for $name {
            fn default() -> Self {
                static DEFAULT: std::sync::LazyLock<$name> =
                    std::sync::LazyLock::new(|| $crate::heuristic::weights::read(include_str!($data)));
                *DEFAULT
            }
        }

        impl $name {
            /// The keys of a specification: the profile, then every weight.
            #[must_use]
            pub fn keys() -> &'static [$crate::Key] {
                static KEYS: std::sync::LazyLock<Vec<$crate::Key>> = std::sync::LazyLock::new(|| {
                    let default = $name::default();
                    vec![
                        $crate::Key {
                            name: "profile",
                            help: $profiles_help,
                            values: $crate::Values::Word { default: $profiles[0], words: &$profiles },
                        },
                        $($crate::Key {
                            name: stringify!($field),
                            help: $help,
                            values: $crate::Values::Real { default: default.$field, least: $least, most: $most },
                        },)+
                    ]
                });
                &KEYS
            }

            /// The weights of a specification: those of its profile, and those that it gives itself.
            ///
            /// # Errors
            /// A profile that is not known, or a weight that is no number or out of its range.
            pub fn read(params: $crate::Params<'_>) -> Result<Self, $crate::SpecError> {
                let base = Self::profile(params.word("profile")?);
                Ok(Self {
                    $($field: match params.text(stringify!($field)) {
                        Some(_) => params.real(stringify!($field))?,
                        None => base.$field,
                    },)+
                })
            }
        }
    };
}
pub(super) use weights;

/// The weights in a file that is built in.
///
/// # Panics
/// If the file is not one of these weights, each with a number: a test looks.
pub(super) fn read<T: serde::de::DeserializeOwned>(text: &str) -> T {
    #[derive(serde::Deserialize)]
    struct File<T> {
        weights: T,
    }
    let file: Result<File<T>, _> = toml::from_str(text);
    file.unwrap_or_else(|error| panic!("the weights that are built in: {error}")).weights
}
