//! Tasks of distributed workers.

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

/// The jobs of which a worker plays a part, by the names that drivers use.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Job {
    Run(RunSpec),
    Impact(ImpactSpec),
    Arena(ArenaSpec),
    Rollout(RolloutSpec),
    Tune(Box<(TuneSpec, TuneState)>),
}

/// Plays a task of a [`WorkerPool`](crate::WorkerPool) on the threads of a pool, and returns its answer. If the task cannot be
/// played, for instance because it is from another version, the answer gives the reason.
///
/// It reads only the files of figures that the task names, and writes nothing.
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
