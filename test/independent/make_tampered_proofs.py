"""Makes tamperedProofs.json: every field and every part of a paid round's proof, changed, removed, null, of another round.

    python3 make_tampered_proofs.py > tamperedProofs.json

`right` is written by hand here: the step that has to fail, or null for a field that nothing can confirm. The whole
verdict is this verifier's own; the lottery's verifiers, which share no code with it, have to give the same.
"""

from __future__ import annotations

import copy
import functools
import json
import re
from collections.abc import Iterator
from typing import Any
from unittest import mock

import bls12381
import verify as verifier
from hostile_node import HostileNode
from make_hostile_chains import text_of
from synthetic import ENDS, MINT, OTHER, THIS, WALLET, Kind, SyntheticRound, address, iso, signature

Path = tuple[str | int, ...]

NOTES = ("lockedAt", "committedAt", "beaconAt", "drawnAt", "paidAt", "finalAt")
STARTS_AT = iso(ENDS - 3600)
# In lists of similar items only these items are changed.
SEEN_ENTRIES = (0, 4, 8)

THIS_ROUND, OTHER_ROUND = SyntheticRound(), SyntheticRound(OTHER)

# Which step has to notice that a field was changed. The first pattern that matches counts; None: no step can.
RIGHT: tuple[tuple[str, str | None], ...] = (
    (r"notes|snapshot\.(takenAt|amounts)|beacon\.network|witnesses\.\d\.name", None),
    (r"witnesses\.\d\.address", None),
    (r"witnesses", "witnesses"),
    # What announced the terms is found on chain, whatever the proof names.
    (r"terms(\.\d)?$|terms\.\d\.terms", "terms"),
    (r"terms\.\d\.signature", None),
    (r"roundNumber|endsAt", "proof"),
    (r"snapshot\.slot|commitment\.memo|prize\.poolLamports", "memo"),
    (r"state|reason|payout\.(status|slot)", "payout"),
    (r"rules", "rules"),
    (r"snapshot", "root"),
    (r"commitment\.wallet", "pool wallet"),
    (r"commitment\.", "commitment"),
    (r"beacon\.(publicKey|genesisTime|period)", "network"),
    (r"beacon\.signature", "beacon signature"),
    (r"beacon\.randomness", "randomness"),
    (r"beacon\.", "beacon round"),
    (r"winners\.\d\.lamports|prize\.", "prizes"),
    (r"winners", "winners"),
    (r"payout\.memo", "payout memo"),
    (r"payout\.mark", "payout mark"),
    (r"payout\.signature", "payout"),
)
# A whole part of another round is consistent in itself, so it fails where it has to agree with other parts.
RIGHT_OF_OTHER = (
    (r"snapshot(\.entries)?$|commitment$|prize$|rules$", "memo"),
    (r"beacon$", "beacon round"),
    (r"payout$|payout\.signature", "payout memo"),
)
# Parts that may be null in some state; in a paid round they have to be there.
RIGHT_OF_NULL = (
    (r"rules$|rulesHash", "rules"),
    (r"snapshot$", "root"),
    (r"commitment$", "pool wallet"),
    (r"commitment\.(signature|slot|blockTime)", "commitment"),
    (r"beacon$", "beacon round"),
    (r"beacon\.signature", "beacon signature"),
    (r"beacon\.randomness", "randomness"),
    (r"prize$", "prizes"),
    (r"winners$", "winners"),
    (r"payout$|payout\.signature", "payout"),
    (r"payout\.memo", "payout memo"),
    (r"payout\.mark", "payout mark"),
    (r"payout\.(slot|status)", "payout"),
    (r"notes", None),
    (r"witnesses\.\d\.(root|entries|unjudged|signature|slot|blockTime)", "witnesses"),
)


def honest_proof(of: SyntheticRound, kind: Kind) -> dict[str, Any]:
    notes = {name: iso(kind.ends - 60 + 12 * k) for k, name in enumerate(NOTES)}
    return copy.deepcopy(of.proof) | {"notes": notes}


PROOF, OTHER_PROOF = honest_proof(THIS_ROUND, THIS), honest_proof(OTHER_ROUND, OTHER)

# The other round is on the same chain: its transactions are real ones, of another round.
ADDED = [
    OTHER_ROUND.testimony,
    OTHER_ROUND.commitment,
    OTHER_ROUND.paid,
]


def parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every (path, value) within a JSON document, parts before what is in them."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if path in (("snapshot", "entries"), ("snapshot", "amounts")) and key not in SEEN_ENTRIES:
            continue
        yield (*path, key), item
        yield from parts(item, (*path, key))


def at(document: Any, path: Path) -> Any:
    return functools.reduce(lambda part, key: part[key], path, document)


def name_of(path: Path) -> str:
    return ".".join(map(str, path))


def plausible_lie(name: str, value: Any) -> Any:
    """Another value of the same form, so that it is the step and not the parser that has to notice."""
    if name.startswith("rules.excluded.") and name.endswith(".1"):
        return "excluded" if value == "frozen" else "frozen"
    lies = {"state": "drawn", "payout.status": "sent", "reason": "daily-cap", "beacon.network": "another name"}
    if name in lies:
        return lies[name]
    if value is None:
        return "ab" * 32
    if isinstance(value, int):
        return value + 1
    if value.isdecimal():
        return str(int(value) + 1)
    if value.endswith(".000Z"):
        return value.replace("2023-08-23T15:5", "2023-08-23T15:4")
    if len(value) in (64, 96, 192) and set(value) <= set("0123456789abcdef"):
        return value[:-1] + ("0" if value[-1] != "0" else "1")
    if 32 <= len(value) <= 44:
        return address("somebody else")
    return signature("another one") if name.endswith("signature") else value + "x"


def right_step(how: str, path: Path, is_item: bool) -> str | None:
    name = name_of(path)
    # A member more or less gives terms another hash: that is all that a verifier can say of it.
    if re.match(r"terms\.\d\.terms\.", name) or (name == "terms.0" and how == "removed"):
        return "terms"
    if how == "removed" and not is_item:
        # Notes and watchers may be missing: proofs from before them have none.
        return None if path[0] == "notes" or name == "witnesses" else "proof"
    # As many amounts as entries: without one of either the two lists are of a wrong form.
    if how == "removed" and path[0] == "snapshot":
        return "proof"
    # Nothing on chain says who a watcher is.
    if how == "removed" and path[0] == "witnesses":
        return None
    special = {"null": RIGHT_OF_NULL, "of another round": RIGHT_OF_OTHER}.get(how, ())
    for pattern, step in (*special, *(() if how == "null" else RIGHT)):
        if re.match(pattern, name):
            return step
    return "proof"


def cases() -> Iterator[dict[str, Any]]:
    for path, value in parts(PROOF):
        name, is_item = name_of(path), isinstance(path[-1], int)
        changes: dict[str, Any] = {"removed": None, "null": None}
        if not isinstance(value, (dict, list)):
            changes["changed"] = plausible_lie(name, value)
        # In the other round each place of the list has another wallet anyway.
        changes["of another round"] = at(OTHER_PROOF, path)
        for how, lie in changes.items():
            if how != "removed" and lie == value:
                continue
            # A wallet or an entry without its other half is a part of a wrong form.
            in_pair = is_item and path[-2] not in ("entries", "lamports", "winners", "excluded", "witnesses")
            step = right_step(how, path, is_item and not in_pair)
            yield {"path": name, "how": how, "value": lie, "right": step}


def tampered(case: dict[str, Any]) -> dict[str, Any]:
    proof = copy.deepcopy(PROOF)
    *parents, last = (int(key) if key.isdecimal() else key for key in case["path"].split("."))
    part = at(proof, tuple(parents))
    if case["how"] == "removed":
        del part[last]
    else:
        part[last] = case["value"]
    return proof


def judge(proof: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    return verifier.verify(proof, HostileNode({"add": ADDED}, THIS_ROUND.table, {}), MINT, THIS.number)


def table() -> dict[str, Any]:
    # The pairing is the same for every lie that leaves the beacon alone: its answers are remembered.
    with mock.patch.object(bls12381, "verify_drand", functools.cache(bls12381.verify_drand)):
        judged = [{**case, "verdict": verdict_of(judge(tampered(case))[1])} for case in cases()]
    return {
        "mint": MINT,
        "wallet": WALLET,
        **THIS_ROUND.table,
        "startsAt": STARTS_AT,
        "proof": PROOF,
        "add": ADDED,
        "cases": judged,
    }


def verdict_of(summary: dict[str, Any]) -> dict[str, list[str]]:
    return {name: summary[name] for name in ("failed", "pending", "unchecked", "owed")}


if __name__ == "__main__":
    print(text_of(table()))
