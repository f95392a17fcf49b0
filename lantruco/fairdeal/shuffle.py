"""One seat's turn: permute, re-encrypt, and prove that nothing else was done.

Terelius and Wikström's proof in the form of Haenni, Locher, Koenig and Dubuis, "Pseudo-Code Algorithms for
Verifiable Re-Encryption Mix-Nets" (2017), written additively; `docs/protocol.md` has the equations.
"""

from __future__ import annotations

from collections.abc import Sequence

from .commitment import Joint
from .context import CARDS, Context
from .deck import Deck
from .entropy import Entropy, permutation, secret_scalars
from .fixedpoints import generators
from .group import Point
from .proof import ShuffleProof, card_challenges, final_challenge, statement


def shuffle(ctx: Context, seat: int, joint: Joint, deck: Deck, entropy: Entropy) -> tuple[Deck, bytes]:
    """The deck after this seat's secret shuffle, and the encoded proof. The secrets are dropped on return."""
    sources = permutation(entropy, CARDS)
    factors = secret_scalars(ctx.group, entropy, CARDS)
    after = reencrypt(ctx, joint, deck, sources, factors)
    return after, prove(ctx, seat, joint, deck, after, sources, factors, entropy).encode()


def reencrypt(ctx: Context, joint: Joint, deck: Deck, sources: Sequence[int], factors: Sequence[int]) -> Deck:
    """Position i of the result is position sources[i] of the deck plus (factors[i]·G, factors[i]·X)."""
    group = ctx.group
    base_mul, mul, add = group.base_mul, group.mul, group.add
    left = tuple(add(base_mul(r), deck.left[j]) for j, r in zip(sources, factors, strict=True))
    right = tuple(add(mul(r, joint.key), deck.right[j]) for j, r in zip(sources, factors, strict=True))
    return Deck(left, right)


def prove(
    ctx: Context,
    seat: int,
    joint: Joint,
    before: Deck,
    after: Deck,
    sources: Sequence[int],
    factors: Sequence[int],
    entropy: Entropy,
) -> ShuffleProof:
    """That `after` is `reencrypt(before, sources, factors)`, telling nothing about sources and factors."""
    group, q = ctx.group, ctx.group.order
    base_mul, add, combine = group.base_mul, group.add, group.combine
    chain, hs, _ = generators(group)

    secrets = iter(secret_scalars(group, entropy, 4 * CARDS + 4))
    committed = [0] * CARDS
    permuted_by_source: list[Point] = [group.identity] * CARDS
    for i, j in enumerate(sources):
        committed[j] = next(secrets)
        permuted_by_source[j] = add(base_mul(committed[j]), hs[i])
    permuted = tuple(permuted_by_source)

    stated = statement(ctx, seat, joint, before, after, permuted)
    u = card_challenges(ctx, stated)
    v = [u[j] for j in sources]

    link_factors = [next(secrets) for _ in range(CARDS)]
    link_masks = [next(secrets) for _ in range(CARDS)]
    card_masks = [next(secrets) for _ in range(CARDS)]
    links: list[Point] = []
    link_blinds: list[Point] = []
    previous = chain
    for i in range(CARDS):
        link_blinds.append(combine(link_masks[i], [(previous, card_masks[i])]))
        previous = combine(link_factors[i], [(previous, v[i])])
        links.append(previous)

    mask1, mask2, mask3, mask4 = secrets
    # The output deck is the input deck plus known multiples of G and X, so its masked sum is taken over the
    # input, where equal points (all forty A of the public first deck) fall together.
    carried = sum([mask * r for mask, r in zip(card_masks, factors, strict=True)]) - mask4
    masked = dict.fromkeys(before.left, 0)
    for mask, j in zip(card_masks, sources, strict=True):
        masked[before.left[j]] += mask
    from_base = masked.pop(group.base, 0)
    masked_right = [(before.right[j], mask) for mask, j in zip(card_masks, sources, strict=True)]
    blinds = (
        base_mul(mask1),
        base_mul(mask2),
        combine(mask3, zip(hs, card_masks, strict=True)),
        combine(carried + from_base, masked.items()),
        combine(0, [(joint.key, carried), *masked_right]),
    )

    factor = final_challenge(ctx, stated, tuple(links), tuple(link_blinds), blinds)
    chained, suffix = 0, 1
    for i in range(CARDS - 1, -1, -1):
        chained += link_factors[i] * suffix
        suffix = suffix * v[i] % q
    answers = (
        (mask1 + factor * sum(committed)) % q,
        (mask2 + factor * chained) % q,
        (mask3 + factor * sum([r * x for r, x in zip(committed, u, strict=True)])) % q,
        (mask4 + factor * sum([r * x for r, x in zip(factors, v, strict=True)])) % q,
    )
    return ShuffleProof(
        permuted,
        tuple(links),
        tuple(link_blinds),
        blinds,
        answers,
        tuple([(mask + factor * r) % q for mask, r in zip(link_masks, link_factors, strict=True)]),
        tuple([(mask + factor * x) % q for mask, x in zip(card_masks, v, strict=True)]),
    )
