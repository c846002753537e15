"""Linux namespaces, user changes and parent-death signals; elsewhere these functions do nothing.

Where the system allows it, an agent gets *namespaces* of its own (namespaces(7)): it sees no
process but its own, can send signals to no other, and when its first process ends, the kernel ends
all the rest, wherever they went. Containers often forbid this; then the guard adopts what an agent
leaves behind (``PR_SET_CHILD_SUBREAPER``, prctl(2)) and ends that.
"""

import ctypes
import fcntl
import os
import signal
import socket
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

_NEW_USER, _NEW_PIDS, _NEW_MOUNTS, _NEW_IPC = 0x10000000, 0x20000000, 0x00020000, 0x08000000
_NEW_NETWORK, _SET_INTERFACE, _IS_UP = 0x40000000, 0x8914, 1
_RECURSIVE_PRIVATE = 0x4000 | 0x40000
_SIGNAL_WHEN_PARENT_ENDS, _ADOPT_ORPHANS = 1, 36
_KEEP_CAPABILITIES, _KEEP_WHEN_EXECUTING, _RAISE = 8, 47, 2
_CAPABILITIES_VERSION, _READ_ALL = 0x20080522, 2
"""Of capset(2): its third version, and the capability to read all files (capabilities(7))."""
_FIRST_USER = 0x70000000
"""From here on are the numbers of users without files, one per sandbox: no two share a quota."""
_SET_MOUNT, _HERE, _RECURSIVE, _READ_ONLY = 442, -100, 0x8000, 1
"""Of mount_setattr(2): its number, AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY."""
_BIND, _SHARED, _NO_DEVICES, _DETACH = 0x1000, 1 << 20, 2 | 4 | 8, 2
"""Of mount(2): MS_BIND, MS_SHARED, no set-user-ID programs, devices and programs; of umount(2)."""
MEGABYTES_OF_FILES, MOST_FILES = 64, 4096
"""Limits of what a game may write to its temporary folder."""
_EVERYBODY = "0 0 4294967295"
"""A map of user numbers in which each stands for itself."""

ON_LINUX = sys.platform == "linux"


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(function: str, *arguments: int | bytes | None) -> None:
    """Call a function of the C library; ``OSError`` if it fails."""
    if getattr(_library(), function)(*arguments):
        number = ctypes.get_errno()
        raise OSError(number, f"{function}: {os.strerror(number)}")


def unshare_for_child() -> bool:
    """Unshare users, processes, network and more before the next fork; return whether that worked.

    The first process has to call :func:`settle_in`.
    """
    if not ON_LINUX:
        return False
    try:
        _enter(_NEW_USER | _NEW_PIDS | _NEW_IPC | _NEW_NETWORK)
    except OSError:
        return False
    return True


def _enter(namespaces: int) -> None:
    """Enter new namespaces, a new one of users among them, as the same user; ``OSError``.

    For root all users exist there; a process outside has to see to that (user_namespaces(7)).
    """
    user, group = os.geteuid(), os.getegid()
    process, (entered, enter) = os.getpid(), os.pipe()
    outside = os.fork() if user == 0 else None
    if outside == 0:
        os.close(enter)
        os.read(entered, 1)
        for kind in ("uid", "gid"):
            with suppress(OSError):
                _write(f"/proc/{process}/{kind}_map", _EVERYBODY)
        os._exit(0)
    os.close(entered)
    try:
        _call("unshare", namespaces)
    finally:
        os.close(enter)
        if outside:
            os.waitpid(outside, 0)
    if outside and not _is_unmapped():
        return
    _write("/proc/self/setgroups", "deny")
    for kind, number in (("uid", user), ("gid", group)):
        _write(f"/proc/self/{kind}_map", f"{number} {number} 1")


def _is_unmapped() -> bool:
    return not Path("/proc/self/uid_map").read_text("ascii").strip()


def _write(name: str, text: str) -> None:
    with open(name, "w", encoding="ascii") as file:  # noqa: PTH123 - one write
        file.write(text)


def _start_network() -> None:
    """Let processes of a new network reach each other, and nobody see who was connected before."""
    for name in ("tcp_max_tw_buckets", "tcp_no_metrics_save"):
        with suppress(OSError):
            _write(f"/proc/sys/net/ipv4/{name}", "0" if name == "tcp_max_tw_buckets" else "1")
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, _SET_INTERFACE, struct.pack("16sH14x", b"lo", _IS_UP))


