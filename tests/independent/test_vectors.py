"""The second verifier agrees with the vectors on file, wherever it has the matter itself."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.independent import boxing, hashing, ristretto, signatures
from tests.independent.canonical import decode, encode
from tests.independent.chain import (
    MAX_GENESIS,
    MAX_LEAVE,
    MAX_MESSAGE,
    check_genesis,
    deck_origin,
    fault_digest,
    genesis_digest,
    good_text,
    leave_digest,
    main_origin,
    message_digest,
    step_digest,
)
from tests.independent.deal import CODES, Deal, key_name, parts
from tests.independent.edwards import BASE, times
from tests.independent.refusal import Refused
from tests.independent.schema import LEAVE, fields, message_body, sized
from tests.independent.schema import octets as schema_octets

VECTORS = Path(__file__).resolve().parents[2] / "seeds" / "vectors"
# In a certificate (DER), what stands before an Ed25519 key (RFC 8410).
BEFORE_KEY = bytes.fromhex("302a300506032b6570032100")


@cache
def vectors(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    return found


def octets(text: str) -> bytes:
    return bytes.fromhex(text)


def read_message(data: bytes) -> dict[str, Any]:
    held = fields(decode(data, MAX_MESSAGE), {"body": message_body, "sig": sized(64)})
    body: dict[str, Any] = held["body"]
    return body


def test_canonical_messages_are_read() -> None:
    for text in vectors("encoding")["accepted"]:
        assert read_message(text.encode())["kind"] in text


def test_other_bytes_are_refused_with_their_code() -> None:
    for case in vectors("encoding")["refused"]:
        with pytest.raises(Refused) as caught:
            read_message(octets(case["bytes"]))
        assert caught.value.code == case["code"], case["about"]


def test_geneses_are_accepted_or_refused() -> None:
    for case in vectors("genesis")["accepted"]:
        genesis, digest = check_genesis(decode(case["line"].encode(), MAX_GENESIS))
        assert digest.hex() == case["digest"] == genesis_digest(case["genesis"].encode()).hex()
        for seat, operator in zip(genesis["seats"], case["operators"], strict=True):
            if operator is not None:
                assert hashing.digest("operator", {"bot": seat["key"]}).hex() == operator
    for case in vectors("genesis")["refused"]:
        with pytest.raises(Refused):
            check_genesis(decode(case["line"].encode(), MAX_GENESIS))


def test_messages_hash_and_are_signed_as_on_file() -> None:
    for case in vectors("messages")["messages"]:
        assert read_message(case["line"].encode())["kind"] == case["kind"]
        digest = message_digest(case["body"].encode())
        assert digest.hex() == case["digest"]
        assert signatures.verify(octets(case["key"]), octets(case["signature"]), digest)
        assert encode(decode(case["line"].encode(), MAX_MESSAGE)) == case["line"].encode()


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


def test_good_byes_hash_and_are_signed_as_on_file() -> None:
    known: set[bytes] = set()
    for case in vectors("messages")["leaves"]:
        held = fields(decode(case["line"].encode(), MAX_LEAVE), {"leave": dict, "sig": sized(64)})
        assert encode(held["leave"]) == case["body"].encode()
        body, digest = fields(held["leave"], LEAVE), leave_digest(case["body"].encode())
        assert digest.hex() == case["digest"]
        assert signatures.verify(octets(case["key"]), held["sig"], digest)
        assert held["sig"].hex() == case["signature"]
        assert set(body["after"]) == known
        known.add(digest)


def test_control_frames_are_canonical() -> None:
    for text in vectors("lobby")["frames"]:
        assert encode(decode(text.encode(), 32_768)) == text.encode()


def test_keys_and_their_names() -> None:
    for person in vectors("identity")["people"]:
        key = signatures.public(octets(person["seed"]))
        assert key.hex() == person["key"]
        assert key_name(key) == (person["fingerprint"], person["words"])
    for case in vectors("identity")["refused_keys"]:
        assert signatures.sound_key(octets(case["key"])) is None, case["about"]


def test_signatures_hold_or_do_not() -> None:
    on_file = vectors("identity")
    ana = octets(on_file["people"][0]["key"])
    for case in on_file["signatures"]:
        held = signatures.verify(ana, octets(case["signature"]), octets(on_file["message"]))
        assert held is case["holds"], case["about"]


def test_a_box_step_by_step() -> None:
    case = vectors("sealing")
    secret, ephemeral = octets(case["one_time_secret"]), octets(case["ephemeral_key"])
    assert boxing.x25519_public(secret).hex() == case["one_time_key"]
    assert boxing.x25519_public(octets(case["ephemeral_secret"])) == ephemeral
    shared = boxing.x25519(secret, ephemeral)
    assert shared == boxing.x25519(octets(case["ephemeral_secret"]), octets(case["one_time_key"]))
    assert shared.hex() == case["shared"]
    about: dict[str, hashing.Data] = {"bind": octets(case["bind"]), "sender": case["sender"]}
    about |= {"receiver": case["receiver"], "positions": bytes(case["positions"])}
    context = hashing.digest("box-context", about)
    assert context.hex() == case["context"]
    info = hashing.frame(
        "box", {"ephemeral": ephemeral, "receiver": octets(case["one_time_key"]), "context": context}
    )
    assert info.hex() == case["info"]
    key = boxing.hkdf_sha256(shared, info)
    assert key.hex() == case["key"]
    box = octets(case["box"])
    assert boxing.chacha_open(key, box[32:]) == octets(case["plain"])
    assert ephemeral + boxing.chacha_seal(key, octets(case["plain"])) == box
    for bad in case["refused_keys"]:
        assert not boxing.sound_box_key(octets(bad["key"])), bad["about"]


def test_chat_texts() -> None:
    texts = vectors("talk")["texts"]
    assert [text for text in texts["said"] if not good_text(text)] == []
    assert [text for text in texts["refused"] if good_text(text)] == []


def test_side_messages_and_a_sinal() -> None:
    case = vectors("talk")
    for said in case["messages"]:
        frame = decode(said["frame"].encode(), 2_048)
        assert isinstance(frame, dict)
        assert encode(frame["side"]).decode() == said["body"]
        digest = hashing.digest("side", {"body": said["body"].encode()})
        assert digest.hex() == said["digest"]
        assert signatures.verify(octets(said["key"]), octets(said["signature"]), digest)
    secret = octets(case["side_secret"])
    bodies = [json.loads(said["body"]) for said in case["messages"]]
    (sinal,), (consult,), (veiled,) = (
        [body for body in bodies if body["kind"] == kind] for kind in ("sinal", "consult", "veiled")
    )
    padded = case["sinal"].encode().ljust(32, b"\0")
    assert opened_box(secret, sinal["box"], 80, case["context"]) == padded
    assert side_context("side-box", sinal).hex() == case["context"]
    word = opened_box(secret, consult["box"], 80, case["consult_context"])
    assert word == case["consult"].encode().ljust(32, b"\0")
    assert side_context("consult-box", consult).hex() == case["consult_context"]
    (box,) = veiled["boxes"]
    opening = opened_box(secret, box["box"], 112, case["context"])
    assert opening is not None
    assert opening[:32] == padded
    slot = slot_data(veiled)
    veil = hashing.digest("sinal-veil", slot | {"sinal": padded, "nonce": opening[32:]})
    assert veil == schema_octets(veiled["veil"], 32)
    looks = {body["seat"]: body for body in bodies if body["kind"] == "look"}
    glimpses = [body for body in bodies if body["kind"] == "glimpse"]
    assert len(glimpses) == len(veiled["coins"]) == 2
    for glimpse, committed in zip(glimpses, veiled["coins"], strict=True):
        coin, rival = schema_octets(glimpse["coin"], 32), glimpse["to"]
        commitment = hashing.digest("sinal-coin", slot | {"to": rival, "coin": coin})
        assert commitment == schema_octets(committed, 32)
        value = schema_octets(looks[rival]["value"], 32)
        drawn = hashing.digest("sinal-draw", slot | {"to": rival, "coin": coin, "value": value})
        assert (drawn[0] < 64) == (glimpse["opening"] is not None)
    for draw in case["draws"]:
        about = slot | {"to": case["rival"], "coin": octets(draw["coin"]), "value": octets(draw["value"])}
        assert (hashing.digest("sinal-draw", about)[0] < 64) is draw["glimpsed"]


def test_what_seats_pass_on_proves_that_somebody_said_two_things_or_not() -> None:
    case = vectors("talk")
    keys = {
        body["seat"]: octets(said["key"])
        for said in case["messages"]
        if (body := json.loads(said["body"]))["kind"] in ("chat", "sidekey")
    }
    for passed in case["said"]:
        frame: Any = decode(passed["frame"].encode(), 32_768)
        assert frame.keys() == {"said"}
        for message in frame["said"]:
            assert message.keys() == {"side", "sig"}
            digest = hashing.digest("side", {"body": encode(message["side"])})
            assert signatures.verify(keys[message["side"]["seat"]], schema_octets(message["sig"], 64), digest)
        if len(frame["said"]) == 1:
            assert passed["proof"] is None
            continue
        one, two = (message["side"] for message in frame["said"])
        same_place = one["counter"] == two["counter"] or one["kind"] == two["kind"] == "sidekey"
        assert passed["proof"] is (one["seat"] == two["seat"] and same_place and one != two), passed["about"]


def slot_data(body: dict[str, Any]) -> dict[str, hashing.Data]:
    genesis = schema_octets(body["genesis"], 32)
    return {"genesis": genesis, "hand": body["hand"], "seat": body["seat"], "counter": body["counter"]}


def side_context(purpose: str, body: dict[str, Any]) -> bytes:
    genesis = schema_octets(body["genesis"], 32)
    about: dict[str, hashing.Data] = {"genesis": genesis, "hand": body["hand"], "seat": body["seat"]}
    return hashing.digest(purpose, about | {"to": body["to"], "counter": body["counter"]})


def opened_box(secret: bytes, text: str, size: int, context: str) -> bytes | None:
    box = schema_octets(text, size)
    about: dict[str, hashing.Data] = {"ephemeral": box[:32], "receiver": boxing.x25519_public(secret)}
    info = hashing.frame("box", about | {"context": octets(context)})
    return boxing.chacha_open(boxing.hkdf_sha256(boxing.x25519(secret, box[:32]), info), box[32:])


def test_the_greetings_of_a_link() -> None:
    case = vectors("link")
    shown = octets(case["server_certificate"])
    at = shown.index(BEFORE_KEY) + len(BEFORE_KEY)
    assert shown[at : at + 32].hex() == case["server_key"]
    assert hashlib.sha256(shown).hexdigest() == case["certificate_hash"]
    head = b"lantruco" + case["protocol"].to_bytes(4)
    key = signatures.public(octets(case["client_seed"]))
    said = b"lantruco link client 1\0" + octets(case["certificate_hash"]) + octets(case["nonce"]) + key
    proof = signatures.sign(octets(case["client_seed"]), said)
    for frame, payload in (
        ("server_greeting", head + octets(case["nonce"])),
        ("client_greeting", head + key + proof),
        ("server_verdict", b"\0"),
    ):
        assert case[frame] == (len(payload).to_bytes(4) + payload).hex()
    for framed in case["frames"]:
        payload = octets(framed["payload"])
        assert framed["frame"] == (len(payload).to_bytes(4) + payload).hex()


def test_a_whole_deal_of_two() -> None:
    case = vectors("fairdeal")
    identities = [octets(key) for key in case["identity_keys"]]
    deal = Deal(octets(case["genesis"]), case["hand"], case["attempt"], identities)
    assert list(CODES) == case["codes"]
    assert deal.context.hex() == case["context"]
    for seat, said in enumerate(case["seats"]):
        secret = int.from_bytes(octets(said["secret_key"]), "little")
        assert ristretto.encode(times(secret, BASE)).hex() == said["key"]
        deal.commitments[seat] = octets(said["commitment"])
        deal.reveal(seat, octets(said["nonce"]), octets(said["key"]), octets(said["possession"]))
    deal.open()
    assert deal.joint_bytes.hex() == case["joint_key"]
    assert deal.seed.hex() == case["joint_seed"]
    assert deal.order == case["opening_order"]
    assert deal.first_dealer() == case["first_dealer"]
    assert deal.deck.data.hex() == case["decks"][0]
    for seat, (deck, proof) in enumerate(zip(case["decks"][1:], case["shuffle_proofs"], strict=True)):
        deal.shuffle(seat, octets(deck), octets(proof))
    shares = case["shares"]
    for seat, given in enumerate(shares["seats"]):
        pieces = parts(octets(given["shares"]))
        deal.give(seat, octets(shares["bind"]), shares["positions"], pieces, octets(given["proof"]))
    assert [deal.face(position) for position in shares["positions"]] == shares["cards"]
