"""Workers elsewhere: the same tables and files on any executor."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import wilaya
from support import files, program

RUN = wilaya.Run("algeria", "1960", fln="sober", france="sober", seed=3)


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


def simulated(folder: Path, run: wilaya.Run, games: int, **options: Any) -> dict[str, str]:
    wilaya.simulate(run, games, folder=folder, **options)
    return files(folder)


def test_a_run_is_that_of_the_program(processes: Executor, tmp_path: Path) -> None:
    program(*RUN.command(60)[1:], "--quiet", "--record", "3,50", "--out", tmp_path / "program")
    expected = files(tmp_path / "program")
    told: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as forked:
        for name, pool, size in [
            ("threads", threads, 7),
            ("forked", forked, 16),
            ("spawned", processes, None),
            ("one", processes, 1_000),
        ]:
            options: dict[str, Any] = {"executor": pool, "task_size": size, "record": [3, 50]}
            options["progress"] = lambda done, total: told.append((done, total))
            assert simulated(tmp_path / name, RUN, 60, **options) == expected
            assert told[-1] == (60, 60)
    whole = wilaya.simulate(RUN, 60, threads=1)
    kept = wilaya.simulate(RUN, 60, executor=processes, task_size=11)
    assert pa.table(kept.games).equals(pa.table(whole.games), check_metadata=True)
    assert kept.summary.rows() == whole.summary.rows()


@pytest.mark.parametrize(
    "changes",
    [
        {"pairs": True},
        {"luck": 8},
        {"turns": True},
        {"set": {"unit.division.count": 14}},
        {"position": wilaya.Position.new("algeria", "1960", seed=4)},
    ],
)
def test_runs_of_all_kinds_reach_the_workers(
    changes: dict[str, Any], processes: Executor, tmp_path: Path
) -> None:
    run = RUN.replace(**changes)
    expected = simulated(tmp_path / "here", run, 12)
    assert simulated(tmp_path / "there", run, 12, executor=processes, task_size=5) == expected


def plans(folder: Path, **options: Any) -> dict[str, str]:
    """Files of an impact, a sweep, arenas and a rollout."""
    wilaya.impact(
        RUN,
        8,
        of=["event:suez", "action:fln:raid"],
        readings=["seen", "barred", "forked"],
        budget="3games",
        playouts=2,
        folder=folder / "impact",
        **options,
    )
    wilaya.sweep(RUN, {"unit.division.count": [13, 14]}, 10, folder=folder / "sweep", **options)
    bots = ["sober", "random", "thrift"]
    wilaya.arena("algeria", bots, 4, scenarios=["1960"], folder=folder / "arena", **options)
    test: dict[str, Any] = {"sprt": (0, 50), "batch": 10, "scenarios": ["1960"]}
    wilaya.arena("algeria", ["sober", "random"], 300, folder=folder / "test", **test, **options)
    position = wilaya.Position.new("algeria", "1960", seed=1)
    wilaya.rollout(position, 3, fln="sober", france="sober", file=folder / "choices.csv", **options)
    wilaya.simulate(RUN, until_ci=0.2, folder=folder / "width", **options)
    tuned: dict[str, Any] = {"scenarios": ["1960"], "iterations": 3, "pairs": 2}
    wilaya.tune("algeria", "heuristic", ["self", "sober"], file=folder / "weights.toml", **tuned, **options)
    return files(folder, "speed.csv")


def test_plans_of_all_kinds_reach_the_workers(processes: Executor, tmp_path: Path) -> None:
    expected = plans(tmp_path / "here")
    assert len(expected) > 20
    assert plans(tmp_path / "there", executor=processes, task_size=3) == expected
    assert plans(tmp_path / "open", executor=processes) == expected
    speed = (tmp_path / "there" / "arena" / "speed.csv").read_text().splitlines()
    assert len(speed) == 4


def test_tables_in_memory_are_the_same(processes: Executor) -> None:
    def tables(**options: Any) -> list[wilaya.Table]:
        arena = wilaya.arena("algeria", ["sober", "random"], 4, scenarios=["1960"], **options)
        rollout = wilaya.Position.new("ici", "1959", seed=1).rollout(2, **options)
        return [arena.games, arena.ratings, arena.pairings, rollout.table]

    for here, there in zip(tables(), tables(executor=processes), strict=True):
        assert pa.table(here).equals(pa.table(there), check_metadata=True)


KILLER = """
import os, signal, sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
import wilaya
from test_executor import RUN

if __name__ == "__main__":
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        killed = []
        def kill(done, total):
            if done >= 20 and not killed:
                killed.append(next(iter(pool._processes)) if sys.argv[1] == "worker" else os.getpid())
                os.kill(killed[0], signal.SIGKILL)
        many = {"executor": pool, "task_size": 10, "progress": kill}
        wilaya.simulate(RUN, 3_000, folder=sys.argv[2], **many)
