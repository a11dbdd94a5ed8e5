//! Who plays a plan: the threads of this process, or workers elsewhere that are asked for parts of it.
//!
//! The driver cuts the indices of a plan into tasks, hands them to a [`WorkerPool`], and takes their results in the order of
//! the indices. A worker plays a task by the same code, with [`Workers::Part`] in the place of the pool: what would be handed
//! to `each` becomes its reply. So results do not depend on the size of tasks, on the order in which they arrive, or on who
//! played them.

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

/// Why a task was not played if its worker was stopped.
const STOPPED: &str = "it was stopped";
/// The schema of tasks.
const SCHEMA: &str = "wilaya.task/1";
/// Tasks that are out at once, for each worker: one that is played, and one that waits.
const OUT: usize = 2;
/// How far tasks may run ahead of the results that are handled, in tasks for each worker.
const AHEAD: u64 = 4;
/// No task is handed out while the results that wait for others take more bytes.
const WAITING: usize = 256 << 20;
/// How long a task should take, if its size is left open: long against handing it out, short against waiting for the last.
const LENGTH: f64 = 1.0;
/// No task of open size has more indices.
const LARGEST: u64 = 10_000;
/// How often the flag that stops everything is looked at.
const EVERY: Duration = Duration::from_millis(50);

/// Workers in other threads, processes or machines, which play tasks ([`play_task`](crate::play_task)).
pub trait WorkerPool: fmt::Debug + Sync {
    /// How many tasks can be played at the same time.
    fn places(&self) -> usize;

    /// How many games, pairs or the like a task has; `None` for as many as take about a second.
    fn size(&self) -> Option<u64> {
        None
    }

    /// Hands out a task. Its reply may come at any time, on any thread.
    fn submit(&self, task: Vec<u8>, reply: Reply);

    /// Takes the failure of a task. The command ends as if it had been stopped: what came before is kept in its folder.
    fn fail(&self, failure: TaskFailure);
}

/// Where the reply to a task goes.
#[derive(Debug)]
pub struct Reply {
    range: Range<u64>,
    sender: Option<Sender<Answered>>,
}

/// A task, by its range, and what its worker has answered.
type Answered = (Range<u64>, Result<Vec<u8>, String>);

impl Reply {
    /// Sends what the worker has answered, or why it has not.
    pub fn send(mut self, answer: Result<Vec<u8>, String>) {
        self.end(answer);
    }

    fn end(&mut self, answer: Result<Vec<u8>, String>) {
        if let Some(sender) = self.sender.take() {
            // Once the command has ended, nobody waits for it.
            let _ = sender.send((self.range.clone(), answer));
        }
    }
}

/// A task that nobody answers has failed.
impl Drop for Reply {
    fn drop(&mut self) {
        self.end(Err("the task was lost".to_owned()));
    }
}

/// A task that was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {first} to {last} were not played: {why}")]
pub struct TaskFailure {
    what: &'static str,
    first: u64,
    last: u64,
    why: String,
}

impl TaskFailure {
    /// True if the worker was stopped, as the driver was.
    pub(crate) fn was_stopped(&self) -> bool {
        self.why == STOPPED
    }
}

/// What one plan asks of workers.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// Games, pairs or the like.
    pub(crate) what: &'static str,
    /// The name and the specification of the command.
    pub(crate) job: Value,
    /// The hash of its figures.
    pub(crate) data: u64,
    /// How many games, pairs or the like.
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

/// Who plays a command.
#[derive(Clone, Copy, Debug, Default)]
pub enum Workers<'a> {
    /// The threads of the pool.
    #[default]
    Threads,
    /// Workers elsewhere.
    Pool(&'a dyn WorkerPool),
    /// This is a worker: it plays a part of the command, and nothing else.
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

/// What a driver asks of a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Task<J> {
    schema: String,
    version: String,
    data: String,
    first: u64,
    end: u64,
    job: J,
}

/// What a worker answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer<T> {
    /// Seconds, and the results.
    Played(f64, Vec<T>),
    Failed(String),
}

/// The job of a task, and its range.
pub(crate) fn task_of(task: &[u8]) -> Result<(Value, u64, u64), String> {
    let task: Task<Value> = serde_json::from_slice(task).map_err(|why| why.to_string())?;
    Ok((task.job, task.first, task.end))
}

/// Plays a task: `play` gets what is to be played, and plays it with [`Workers::Part`].
pub(crate) fn answer<J: DeserializeOwned>(
    task: &[u8],
    stop: &AtomicBool,
    play: impl FnOnce(J, &Part) -> Result<(), String>,
) -> Vec<u8> {
    let begun = Instant::now();
    let played = || {
        let wrong = |why: serde_json::Error| format!("this is no task of wilaya: {why}");
        // A task of another version may have another format.
        let Task { version, .. } = serde_json::from_slice::<Task<IgnoredAny>>(task).map_err(wrong)?;
        if version != VERSION {
            return Err(format!(
                "a worker has wilaya {VERSION}, and this is {version}: install the same version everywhere"
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

/// Who plays the games of a plan.
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
    /// What `workers` are asked for: `job` has a name of the [jobs](crate::play_task), and `data` is the hash of its figures.
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

    /// As [`ordered`], on these workers.
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
        part.end(serde_json::to_string(&results).map_err(|why| format!("the results have no text: {why}")));
    }
}

/// A driver while it hands out the tasks of one plan.
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

/// Reads a worker's answer to a task, given its number of games.
fn read<T: DeserializeOwned>(answer: &[u8], part: &Range<u64>) -> Result<(f64, Vec<T>), String> {
    match serde_json::from_slice(answer) {
        Ok(Answer::Played(seconds, results)) if results.len() as u64 == part.end - part.start => {
            Ok((seconds, results))
        }
        Ok(Answer::Played(_, results)) => Err(format!("a worker has played {} of them", results.len())),
        Ok(Answer::Failed(why)) => Err(why),
        Err(why) => Err(format!("the answer of a worker cannot be read: {why}")),
    }
}
