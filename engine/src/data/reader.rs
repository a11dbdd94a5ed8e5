//! Typed reading of a TOML value, with errors that know the key.
//!
//! This is the small part of a serde deserializer that figures need. It differs from the one in `toml` in its errors: they give
//! the full key of the value that does not fit, what was found, and what was expected.

use std::fmt::Display;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor, value::StringDeserializer,
};
use serde::forward_to_deserialize_any;
use toml::{Table, Value};

use super::error::{DataError, describe};
use super::key;

/// A value that does not fit, and its path below the value being read.
#[derive(Debug)]
pub(super) struct Misfit {
    /// Names, innermost first.
    path: Vec<String>,
    /// `None` until the value is known.
    found: Option<String>,
    expected: String,
    /// The keys of the table, if the error is an unknown key.
    known: Option<&'static [&'static str]>,
}

impl Misfit {
    fn new(found: Option<String>, expected: String) -> Self {
        Self { path: Vec::new(), found, expected, known: None }
    }

    /// The error, given the value that was read and its key.
    pub(super) fn at<'a>(
        self,
        file_of: impl FnOnce(&str) -> &'a str,
        parent: &str,
        value: &Value,
    ) -> DataError {
        let key =
            |path: &[String]| path.iter().rev().fold(parent.to_owned(), |key, name| key::join(&key, name));
        let file = file_of(&key(&self.path));
        let Some(known) = self.known else {
            let found = self.found.unwrap_or_else(|| describe(value));
            return DataError::new(file, key(&self.path), found, self.expected);
        };
        let table = key(&self.path[1..]);
        let known: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
        let all: Vec<String> = known.iter().map(|name| key::join(&table, name)).collect();
        DataError::unknown(file, &key(&self.path), &known, &all)
    }

    /// The same error, seen from the table or list around the value.
    fn inside(mut self, name: &str, value: &Value) -> Self {
        self.found.get_or_insert_with(|| describe(value));
        self.path.push(name.to_owned());
        self
    }
}

impl Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl std::error::Error for Misfit {}

impl Error for Misfit {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(None, message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(None, in_words(&expected.to_string()))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(None, in_words(&expected.to_string()))
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::new(Some(format!("a list of {length}")), in_words(&expected.to_string()))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self { known: Some(expected), ..Self::new(None, one_of(expected)) }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self { path: vec![field.to_owned()], ..Self::unknown_variant(field, expected) }
    }

    fn missing_field(field: &'static str) -> Self {
        let mut misfit = Self::new(Some("nothing".to_owned()), "this key".to_owned());
        misfit.path.push(field.to_owned());
        misfit
    }
}

fn one_of(words: &[&str]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [word] => (*word).to_owned(),
        _ => format!("one of {}", words.join(", ")),
    }
}

/// Rewords an expectation of serde, which speaks of Rust types, for a person editing a file.
fn in_words(expected: &str) -> String {
    let whole = |low: i128, high: i128| format!("a whole number from {low} to {high}");
    match expected {
        "u8" => whole(0, u8::MAX.into()),
        "i8" => whole(i8::MIN.into(), i8::MAX.into()),
        "u16" => whole(0, u16::MAX.into()),
        "i16" => whole(i16::MIN.into(), i16::MAX.into()),
        "u32" | "u64" | "usize" => "a whole number of at least 0".to_owned(),
        "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text in quotes".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "a table".to_owned(),
        _ if expected.starts_with("struct ") => "a table".to_owned(),
        _ if expected.starts_with("enum ") => "a word".to_owned(),
        _ => match expected.strip_prefix("an array of length ") {
            Some(length) => format!("a list of {length}"),
            None => expected.to_owned(),
        },
    }
}

/// A value to be read.
pub(super) struct Reader<'de>(pub(super) &'de Value);

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.0 {
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Integer(number) => visitor.visit_i64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Boolean(flag) => visitor.visit_bool(*flag),
            Value::Datetime(date) => visitor.visit_string(date.to_string()),
            Value::Array(list) => {
                let mut items = Items { list, next: 0 };
                let value = visitor.visit_seq(&mut items)?;
                if items.next < list.len() {
                    return Err(Misfit::new(None, format!("a list of {}", items.next)));
                }
                Ok(value)
            }
            Value::Table(table) => visitor.visit_map(Entries { rest: table.iter(), value: None }),
        }
        .map_err(|mut misfit: Misfit| {
            if misfit.path.is_empty() {
                misfit.found.get_or_insert_with(|| describe(self.0));
            }
            misfit
        })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        // An unknown variant is a wrong value here, not a wrong key.
        visitor
            .visit_enum(Reader(self.0))
            .map_err(|misfit| Misfit { known: misfit.known.filter(|_| !misfit.path.is_empty()), ..misfit })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

/// A word is a variant without content; a table with one key is a variant with content, named by the key.
impl<'de> EnumAccess<'de> for Reader<'de> {
    type Error = Misfit;
    type Variant = Content<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Content<'de>), Misfit> {
        let (word, content) = match self.0 {
            Value::String(word) => (word, None),
            Value::Table(table) if table.len() == 1 => match table.iter().next() {
                Some((word, value)) => (word, Some(value)),
                None => return Err(Misfit::new(None, "a word".to_owned())),
            },
            _ => return Err(Misfit::new(None, "a word".to_owned())),
        };
        let name: StringDeserializer<Misfit> = word.clone().into_deserializer();
        Ok((seed.deserialize(name)?, Content(content)))
    }
}

/// The content of a variant.
pub(super) struct Content<'de>(Option<&'de Value>);

impl<'de> Content<'de> {
    fn reader(&self) -> Result<Reader<'de>, Misfit> {
        self.0.map(Reader).ok_or_else(|| Misfit::new(None, "a table with the word as its key".to_owned()))
    }
}

impl<'de> VariantAccess<'de> for Content<'de> {
    type Error = Misfit;

    fn unit_variant(self) -> Result<(), Misfit> {
        match self.0 {
            None => Ok(()),
            Some(_) => Err(Misfit::new(None, "a word".to_owned())),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Misfit> {
        seed.deserialize(self.reader()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Misfit> {
        self.reader()?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.reader()?.deserialize_any(visitor)
    }
}

struct Items<'de> {
    list: &'de [Value],
    next: usize,
}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = Misfit;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        let Some(value) = self.list.get(self.next) else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        seed.deserialize(Reader(value)).map(Some).map_err(|misfit| misfit.inside(&index.to_string(), value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.list.len() - self.next)
    }
}

struct Entries<'de> {
    rest: <&'de Table as IntoIterator>::IntoIter,
    value: Option<(&'de String, &'de Value)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Misfit;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Misfit> {
        self.value = self.rest.next();
        let Some((name, _)) = self.value else { return Ok(None) };
        let reader: StringDeserializer<Misfit> = name.clone().into_deserializer();
        // An unknown variant as a key does not name itself, unlike an unknown field.
        seed.deserialize(reader).map(Some).map_err(|mut misfit| {
            if misfit.path.is_empty() {
                misfit.path.push(name.to_owned());
            }
            misfit
        })
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Misfit> {
        match self.value.take() {
            Some((name, value)) => {
                seed.deserialize(Reader(value)).map_err(|misfit| misfit.inside(name, value))
            }
            None => Err(Misfit::new(None, "a key before its value".to_owned())),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}
