"""Ray workers: an executor for `simulate`, `impact`, `sweep`, `arena` and `rollout`.

It needs the extra `ray`: `pip install "wilaya[ray]"`.
"""

from __future__ import annotations

import logging
import os
import pickle
import secrets
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import suppress
from itertools import chain
from typing import Any, ParamSpec, TypeVar

import psutil
import ray
from ray import exceptions
from ray._private import ray_constants, worker

__all__ = ["RayExecutor"]

_P = ParamSpec("_P")
_T = TypeVar("_T")
_STORE = 256 << 20
"""Bytes of a local cluster's object store: results stay there only until the driver takes them, which is at once."""


class RayExecutor(Executor):
    """An executor whose tasks run on Ray. Use it in a `with` statement, or call `shutdown`.

    Without an address, and unless Ray is initialized or `RAY_ADDRESS` is set, it starts a local cluster that listens only on the
    loopback interface and has no dashboard. `shutdown` stops that cluster and removes its files.

    If a worker dies or a node is removed, its task is played again elsewhere.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        address: str | None = None,
        retries: int = 3,
        cpus: float = 1,
        **options: Any,
    ) -> None:
        """Connect to Ray.

        Args:
            workers: number of tasks at the same time; by default as many as the cluster has CPUs for.
            address: the cluster, such as `"ray://head:10001"` or `"auto"`.
            retries: how often a task is retried after its worker dies.
            cpus: CPUs per task.
            options: further options of `ray.remote` for the tasks, such as `resources` or `runtime_env`.
        """
        self._stop = _connect(workers, address)
        self._end = weakref.finalize(self, self._stop)
        try:
            available = ray.cluster_resources().get("CPU", 1) / cpus if cpus else os.cpu_count() or 1
            self._max_workers = workers or max(1, int(available))
            self._call = ray.remote(num_cpus=cpus, max_retries=retries, **options)(_caller())
        except BaseException:
            self._end()
            raise
        self._lock = threading.Lock()
        self._open = True
        self._out: set[Future[Any]] = set()

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Run a function on a worker. Its arguments and its result are pickled."""
        work = pickle.dumps((fn, args, kwargs))
        with self._lock:
            if not self._open:
                raise RuntimeError("cannot schedule new futures after shutdown")
            future: _RayFuture[_T] = _RayFuture(self._call.remote(work))
            self._out.add(future)
        future.add_done_callback(self._out.discard)
        future.begin()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down. If the executor started a cluster, stop it and remove its files."""
        with self._lock:
            self._open = False
            out = list(self._out)
        if cancel_futures:
            for future in out:
                future.cancel()
        if wait:
            _wait(out)
            self._end()


_wait = wait


class _RayFuture(Future[_T]):
    """The future of a task on Ray.

    If it is cancelled, its task is not: when `ray.cancel` meets a task that is just being completed, Ray (2.60) ends the driver.
    """

    def __init__(self, reference: Any) -> None:
        super().__init__()
        self._reference = reference

    def begin(self) -> None:
        self._reference.future().add_done_callback(self._finish)

    def _finish(self, done: Future[_T]) -> None:
        if not self.set_running_or_notify_cancel():
            return
        error = done.exception()
        if error is None:
            self.set_result(done.result())
        elif isinstance(error, exceptions.RayTaskError):
            # Raised by the function itself.
            self.set_exception(error.cause)
        else:
            broken = BrokenExecutor(str(error).splitlines()[0] if str(error) else type(error).__name__)
            broken.__cause__ = error
            self.set_exception(broken)


def _caller() -> Callable[[bytes], Any]:
    # A nested function is pickled by value, so a worker without wilaya can call it and report that wilaya is missing.
    def call(work: bytes) -> Any:
        import pickle

        function, args, kwargs = pickle.loads(work)
        return function(*args, **kwargs)

    return call


def _connect(workers: int | None, address: str | None) -> Callable[[], None]:
    """Connect to a cluster, or start one; return a function that undoes it."""
    if ray.is_initialized():
        return lambda: None
    if address is not None or "RAY_ADDRESS" in os.environ:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        shutdown: Callable[[], None] = ray.shutdown
        return shutdown
    return _start(workers)


def _processes() -> list[psutil.Process]:
    """The processes of the cluster that this process has started, and those that they have started."""
    node = worker._global_node
    found = []
    for entry in chain.from_iterable(node.all_processes.values()) if node else []:
        with suppress(psutil.NoSuchProcess):
            process = psutil.Process(entry.process.pid)
            found += [process, *process.children(recursive=True)]
    return found


_TOKEN = secrets.token_hex(32)
"""The token of the clusters that this process starts. Otherwise Ray writes one to the home folder."""


def _start(workers: int | None) -> Callable[[], None]:
    """Start a cluster on the loopback interface without usage statistics; return a function that stops it."""
    folder = tempfile.mkdtemp(prefix="wilaya-ray-")
    settings = {
        "RAY_USAGE_STATS_ENABLED": "0",
        # By default, Ray runs workers at a low priority.
        "RAY_worker_niceness": "0",
        ray_constants.ENABLE_RAY_CLUSTERS_ENV_VAR: "0",
    }
    before = {name: os.environ.get(name) for name in settings}
    on_networks = ray_constants.ENABLE_RAY_CLUSTER

    def stop() -> None:
        processes = _processes()
        ray.shutdown()
        # Workers outlive `ray.shutdown` for a moment, and write to their logs.
        psutil.wait_procs(processes, timeout=10)
        shutil.rmtree(folder, ignore_errors=True)
        ray_constants.ENABLE_RAY_CLUSTER = on_networks
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    try:
        os.environ.update(settings)
        os.environ.setdefault("RAY_AUTH_TOKEN", _TOKEN)
        # Same as the last setting, which Ray reads on import.
        ray_constants.ENABLE_RAY_CLUSTER = False
        ray.init(
            num_cpus=workers,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
            object_store_memory=_STORE,
            _temp_dir=folder,
        )
    except BaseException:
        stop()
        raise
    return stop
