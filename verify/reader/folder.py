"""A folder of tables and its manifest (FORMAT.md, section 5)."""

import json
from pathlib import Path

from blake3 import blake3
from checkers import CheckersTables
from connect4 import Connect4Tables
from table import Damaged, Table

_NONE = 0xFFFF


class Folder:
    """The tables that a manifest lists."""

    def __init__(self, path: str):
        self.path = Path(path)
        manifest = json.loads((self.path / "manifest.json").read_text())
        if (manifest["format"], manifest["version"]) != ("retrosolve tables", 1):
            raise Damaged(f"{path}: not a manifest that is known")
        self.set = manifest["set"]
        self.tables = []
        for listed in manifest["tables"]:
            try:
                table = Table(self.path / listed["file"])
            except Damaged as error:
                raise Damaged(f"{self.path / listed['file']}: {error}") from error
            self._compare(listed, table)
            self.tables.append(table)
        names = [table.header.slice for table in self.tables]
        if names != sorted(names, key=str.encode):
            raise Damaged(f"{path}: order of the tables")

    def _compare(self, listed: dict, table: Table) -> None:
        """Expects of a table what the manifest says."""
        header = table.header
        expected = {key: getattr(header, key) for key in self._SAME} | {
            "file": f"{header.slice}.table",
            "bytes": table.path.stat().st_size,
            "digest": header.digest.hex(),
        }
        for key in ("longest_win", "longest_loss"):
            value = getattr(header, key)
            expected[key] = None if value == _NONE else value
        for key, value in expected.items():
            if listed[key] != value:
                raise Damaged(f"{table.path}: {key} is {value}, listed as {listed[key]}")
        for key, value in self.set.items():
            if getattr(header, key) != value:
                raise Damaged(f"{table.path}: {key} is not that of the folder, {value}")

    _SAME = (
        "slice", "index", "encoding", "entry_bits", "entries", "wins", "draws", "losses",
        "longest_wins", "longest_losses",
    )  # fmt: skip

    def game(self) -> CheckersTables | Connect4Tables:
        """What gives the values of positions."""
        match self.set["game"]:
            case "checkers":
                return CheckersTables(self.set["board"], self.tables)
            case "connect4":
                return Connect4Tables(self.set["board"], self.path, self.tables)
            case other:
                raise ValueError(f"{self.path}: no rules of {other}")

    def digest(self) -> str:
        """The digest of all values (section 5.2)."""
        lines = (f"{table.header.slice} {table.header.digest.hex()}\n" for table in self.tables)
        return blake3("".join(lines).encode()).hex()
