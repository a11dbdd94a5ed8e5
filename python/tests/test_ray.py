"""Workers on Ray: the same files, also when workers, nodes or the driver are lost, and nothing is left behind."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest
import wilaya
from support import files
from test_executor import RUN, plans, simulated

pytest.importorskip("ray")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up as on Linux")

from wilaya.ray import RayExecutor  # noqa: E402


@pytest.fixture(scope="module")
def pool() -> Iterator[RayExecutor]:
    with RayExecutor(2) as executor:
        yield executor


def processes(mark: str) -> dict[int, str]:
    """The processes whose command line or environment has a mark, this one excepted, by their ids."""
    found = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes() + (place / "environ").read_bytes()
        except OSError:
            continue
        if mark.encode() in words and int(place.name) != os.getpid():
            found[int(place.name)] = words.split(b"\0")[0].decode(errors="replace")
    return found


def test_plans_of_all_kinds_are_the_same(pool: RayExecutor, tmp_path: Path) -> None:
    expected = plans(tmp_path / "here")
    assert plans(tmp_path / "there", executor=pool, task_size=3) == expected
    whole = wilaya.simulate(RUN, 60, threads=1)
    kept = wilaya.simulate(RUN, 60, executor=pool, task_size=11)
    assert pa.table(kept.games).equals(pa.table(whole.games), check_metadata=True)


def test_a_worker_that_is_killed_is_replaced(pool: RayExecutor, tmp_path: Path) -> None:
    killed: list[int] = []
    worker = pool.submit(os.getpid).result()

    def kill(done: int, total: int) -> None:
        if done >= 100 and not killed:
            killed.append(worker)
            os.kill(worker, signal.SIGKILL)

    expected = simulated(tmp_path / "here", RUN, 4_000)
    options = {"executor": pool, "task_size": 100, "progress": kill}
    assert simulated(tmp_path / "there", RUN, 4_000, **options) == expected
    assert killed == [worker]


def test_a_worker_without_wilaya_is_named(pool: RayExecutor, tmp_path: Path) -> None:
    (tmp_path / "wilaya").mkdir()
    code = "raise ModuleNotFoundError(\"No module named 'wilaya'\", name='wilaya')"
    (tmp_path / "wilaya" / "__init__.py").write_text(code)
    with RayExecutor(2, runtime_env={"env_vars": {"PYTHONPATH": str(tmp_path)}}) as bare:
        with pytest.raises(wilaya.WorkerError, match="a worker has no wilaya .*: install the same version"):
            wilaya.simulate(RUN, 6, executor=bare)
        with pytest.raises(ZeroDivisionError):
            bare.submit(divmod, 1, 0).result()
    # It was not its own cluster.
    assert pool.submit(divmod, 7, 2).result() == (3, 1)
    with pytest.raises(RuntimeError, match="after shutdown"):
        bare.submit(os.getpid)


def test_a_cluster_of_its_own_listens_on_loopback_only_and_has_no_dashboard(pool: RayExecutor) -> None:
    import ray

    node = ray.nodes()[0]
    assert node["NodeManagerAddress"] == "127.0.0.1"
    assert not ray._private.worker._global_node.webui_url
    mark = ray._private.worker._global_node.get_session_dir_path().rpartition("/")[0]
    assert Path(mark).name.startswith("wilaya-ray-")
    inodes = set()
    for process in [*processes(mark), os.getpid()]:
        for descriptor in Path(f"/proc/{process}/fd").glob("*"):
            try:
                inodes.add(descriptor.readlink().name)
            except OSError:
                continue
    addresses = set()
    for table in ["tcp", "tcp6"]:
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            _, local, _, state, *rest = line.split()
            if state == "0A" and f"socket:[{rest[5]}]" in inodes:
                addresses.add(local.split(":")[0])
    loopback = {"0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F"}
    assert addresses
    assert addresses <= loopback


SCRIPT = """
import os, signal, sys, threading
import wilaya
from test_executor import RUN
from wilaya.ray import RayExecutor

