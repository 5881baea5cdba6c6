"""English checkers, each side from its own end (FORMAT.md, section 6): what settles free entries."""

import re
from functools import cache
from typing import NamedTuple

# Squares in a row by the board's name.
WIDTH = {"8x8": 4, "6x6": 3, "4x4": 2}


class Position(NamedTuple):
    """Squares from 1 in the view of the side to move, whose men go up."""

    men: frozenset
    kings: frozenset
    their_men: frozenset
    their_kings: frozenset

    @property
    def occupied(self) -> frozenset:
        return self.men | self.kings | self.their_men | self.their_kings


class Board:
    """A board by its name, such as `8x8`."""

    def __init__(self, name: str):
        self.name = name
        self.width = WIDTH[name]
        self.rows = 2 * self.width
        self.squares = self.width * self.rows

    def row(self, square: int) -> int:
        """The row from 0, the home row of the view."""
        return (square - 1) // self.width

    def turned(self, squares) -> frozenset:
        """The same squares from the other end."""
        return frozenset(self.squares + 1 - square for square in squares)

    def flipped(self, position: Position) -> Position:
        """The same pieces with the other side to move."""
        men, kings, their_men, their_kings = map(self.turned, position)
        return Position(their_men, their_kings, men, kings)

    @cache
    def step(self, square: int, up: int, right: int) -> int | None:
        """The square one row up or down and one column right or left."""
        row, place = divmod(square - 1, self.width)
        column = 2 * place + 1 - row % 2 + right
        row += up
        if not (0 <= row < self.rows and 0 <= column < self.rows):
            return None
        return self.width * row + column // 2 + 1

    def _directions(self, is_king: bool) -> list:
        return [(up, right) for up in ((1, -1) if is_king else (1,)) for right in (1, -1)]

    def _jumps(self, position: Position, start: int, at: int, is_king: bool, jumped: frozenset):
        """Ends of the captures that go on from a square, each with all that was jumped."""
        theirs = position.their_men | position.their_kings
        ends = []
        for direction in self._directions(is_king):
            over = self.step(at, *direction)
            to = self.step(over, *direction) if over in theirs - jumped else None
            if to is None or (to in position.occupied and to != start):
                continue
            taken = jumped | {over}
            is_crowned = not is_king and self.row(to) == self.rows - 1
            further = [] if is_crowned else self._jumps(position, start, to, is_king, taken)
            ends += further or [(to, taken)]
        return ends

    def _captures(self, position: Position) -> list:
        found = []
        for start in position.men | position.kings:
            is_king = start in position.kings
            for to, taken in self._jumps(position, start, start, is_king, frozenset()):
                found.append((start, to, taken))
        return found

    def can_capture(self, position: Position) -> bool:
        return bool(self._captures(position))

    def is_threatened(self, position: Position) -> bool:
        """The mover cannot capture, the other side could if it were to move."""
        return not self.can_capture(position) and self.can_capture(self.flipped(position))

    def successors(self, position: Position) -> list:
        """The positions that the moves lead to, each for the side that is then to move."""
        moves = self._captures(position)
        if not moves:
            for start in position.men | position.kings:
                for direction in self._directions(start in position.kings):
                    to = self.step(start, *direction)
                    if to is not None and to not in position.occupied:
                        moves.append((start, to, frozenset()))
        after = set()
        for start, to, taken in moves:
            men, kings = position.men - {start}, position.kings - {start}
            if start in position.kings or self.row(to) == self.rows - 1:
                kings = kings | {to}
            else:
                men = men | {to}
            left = Position(men, kings, position.their_men - taken, position.their_kings - taken)
            after.add(self.flipped(left))
        return list(after)

    def parse(self, text: str) -> Position:
        """A position from PDN FEN, such as `B:W18,24,K31:B12,K16`."""
        parts = text.strip().rstrip(".").split(":")
        pieces = {part[:1]: part[1:] for part in parts[1:]}
        if parts[0] not in ("B", "W") or len(parts) != 3 or set(pieces) != {"B", "W"}:
            raise ValueError(f"not a position: {text}")
        sides = []
        for side in "BW":
            men, kings = set(), set()
            for name in filter(None, pieces[side].split(",")):
                match = re.fullmatch(r"(K?)(\d+)(?:-(\d+))?", name)
                if match is None:
                    raise ValueError(f"not a piece: {name}")
                first, last = int(match[2]), int(match[3] or match[2])
                (kings if match[1] else men).update(range(first, last + 1))
            sides += [frozenset(men), frozenset(kings)]
        black_first = Position(*sides)
        # Squares are numbered as for Black.
        if parts[0] == "B":
            return black_first
        return self.flipped(black_first)
