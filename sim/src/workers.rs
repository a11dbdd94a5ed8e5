//! The execution of a plan: by the threads of this process, or by workers elsewhere that play parts of it.
//!
//! The driver cuts the indices of a plan into tasks, hands them to a [`WorkerPool`], and takes their results in the order of
//! the indices. A worker plays a task with the same code, but with [`Workers::Part`] in place of the pool: the results, instead of
//! being passed to `each`, become its reply. So results do not depend on the size of tasks, on the order in which they arrive,
//! or on which worker played them.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wilaya_engine::notation::hash_text;
use wilaya_engine::record::VERSION;

use crate::ordered::{InOrder, ordered};

/// The answer of a worker that was stopped.
const STOPPED: &str = "it was stopped";
/// The schema of tasks.
const SCHEMA: &str = "wilaya.task/1";
/// The number of tasks submitted at a time per worker: one that is played, and one that waits.
const OUT: usize = 2;
/// The number of tasks, per worker, by which tasks may run ahead of the results handled.
const AHEAD: u64 = 4;
/// No task is submitted while results waiting for earlier ones take more bytes than this.
const WAITING: usize = 256 << 20;
/// The target duration of a task without a fixed size: long compared with submitting it, short compared with waiting for the
/// last one.
const LENGTH: f64 = 1.0;
/// The maximum number of indices in a task without a fixed size.
const LARGEST: u64 = 10_000;
/// The interval between checks of the stop flag.
const EVERY: Duration = Duration::from_millis(50);

/// Workers in other threads, processes or machines, which play tasks ([`play_task`](crate::play_task)).
pub trait WorkerPool: fmt::Debug + Sync {
    /// The number of tasks that can be played at the same time.
    fn places(&self) -> usize;

    /// The number of games or pairs per task; `None` for as many as take about a second.
    fn size(&self) -> Option<u64> {
        None
    }

    /// Submits a task. The reply may be sent at any time, from any thread.
    fn submit(&self, task: Vec<u8>, reply: Reply);

    /// Receives the failure of a task. The command ends as if it had been stopped: earlier results are kept in its folder.
    fn fail(&self, failure: TaskFailure);
}

/// The receiver of the reply to a task.
#[derive(Debug)]
pub struct Reply {
    range: Range<u64>,
    sender: Option<Sender<Answered>>,
}

/// The range of a task, and the answer of its worker.
type Answered = (Range<u64>, Result<Vec<u8>, TaskError>);

impl Reply {
    /// Sends the worker's answer, or the reason why there is none.
    pub fn send(mut self, answer: Result<Vec<u8>, TaskError>) {
        self.end(answer);
    }

    fn end(&mut self, answer: Result<Vec<u8>, TaskError>) {
        if let Some(sender) = self.sender.take() {
            // Once the command has ended, nobody waits for it.
            let _ = sender.send((self.range.clone(), answer));
        }
    }
}

/// A task without a reply has failed.
impl Drop for Reply {
    fn drop(&mut self) {
        self.end(Err(TaskError::Lost));
    }
}

/// Why a task has no results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// The worker was stopped together with the driver.
    #[error("{STOPPED}")]
    Stopped,
    /// The [`Reply`] was dropped.
    #[error("the task was lost")]
    Lost,
    /// The worker failed, or refused the task.
    #[error("{0}")]
    Failed(String),
    /// The answer is not one of [`play_task`](crate::play_task).
    #[error("the answer of a worker cannot be read: {0}")]
    Unreadable(String),
    /// The answer does not have one result per game or pair of the task.
    #[error("a worker returned {found} of {expected} results")]
    Count {
        /// The number of results.
        found: u64,
        /// The number of games or pairs.
        expected: u64,
    },
    /// Shards that are merged do not hold the results.
    #[error("the shards have no results for these games")]
    Missing,
}

/// A task that was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {first} to {last} were not played: {why}")]
pub struct TaskFailure {
    what: &'static str,
    first: u64,
    last: u64,
    why: TaskError,
}

impl TaskFailure {
    /// The reason.
    #[must_use]
    pub const fn why(&self) -> &TaskError {
        &self.why
    }
}

/// The work of one plan, for workers.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// What is counted, such as games or pairs.
    pub(crate) what: &'static str,
    /// The name and the specification of the command.
    pub(crate) job: Value,
    /// The hash of its figures.
    pub(crate) data: u64,
    /// Their number.
    pub(crate) count: u64,
}

