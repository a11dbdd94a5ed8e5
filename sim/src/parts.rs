//! Sweeps, impacts, arenas and rollouts in shards. Each shard stores the answers that a worker would give; to merge them, the
//! command runs with the shards as its workers.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPool;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wilaya_engine::record::VERSION;

use crate::append::Appender;
use crate::arena::{ArenaError, ArenaSpec};
use crate::context::RunContext;
use crate::error::FolderError;
use crate::files::{FileError, Lock};
use crate::impact::{ImpactError, ImpactSpec};
use crate::notes;
use crate::rollout::RolloutSpec;
use crate::shard::Shard;
use crate::spec::RunError;
use crate::sweep::SweepSpec;
use crate::task::play_task;
use crate::workers::{Execution, Reply, Stage, TaskError, TaskFailure, WorkerPool, Workers, task_of};

/// The file name of the notes of a shard.
pub const SHARD: &str = "shard.toml";
/// The schema of these notes.
const SCHEMA: &str = "wilaya.shard/1";

/// A command other than a run that can be played in shards, since its number of games is fixed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parted {
    /// A sweep.
    Sweep(SweepSpec),
    /// An impact, whose forked reading has a number of games.
    Impact(ImpactSpec),
    /// An arena without a sequential test.
    Arena(ArenaSpec),
    /// A rollout.
    Rollout(RolloutSpec),
}

/// The notes of a shard.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Notes {
    schema: String,
    version: String,
    shard: Shard,
    /// The command, in JSON.
    command: String,
}

