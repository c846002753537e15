"""Addresses of local pages, printed; in a network also as QR codes for phones."""

from collections.abc import Mapping
from io import StringIO
from ipaddress import AddressValueError, IPv4Address
from typing import Protocol

import typer

from planner_clue.errors import InputError, printable, shown


class Served(Protocol):
    """A server of local pages."""

    addresses: dict[str, str]
    is_open: bool


def checked_host(host: str | None) -> str:
    """Return the number to listen at, from ``--host``; by default only this machine reaches it."""
    try:
        return "127.0.0.1" if host is None else str(IPv4Address(host))
    except AddressValueError as error:
        raise InputError(
            f"--host {shown(host)}; expected this machine's number, as in 192.168.1.20, or 0.0.0.0"
        ) from error


def print_addresses(server: Served, labels: Mapping[str, str]) -> None:
    """Print the address of each page with its label, by folder."""
    for folder, address in server.addresses.items():
        typer.echo(printable(f"{labels[folder]}: {address}"))
        if server.is_open:
            typer.echo(_qr_code(address))
    if server.is_open:
        typer.echo(
            "Other machines reach this without encryption: use it in a network that you trust. Who "
            "has an address has what it shows. Ctrl-C ends it."
        )


def _qr_code(text: str) -> str:
    import segno

    drawn = StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()
