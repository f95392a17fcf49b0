"""Which of this machine's addresses a table should be found at.

Only IPv4: mDNS is spoken over it on every home network, and one family keeps one machine one row in a list.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from lantruco.net.errors import NetError

# Networks that end inside this machine or leave the house: containers, virtual machines, tunnels.
_ELSEWHERE: Final = re.compile(
    r"^(docker|br-|veth|virbr|vnet|vmnet|vboxnet|lxc|lxd|cni|flannel|cali|podman|bridge1|tun|tap|utun|wg|ppp|ipsec"
    r"|tailscale|zt|nordlynx|proton|awdl|llw|anpi|ifb)"
    r"|virtualbox|vmware|hyper-v|vethernet|wireguard|tailscale|zerotier|openvpn|tap-windows|wintun|vpn",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Interface:
    """One IPv4 address of this machine, and by what names its interface may be called."""

    name: str
    description: str
    address: str

    @property
    def is_loopback(self) -> bool:
        """Whether it reaches this machine alone."""
        return ipaddress.IPv4Address(self.address).is_loopback

    @property
    def is_lan(self) -> bool:
        """Whether friends in the room may be behind it, as far as address and name tell."""
        address = ipaddress.IPv4Address(self.address)
        odd = address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast
        return not (odd or _ELSEWHERE.search(self.name) or _ELSEWHERE.search(self.description))


def interfaces() -> tuple[Interface, ...]:
    """All IPv4 addresses that this machine has now."""
    import ifaddr

    return tuple(
        Interface(adapter.name, adapter.nice_name, str(ip.ip))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    )


def usable(found: Iterable[Interface], chosen: Sequence[str] | None = None) -> tuple[str, ...]:
    """The addresses to announce and listen at, out of those found.

    `chosen` are interface names or addresses; None takes every LAN address, and the loopback address if there
    is none. May be empty. Raises NetError E_INTERFACE(name, known) if a chosen one is not there.
    """
    found = tuple(found)
    if chosen is None:
        lan = [each.address for each in found if each.is_lan]
        return tuple(dict.fromkeys(lan or [each.address for each in found if each.is_loopback][:1]))
    addresses: dict[str, None] = {}
    for name in chosen:
        matching = [each.address for each in found if name in (each.name, each.description, each.address)]
        if not matching:
            known = ", ".join(f"{each.name} {each.address}" for each in found)
            raise NetError("E_INTERFACE", name=name, known=known)
        addresses.update(dict.fromkeys(matching))
    return tuple(addresses)
