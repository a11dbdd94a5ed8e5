"""Progress of long work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Report: TypeAlias = Callable[[int, int], object]
Progress: TypeAlias = Report | bool | None
"""A function that receives the number of steps done and the total; or True for a progress bar."""


@contextmanager
def reporter(progress: Progress) -> Iterator[Report | None]:
    """Yield the receiver of progress: the function itself, a bar of `tqdm` if it is installed, or None."""
    if progress is None or isinstance(progress, bool):
        if not progress:
            yield None
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            yield None
            return
        with tqdm(unit="") as bar:

            def show(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            yield show
        return
    yield progress
