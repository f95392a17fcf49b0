"""`lantruco id`: who this player is to the others."""

from __future__ import annotations

from lantruco.cli.failure import OK
from lantruco.cli.home import Home
from lantruco.cli.invocation import Invocation


def run(invocation: Invocation) -> int:
    """Show name, key and words; make the key if there is none. The home is not held for that."""
    from lantruco.net.identity import Identity, fingerprint, words

    home = Home(invocation.home_path)
    home.prepare()
    name = invocation.player_name(home)
    public = Identity.load_or_create(home.identity).public
    if invocation.arguments.json:
        invocation.output.json(
            "lantruco-id/1",
            {
                "name": name,
                "key": public.hex(),
                "fingerprint": fingerprint(public),
                "words": list(words(public)),
                "home": str(home.path),
            },
        )
        return OK
    texts = invocation.texts
    invocation.output.line(texts("id.name", name=name))
    invocation.output.line(texts("id.words", words=" ".join(words(public))))
    invocation.output.line(texts("id.key", key=public.hex(), fingerprint=fingerprint(public)))
    invocation.output.line(texts("id.home", path=home.path))
    return OK
