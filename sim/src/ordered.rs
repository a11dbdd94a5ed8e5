//! Parallel work with ordered results.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use rayon::ThreadPool;

/// The maximum number of indices that a thread takes at once.
const LARGEST_BATCH: u64 = 64;
/// A thread takes a larger batch if its last one took less time than this.
const SHORT: Duration = Duration::from_millis(2);
/// The number of results, per thread, by which threads may run ahead of those handled.
const AHEAD: u64 = 4 * LARGEST_BATCH;

#[derive(Debug, Default)]
struct Window {
    next: u64,
    handled: u64,
}

struct Shared<'a> {
    window: Mutex<Window>,
    moved: Condvar,
    stop: &'a AtomicBool,
    end: u64,
    ahead: u64,
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, Window> {
        // The counters of the window are valid even if a thread has panicked.
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next indices to work on, once they are close enough to those handled.
    fn claim(&self, size: u64) -> Option<Range<u64>> {
        let mut window = self.lock();
        loop {
            if self.stop.load(Ordering::Relaxed) || window.next >= self.end {
                return None;
            }
            if window.next < window.handled + self.ahead {
                let start = window.next;
                window.next = (start + size).min(self.end);
                return Some(start..window.next);
            }
            // The flag may be set without a notification, so check it regularly.
            let waited = self.moved.wait_timeout(window, Duration::from_millis(50));
            window = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Sets the flag if the thread panics, so that the others do not wait for its results.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Passes on the parts of a plan, which arrive in any order, in the order of their indices.
#[derive(Debug)]
pub(crate) struct InOrder<P> {
    waiting: BTreeMap<u64, P>,
    next: u64,
}

impl<P> InOrder<P> {
    pub(crate) fn new(first: u64) -> Self {
        Self { waiting: BTreeMap::new(), next: first }
    }

    /// The first index not passed on yet.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// Adds a part that starts at an index.
    pub(crate) fn push(&mut self, first: u64, part: P) {
        self.waiting.insert(first, part);
    }

    /// The next part in order, if it has arrived. Its results then go to [`InOrder::give`].
    pub(crate) fn pop(&mut self) -> Option<P> {
        self.waiting.remove(&self.next)
    }

    /// Passes the results of the next part to `each`.
    pub(crate) fn give<T, E>(
        &mut self,
        results: Vec<T>,
        mut each: impl FnMut(u64, T) -> Result<(), E>,
    ) -> Result<(), E> {
        for result in results {
            each(self.next, result)?;
            self.next += 1;
        }
        Ok(())
    }
}

/// Calls `work` for each index of a range on all threads of the pool, and `each` with the results on this thread, in the order
/// of the indices.
///
/// Threads run ahead by a bounded number of results. If `work` returns `None`, `stop` is set, or `each` fails, the rest is
/// skipped; `each` has then seen the results of a prefix of the range. Returns the first index that it has not seen.
///
/// # Errors
/// The first error of `each`.
pub fn ordered<T: Send, E>(
    pool: &ThreadPool,
    range: Range<u64>,
    stop: &AtomicBool,
    work: impl Fn(u64) -> Option<T> + Sync,
    mut each: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<u64, E> {
    let threads = pool.current_num_threads();
    let shared = Shared {
        window: Mutex::new(Window { next: range.start, handled: range.start }),
        moved: Condvar::new(),
        stop,
        end: range.end,
        ahead: AHEAD * threads as u64,
    };
    let (sender, receiver) = mpsc::channel::<(u64, Vec<T>)>();
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let (sender, shared, work) = (sender.clone(), &shared, &work);
            scope.spawn(move |_| {
                let _guard = StopOnPanic(shared.stop);
                let mut size = 1;
                while let Some(batch) = shared.claim(size) {
                    let (start, begun) = (batch.start, Instant::now());
                    let wanted = (batch.end - batch.start) as usize;
                    let results: Vec<T> = batch.map_while(work).collect();
                    let complete = results.len() == wanted;
                    if sender.send((start, results)).is_err() || !complete {
                        return;
                    }
                    size = if begun.elapsed() < SHORT {
                        (size * 2).min(LARGEST_BATCH)
                    } else {
                        (size / 2).max(1)
                    };
                }
            });
        }
        drop(sender);
        let mut order = InOrder::new(range.start);
        for (start, results) in receiver {
            order.push(start, results);
            while let Some(results) = order.pop() {
                if let Err(error) = order.give(results, &mut each) {
                    stop.store(true, Ordering::Relaxed);
                    shared.moved.notify_all();
                    return Err(error);
                }
                shared.lock().handled = order.next();
                shared.moved.notify_all();
            }
        }
        Ok(order.next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
    }

    #[test]
    fn results_come_in_order_and_threads_do_not_run_ahead() {
        for threads in 1..=3 {
            let started = std::sync::atomic::AtomicU64::new(0);
            let mut next = 0;
            let work = |index: u64| {
                started.fetch_add(1, Ordering::Relaxed);
                if index == 300 {
                    std::thread::sleep(Duration::from_millis(100));
                }
                Some(index * 2)
            };
            let each = |index, result| {
                assert_eq!((index, result), (next, next * 2));
                next += 1;
                let ahead = started.load(Ordering::Relaxed) - next;
                assert!(ahead <= AHEAD * threads as u64 + LARGEST_BATCH, "{ahead} ahead");
                Ok::<(), ()>(())
            };
            assert_eq!(ordered(&pool(threads), 0..5_000, &AtomicBool::new(false), work, each), Ok(5_000));
        }
    }

    #[test]
    fn a_stop_leaves_a_prefix() {
        let stop = AtomicBool::new(false);
        let work = |index: u64| {
            if index == 1_000 {
                stop.store(true, Ordering::Relaxed);
            }
            (!stop.load(Ordering::Relaxed)).then_some(index)
        };
        let mut seen = Vec::new();
        let each = |_, result| {
            seen.push(result);
            Ok::<(), ()>(())
        };
        let handled = ordered(&pool(3), 0..100_000, &stop, work, each).expect("nothing fails");
        assert!(handled <= 1_000, "{handled}");
        assert_eq!(seen, (0..handled).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_the_work() {
        let stop = AtomicBool::new(false);
        let each = |index, _| if index == 10 { Err("full") } else { Ok(()) };
        assert_eq!(ordered(&pool(2), 0..u64::MAX, &stop, Some, each), Err("full"));
    }

    #[test]
    #[should_panic(expected = "one game is wrong")]
    fn a_panic_is_passed_on() {
        let work = |index| if index == 700 { panic!("one game is wrong") } else { Some(index) };
        let _ = ordered(&pool(2), 0..u64::MAX, &AtomicBool::new(false), work, |_, _| Ok::<(), ()>(()));
    }
}
