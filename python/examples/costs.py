"""What playing elsewhere costs: the tables of docs/clusters.md.

    pip install "./python[ray]"
    python python/examples/costs.py            # two minutes on two cores; --quick for a try

Prints Markdown. Run it on a machine with nothing else to do: it says how busy the machine was when it began.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import wilaya
from wilaya.ray import RayExecutor

RUNS = {
    "Algeria, 1958": wilaya.Run("algeria", scenario="1958"),
    "Ici, 1955": wilaya.Run("ici", scenario="1955"),
}
"""Games between two `heuristic`."""
SHORT = wilaya.Run("algeria", scenario="1958", fln="random", france="random", max_turns=1)
"""Games that take almost no time, so that only the driver is measured."""


class Counted(Executor):
    """Counts the bytes of tasks and answers of another executor."""

    def __init__(self, inner: Executor, workers: int) -> None:
        self.inner = inner
        self._max_workers = workers
        self.sent = self.received = self.tasks = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = self.inner.submit(fn, *args, **kwargs)
        self.tasks += 1
        self.sent += len(args[0])
        future.add_done_callback(self.count)
        return future

    def count(self, future: Future[Any]) -> None:
        if not future.cancelled() and future.exception() is None:
            self.received += len(future.result())


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        # They have all begun, and have loaded the package.
        wilaya.simulate(SHORT, 100 * workers, executor=pool, task_size=10)
        yield pool


@contextmanager
def on_ray(workers: int) -> Iterator[Executor]:
    with RayExecutor(workers) as pool:
        wilaya.simulate(SHORT, 100 * workers, executor=pool, task_size=10)
        yield pool


def timed(run: wilaya.Run, games: int, **options: Any) -> tuple[float, float]:
    """Seconds by the clock, and of CPU time of this process, to write a run into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        clock, cpu = time.monotonic(), time.process_time()
        wilaya.simulate(run, games, folder=folder, **options)
        return time.monotonic() - clock, time.process_time() - cpu


def table(*rows: tuple[object, ...]) -> None:
    head, *others = rows
    print("|" + "|".join(f" {cell} " for cell in head) + "|")
    print("|" + "---|" * len(head))
    for row in others:
        print("|" + "|".join(f" {cell} " for cell in row) + "|")
    print()


def rates(games: int) -> dict[str, float]:
    found = {}
    for name, run in RUNS.items():
        timed(run, games // 10, threads=1)
        found[name] = games / statistics.median(timed(run, games, threads=1)[0] for _ in range(3))
    table(("Game", "games per second and core"), *((name, f"{rate:,.0f}") for name, rate in found.items()))
    return found


def by_task_size(workers: int, games: int) -> None:
    run = RUNS["Algeria, 1958"]
    rows: list[tuple[object, ...]] = [("Games per task", "seconds", "games per second and worker")]
    with processes(workers) as pool:
        for size in [1, 10, 100, 500, 2_000, None]:
            count = min(games, 100 * workers * (size or 2_000))
            seconds = statistics.median(timed(run, count, executor=pool, task_size=size)[0] for _ in range(3))
            rows.append((size or "about a second", f"{seconds:.2f}", f"{count / seconds / workers:,.0f}"))
    table(*rows)


def driver(workers: int, games: int) -> tuple[float, float]:
    """CPU microseconds of the driver and bytes in the folder, per game."""
    with processes(workers) as pool, tempfile.TemporaryDirectory() as folder:
        counted = Counted(pool, workers)
        begun = time.process_time()
        wilaya.simulate(RUNS["Algeria, 1958"], games, folder=folder, executor=counted, task_size=500)
        micros = (time.process_time() - begun) / games * 1e6
        bytes_of = (Path(folder) / "games.csv").stat().st_size / games
        table(
            ("Cost to the driver, per game", ""),
            ("CPU time", f"{micros:.1f} µs"),
            ("bytes of tasks", f"{counted.sent / games:.1f}"),
            ("bytes of answers", f"{counted.received / games:.0f}"),
            ("bytes in `games.csv`", f"{bytes_of:.0f}"),
        )
    return micros, bytes_of


def ray_against_processes(workers: int, games: int, pairs: int) -> None:
    run, ratios = RUNS["Algeria, 1958"], []
    with processes(workers) as pool, on_ray(workers) as cluster:
        for pair in range(pairs):
            order = [pool, cluster] if pair % 2 == 0 else [cluster, pool]
            seconds = {id(one): timed(run, games, executor=one, task_size=500)[0] for one in order}
            ratios.append(seconds[id(cluster)] / seconds[id(pool)])
    low, middle, high = min(ratios), statistics.median(ratios), max(ratios)
    print(
        f"Ray takes {middle:.3f} times as long as processes (median of {pairs} alternating pairs of {games:,} games, ",
        end="",
    )
    print(f"500 per task; {low:.3f} to {high:.3f}).\n")


def memory(workers: int, games: int) -> None:
    """Memory of the driver while games arrive."""
    seen: list[tuple[int, int]] = []
    done = 0

    def told(now: int, total: int) -> None:
        nonlocal done
        done = now

    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.2):
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            seen.append((done, pages * resource.getpagesize()))

    with processes(workers) as pool, tempfile.TemporaryDirectory() as folder:
        thread = threading.Thread(target=watch)
        thread.start()
        wilaya.simulate(SHORT, games, folder=folder, executor=pool, task_size=500, progress=told)
        ended.set()
        thread.join()
    rows: list[tuple[object, ...]] = [("Games handled", "memory of the driver, MiB")]
    for tenth in range(1, 11):
        at = [size for count, size in seen if (tenth - 1) * games < 10 * count <= tenth * games]
        if at:
            rows.append((f"up to {tenth * games // 10:,}", f"{max(at) / 2**20:.1f}"))
    table(*rows)


def years(rate: float, micros: float, bytes_of: float) -> None:
    """The time of 10^9 games on 100 machines with 16 cores."""
    games, machines, cores = 10**9, 100, 16
    play = games / (rate * machines * cores)
    take = games * micros / 1e6
    table(
        (f"10^9 games on {machines} machines with {cores} cores", ""),
        ("to play them", f"{play / 60:,.0f} minutes"),
        ("CPU time of one driver", f"{take / 60:,.0f} minutes"),
        ("cores that one driver keeps busy", f"{1e6 / micros / rate:,.0f}"),
        ("in shards, one driver per machine", f"{max(play, take / machines) / 60:,.0f} minutes"),
        ("`games.csv`", f"{games * bytes_of / 1e9:,.0f} GB"),
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    words.add_argument("--quick", action="store_true", help="a tenth of the games")
    options = words.parse_args()
    workers, scale = options.workers, 10 if options.quick else 1
    load = os.getloadavg()[0]
    print(
        f"wilaya {wilaya.__version__}, Python {platform.python_version()}, {os.cpu_count()} cores, ", end=""
    )
    print(
        f"{workers} workers, load {load:.1f} at the beginning{', a tenth of the games' if options.quick else ''}.\n"
    )
    rate = rates(10_000 // scale)["Algeria, 1958"]
    by_task_size(workers, 20_000 // scale)
    micros, bytes_of = driver(workers, 20_000 // scale)
    ray_against_processes(workers, 20_000 // scale, 9)
    memory(workers, 1_000_000 // scale)
    years(rate, micros, bytes_of)


if __name__ == "__main__":
    main()
