"""The autograder in a root file system that has only what a distribution puts there."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.teach.grading_help import TEACHER

NEEDED = ("debootstrap", "unshare", "chroot")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.geteuid() != 0 or not all(map(shutil.which, NEEDED)),
        reason=f"not root with {', '.join(NEEDED)}; the package debootstrap has the first",
    ),
]
ENTER = """
set -e
mount --make-rprivate /
mount -t proc proc "$0/proc"
mount -t tmpfs tmp "$0/tmp"
for device in null zero urandom; do mount --bind "/dev/$device" "$0/dev/$device"; done
exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root bash "$@"
"""
"""Runs a script in a root with mounts of its own, which end with it."""
FROM_HERE = (
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/pip.conf",
    "/etc/ssl/certs/ca-certificates.crt",
)


def bare_root(place: Path) -> Path:
    """Return a new root with Debian's smallest system, without Python, and the autograder in it."""
    options = ["--variant=minbase", "--include=ca-certificates"]
    subprocess.run(["debootstrap", *options, "bookworm", str(place)], check=True)
    for name in filter(os.path.exists, FROM_HERE):
        (place / name[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(name, place / name[1:])
    source = place / "autograder" / "source"
    source.mkdir(parents=True)
    pack = [sys.executable, str(TEACHER / "pack.py"), "autograder", "1-domain"]
    subprocess.run(pack, cwd=place, check=True)
    ZipFile(place / "autograder.zip").extractall(source)
    return place


def run_in(root: Path, script: str) -> subprocess.CompletedProcess[str]:
    command = ["unshare", "--mount", "--pid", "--fork", "bash", "-c", ENTER, str(root), script]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_autograder_grades_in_a_bare_root(tmp_path: Path) -> None:
    root = bare_root(tmp_path / "root")
    done = run_in(root, "/autograder/source/setup.sh")
    assert done.returncode == 0, done.stderr
    handed_in = root / "autograder" / "submission"
    handed_in.mkdir()
    for text, score in ((TEACHER / "1-domain/solution/domain.pddl").read_text(), 29), ("", 0):
        (handed_in / "domain.pddl").write_text(text)
        run_in(root, "/autograder/source/run_autograder")
        results = json.loads((root / "autograder" / "results" / "results.json").read_text())
        assert results["score"] == score, results["output"]
