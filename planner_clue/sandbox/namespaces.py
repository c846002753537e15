"""Linux namespaces, and changes of users; elsewhere these functions do nothing.

Where the system allows it, an agent gets *namespaces* of its own (namespaces(7)): it sees no
process but its own, can send signals to no other, and when its first process ends, the kernel ends
all the rest, wherever they went. Containers often forbid this; then the guard adopts what an agent
leaves behind (``PR_SET_CHILD_SUBREAPER``, prctl(2)) and ends that.
"""

import fcntl
import os
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from planner_clue.sandbox.libc import ON_LINUX, call, prctl

_NEW_USER, _NEW_PIDS, _NEW_MOUNTS, _NEW_IPC = 0x10000000, 0x20000000, 0x00020000, 0x08000000
_NEW_NETWORK, _SET_INTERFACE, _IS_UP = 0x40000000, 0x8914, 1
_KEEP_CAPABILITIES, _KEEP_WHEN_EXECUTING, _RAISE = 8, 47, 2
_CAPABILITIES_VERSION, _READ_ALL = 0x20080522, 2
"""Of capset(2): its third version, and the capability to read all files (capabilities(7))."""
_FIRST_USER = 0x70000000
"""From here on are the numbers of users without files, one per sandbox: no two share a quota."""
_SET_MOUNT, _HERE, _RECURSIVE, _READ_ONLY = 442, -100, 0x8000, 1
"""Of mount_setattr(2): its number, AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY."""
_RECURSIVE_PRIVATE, _NO_DEVICES = 0x44000, 2 | 4 | 8
"""Of mount(2): MS_REC and MS_PRIVATE; no set-user-ID programs, devices and programs."""
_PROCESSES = (b"proc", b"subset=pid,hidepid=invisible"), (b"proc", None), (b"tmpfs", b"size=4k")
"""File systems for ``/proc``: with no more than processes, or with nothing."""
_LAST_NUMBER = "/proc/sys/kernel/ns_last_pid"
"""The number of the last process that was started, in the namespace of who writes it."""
MEGABYTES_OF_FILES, MOST_FILES = 64, 4096
"""Limits of what a game may write to its temporary folder."""


def unshare_for_child() -> bool:
    """Unshare users, processes, network and more before the next fork; return whether that worked.

    Root needs no new users for that.
    """
    unshare = partial(call, "unshare"), _enter
    for enter in unshare[os.geteuid() != 0 :] if ON_LINUX else ():
        with suppress(OSError):
            enter(_NEW_PIDS | _NEW_IPC | _NEW_NETWORK)
            return True
    return False


def _enter(namespaces: int) -> None:
    """Enter a new namespace of users, as the same user, and others; ``OSError``."""
    user, group = os.geteuid(), os.getegid()
    call("unshare", _NEW_USER | namespaces)
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")


class Numbers:
    """Numbers of processes, which begin anew for each process that this one forks."""

    def __init__(self) -> None:
        """Find the namespace of this process; ``OSError`` if there is none to return to."""
        self._own = os.open("/proc/self/ns/pid", os.O_RDONLY)
        self._last = -1
        with suppress(OSError):  # some containers forbid it
            self._last = os.open(_LAST_NUMBER, os.O_WRONLY)
        self.are_hidden = self._last >= 0
        """Whether also this process learns from the number of a child of no other child."""

    def begin_anew(self) -> None:
        """Let the next child be the first process of a namespace, and have the same number here."""
        if self.are_hidden:
            os.pwrite(self._last, str(os.getpid()).encode(), 0)
        call("setns", self._own, _NEW_PIDS)  # where it may be unshared once more
        call("unshare", _NEW_PIDS)


def settle_in(hidden: Iterable[str]) -> bool:
    """Mount everything read-only, and something empty over the ``hidden`` folders.

    So reading leaves no access times, and nobody learns the size of files there. Returns whether
    that worked.
    """
    only = struct.pack("=4Q", _READ_ONLY, 0, 0, 0)
    with suppress(OSError):
        call("unshare", _NEW_MOUNTS)  # the guard keeps its own, to remove the folder
        call("mount", None, b"/", None, _RECURSIVE_PRIVATE, None)
        call("syscall", _SET_MOUNT, _HERE, b"/", _RECURSIVE, only, len(only))  # Linux 5.12
        for folder in filter(os.path.isdir, hidden):
            call("mount", b"none", os.fsencode(folder), b"tmpfs", _READ_ONLY, b"size=4k")
        return True
    return False


def enter_world(folder: Path, *, network: bool) -> bool:
    """Mount an empty file system in memory over a folder, and a ``/proc`` with the own processes.

    Its size is limited; it is this process's and its children's alone, as a ``network`` is, in
    which they can reach each other. Returns whether that worked.
    """
    limits = f"size={MEGABYTES_OF_FILES}m,nr_inodes={MOST_FILES},mode=1777".encode()
    with suppress(OSError):
        call("unshare", _NEW_MOUNTS | (_NEW_NETWORK if network else 0))
        call("mount", b"none", os.fsencode(folder), b"tmpfs", _NO_DEVICES, limits)
        for kind, options in _PROCESSES:
            with suppress(OSError):
                call("mount", b"none", b"/proc", kind, 0, options)
                break
        else:
            return False
        if network:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
                fcntl.ioctl(any_socket, _SET_INTERFACE, struct.pack("16sH14x", b"lo", _IS_UP))
        return True
    return False


def give_away(*folders: Path) -> None:
    """Make a user without files the owner of folders, where root makes a sandbox."""
    number = _FIRST_USER + os.getpid()
    if os.geteuid() == 0:
        with suppress(OSError):  # a container may have few numbers of users
            for folder in folders:
                os.chown(folder, number, number)


def change_user(user: int, *, apart: bool, reads_all: bool) -> None:
    """Let root go on as another ``user``, whose processes can be limited.

    With ``reads_all`` it may read what root may; but only in new namespaces, where it is ``apart``.
    Others give up what they may do there, such as to mount.
    """
    if os.geteuid() == 0 and (apart or not reads_all):
        with suppress(OSError):
            _become(user, reads_all=reads_all)
            return
    if apart:  # also where root could not become another user
        _keep_capabilities(0)


def _keep_capabilities(kept: int) -> None:
    header = struct.pack("=Ii", _CAPABILITIES_VERSION, 0)
    call("capset", header, struct.pack("=6I", kept, kept, kept, 0, 0, 0))


def _become(user: int, *, reads_all: bool) -> None:
    """Go on as another user; ``OSError``."""
    os.setgroups([])
    prctl(_KEEP_CAPABILITIES, int(reads_all))
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    if reads_all:
        _keep_capabilities(1 << _READ_ALL)
        prctl(_KEEP_WHEN_EXECUTING, _RAISE, _READ_ALL)