how, folder = sys.argv[1:]
with RayExecutor(2) as pool:
    def act(done, total):
        if done >= 100 and how == "interrupt":
            os.kill(os.getpid(), signal.SIGINT)
        elif done >= 100 and how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        elif done >= 100 and how == "fail":
            raise InterruptedError
    games = 300 if how == "end" else 100_000
    wilaya.simulate(RUN, games, folder=folder, executor=pool, task_size=50, progress=act)
"""


@pytest.fixture
def home() -> Iterator[Path]:
    # Sockets have short paths only.
    folder = Path(tempfile.mkdtemp(prefix="w"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def run(script: str, home: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Runs a script whose home and temporary files lie in a folder."""
    environment = {**os.environ, "HOME": str(home), "TMPDIR": str(home)}
    environment["PYTHONPATH"] = str(Path(__file__).parent)
    environment = {name: value for name, value in environment.items() if not name.startswith("RAY_")}
    command = [sys.executable, "-c", script, *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=180)


def none_left(home: Path) -> dict[int, str]:
    """The processes that are left after a while."""
    for _ in range(600):
        if not processes(str(home)):
            break
        time.sleep(0.1)
    return processes(str(home))


@pytest.mark.parametrize(("how", "status"), [("end", 0), ("fail", 1), ("interrupt", -signal.SIGINT)])
def test_nothing_is_left_behind(how: str, status: int, home: Path, tmp_path: Path) -> None:
    done = run(SCRIPT, home, how, tmp_path / "run")
    assert done.returncode == status, done.stderr
    assert none_left(home) == {}
    assert list(home.iterdir()) == []
    state = "complete" if how == "end" else "stopped"
    assert f'state = "{state}"' in (tmp_path / "run" / "run.toml").read_text()


def test_a_run_whose_driver_was_killed_is_resumed(pool: RayExecutor, home: Path, tmp_path: Path) -> None:
    assert run(SCRIPT, home, "kill", tmp_path / "run").returncode == -signal.SIGKILL
    assert none_left(home) == {}
    rows = len((tmp_path / "run" / "games.csv").read_text().splitlines()) - 1
    assert 0 < rows < 100_000
    games = rows + 200
    # As if it had been begun with fewer games, so that the test is short.
    notes = tmp_path / "run" / "run.toml"
    notes.write_text(notes.read_text().replace("100000", str(games)))
    resumed = simulated(tmp_path / "run", RUN, games, executor=pool, resume=True)
    assert resumed == simulated(tmp_path / "whole", RUN, games)


CLUSTER = """
import sys
import time
import ray
import wilaya
from ray.cluster_utils import Cluster
from test_executor import RUN
from wilaya.ray import RayExecutor

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
node = cluster.add_node(num_cpus=1)
ray.init(cluster.address, log_to_driver=False)
assert ray.cluster_resources()["CPU"] == 2
with RayExecutor() as pool:
    assert pool._max_workers == 2
    removed = []
    def remove(done, total):
        if done >= 100 and not removed:
            removed.append(node)
            cluster.remove_node(node, allow_graceful=False)
    wilaya.simulate(RUN, 4_000, folder=sys.argv[1], executor=pool, task_size=100, progress=remove)
assert removed
for _ in range(600):
    if sum(node["Alive"] for node in ray.nodes()) == 1:
        break
    time.sleep(0.1)
else:
    raise AssertionError("the node is still there")
ray.shutdown()
cluster.shutdown()
"""


def test_tasks_of_a_node_that_is_removed_are_played_elsewhere(home: Path, tmp_path: Path) -> None:
    done = run(CLUSTER, home, tmp_path / "there")
    assert done.returncode == 0, done.stderr
    assert files(tmp_path / "there") == simulated(tmp_path / "here", RUN, 4_000)
    assert none_left(home) == {}
