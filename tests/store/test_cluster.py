"""An ingest on a dask.distributed cluster of processes of this machine."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from innolog.cli import main
from innolog.ingest import pipeline
from tests.store.contents import contents, copies

#: They need dask, which only the extra test-long brings.
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed: Any = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
    ) as cluster:
        yield cluster


def test_a_cluster_writes_the_same_dataset_though_a_worker_dies(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files, bytes that workers can't open for themselves, repeated logs and damaged ones, one by one."""
    monkeypatch.setattr(pipeline, "CHUNK_LOGS", 1)
    logs = copies(tmp_path / "logs", 1)
    # A zip archive that does not say so, and is not a worker's to open.
    shutil.make_archive(str(tmp_path / "more"), "zip", copies(tmp_path / "more", 2, "base_*"))
    (tmp_path / "more.zip").rename(logs / "disguised")
    (logs / "damaged.json.gz").write_bytes(b"\x1f\x8bno")
    paths = [logs, tmp_path / "missing", next(iter(logs.glob("*base_2p*")))]
    counted: list[int] = []
    victim = next(iter(cluster.workers.values()))
    pid = victim.pid

    def progress(summary: pipeline.IngestSummary, problems: Sequence[pipeline.Problem]) -> None:
        counted.append(summary.verdicts.total())
        if len(counted) == 2:
            os.kill(pid, signal.SIGKILL)

    alone = pipeline.ingest(paths, tmp_path / "alone")
    together = pipeline.ingest(paths, tmp_path / "together", scheduler=cluster.scheduler_address, progress=progress)
    assert victim.pid != pid
    assert together == alone
    # Some of the copies are the logs themselves.
    assert (alone.known, alone.repeated, alone.verdicts.total(), alone.missing) == (0, 3, 9, 1)
    assert counted == sorted(counted)
    assert len(counted) > 9
    assert contents(tmp_path / "together", totals=True) == contents(tmp_path / "alone", totals=True)
    again = pipeline.ingest(paths, tmp_path / "together", scheduler=cluster.scheduler_address)
    assert (again.known, again.repeated, again.verdicts) == (9, 3, alone.verdicts)


def test_what_is_no_cluster_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from innolog.ingest import cluster

    monkeypatch.setattr(cluster, "_PATIENCE", 0.5)
    # Without any work, no cluster is needed.
    (tmp_path / "log.json").write_text("{}")
    arguments = ["ingest", str(tmp_path), "-o", str(tmp_path / "d"), "--scheduler"]
    for address, message in (("tcp://127.0.0.1:9", "no dask scheduler"), ("what://x", "no dask scheduler")):
        result = CliRunner().invoke(main, [*arguments, address])
        assert result.exit_code == 2
        assert message in result.stderr.splitlines()[-1]
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = CliRunner().invoke(main, [*arguments, "tcp://127.0.0.1:9"])
    assert result.exit_code == 2
    assert "pip install 'innolog[dask]'" in result.stderr
    assert CliRunner().invoke(main, [*arguments, "tcp://127.0.0.1:9", "-j", "2"]).exit_code == 2
