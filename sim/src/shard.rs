//! Shards: parts of a run that are played separately.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several shards of a run, such as `2/5`. Games keep their order, and the sizes of the shards differ by at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u64,
    parts: u64,
}

/// The text is not a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected I/N, shard I of N, from 1/N to N/N")]
pub struct ShardError;

impl Shard {
    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> u64 {
        self.number
    }

    /// The number of shards.
    #[must_use]
    pub fn parts(self) -> u64 {
        self.parts
    }

    /// Its share of the indices below `count`.
    #[must_use]
    pub fn of(self, count: u64) -> Range<u64> {
        let end = |number: u64| (u128::from(count) * u128::from(number) / u128::from(self.parts)) as u64;
        end(self.number - 1)..end(self.number)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (number, parts) = text.split_once('/').ok_or(ShardError)?;
        let read = |text: &str| text.trim().parse::<u64>().map_err(|_| ShardError);
        let shard = Self { number: read(number)?, parts: read(parts)? };
        if (1..=shard.parts).contains(&shard.number) { Ok(shard) } else { Err(ShardError) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.parts)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_a_run() {
        for parts in [1, 2, 3, 7, 100] {
            for count in [0, 1, 5, 100, 1_000_003, u64::MAX] {
                let mut next = 0;
                for number in 1..=parts {
                    let range = Shard { number, parts }.of(count);
                    assert_eq!(range.start, next);
                    assert!((range.end - range.start).abs_diff(count / parts) <= 1);
                    next = range.end;
                }
                assert_eq!(next, count);
            }
        }
    }

    #[test]
    fn text_reads_back() {
        assert_eq!("2/5".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/5".to_owned()));
        for wrong in ["0/5", "6/5", "1", "1/0", "-1/2", "a/b", "1/2/3", ""] {
            assert_eq!(wrong.parse::<Shard>(), Err(ShardError), "{wrong}");
        }
    }
}
