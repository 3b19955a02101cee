"""A made-up RPC node whose ledger is a case of a table of hostile chains."""

from __future__ import annotations

from typing import Any

import base58
import chain


class HostileNode:
    """Answers as a node would whose ledger is a case's. `ledger`, `newest` and `wallet` are the table's."""

    def __init__(
        self, case: dict[str, Any], ledger: list[dict[str, Any]], newest: dict[str, int], wallet: str
    ) -> None:
        self.node, self.wallet = case.get("node", {}), wallet
        self.first = self.node.get("ledgerBegins", {"slot": 0, "time": 0})
        self.newest = self.node.get("newest", newest)
        gone = {*case.get("remove", []), *(item["signature"] for item in case.get("replace", []))}
        kept = [item for item in ledger if item["signature"] not in gone]
        listed = [*kept, *case.get("replace", []), *case.get("add", [])]
        sent = sorted((item for line in listed for item in self.each(line)), key=lambda item: item["slot"])
        self.sent = [item for item in sent if self.first["slot"] <= item["slot"] <= self.newest["slot"]]
        self.by_signature = {item["signature"]: item for item in self.sent}
        self.rows = [self.row(item) for item in reversed(self.sent)]
        self.pages = 0
        self.forgotten: set[str] = set()

    @staticmethod
    def each(line: dict[str, Any]) -> list[dict[str, Any]]:
        if "times" not in line:
            return [line]
        return [{**line, "signature": f"{line['signature']}.{k}"} for k in range(line["times"])]

    def row(self, item: dict[str, Any]) -> dict[str, Any]:
        memos = [
            base58.decode(i["data"]) for i in item["instructions"] if i["program"] in chain.LISTED_MEMO_PROGRAMS
        ]
        joined = "; ".join(f"[{len(data)}] {data.decode('utf-8', 'replace')}" for data in memos)
        memo = None if self.node.get("hidesMemos") else item.get("memo", joined or None)
        error = {"InstructionError": [0, "Custom"]} if item.get("failed") else None
        return {
            "signature": item["signature"], "slot": item["slot"], "blockTime": item["time"],
            "err": error, "memo": memo, "confirmationStatus": "finalized",
        }  # fmt: skip

    def call(self, method: str, params: list[Any]) -> Any:
        answers = {
            "getSignaturesForAddress": self.history,
            "getTransaction": self.transaction,
            "getSignatureStatuses": self.statuses,
            "getBlockTime": lambda slot: self.times()[slot],
            "getSlot": lambda options: self.newest["slot"],
            "getFirstAvailableBlock": lambda: self.first["slot"],
        }
        return answers[method](*params)

    def times(self) -> dict[int, int]:
        ends = {end["slot"]: end["time"] for end in (self.first, self.newest)}
        return ends | {item["slot"]: item["time"] for item in self.sent}

    def history(self, wallet: str, options: dict[str, Any]) -> list[dict[str, Any]]:
        assert options["commitment"] == "finalized"
        # A watcher's own wallet has a history too, of what it signed.
        signed = {name for name, item in self.by_signature.items() if wallet in item["signers"]}
        rows = [row for row in self.rows if wallet == self.wallet or row["signature"] in signed]
        page, self.pages = self.pages, self.pages + 1
        if page >= self.node.get("failsFromPage", 10**6):
            raise chain.RpcError("getSignaturesForAddress: HTTP Error 503")
        if page > 0 and self.node.get("forgets"):
            self.forgotten.add(options["before"])
            return []
        size = min(self.node.get("page", 4), options["limit"])
        before = None if self.node.get("repeats") else options.get("before")
        start = 0 if before is None else [row["signature"] for row in rows].index(before) + 1
        return rows[start : start + size]

    def statuses(self, signatures: list[str], options: dict[str, Any]) -> dict[str, Any]:
        assert options["searchTransactionHistory"] is True
        known = [name in self.by_signature and name not in self.forgotten for name in signatures]
        return {"value": [{"confirmationStatus": "finalized"} if is_known else None for is_known in known]}

    def transaction(self, name: str, options: dict[str, Any]) -> dict[str, Any] | None:
        item = self.by_signature.get(name)
        declared = options["maxSupportedTransactionVersion"]
        if declared > self.node.get("greatestVersion", 255):
            raise chain.RpcError("getTransaction: invalid params", -32602)
        if item is None or item.get("told") == "absent":
            return None
        if item.get("told") == "nothing" or item.get("version", 0) > declared:
            raise chain.RpcError("getTransaction: version not supported", -32015)
        instructions = item["instructions"]
        named = [key for i in instructions for key in (*i["accounts"], i["program"])]
        keys = list(dict.fromkeys([*item["signers"], *named, self.wallet]))
        compiled = [
            {
                "programIdIndex": 999 if item.get("told") == "signers" else keys.index(i["program"]),
                "accounts": [keys.index(account) for account in i["accounts"]],
                "data": i["data"],
            }
            for i in instructions
        ]
        moved = dict.fromkeys(keys, 0)
        for i in instructions:
            transfer = chain.parse_transfer(
                chain.Instruction(i["program"], tuple(i["accounts"]), base58.decode(i["data"]))
            )
            if transfer is not None:
                moved[transfer[0]] -= transfer[2]
                moved[transfer[1]] += transfer[2]
        return {
            "slot": item["slot"],
            "blockTime": 1,  # wrong on purpose: the verifiers must not read it
            "version": item.get("version", "legacy"),
            "transaction": {
                "message": {
                    "header": {"numRequiredSignatures": len(item["signers"])},
                    "accountKeys": keys,
                    "instructions": compiled,
                }
            },
            "meta": {
                "err": self.row(item)["err"],
                "preBalances": [10**15 for _ in keys],
                "postBalances": [10**15 + moved[key] for key in keys],
                "innerInstructions": [{"index": 0, "instructions": item.get("inner", [])}],
            },
        }
