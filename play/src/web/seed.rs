/// A seed that nobody knows, short enough for people to read and type. The clock stands in for a system without chance.
#[must_use]
pub fn fresh_seed() -> u64 {
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
    getrandom::u64().unwrap_or_else(|_| clock()) % SEEDS
}

/// Seeds have up to nine digits.
const SEEDS: u64 = 1_000_000_000;
