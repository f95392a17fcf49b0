"""The package agrees with every vector on file, and makes the same files again."""

from __future__ import annotations

import asyncio
import hashlib
import json
from functools import cache
from typing import Any, get_args, get_type_hints

import pytest

from lantruco.net.errors import NetError
from lantruco.net.handshake import Greeter, frame, greet_as_client, greet_as_server
from lantruco.net.identity import Identity, fingerprint, words
from lantruco.net.tls import certificate_key
from lantruco.protocol.codec import Codec, encode
from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import (
    SIGNED_GENESIS,
    SignedGenesis,
    check_genesis,
    check_signatures,
    operator_digest,
)
from lantruco.protocol.hashing import deck_origin, fault_digest, main_origin, step_digest
from lantruco.protocol.keys import check_public, verify
from lantruco.protocol.lobby import LOBBY, LobbyMessage
from lantruco.protocol.messages import SIGNED, Message, body_bytes, body_digest
from lantruco.protocol.sealing import Unsealable, check_box_key, public_of, seal, unseal
from lantruco.protocol.sidetalk_messages import (
    SIDE,
    Consult,
    SideSigned,
    Sinal,
    Veiled,
    check_text,
    side_digest,
)
from lantruco.protocol.sidetalk_veil import is_glimpsed, slot_of
from lantruco.protocol.sync import Have
from tests.vectors.files import FILES, VECTORS, written

HAVE: Codec[Have] = Codec(Have)


