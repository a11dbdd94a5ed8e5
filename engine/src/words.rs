//! Enums whose variants are words in notation and data files.

/// An enum with a word for each variant, in order.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        #[repr(u8)]
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $word)] $variant,)+ }

        impl $name {
            /// All variants, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its word in notation and data files.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// Reads the word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }

            /// The index, for arrays.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl From<$name> for u8 {
            #[inline]
            fn from(one: $name) -> u8 {
                one as u8
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}
pub(crate) use words;
