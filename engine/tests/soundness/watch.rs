//! Counts what panics instead of stopping at the first.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs something; where and why it panicked if it did.
pub(crate) fn panics<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            LAST.with(|last| *last.borrow_mut() = info.to_string());
        }));
    });
    catch_unwind(AssertUnwindSafe(run)).map_err(|_| LAST.with(RefCell::take))
}

/// What came of many trials.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub(crate) tried: u64,
    pub(crate) accepted: u64,
    /// An example by the first line of its message, and how many there are.
    pub(crate) panics: BTreeMap<String, (u64, String)>,
}

impl Count {
    pub(crate) fn add(&mut self, accepted: Result<bool, String>, example: impl FnOnce() -> String) {
        self.tried += 1;
        match accepted {
            Ok(accepted) => self.accepted += u64::from(accepted),
            Err(message) => {
                self.accepted += 1;
                let line: String =
                    message.lines().take(2).collect::<Vec<_>>().join(" ").chars().take(200).collect();
                self.panics.entry(line).or_insert_with(|| (0, example())).0 += 1;
            }
        }
    }

    /// Prints the numbers.
    ///
    /// # Panics
    /// If anything panicked.
    pub(crate) fn end(&self, what: &str) {
        let panics: u64 = self.panics.values().map(|(count, _)| count).sum();
        println!("{what}: {} tried, {} accepted, {panics} panicked", self.tried, self.accepted);
        for (message, (count, example)) in &self.panics {
            println!("{count} times: {message}\n    {example}");
        }
        assert!(panics == 0, "{what}: {panics} panicked");
    }
}

/// A number that the environment sets.
pub(crate) fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