impl Stage {
    pub(crate) fn new(
        what: &'static str,
        (name, spec): (&str, &impl Serialize),
        data: u64,
        count: u64,
    ) -> Self {
        Self { what, job: json!({ name: spec }), data, count }
    }
}

/// The workers of a command.
#[derive(Clone, Copy, Debug, Default)]
pub enum Workers<'a> {
    /// The threads of the pool.
    #[default]
    Threads,
    /// Workers elsewhere.
    Pool(&'a dyn WorkerPool),
    /// This process is a worker: it plays only a part of the command.
    Part(&'a Part),
}

/// A part of a command that a worker plays.
#[derive(Debug)]
pub struct Part {
    range: Range<u64>,
    data: String,
    results: Mutex<Option<Result<String, String>>>,
}

impl Part {
    fn end(&self, results: Result<String, String>) {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(results);
    }
}

/// A driver's request to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Task<J> {
    schema: String,
    version: String,
    data: String,
    first: u64,
    end: u64,
    job: J,
}

/// A worker's answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer<T> {
    /// Seconds, and the results.
    Played(f64, Vec<T>),
    Failed(String),
}

/// The job of a task, and its range.
pub(crate) fn task_of(task: &[u8]) -> Result<(Value, u64, u64), TaskError> {
    let task: Task<Value> = serde_json::from_slice(task).map_err(|why| TaskError::Failed(why.to_string()))?;
    Ok((task.job, task.first, task.end))
}

/// Plays a task: `play` receives the job and plays it with [`Workers::Part`].
pub(crate) fn answer<J: DeserializeOwned>(
    task: &[u8],
    stop: &AtomicBool,
    play: impl FnOnce(J, &Part) -> Result<(), String>,
) -> Vec<u8> {
    let begun = Instant::now();
    let played = || {
        let wrong = |why: serde_json::Error| format!("this is not a task of wilaya: {why}");
        // A task of another version may have another format.
        let Task { version, .. } = serde_json::from_slice::<Task<IgnoredAny>>(task).map_err(wrong)?;
        if version != VERSION {
            return Err(format!(
                "a worker has wilaya {VERSION}, not {version}: install the same version everywhere"
            ));
        }
        let Task { data, first, end, job, .. } = serde_json::from_slice::<Task<J>>(task).map_err(wrong)?;
        let part = Part { range: first..end, data, results: Mutex::default() };
        let played = play(job, &part);
        let results = part.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        match results {
            Some(results) => results,
            None if stop.load(Ordering::Relaxed) => Err(STOPPED.to_owned()),
            None => Err(played.err().unwrap_or_else(|| "there is nothing to play".to_owned())),
        }
    };
    match played() {
        Ok(results) => format!("{{\"played\":[{},{results}]}}", begun.elapsed().as_secs_f64()).into_bytes(),
        Err(why) => json!({ "failed": why }).to_string().into_bytes(),
    }
}

/// The execution of the games of a plan.
#[derive(Clone, Debug)]
pub struct Execution<'a> {
    pool: &'a ThreadPool,
    by: By<'a>,
}

#[derive(Clone, Debug)]
enum By<'a> {
    Threads,
    Pool(&'a dyn WorkerPool, Task<Value>, &'static str),
    Part(&'a Part),
}

impl<'a> From<&'a ThreadPool> for Execution<'a> {
    fn from(pool: &'a ThreadPool) -> Self {
        Self { pool, by: By::Threads }
    }
}

impl<'a> Execution<'a> {
    /// The job of `workers`: `job` has the name of one of the [jobs](crate::play_task), and `data` is the hash of its figures.
    pub(crate) fn new(
        pool: &'a ThreadPool,
        workers: Workers<'a>,
        what: &'static str,
        job: impl FnOnce() -> Value,
        data: u64,
    ) -> Self {
        let data = hash_text(data);
        let by = match workers {
            Workers::Threads => By::Threads,
            Workers::Pool(workers) => {
                let (schema, version) = (SCHEMA.to_owned(), VERSION.to_owned());
                By::Pool(workers, Task { schema, version, data, first: 0, end: 0, job: job() }, what)
            }
            Workers::Part(part) => {
                if part.data != data {
                    let wanted = &part.data;
                    part.end(Err(format!(
                        "a worker has other figures (hash {data}, not {wanted}): give all machines the same files"
                    )));
                }
                By::Part(part)
            }
        };
        Self { pool, by }
    }

