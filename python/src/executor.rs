//! Workers elsewhere: any `concurrent.futures.Executor`.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyCFunction, PyDict, PyTuple};
use wilaya_sim::{Reply, TaskError, TaskFailure, WorkerPool, Workers, play_task as play};

use crate::run::pool;
use crate::work::work;

/// The driver's side of `wilaya._executor.Tasks`: the tasks of one command, which an executor plays.
#[derive(Debug)]
pub struct Tasks {
    tasks: Py<PyAny>,
    places: usize,
    size: Option<u64>,
}

impl Tasks {
    /// From a `Tasks` object.
    pub fn new(py: Python<'_>, tasks: Py<PyAny>) -> PyResult<Self> {
        let places = tasks.getattr(py, "places")?.extract(py)?;
        let size = tasks.getattr(py, "size")?.extract(py)?;
        Ok(Self { tasks, places, size })
    }

    /// Raises the exception of the first task that failed.
    pub fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.tasks.call_method0(py, "check").map(drop)
    }
}

/// The workers: threads of this process, or an executor.
pub fn workers(tasks: Option<&Tasks>) -> Workers<'_> {
    tasks.map_or(Workers::Threads, |tasks| Workers::Pool(tasks))
}

impl WorkerPool for Tasks {
    fn places(&self) -> usize {
        self.places
    }

    fn size(&self) -> Option<u64> {
        self.size
    }

    fn submit(&self, task: Vec<u8>, reply: Reply) {
        let reply = Mutex::new(Some(reply));
        let send = move |answer| {
            let reply = reply.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(reply) = reply {
                reply.send(answer);
            }
        };
        Python::attach(|py| {
            let done = PyCFunction::new_closure(
                py,
                None,
                None,
                move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| -> PyResult<()> {
                    let (answer, why): (Option<PyBackedBytes>, String) = args.extract()?;
                    send(answer.map(|answer| answer.to_vec()).ok_or(TaskError::Failed(why)));
                    Ok(())
                },
            );
            // If that fails, the reply is dropped, which counts as a failed task.
            let handed =
                done.and_then(|done| self.tasks.call_method1(py, "submit", (PyBytes::new(py, &task), done)));
            if let Err(why) = handed {
                why.write_unraisable(py, None);
            }
        });
    }

    fn fail(&self, failure: TaskFailure) {
        Python::attach(|py| {
            if let Err(why) = self.tasks.call_method1(py, "fail", (failure.to_string(),)) {
                why.write_unraisable(py, None);
            }
        });
    }
}

/// Plays a task and returns its answer.
#[pyfunction]
pub fn play_task<'py>(py: Python<'py>, task: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let (pool, stop) = (pool(Some(1))?, AtomicBool::new(false));
    let answer = work(py, None, &stop, |_| play(task, &pool, &stop))?;
    Ok(PyBytes::new(py, &answer))
}
