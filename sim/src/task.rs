//! Tasks of workers elsewhere.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;
use serde::Deserialize;

use crate::arena::ArenaSpec;
use crate::context::RunContext;
use crate::impact::ImpactSpec;
use crate::rollout::RolloutSpec;
use crate::spec::RunSpec;
use crate::tune::{TuneSpec, TuneState};
use crate::workers::{Part, Workers, answer};

/// What a worker is asked to play a part of, by the names that drivers give it.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Job {
    Run(RunSpec),
    Impact(ImpactSpec),
    Arena(ArenaSpec),
    Rollout(RolloutSpec),
    Tune(Box<(TuneSpec, TuneState)>),
}

/// Plays a task that a [`WorkerPool`](crate::WorkerPool) was given, on the threads of a pool, and returns the answer to it. A task
/// that cannot be played, since it is one of another version for instance, has an answer that says why.
///
/// Nothing is read but the files of figures that the task names, and nothing is written.
#[must_use]
pub fn play_task(task: &[u8], pool: &ThreadPool, stop: &AtomicBool) -> Vec<u8> {
    answer(task, stop, |job: Job, part: &Part| {
        let context = RunContext { workers: Workers::Part(part), ..RunContext::new(pool, stop) };
        let context = &context;
        match job {
            Job::Run(spec) => spec.run_in(context, |_, _| ()).map(drop).map_err(|why| why.to_string()),
            Job::Impact(spec) => spec.run_in(context, |_| ()).map(drop).map_err(|why| why.to_string()),
            Job::Arena(spec) => spec.run_in(context, |_, _| ()).map(drop).map_err(|why| why.to_string()),
            Job::Rollout(spec) => spec.run_in(context, |_, _| ()).map(drop).map_err(|why| why.to_string()),
            Job::Tune(job) => job.0.run_from(job.1, context).map(drop).map_err(|why| why.to_string()),
        }
    })
}