    /// Like [`ordered`], on these workers.
    pub(crate) fn ordered<T: Send + Serialize + DeserializeOwned, E>(
        self,
        range: Range<u64>,
        stop: &AtomicBool,
        work: impl Fn(u64) -> Option<T> + Sync,
        each: impl FnMut(u64, T) -> Result<(), E>,
    ) -> Result<u64, E> {
        match self.by {
            By::Threads => ordered(self.pool, range, stop, work, each),
            By::Pool(workers, task, what) => Hands { workers, task, what, stop }.ordered(range, each),
            By::Part(part) => {
                if part.results.lock().is_ok_and(|results| results.is_none()) {
                    play_part(self.pool, part, stop, work);
                }
                Ok(range.start)
            }
        }
    }
}

/// Plays a part, whose results are its reply.
fn play_part<T: Send + Serialize>(
    pool: &ThreadPool,
    part: &Part,
    stop: &AtomicBool,
    work: impl Fn(u64) -> Option<T> + Sync,
) {
    let mut results = Vec::new();
    let played = ordered(pool, part.range.clone(), stop, work, |_, result| {
        results.push(result);
        Ok::<(), ()>(())
    });
    if played == Ok(part.range.end) {
        part.end(
            serde_json::to_string(&results).map_err(|why| format!("the results cannot be serialized: {why}")),
        );
    }
}

/// A driver while it distributes the tasks of one plan.
struct Hands<'a> {
    workers: &'a dyn WorkerPool,
    task: Task<Value>,
    what: &'static str,
    stop: &'a AtomicBool,
}

impl Hands<'_> {
    fn ordered<T: DeserializeOwned, E>(
        self,
        range: Range<u64>,
        mut each: impl FnMut(u64, T) -> Result<(), E>,
    ) -> Result<u64, E> {
        let places = self.workers.places().max(1);
        let mut size = self.workers.size().unwrap_or(1).max(1);
        let (mut next, mut out, mut waiting) = (range.start, 0, 0);
        let mut order = InOrder::new(range.start);
        let (sender, receiver) = channel();
        while order.next() < range.end && !self.stop.load(Ordering::Relaxed) {
            while out < OUT * places
                && next < range.end
                && next - order.next() < AHEAD * places as u64 * size
                && waiting < WAITING
            {
                // The last tasks are shorter, so that no worker waits long at the end.
                let share = (range.end - next).div_ceil(OUT as u64 * places as u64);
                let length = if self.workers.size().is_none() { size.min(share) } else { size };
                let end = next.saturating_add(length).min(range.end);
                let task = Task { first: next, end, ..self.task.clone() };
                let reply = Reply { range: next..end, sender: Some(sender.clone()) };
                self.workers.submit(serde_json::to_vec(&task).unwrap_or_default(), reply);
                (next, out) = (end, out + 1);
            }
            let (part, answer) = match receiver.recv_timeout(EVERY) {
                Ok(reply) => reply,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            out -= 1;
            waiting += answer.as_ref().map_or(0, Vec::len);
            order.push(part.start, (part, answer));
            while let Some((part, answer)) = order.pop() {
                waiting -= answer.as_ref().map_or(0, Vec::len);
                let (seconds, results) = match answer.and_then(|answer| read(&answer, &part)) {
                    Ok(played) => played,
                    Err(why) => {
                        let Range { start: first, end } = part;
                        self.workers.fail(TaskFailure { what: self.what, first, last: end - 1, why });
                        self.stop.store(true, Ordering::Relaxed);
                        return Ok(order.next());
                    }
                };
                if self.workers.size().is_none() {
                    let wanted = results.len() as f64 * LENGTH / seconds.max(1e-6);
                    size = (wanted as u64).clamp(1, (4 * size).min(LARGEST));
                }
                if let Err(error) = order.give(results, &mut each) {
                    self.stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(order.next())
    }
}

/// Reads a worker's answer to the task of a range.
fn read<T: DeserializeOwned>(answer: &[u8], part: &Range<u64>) -> Result<(f64, Vec<T>), TaskError> {
    let expected = part.end - part.start;
    match serde_json::from_slice(answer) {
        Ok(Answer::Played(seconds, results)) if results.len() as u64 == expected => Ok((seconds, results)),
        Ok(Answer::Played(_, results)) => Err(TaskError::Count { found: results.len() as u64, expected }),
        Ok(Answer::Failed(why)) if why == STOPPED => Err(TaskError::Stopped),
        Ok(Answer::Failed(why)) => Err(TaskError::Failed(why)),
        Err(why) => Err(TaskError::Unreadable(why.to_string())),
    }
}
