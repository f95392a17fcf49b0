"""The canonical form ("Encoding"): a parser of JSON, an encoder, and the comparison of the two."""

from __future__ import annotations

from tests.independent.refusal import Refused

Value = None | bool | int | str | list["Value"] | dict[str, "Value"]

MAX_DEPTH = 8
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def decode(data: bytes, limit: int) -> Value:
    """The value; `Refused` with E_SIZE, E_FORMAT (no such JSON) or E_CANON (other bytes than its own)."""
    if len(data) > limit or _depth(data) > MAX_DEPTH:
        raise Refused("E_SIZE")
    try:
        reader = _Reader(data.decode())
    except UnicodeDecodeError:
        raise Refused("E_FORMAT") from None
    value = reader.value()
    reader.blank()
    if reader.at != len(reader.text):
        raise Refused("E_FORMAT")
    if encode(value) != data:
        raise Refused("E_CANON")
    return value


def encode(value: Value) -> bytes:
    return _text(value).encode()


def _text(value: Value) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return "[" + ",".join(_text(item) for item in value) + "]"
    return "{" + ",".join(_text(name) + ":" + _text(value[name]) for name in sorted(value)) + "}"


def _depth(data: bytes) -> int:
    deepest = depth = 0
    quoted = escaped = False
    for byte in data:
        if quoted:
            quoted = escaped or byte != 0x22
            escaped = not escaped and byte == 0x5C
        elif byte == 0x22:
            quoted = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def blank(self) -> None:
        while self.text[self.at : self.at + 1] in (" ", "\t", "\n", "\r"):
            self.at += 1

    def next(self) -> str:
        self.blank()
        return self.text[self.at : self.at + 1]

    def take(self, token: str) -> None:
        self.blank()
        if not self.text.startswith(token, self.at):
            raise Refused("E_FORMAT")
        self.at += len(token)

    def value(self) -> Value:
        match self.next():
            case "{":
                return self.object()
            case "[":
                return self.array()
            case '"':
                return self.string()
            case "n":
                self.take("null")
                return None
            case "t":
                self.take("true")
                return True
            case "f":
                self.take("false")
                return False
        return self.number()

    def object(self) -> dict[str, Value]:
        found: dict[str, Value] = {}
        self.take("{")
        while self.next() != "}":
            if found:
                self.take(",")
            name = self.string()
            self.take(":")
            found[name] = self.value()
        self.take("}")
        return found

    def array(self) -> list[Value]:
        found: list[Value] = []
        self.take("[")
        while self.next() != "]":
            if found:
                self.take(",")
            found.append(self.value())
        self.take("]")
        return found

    def string(self) -> str:
        self.take('"')
        parts = []
        while (char := self.text[self.at : self.at + 1]) != '"':
            if char < " ":
                raise Refused("E_FORMAT")
            self.at += 1
            parts.append(self.escape() if char == "\\" else char)
        self.at += 1
        return "".join(parts)

    def escape(self) -> str:
        char = self.text[self.at : self.at + 1]
        self.at += 1
        if char in _ESCAPES:
            return _ESCAPES[char]
        digits = self.text[self.at : self.at + 4]
        if char != "u" or len(digits) != 4 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
            raise Refused("E_FORMAT")
        self.at += 4
        code = int(digits, 16)
        if 0xD800 <= code < 0xE000:
            raise Refused("E_CANON")
        return chr(code)

    def number(self) -> int:
        start = self.at
        while self.text[self.at : self.at + 1] in tuple("-0123456789"):
            self.at += 1
        token = self.text[start : self.at]
        digits = token.removeprefix("-")
        if not digits.isdigit() or (digits[0] == "0" and digits != "0") or len(digits) > 16:
            raise Refused("E_FORMAT")
        if abs(int(token)) >= 2**53:
            raise Refused("E_FORMAT")
        return int(token)