def settle_in(world: Path, *, network: bool) -> bool:
    """Mount everything read-only, and a ``/proc`` with the own processes only.

    Reading leaves no access times then, by which one game could tell another. If ``/proc`` is
    forbidden, it is empty. What is mounted later in the folder ``world`` is seen by all that comes
    from this process. With a ``network``, processes can reach each other, and remember nobody.
    Returns whether that worked.
    """
    if network:
        _start_network()
    try:
        _call("unshare", _NEW_MOUNTS)  # the guard keeps its own, to remove the folder
        _call("mount", None, b"/", None, _RECURSIVE_PRIVATE, None)
        _mount_read_only()
        _mount_processes()
        _call("mount", os.fsencode(world), os.fsencode(world), None, _BIND, None)
        _call("mount", None, os.fsencode(world), None, _SHARED, None)
    except OSError:
        return False
    return True


def _mount_read_only() -> None:
    """Mount everything read-only, with mount_setattr(2) (Linux 5.12)."""
    only = struct.pack("=4Q", _READ_ONLY, 0, 0, 0)
    if _library().syscall(_SET_MOUNT, _HERE, b"/", _RECURSIVE, only, len(only)):
        raise OSError(ctypes.get_errno(), "mount_setattr")


def _mount_processes() -> None:
    """Mount a ``/proc`` of processes, with nothing of the system and of other users in it."""
    for options in (b"subset=pid,hidepid=invisible", None):
        with suppress(OSError):
            _call("mount", b"proc", b"/proc", b"proc", 0, options)
            return
    _call("mount", b"none", b"/proc", b"tmpfs", 0, b"size=4k")


def mount_fresh(folder: Path) -> None:
    """Mount an empty file system in memory over a folder, instead of the one before; ``OSError``.

    Its limits are those of what an agent may write; the numbers of its files begin anew.
    """
    with suppress(OSError):  # the first one
        _call("umount2", os.fsencode(folder), _DETACH)
    limits = f"size={MEGABYTES_OF_FILES}m,nr_inodes={MOST_FILES},mode=1777".encode()
    _call("mount", b"none", os.fsencode(folder), b"tmpfs", _NO_DEVICES, limits)


def give_away(folder: str) -> None:
    """Make a user without files the owner of a folder, where root makes a sandbox."""
    if os.geteuid() == 0:
        with suppress(OSError):  # a container may have few numbers of users
            os.chown(folder, number := _FIRST_USER + os.getpid(), number)


def change_user(folder: str, *, apart: bool, reads_all: bool) -> None:
    """Let root go on as the user who owns ``folder``, and nothing else.

    How many processes that user has can be limited, unlike those of root (getrlimit(2)). With
    ``reads_all`` it may read what root may; but only in new namespaces, where it is ``apart``.
    Others enter one more namespace: nobody may take away the mounts of a namespace whose users are
    not its own (mount_namespaces(7)).
    """
    if os.geteuid() == 0 and (apart or not reads_all):
        with suppress(OSError):
            _become(Path(folder).stat().st_uid, reads_all=reads_all)
            return
    if apart:
        with suppress(OSError):  # also where root could not become another user
            _enter(_NEW_USER | _NEW_MOUNTS)


def hide(folders: Iterable[str]) -> bool:
    """Mount something empty over some folders; return whether that worked.

    Who cannot read a folder can still ask how large its files are, and so what an earlier game left
    in them.
    """
    try:
        _call("unshare", _NEW_MOUNTS)
        for folder in filter(os.path.isdir, folders):
            _call("mount", b"none", os.fsencode(folder), b"tmpfs", _READ_ONLY, b"size=4k")
    except OSError:
        return False
    return True


def _become(user: int, *, reads_all: bool) -> None:
    """Go on as another user; ``OSError``."""
    os.setgroups([])
    _call("prctl", _KEEP_CAPABILITIES, 1, 0, 0, 0)
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    if not reads_all:
        return
    header = struct.pack("=Ii", _CAPABILITIES_VERSION, 0)
    reads = 1 << _READ_ALL
    _call("capset", header, struct.pack("=6I", reads, reads, reads, 0, 0, 0))
    _call("prctl", _KEEP_WHEN_EXECUTING, _RAISE, _READ_ALL, 0, 0)


def signal_with_parent(number: signal.Signals) -> None:
    """Send this process a signal when its parent ends."""
    if ON_LINUX:
        _call("prctl", _SIGNAL_WHEN_PARENT_ENDS, int(number), 0, 0, 0)


def adopt_orphans() -> None:
    """Make this process the parent of all descendants whose own parent ends."""
    if ON_LINUX:
        _call("prctl", _ADOPT_ORPHANS, 1, 0, 0, 0)
