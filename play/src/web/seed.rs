/// An unpredictable seed, short enough to read and type. Without a system generator, it comes from the clock.
#[must_use]
pub fn fresh_seed() -> u64 {
    let clock = || std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64);
    getrandom::u64().unwrap_or_else(|_| clock()) % SEEDS
}

/// Seeds have up to nine digits.
const SEEDS: u64 = 1_000_000_000;
