//! Actions in notation: `verb` or `verb:argument/argument`.
//!
//! Each game lists its actions in a table ([`actions`]) and their arguments in another one ([`arguments`]).

use std::fmt::{Display, Write as _};

use crate::NotationError::{self, Extra, Missing, Unknown};

/// The arguments of an action that have yet to be read.
pub(crate) struct Reader<'a, R> {
    pub(crate) rules: &'a R,
    text: &'a str,
    words: Option<std::str::Split<'a, char>>,
}

impl<'a, R> Reader<'a, R> {
    /// The verb, which `known` maps a word to, and its arguments.
    pub(crate) fn new<V>(
        rules: &'a R,
        text: &'a str,
        known: impl FnOnce(&str) -> Option<V>,
    ) -> Result<(V, Self), NotationError> {
        let (verb, words) = match text.split_once(':') {
            Some((verb, words)) => (verb, Some(words.split('/'))),
            None => (text, None),
        };
        let unknown = || Unknown(format!("unknown verb \"{verb}\": see the list of legal actions"));
        Ok((known(verb).ok_or_else(unknown)?, Self { rules, text, words }))
    }

    fn next(&mut self) -> Option<&'a str> {
        self.words.as_mut()?.next()
    }

    fn read<T>(
        &self,
        what: &str,
        word: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, NotationError> {
        read(word).ok_or_else(|| Unknown(format!("\"{}\": \"{word}\" is not {what}", self.text)))
    }

    /// The next argument.
    pub(crate) fn word<T>(
        &mut self,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, NotationError> {
        let word = self.next().ok_or_else(|| Missing(format!("\"{}\": {what} is missing", self.text)))?;
        self.read(what, word, read)
    }

    /// The next argument, if there is one.
    pub(crate) fn option<T>(
        &mut self,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, NotationError> {
        self.next().map(|word| self.read(what, word, read)).transpose()
    }

    /// Refuses more arguments.
    pub(crate) fn end(mut self) -> Result<(), NotationError> {
        self.next().map_or(Ok(()), |word| {
            Err(Extra(format!("\"{}\": \"{word}\" is one argument too many", self.text)))
        })
    }
}

/// An action while it is written.
pub(crate) struct Writer<'a, R> {
    pub(crate) rules: &'a R,
    pub(crate) text: String,
    separator: char,
}

impl<'a, R> Writer<'a, R> {
    pub(crate) fn new(rules: &'a R, verb: &str) -> Self {
        Self { rules, text: verb.to_owned(), separator: ':' }
    }

    /// Adds an argument.
    pub(crate) fn push(&mut self, argument: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{}{argument}", self.separator);
        self.separator = '/';
    }
}

/// The kinds of arguments: name, type, description, how a word is read, and how a value is written.
macro_rules! arguments {
    ($type:ty; $rules:ident, $word:ident, $value:ident;
     $($kind:ident: $of:ty, $what:literal, $read:expr, $write:expr;)+) => {
        impl $crate::arguments::Reader<'_, $type> {
            $(pub(crate) fn $kind(&mut self) -> Result<$of, $crate::NotationError> {
                let $rules = self.rules;
                self.word($what, |$word| {
                    let _ = $rules;
                    $read
                })
            })+
        }

        impl $crate::arguments::Writer<'_, $type> {
            $(pub(crate) fn $kind(&mut self, $value: $of) {
                let $rules = self.rules;
                let _ = $rules;
                self.push($write);
            })+
        }
    };
}
pub(crate) use arguments;

/// The actions of a game: each variant with its verb, and its arguments in the order of the notation.
macro_rules! actions {
    (@bare $variant:ident) => { Some(Self::$variant) };
    (@bare $variant:ident $arguments:tt) => { None };
    (
        $(#[$meta:meta])*
        $action:ident of $rules:ty;
        $(
            $(#[$vmeta:meta])*
            $variant:ident $(($($name:ident: $type:ty),+))? $({ $($(#[$fmeta:meta])* $field:ident: $ftype:ty,)+ })?
                = $verb:literal $($kind:ident($argument:ident))/ *;
        )+
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $action {
            $($(#[$vmeta])* $variant $(($($type),+))? $({ $($(#[$fmeta])* $field: $ftype,)+ })?,)+
        }

        $crate::words::words! {
            /// The verb of an action.
            Verb { $(#[doc = concat!("[`", stringify!($action), "::", stringify!($variant), "`]")] $variant = $verb,)+ }
        }

        impl $action {
            /// The verb. Both enums have the same order, so this only reads the tag.
            #[must_use]
            #[inline]
            pub const fn verb(self) -> Verb {
                match self { $(Self::$variant { .. } => Verb::$variant,)+ }
            }

            /// The action of a verb; `None` if it has arguments.
            #[must_use]
            pub const fn bare(verb: Verb) -> Option<Self> {
                match verb { $(Verb::$variant => $crate::arguments::actions!(
                    @bare $variant $(($($name),+))? $({ $($field),+ })?
                ),)+ }
            }

            /// The action in notation.
            #[must_use]
            pub fn text(self, rules: &$rules) -> String {
                let mut to = $crate::arguments::Writer::new(rules, self.verb().word());
                match self {
                    $(Self::$variant $(($($name),+))? $({ $($field),+ })? => { $(to.$kind($argument);)* })+
                }
                to.text
            }

            /// Reads an action in notation.
            ///
            /// # Errors
            /// The invalid word and what was expected.
            pub fn parse(rules: &$rules, text: &str) -> Result<Self, $crate::NotationError> {
                let (verb, mut from) = $crate::arguments::Reader::new(rules, text, Verb::from_word)?;
                let action = match verb {
                    $(Verb::$variant => {
                        $(let $argument = from.$kind()?;)*
                        Self::$variant $(($($name),+))? $({ $($field),+ })?
                    })+
                };
                from.end().map(|()| action)
            }
        }
    };
}
pub(crate) use actions;