"""


@pytest.mark.skipif(os.name == "nt", reason="processes are killed as on Unix")
@pytest.mark.parametrize("victim", ["worker", "driver"])
def test_a_killed_run_is_resumed(victim: str, processes: Executor, tmp_path: Path) -> None:
    script = tmp_path / "killer.py"
    script.write_text(KILLER)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    command = [sys.executable, str(script), victim, str(tmp_path / "run")]
    with (tmp_path / "errors").open("w") as errors:
        driver = subprocess.Popen(command, env=environment, stderr=errors, start_new_session=True)
        status = driver.wait(120)
    with suppress(ProcessLookupError):
        # Workers of a pool outlive a driver that is killed.
        os.killpg(driver.pid, signal.SIGKILL)
    if victim == "worker":
        text = (tmp_path / "errors").read_text()
        assert "WorkerError: games" in text
        assert "were not played: a worker died; continue from the folder" in text
    else:
        assert status == -signal.SIGKILL
    rows = len((tmp_path / "run" / "games.csv").read_text().splitlines()) - 1
    assert 0 < rows < 3_000
    resumed = simulated(tmp_path / "run", RUN, 3_000, executor=processes, resume=True)
    assert resumed == simulated(tmp_path / "whole", RUN, 3_000)


def test_a_worker_that_dies_is_one_clear_exception(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        pool.submit(os._exit, 1)
        with pytest.raises(
            wilaya.WorkerError, match="^games 0 to 4 were not played: a worker died$"
        ) as error:
            wilaya.simulate(RUN, 20, executor=pool, task_size=5)
        assert isinstance(error.value.__cause__, Exception)
        match = "a worker died; continue from the folder with resume=True$"
        with pytest.raises(wilaya.WorkerError, match=match):
            wilaya.arena("algeria", ["sober", "random"], 3, folder=tmp_path, executor=pool)
    wilaya.arena("algeria", ["sober", "random"], 3, folder=tmp_path, resume=True)


class Changed(Executor):
    """Runs each function in this thread, pickled, after a change of what it is called with."""

    def __init__(self, change: Callable[[bytes], bytes]) -> None:
        self.change = change

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            function, task = pickle.loads(pickle.dumps((fn, args[0])))
            future.set_result(function(self.change(task)))
        except Exception as error:
            future.set_exception(error)
        return future


class Bare(Executor):
    """Runs each function in a Python without packages."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        code = "import pickle, sys; pickle.load(sys.stdin.buffer)"
        work = pickle.dumps((fn, args))
        done = subprocess.run([sys.executable, "-I", "-S", "-c", code], input=work, capture_output=True)
        name = done.stderr.decode().strip().splitlines()[-1]
        assert name == "ModuleNotFoundError: No module named 'wilaya'"
        future.set_exception(ModuleNotFoundError(name.partition(": ")[2], name="wilaya"))
        return future


@pytest.mark.parametrize(
    ("pool", "message"),
    [
        (
            Changed(lambda task: task.replace(b'"version":"', b'"version":"9')),
            ", not 90.2.0-dev: install the same version everywhere",
        ),
        (Changed(lambda task: task.replace(b'"data":"', b'"data":"0')), "a worker has other figures"),
        (Changed(lambda task: task.replace(b"sober", b"sobre")), 'unknown bot "sobre"'),
        (Bare(), f"a worker has no wilaya {wilaya.__version__}: install the same version everywhere"),
    ],
)
def test_a_worker_with_something_else_installed_is_named(pool: Executor, message: str) -> None:
    with pytest.raises(wilaya.WorkerError) as error:
        wilaya.simulate(RUN, 6, executor=pool, task_size=6)
    assert str(error.value).startswith("games 0 to 5 were not played: ")
    assert message in str(error.value)


class AtRandom:
    """Plays at random."""

    def choose(self, view: wilaya.View, actions: list[str], rng: Any) -> str:
        return str(rng.choice(actions))


def test_wrong_input_is_named(processes: Executor, tmp_path: Path) -> None:
    simulated(tmp_path, RUN, 5)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"task_size": 5}, "task_size needs an executor"),
        ({"executor": processes, "task_size": 0}, "task_size must be at least 1"),
        ({"executor": processes, "threads": 2}, "threads and executor cannot be combined"),
        ({"executor": processes, "folder": tmp_path, "resume": True}, "holds another run: its seed is 3"),
    ]
    for options, message in cases:
        with pytest.raises(wilaya.WilayaError, match=message):
            wilaya.simulate(RUN.replace(seed=4), 5, **options)
    with pytest.raises(wilaya.WilayaError, match="a bot in Python plays in this process only"):
        wilaya.simulate(RUN.replace(fln=AtRandom), 5, executor=processes)
    with pytest.raises(wilaya.WilayaError, match="a bot in Python plays in this process only"):
        wilaya.arena("algeria", [AtRandom, "sober"], 2, executor=processes)


def test_progress_can_end_it(processes: Executor, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done > 0:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        simulated(tmp_path, RUN, 100_000, executor=processes, progress=stop)
    assert 'state = "stopped"' in (tmp_path / "run.toml").read_text()
    # What is still out is taken back, so that the executor is free at once.
    begun = time.monotonic()
    assert processes.submit(os.getpid).result() > 0
    assert time.monotonic() - begun < 20


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as on Unix")
def test_ctrl_c_ends_it_at_once(processes: Executor) -> None:
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        wilaya.simulate(RUN, 1_000_000, keep=False, executor=processes)
