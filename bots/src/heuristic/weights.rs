//! Weights that are keys of a specification.

/// Makes a struct of weights: each field a number with its default, its range and its meaning. The same list makes the
/// keys of the bot, so that `wilaya bots` shows them, and reads them.
macro_rules! weights {
    (
        $(#[$meta:meta])*
        $name:ident {
            profiles: $profiles:expr, $profiles_help:literal;
            $($field:ident = $default:literal, $least:literal to $most:literal, $help:literal;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(#[doc = $help] pub $field: f64,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl $name {
            /// The keys of a specification: the profile, then every weight.
            pub const KEYS: &'static [$crate::Key] = &[
                $crate::Key {
                    name: "profile",
                    help: $profiles_help,
                    values: $crate::Values::Word { default: $profiles[0], words: &$profiles },
                },
                $($crate::Key {
                    name: stringify!($field),
                    help: $help,
                    values: $crate::Values::Real { default: $default, least: $least, most: $most },
                },)+
            ];

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
