"""A folder of checkers tables: the value of any position in it (FORMAT.md, section 6)."""

from functools import lru_cache

from checkers_index import Dense, Packed, Slice
from checkers_rules import Board, Position
from table import LOSS, WIN, Table, Value


class CheckersTables:
    """The tables of a folder by their slices."""

    def __init__(self, board: str, tables: list):
        self.board = Board(board)
        self._slices = {table.header.slice: self._opened(table) for table in tables}
        self.value = lru_cache(maxsize=1 << 16)(self._value)

    def _opened(self, table: Table) -> tuple:
        slice = Slice.parse(table.header.slice)
        family, *words = table.header.index.split(" ")
        if family == "checkers-dense/1" and not words:
            index = Dense(self.board, slice)
        elif family == "checkers-packed/1":
            index = Packed(self.board, slice, words)
        else:
            raise ValueError(f"{table.path}: unknown numbering {table.header.index}")
        return table, index

    def parse(self, text: str) -> Position:
        return self.board.parse(text)

    def _value(self, position: Position) -> Value | None:
        """The value; None if no table has the position."""
        if not position.men | position.kings:
            return self._finished()
        found = self._slices.get(str(Slice.of(position)))
        if found is None:
            return None
        table, index = found
        if isinstance(index, Packed) and index.is_free(position):
            return self._best(position)
        return table.value(table.code(index.entry(position)))

    def _finished(self) -> Value:
        metric = next(iter(self._slices.values()))[0].header.metric
        return Value(LOSS, None if metric == "wdl" else 0)

    def _best(self, position: Position) -> Value:
        """The best that the moves lead to, without distances."""
        best = LOSS
        for successor in self.board.successors(position):
            best = max(best, -self.value(successor).outcome)
            if best == WIN:
                break
        return Value(best)

    def check(self, table: Table) -> None:
        """Compares digest and totals of a table with the true values of its positions."""
        index = self._slices[table.header.slice][1]
        if isinstance(index, Dense):
            if index.entries != table.header.entries:
                raise ValueError(f"{table.path}: {index.entries} positions")
            return table.check()
        slice = Slice.parse(table.header.slice)
        for _ in table.codes():
            # Every block is whole.
            pass
        dense = Dense(self.board, slice)
        table.check([2 + self.value(position).outcome for position in dense.positions()])