/// Why a command cannot be played in shards, or why its shards cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// An error in a run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An error in an impact.
    #[error(transparent)]
    Impact(#[from] ImpactError),
    /// An error in an arena.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// An error in a folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A number of games that is not fixed.
    #[error("a shard needs a fixed number of games: leave out {0}")]
    Open(&'static str),
    /// Games that were not played.
    #[error(transparent)]
    Task(#[from] TaskFailure),
    /// A folder that is not a shard.
    #[error("{} is not a shard of a sweep, impact, arena or rollout: it has no {SHARD}", .0.display())]
    NoPart(PathBuf),
    /// Shards of different commands or versions.
    #[error("{} and {} are shards of different commands or versions", .0.display(), .1.display())]
    Different(PathBuf, PathBuf),
    /// A shard that is missing or given twice.
    #[error("shard {0} is given {1} times: give each shard once")]
    Count(String, usize),
    /// A shard that is not finished.
    #[error("{} is not complete: finish it first by resuming it", .0.display())]
    Incomplete(PathBuf),
    /// It was stopped.
    #[error("it was stopped")]
    Stopped,
}

impl Parted {
    /// The stages that its shards play, in the order of the command.
    fn stages(&self) -> Result<Vec<Stage>, PartsError> {
        Ok(match self {
            Self::Sweep(spec) => spec.stages()?,
            Self::Impact(spec) => spec.stages()?.ok_or(PartsError::Open("budget, or give it in games"))?,
            Self::Arena(spec) if spec.sprt.is_some() => return Err(PartsError::Open("sprt")),
            Self::Arena(spec) => vec![spec.stage()?],
            Self::Rollout(spec) => vec![spec.stage()?],
        })
    }

    fn notes(&self, shard: Shard) -> Notes {
        let command = serde_json::to_string(self).unwrap_or_default();
        Notes { schema: SCHEMA.to_owned(), version: VERSION.to_owned(), shard, command }
    }

    /// Plays a shard into a folder. `each` receives the number of games or pairs done, and the total. Returns false if it was
    /// stopped.
    ///
    /// # Errors
    /// If the command is invalid (before anything is played), or the folder cannot be used.
    pub fn play(
        &self,
        shard: Shard,
        out: &Path,
        context: &RunContext<'_>,
        mut each: impl FnMut(u64, u64),
    ) -> Result<bool, PartsError> {
        let stages = self.stages()?;
        let (notes, path) = (self.notes(shard), out.join(SHARD));
        crate::files::make_folder(out).map_err(FolderError::from)?;
        let _lock = Lock::folder(out).map_err(FolderError::from)?;
        let found: Option<Notes> = notes::read(&path, "shard")?;
        let resume = context.resume && found.is_some();
        if let (true, Some(found)) = (resume, &found) {
            FolderError::unless_same(out, "shard", notes::difference(&notes, found, &[]))?;
        }
        notes::write(&path, &notes).map_err(FolderError::from)?;
        let all = stages.iter().map(|stage| part(shard, stage)).map(|range| range.end - range.start).sum();
        let here = Here { pool: context.pool, stop: context.stop, failure: Mutex::default() };
        let mut done = 0;
        for (number, stage) in stages.into_iter().enumerate() {
            let range = part(shard, &stage);
            let path = answers(out, number);
            let kept = if resume { whole_lines(&path)? } else { (0, 0) };
            let mut file = match kept {
                (_, 0) => Appender::create(&path, ""),
                (_, bytes) => Appender::resume(&path, bytes),
            }
            .map_err(FolderError::from)?;
            let next = (range.start + kept.0).min(range.end);
            done += next - range.start;
            let workers = Workers::Pool(&here);
            let execution = Execution::new(context.pool, workers, stage.what, || stage.job, stage.data);
            let played = execution.ordered(
                next..range.end,
                context.stop,
                |_| None,
                |_, answer: Value| {
                    file.push(format!("{answer}\n").as_bytes())?;
                    done += 1;
                    each(done, all);
                    Ok::<(), FileError>(())
                },
            );
            let played = played.map_err(FolderError::from)?;
            if let Some(failure) = here.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
                return if *failure.why() == TaskError::Stopped { Ok(false) } else { Err(failure.into()) };
            }
            if played < range.end {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Merges the shards of a command. `play` runs the command with the answers of the shards, so it writes its usual files or table.
///
/// # Errors
/// If they are not all the shards of one command, if one is incomplete, or if something cannot be read or written.
pub fn merge_parts<T, E>(
    folders: &[PathBuf],
    play: impl FnOnce(&Parted, Workers<'_>) -> Result<T, E>,
) -> Result<Result<T, E>, PartsError> {
    let mut parts: Vec<(Notes, &PathBuf)> = Vec::new();
    for folder in folders {
        let found = notes::read::<Notes>(&folder.join(SHARD), "shard")?;
        let found = found.ok_or_else(|| PartsError::NoPart(folder.clone()))?;
        if let Some((first, other)) = parts.first() {
            let same = found.shard.parts() == first.shard.parts();
            if !same || (&found.command, &found.version) != (&first.command, &first.version) {
                return Err(PartsError::Different((*other).clone(), folder.clone()));
            }
        }
        parts.push((found, folder));
    }
    parts.sort_by_key(|(notes, _)| notes.shard.number());
    let Some((first, folder)) = parts.first() else { return Err(PartsError::NoPart(PathBuf::new())) };
    for number in 1..=first.shard.parts() {
        let count = parts.iter().filter(|(notes, _)| notes.shard.number() == number).count();
        if count != 1 {
            return Err(PartsError::Count(format!("{number}/{}", first.shard.parts()), count));
        }
    }
    let wrong = |why: String| FolderError::Notes { path: folder.join(SHARD), what: "shard", why };
    if first.version != VERSION {
        return Err(wrong(format!("it was made by wilaya {}, but this is {VERSION}", first.version)).into());
    }
    let command: Parted = serde_json::from_str(&first.command).map_err(|why| wrong(why.to_string()))?;
    let mut stages = Vec::new();
    for (number, stage) in command.stages()?.into_iter().enumerate() {
        for (notes, folder) in &parts {
            let range = part(notes.shard, &stage);
            if whole_lines(&answers(folder, number))?.0 != range.end - range.start {
                return Err(PartsError::Incomplete((*folder).clone()));
            }
        }
        let paths = parts.iter().map(|(_, folder)| answers(folder, number)).collect::<Vec<_>>();
        stages.push((stage.job, paths));
    }
    let archive = Archive { stages, place: Mutex::default(), failure: Mutex::default() };
    let played = play(&command, Workers::Pool(&archive));
    match archive.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(failure) => Err(failure.into()),
        None => Ok(played),
    }
}

/// The part of a stage that belongs to a shard.
fn part(shard: Shard, stage: &Stage) -> std::ops::Range<u64> {
    shard.of(stage.count)
}

/// The file of the answers of a stage.
fn answers(folder: &Path, stage: usize) -> PathBuf {
    folder.join(format!("answers-{}.jsonl", stage + 1))
}

/// The number of whole lines in a file, and of their bytes.
fn whole_lines(path: &Path) -> Result<(u64, u64), FolderError> {
    let Ok(file) = File::open(path) else { return Ok((0, 0)) };
    let (mut reader, mut line, mut found) = (BufReader::new(file), Vec::new(), (0, 0));
    loop {
        line.clear();
        let read = reader.read_until(b'\n', &mut line).map_err(FolderError::read(path))?;
        if read == 0 || line.last() != Some(&b'\n') {
            return Ok(found);
        }
        found = (found.0 + 1, found.1 + read as u64);
    }
}

/// The threads of this process, which play tasks and return their answers unread.
#[derive(Debug)]
struct Here<'a> {
    pool: &'a ThreadPool,
    stop: &'a AtomicBool,
    failure: Mutex<Option<TaskFailure>>,
}

impl WorkerPool for Here<'_> {
    fn places(&self) -> usize {
        1
    }

    fn submit(&self, task: Vec<u8>, reply: Reply) {
        if !self.stop.load(Ordering::Relaxed) {
            reply.send(Ok(play_task(&task, self.pool, self.stop)));
        }
    }

    fn fail(&self, failure: TaskFailure) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }
}

/// The answers stored in the shards of a command, as workers that answer at once.
#[derive(Debug)]
struct Archive {
    /// The job of each stage, and the files of its answers in the order of the shards.
    stages: Vec<(Value, Vec<PathBuf>)>,
    place: Mutex<Place>,
    failure: Mutex<Option<TaskFailure>>,
}

/// The position up to which the answers of a stage have been read.
#[derive(Debug, Default)]
struct Place {
    stage: usize,
    part: usize,
    file: Option<BufReader<File>>,
}

impl Archive {
    /// The next answers of a stage, which come in order.
    fn read(&self, task: &[u8]) -> Result<Vec<u8>, TaskError> {
        let (job, first, end) = task_of(task)?;
        let place = &mut *self.place.lock().unwrap_or_else(PoisonError::into_inner);
        if first == 0 && (place.part, place.stage) != (0, 0) || place.file.is_none() {
            let stage = self.stages.iter().position(|(one, _)| *one == job);
            *place = Place { stage: stage.ok_or(TaskError::Missing)?, part: 0, file: None };
        }
        let paths = &self.stages[place.stage].1;
        let (mut answers, mut left) = (Vec::new(), end - first);
        while left > 0 {
            let path = paths.get(place.part).ok_or(TaskError::Missing)?;
            let unreadable = |why| TaskError::Failed(FolderError::read(path)(why).to_string());
            let file = match &mut place.file {
                Some(file) => file,
                None => place.file.insert(BufReader::new(File::open(path).map_err(unreadable)?)),
            };
            let separator = if answers.is_empty() { &b""[..] } else { b"," };
            answers.extend_from_slice(separator);
            if file.read_until(b'\n', &mut answers).map_err(unreadable)? == 0 {
                answers.truncate(answers.len() - separator.len());
                (place.part, place.file) = (place.part + 1, None);
                continue;
            }
            left -= 1;
        }
        Ok([b"{\"played\":[0,[", &answers[..], b"]]}"].concat())
    }
}

impl WorkerPool for Archive {
    fn places(&self) -> usize {
        1
    }

    fn size(&self) -> Option<u64> {
        Some(1_000)
    }

    fn submit(&self, task: Vec<u8>, reply: Reply) {
        reply.send(self.read(&task));
    }

    fn fail(&self, failure: TaskFailure) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }
}
