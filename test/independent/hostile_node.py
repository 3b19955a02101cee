"""A made-up RPC node whose ledger is a case of a table of hostile chains. What each member means stands in its `format`."""

from __future__ import annotations

import base64
import itertools
from typing import Any

import base58
import chain

TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"


def keys_of(line: dict[str, Any]) -> list[str]:
    """The accounts that a transaction names itself; read here once more, by hand."""
    if "bytes" not in line:
        return line["names"]
    data = base64.b64decode(line["bytes"])
    if data[0] == 0x81:
        at, count = 42, data[41]
    else:
        at = 1 + 64 * data[0]
        at += 3 if data[at] < 128 else 4
        at, count = at + 1, data[at]
    return [base58.encode(data[at + 32 * k : at + 32 * k + 32]) for k in range(count)]


class HostileNode:
    """Answers as a node would whose ledger is a case's; `options` says in what it differs. `table` is the whole table."""

    def __init__(self, case: dict[str, Any], table: dict[str, Any], options: dict[str, Any]) -> None:
        self.node, self.times = options, table["times"]
        self.accounts = {**table["accounts"], **options.get("accounts", {})}
        self.first = options.get("ledgerBegins", {"slot": 0, "time": 0})
        self.newest = options.get("newest", table["newest"])
        gone, hidden = case.get("remove", ()), options.get("without", ())
        kept = [item for item in table["ledger"] if item["signature"] not in gone]
        lines = [item for item in (*kept, *case.get("add", [])) if item["signature"] not in hidden]
        sent = sorted((item for line in lines for item in self.each(line)), key=lambda item: item["slot"])
        self.sent = [item for item in sent if self.first["slot"] <= item["slot"] <= self.newest["slot"]]
        self.by_signature = {item["signature"]: item for item in self.sent}
        self.rows = [(self.row(item), keys_of(item)) for item in reversed(self.sent)]
        self.pages = 0
        self.forgotten: set[str] = set()

    @staticmethod
    def each(line: dict[str, Any]) -> list[dict[str, Any]]:
        if "times" not in line:
            return [line]
        return [{**line, "signature": f"{line['signature']}.{k}"} for k in range(line["times"])]

    def row(self, item: dict[str, Any]) -> dict[str, Any]:
        return {
            "signature": item["signature"], "slot": item["slot"], "blockTime": item["time"],
            "err": self.error(item), "memo": None if self.node.get("hidesMemos") else item.get("memo"),
            "confirmationStatus": "finalized",
        }  # fmt: skip

    def error(self, item: dict[str, Any]) -> Any:
        is_failed = item.get("failed") and self.told(item["signature"]) != "success"
        return {"InstructionError": [0, "Custom"]} if is_failed or self.told(item["signature"]) == "failure" else None

    def told(self, signature: str) -> str | None:
        return self.node.get("told", {}).get(signature)

    def call(self, method: str, params: list[Any]) -> Any:
        answers = {
            "getSignaturesForAddress": self.history,
            "getTransaction": self.transaction,
            "getAccountInfo": self.account,
            "getMultipleAccounts": self.many,
            "getBlock": self.block,
            "getSignatureStatuses": self.statuses,
            "getBlockTime": self.time,
            "getBlocksWithLimit": self.blocks,
            "getSlot": lambda options: self.newest["slot"],
            "getFirstAvailableBlock": lambda: self.first["slot"],
        }
        if method in self.node.get("fails", ()):
            raise chain.RpcError(f"{method}: HTTP Error 503")
        if method in self.node.get("refuses", {}):
            code = self.node["refuses"][method]
            raise chain.RpcError(f"{method}: error {code}", code)
        return answers[method](*params)

    def time(self, slot: int) -> int | None:
        """The time of a slot; where it has no line of its own, that of the last known slot before it."""
        if slot in self.node.get("skips", ()):
            raise chain.RpcError("getBlockTime: the slot was skipped", -32009)
        known = {int(key): time for key, time in self.times.items()} | {item["slot"]: item["time"] for item in self.sent}
        known |= {end["slot"]: end["time"] for end in (self.first, self.newest)}
        below = [one for one in known if one <= slot <= self.newest["slot"]]
        return self.node.get("times", {}).get(str(slot), known[max(below)] if below else None)

    def blocks(self, slot: int, limit: int, options: dict[str, Any]) -> Any:
        """The first slot from one on that has a block: every one that is not skipped."""
        assert (limit, options) == (1, {"commitment": "finalized"})
        slots = range(max(slot, self.first["slot"]), self.newest["slot"] + 1)
        known = (one for one in slots if one not in self.node.get("skips", ()))
        return self.node.get("blocks", {}).get(str(slot), list(itertools.islice(known, limit)))

    def account(self, address: str, options: dict[str, Any]) -> dict[str, Any]:
        assert options == {"encoding": "base64", "commitment": "finalized"}
        if address in self.accounts:
            data = self.accounts[address]
            mint = {"lamports": 1, "owner": TOKEN_2022, "data": [data, "base64"]}
            return {"context": {"slot": self.newest["slot"]}, "value": None if data is None else mint}
        made = [item for item in self.sent if address in item.get("makes", ())]
        exists = (made or address in self.node.get("invents", ())) and address not in self.node.get("hides", ())
        value = {"lamports": 1, "owner": chain.SYSTEM_PROGRAM, "data": ["AA==" if exists else "", "base64"]}
        touched = exists or address in self.node.get("funds", ())
        return {"context": {"slot": self.newest["slot"]}, "value": value if touched else None}

    def many(self, addresses: list[str], options: dict[str, Any]) -> dict[str, Any]:
        assert len(addresses) <= 100
        seen = [self.account(address, options) for address in addresses]
        return {"context": {"slot": self.newest["slot"]}, "value": [one["value"] for one in seen]}

    def block(self, slot: int, options: dict[str, Any]) -> dict[str, Any]:
        assert options["transactionDetails"] == "signatures"
        return {"signatures": [f"block.{slot}"]}

    def history(self, address: str, options: dict[str, Any]) -> list[dict[str, Any]]:
        assert options["commitment"] == "finalized"
        page, self.pages = self.pages, self.pages + 1
        if page >= self.node.get("failsFromPage", 10**6):
            raise chain.RpcError("getSignaturesForAddress: HTTP Error 503")
        if page > 0 and self.node.get("forgets"):
            self.forgotten.add(options.get("before"))
            return []
        rows = [row for row, keys in self.rows if address in keys]
        before = None if self.node.get("repeats") else options.get("before")
        if before is not None:
            slot, names = None, [row["signature"] for row in rows]
            if before.startswith("block."):
                slot = int(before[6:])
                rows = [row for row in rows if row["slot"] < slot]
            elif before in names:
                rows = rows[names.index(before) + 1 :]
            else:
                rows = [row for row in rows if row["slot"] < self.by_signature.get(before, {"slot": 0})["slot"]]
        return rows[: min(self.node.get("page", 1000), options["limit"])]

    def statuses(self, signatures: list[str], options: dict[str, Any]) -> dict[str, Any]:
        assert options["searchTransactionHistory"] is True
        known = [name in self.by_signature and name not in self.forgotten for name in signatures]
        return {"value": [{"confirmationStatus": "finalized"} if is_known else None for is_known in known]}

    def transaction(self, name: str, options: dict[str, Any]) -> dict[str, Any] | None:
        item, told = self.by_signature.get(name), self.told(name)
        declared = options["maxSupportedTransactionVersion"]
        assert (options["encoding"], options["commitment"]) == ("base64", "finalized")
        if declared > self.node.get("greatestVersion", 255):
            raise chain.RpcError("getTransaction: invalid params", -32602)
        if told in self.by_signature:
            item = self.by_signature[told]
        if item is None or "bytes" not in item or told == "absent":
            return None
        if told == "nothing" or item.get("version", 0) > declared:
            raise chain.RpcError("getTransaction: version not supported", -32015)
        data = bytearray(base64.b64decode(item["bytes"]))
        if told == "altered":
            # The last bytes of the memo.
            data[-1 if data[0] != 0x81 else -65] ^= 1
        return {
            "slot": item["slot"] + (1 if told == "later" else 0),
            "blockTime": 1,  # wrong on purpose: the verifiers must not read it
            "version": item.get("version", "legacy"),
            "transaction": [[base64.b64encode(data).decode()] if told == "wrapped" else base64.b64encode(data).decode(), "base64"],
            "meta": {
                "err": self.error(item),
                "preBalances": item["before"],
                "postBalances": None if told == "poorer" else [one + (told == "richer") for one in item["after"]],
                "innerInstructions": {"unlisted": {}, "bare": [{}]}.get(told or "", item.get("inner", [])),
            },
        }