@cache
def vectors(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    return found


def octets(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_generator_makes_the_file_again(name: str) -> None:
    assert written(FILES[name]()) == (VECTORS / f"{name}.json").read_text("utf-8")


def test_no_file_is_without_its_generator() -> None:
    assert {path.stem for path in VECTORS.glob("*.json")} == set(FILES)


def test_every_kind_of_message_has_a_vector() -> None:
    kinds = {case["kind"] for case in vectors("messages")["messages"]}
    assert kinds == {kind.__struct_config__.tag for kind in get_args(Message)}


def test_every_kind_of_control_message_has_a_vector() -> None:
    kinds = {json.loads(frame)["kind"] for frame in vectors("lobby")["frames"]}
    assert kinds == {kind.__struct_config__.tag for kind in get_args(LobbyMessage)} | {"have"}


def test_canonical_messages_are_read_and_written_back() -> None:
    for text in vectors("encoding")["accepted"]:
        assert SIGNED.decode(text.encode()).to_bytes() == text.encode()


def test_other_bytes_are_refused_with_their_code() -> None:
    for case in vectors("encoding")["refused"]:
        with pytest.raises(Refused) as caught:
            SIGNED.decode(octets(case["bytes"]))
        assert caught.value.code == case["code"], case["about"]


def sign_under(line: bytes) -> SignedGenesis:
    """A signed genesis as every reader takes it."""
    whole = SIGNED_GENESIS.decode(line)
    check_genesis(whole.genesis, check_key=check_public, verify=verify)
    check_signatures(whole, verify)
    return whole


def test_geneses_hash_and_are_signed_as_on_file() -> None:
    for case in vectors("genesis")["accepted"]:
        whole = sign_under(case["line"].encode())
        assert encode(whole.genesis).decode() == case["genesis"]
        assert whole.genesis.digest().hex() == case["digest"]
        for seat, digest in zip(whole.genesis.seats, case["operators"], strict=True):
            assert (None if seat.operator is None else operator_digest(seat.key).hex()) == digest


def test_bad_geneses_are_refused_with_their_code() -> None:
    for case in vectors("genesis")["refused"]:
        with pytest.raises(Refused) as caught:
            sign_under(case["line"].encode())
        assert caught.value.code == case["code"], case["about"]


def test_messages_hash_and_are_signed_as_on_file() -> None:
    for case in vectors("messages")["messages"]:
        signed = SIGNED.decode(case["line"].encode())
        assert signed.body.kind == case["kind"]
        assert body_bytes(signed.body).decode() == case["body"]
        assert body_digest(signed.body).hex() == case["digest"]
        assert bytes(signed.sig).hex() == case["signature"]
        assert verify(octets(case["key"]), signed.sig, octets(case["digest"]))


def test_the_digests_of_the_logs_are_those_on_file() -> None:
    on_file = vectors("messages")
    genesis = octets(on_file["genesis"])
    assert main_origin(genesis).hex() == on_file["main_origin"]
    for case in on_file["deck_origins"]:
        assert deck_origin(genesis, case["hand"], case["attempt"]).hex() == case["digest"]
    for case in on_file["steps"]:
        bodies = [body.encode() for body in case["bodies"]]
        assert step_digest(octets(case["prev"]), bodies).hex() == case["digest"]
    for case in on_file["faults"]:
        assert fault_digest(octets(case["prev"]), case["seat"]).hex() == case["digest"]


def test_control_frames_are_read_and_written_back() -> None:
    for text in vectors("lobby")["frames"]:
        codec: Codec[Any] = HAVE if json.loads(text)["kind"] == "have" else LOBBY
        assert encode(codec.decode(text.encode())) == text.encode()


def test_a_chat_text_is_one_or_is_none() -> None:
    texts = vectors("talk")["texts"]
    for text in texts["said"]:
        check_text(text)
    for text in texts["refused"]:
        with pytest.raises(Refused, match="E_TEXT"):
            check_text(text)


def test_side_messages_are_read_and_written_back_and_a_sinal_opens() -> None:
    case = vectors("talk")
    secret, kinds = octets(case["side_secret"]), set()
    for said in case["messages"]:
        signed = SIDE.decode(said["frame"].encode())
        assert encode(signed).decode() == said["frame"]
        assert side_digest(signed.side).hex() == said["digest"]
        assert verify(octets(said["key"]), signed.sig, octets(said["digest"]))
        kinds.add(type(signed.side))
        if isinstance(signed.side, Sinal):
            plain = unseal(bytes(signed.side.box), secret, octets(case["context"]))
            assert plain == case["sinal"].encode().ljust(32, b"\0")
        elif isinstance(signed.side, Consult):
            plain = unseal(bytes(signed.side.box), secret, octets(case["consult_context"]))
            assert plain == case["consult"].encode().ljust(32, b"\0")
        elif isinstance(signed.side, Veiled):
            for draw in case["draws"]:
                pair = octets(draw["coin"]), octets(draw["value"])
                assert is_glimpsed(slot_of(signed.side), case["rival"], *pair) is draw["glimpsed"]
    assert kinds == set(get_args(get_type_hints(SideSigned)["side"]))


def test_keys_have_the_names_on_file() -> None:
    for person in vectors("identity")["people"]:
        public = Identity.from_seed(octets(person["seed"])).public
        assert public.hex() == person["key"]
        assert (fingerprint(public), words(public)) == (
            person["fingerprint"],
            tuple(person["words"]),
        )


def test_unsound_keys_are_refused() -> None:
    for case in vectors("identity")["refused_keys"]:
        with pytest.raises(Refused) as caught:
            check_public(octets(case["key"]))
        assert caught.value.code == "E_KEY", case["about"]


def test_signatures_hold_or_do_not_as_on_file() -> None:
    on_file = vectors("identity")
    ana = octets(on_file["people"][0]["key"])
    for case in on_file["signatures"]:
        assert verify(ana, octets(case["signature"]), octets(on_file["message"])) is case["holds"], case


def test_a_box_is_made_and_opened_as_on_file() -> None:
    case = vectors("sealing")
    secret, context, plain = octets(case["one_time_secret"]), octets(case["context"]), octets(case["plain"])
    assert public_of(secret).hex() == case["one_time_key"]
    box = seal(plain, octets(case["one_time_key"]), context, octets(case["ephemeral_secret"]))
    assert box.hex() == case["box"]
    assert unseal(box, secret, context) == plain
    for bad in case["refused_boxes"]:
        with pytest.raises(Unsealable):
            unseal(octets(bad["box"]), secret, context)
    for bad in case["refused_keys"]:
        with pytest.raises(Unsealable):
            check_box_key(octets(bad["key"]))


class Said:
    """The half of a stream writer that a greeting uses."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data

    async def drain(self) -> None:
        pass


def heard(*frames: str) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    for text in frames:
        reader.feed_data(octets(text))
    reader.feed_eof()
    return reader


def test_a_link_is_greeted_with_the_bytes_on_file() -> None:
    case = vectors("link")
    client = Greeter(Identity.from_seed(octets(case["client_seed"])), case["protocol"])
    server = Greeter(Identity.from_seed(octets(vectors("identity")["people"][0]["seed"])), case["protocol"])
    shown = octets(case["server_certificate"])
    certificate_hash = hashlib.sha256(shown).digest()
    assert certificate_key(shown).hex() == case["server_key"]

    async def greet() -> tuple[bytes, Said, Said]:
        by_client, by_server = Said(), Said()
        reader = heard(case["server_greeting"], case["server_verdict"])
        await greet_as_client(client, certificate_hash, reader, by_client)  # type: ignore[arg-type]
        learned = await greet_as_server(
            server,
            certificate_hash,
            octets(case["nonce"]),
            heard(case["client_greeting"]),
            by_server,  # type: ignore[arg-type]
        )
        with pytest.raises(NetError):
            await greet_as_server(
                server,
                certificate_hash,
                bytes(32),
                heard(case["client_greeting"]),
                Said(),  # type: ignore[arg-type]
            )
        return learned, by_client, by_server

    learned, by_client, by_server = asyncio.run(greet())
    assert learned == client.identity.public
    assert by_client.data.hex() == case["client_greeting"]
    assert by_server.data.hex() == case["server_greeting"] + case["server_verdict"]


def test_a_frame_is_its_length_and_its_payload() -> None:
    for case in vectors("link")["frames"]:
        assert frame(octets(case["payload"])).hex() == case["frame"]
