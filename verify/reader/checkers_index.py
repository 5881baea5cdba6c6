"""The numberings of checkers positions (FORMAT.md, section 6)."""

import re
from itertools import accumulate, combinations
from math import comb

from checkers_rules import Board, Position

_ORDERS = {
    ("8x8", "rows"): "1 2 3 4 12 11 10 9 17 18 19 20 28 27 26 25 29 30 31 32 24 23 22 21 13 14 15 16 8 7 6 5",
    ("8x8", "columns"): "1 9 17 25 26 18 10 2 3 11 19 27 28 20 12 4 29 21 13 5 6 14 22 30 31 23 15 7 8 16 24 32",
    ("8x8", "rings"): "1 2 3 4 12 20 28 32 31 30 29 21 13 5 6 7 8 16 24 27 26 25 17 9 10 11 19 23 22 14 15 18",
    ("6x6", "rows"): "1 2 3 9 8 7 13 14 15 18 17 16 10 11 12 6 5 4",
    ("6x6", "columns"): "1 7 13 14 8 2 3 9 15 16 10 4 5 11 17 18 12 6",
    ("6x6", "rings"): "1 2 3 9 15 18 17 16 10 4 5 6 12 14 13 7 8 11",
    ("4x4", "rows"): "1 2 6 5 7 8 4 3",
    ("4x4", "columns"): "1 5 6 2 7 3 4 8",
    ("4x4", "rings"): "1 2 6 8 7 3 4 5",
}


def _rank(squares, among: list) -> int:
    """The colexicographic rank of some squares among those of a list, in its order."""
    places = sorted(map(among.index, squares))
    return sum(comb(place, i) for i, place in enumerate(places, 1))


def _colex(among: list, count: int) -> list:
    """All sets of so many squares of a list, by rank."""
    return [frozenset(s) for s in sorted(combinations(among, count), key=lambda s: _rank(s, among))]


class Slice:
    """A material class, such as `m2k1-k2`."""

    def __init__(self, men: int, kings: int, their_men: int, their_kings: int):
        self.counts = (men, kings, their_men, their_kings)

    @classmethod
    def of(cls, position: Position) -> "Slice":
        return cls(*map(len, position))

    @classmethod
    def parse(cls, name: str) -> "Slice":
        match = re.fullmatch(r"(?:m(\d+))?(?:k(\d+))?-(?:m(\d+))?(?:k(\d+))?", name)
        if match is None:
            raise ValueError(f"not a slice: {name}")
        return cls(*(int(count or 0) for count in match.groups()))

    def __str__(self) -> str:
        men, kings, their_men, their_kings = self.counts

        def side(men, kings):
            return (f"m{men}" if men else "") + (f"k{kings}" if kings else "")

        return f"{side(men, kings)}-{side(their_men, their_kings)}"

    @property
    def is_its_own_flip(self) -> bool:
        return self.counts[:2] == self.counts[2:]


class _Components:
    """The placements of the men of a slice, and where their components begin."""

    def __init__(self, board: Board, slice: Slice):
        self.board = board
        self.men, self.kings, self.their_men, self.their_kings = slice.counts
        self.free = board.squares - self.men - self.their_men
        self.stand = list(range(1, board.squares - board.width + 1))
        before = [0]
        for men in _colex(self.stand, self.men):
            before.append(comb(len(self._theirs_left(men)), self.their_men))
        self._before = list(accumulate(before))
        self.count = self._before[-1]

    def _theirs_left(self, men) -> list:
        """The squares in the other side's view that its men can stand on."""
        taken = self.board.turned(men)
        return [square for square in self.stand if square not in taken]

    def number(self, position: Position) -> int:
        theirs = self.board.turned(position.their_men)
        rank = _rank(theirs, self._theirs_left(position.men))
        return self._before[_rank(position.men, self.stand)] + rank

    def all(self):
        """The placements of men in order."""
        for men in _colex(self.stand, self.men):
            for theirs in _colex(self._theirs_left(men), self.their_men):
                yield men, self.board.turned(theirs)


class Dense:
    """`checkers-dense/1`."""

    def __init__(self, board: Board, slice: Slice):
        self.board = board
        self.components = components = _Components(board, slice)
        left = components.free - components.their_kings
        self._row = comb(left, components.kings)
        self._component = comb(components.free, components.their_kings) * self._row
        self.entries = components.count * self._component

    def entry(self, position: Position) -> int:
        board, turned = self.board, self.board.turned
        all_squares = range(1, board.squares + 1)
        men = position.men | position.their_men
        their_squares = [s for s in all_squares if s not in turned(men)]
        squares = [s for s in all_squares if s not in men | position.their_kings]
        row = _rank(turned(position.their_kings), their_squares)
        place = _rank(position.kings, squares)
        component = self.components.number(position)
        return component * self._component + row * self._row + place

    def positions(self):
        """All positions in the order of their entries."""
        board = self.board
        all_squares = range(1, board.squares + 1)
        counts = self.components
        for men, their_men in self.components.all():
            both = board.turned(men | their_men)
            their_squares = [s for s in all_squares if s not in both]
            for turned in _colex(their_squares, counts.their_kings):
                their_kings = board.turned(turned)
                taken = men | their_men | their_kings
                squares = [s for s in all_squares if s not in taken]
                for kings in _colex(squares, counts.kings):
                    yield Position(men, kings, their_men, their_kings)


class Packed:
    """`checkers-packed/1` with the words of its name after that."""

    def __init__(self, board: Board, slice: Slice, words: list):
        self.board, self.slice = board, slice
        self.sides = words[0]
        self.is_left_out = words == ["one"]
        if self.is_left_out:
            return
        sides, order, inner = words
        if sides not in ("both", "one") or inner not in ("own", "other"):
            raise ValueError(f"unknown numbering: {words}")
        self._order = [int(square) for square in _ORDERS[board.name, order].split()]
        self._own_inside = inner == "own"
        self.components = components = _Components(board, slice)
        counts = (components.kings, components.their_kings)
        inner_kings, outer_kings = counts if self._own_inside else counts[::-1]
        self._row = comb(components.free - outer_kings, inner_kings)
        self._rows = comb(components.free, outer_kings)
        self.entries = components.count * self._rows * self._row

    def entry(self, position: Position) -> int:
        """The entry of a position that is not free."""
        turned = self.board.turned
        men = position.men | position.their_men
        own = (position.kings, men)
        other = (turned(position.their_kings), turned(men))
        if self._own_inside:
            (inner, inner_men), (outer, outer_men) = own, other
        else:
            (inner, inner_men), (outer, outer_men) = other, own
        row = _rank(outer, [s for s in self._order if s not in outer_men])
        # What the outer kings leave, in the view of the inner side.
        taken = inner_men | turned(outer)
        place = _rank(inner, [s for s in self._order if s not in taken])
        row += self.components.number(position) * self._rows
        if row % 2:
            place = self._row - 1 - place
        return row * self._row + place

    def is_free(self, position: Position) -> bool:
        """Whether the rules and other entries settle a position, and its own is not to be read."""
        board = self.board
        if self.is_left_out or board.can_capture(position):
            return True
        if self.sides == "one" and self.slice.is_its_own_flip:
            if sum(map(board.row, position.occupied)) % 2:
                return True
        if not board.is_threatened(position):
            return False
        after = board.successors(position)
        if self.sides == "one":
            return all(map(board.can_capture, after))
        return not any(map(board.is_threatened, after))
