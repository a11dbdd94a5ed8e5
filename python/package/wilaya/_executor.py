"""Distributed workers: the tasks of a command, played by any `concurrent.futures.Executor`."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import partial

from wilaya import _wilaya
from wilaya._wilaya import WilayaError


class WorkerError(RuntimeError):
    """A worker of an executor failed. The message names the games that were not played and says what to do."""


def play(task: bytes) -> bytes:
    """Play a task on a worker and return its answer."""
    return _wilaya.play_task(task)


def _why(error: BaseException) -> str:
    if isinstance(error, BrokenExecutor):
        return "a worker died"
    if isinstance(error, ImportError) and (error.name or "").startswith("wilaya"):
        return f"a worker has no wilaya {_wilaya.VERSION}: install the same version everywhere"
    return f"a worker raised {type(error).__name__}: {error}"


class Tasks:
    """The tasks of one command that an executor plays. Results are the same whatever the executor and the size of tasks."""

    def __init__(self, executor: Executor, size: int | None, kept: str | None) -> None:
        """`size` is the number of games or pairs per task, if fixed; `kept` is what keeps the finished games, if anything."""
        workers = getattr(executor, "_max_workers", None)
        self.places: int = workers if isinstance(workers, int) else os.cpu_count() or 1
        """The number of tasks that can run at the same time."""
        self.size = size
        """The number of games or pairs per task."""
        self._executor = executor
        self._kept = kept
        self._lock = threading.Lock()
        self._out: set[Future[bytes]] = set()
        self._cause: BaseException | None = None
        self._failure: str | None = None

    def submit(self, task: bytes, done: Callable[[bytes | None, str], None]) -> None:
        """Submit a task; `done` receives the answer, or the reason why there is none."""
        try:
            future = self._executor.submit(play, task)
        except Exception as error:
            self._fail(error, done)
            return
        with self._lock:
            self._out.add(future)
        future.add_done_callback(partial(self._ended, done))

    def _ended(self, done: Callable[[bytes | None, str], None], future: Future[bytes]) -> None:
        with self._lock:
            self._out.discard(future)
        if future.cancelled():
            done(None, "the task was cancelled")
        elif error := future.exception():
            self._fail(error, done)
        else:
            done(future.result(), "")

    def _fail(self, error: BaseException, done: Callable[[bytes | None, str], None]) -> None:
        with self._lock:
            self._cause = self._cause or error
        done(None, _why(error))

    def fail(self, failure: str) -> None:
        """Record that a task has ended the command."""
        self._failure = failure

    def check(self) -> None:
        """Raise the failure that ended the command, if any."""
        if self._failure is not None:
            kept = f"; continue from the {self._kept} with resume=True" if self._kept else ""
            raise WorkerError(self._failure + kept) from self._cause

    def cancel(self) -> None:
        """Cancel the tasks that have not ended."""
        with self._lock:
            out = list(self._out)
        for future in out:
            future.cancel()


@contextmanager
def tasks_of(
    executor: Executor | None, size: int | None, threads: int | None, out: object, kept: str = "folder"
) -> Iterator[Tasks | None]:
    """Yield the tasks for an executor, if there is one; cancel those that are unfinished at the end."""
    if executor is None:
        if size is not None:
            raise WilayaError("task_size needs an executor")
        yield None
        return
    if threads is not None:
        raise WilayaError("threads and executor cannot be combined: the workers of the executor play")
    if size is not None and size < 1:
        raise WilayaError("task_size must be at least 1")
    tasks = Tasks(executor, size, None if out is None else kept)
    try:
        yield tasks
    finally:
        tasks.cancel()
