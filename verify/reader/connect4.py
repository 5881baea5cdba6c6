"""A folder of Connect Four tables or a book: the value of any position in it (CONNECT4.md, section 4)."""

import struct
from functools import lru_cache
from itertools import product
from pathlib import Path

from table import DRAW, LOSS, WIN, Damaged, Table, Value
from xxh3 import xxh3_64

_MAGIC = b"\x89RSP\r\n\x1a\n"
_CHUNK_BITS = 17
_CHUNKS_A_PAGE = 8


class Board:
    """A board such as `7x6`, or what comes after a root on it, such as `7x6+444444`."""

    def __init__(self, name: str):
        self.name = name
        size, _, root = name.partition("+")
        self.columns, self.rows = map(int, size.split("x"))
        self.root = self.parse(root)
        half = self.columns // 2
        # The board's column for each place.
        self.places = [*range(half), *range(self.columns - 1, self.columns - 1 - half, -1)]
        if self.columns % 2:
            self.places.append(half)
        self.lines = self._lines()

    def _lines(self) -> list:
        lines = []
        for column, row in product(range(self.columns), range(self.rows)):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + i * right, row + i * up) for i in range(4)]
                if all(c < self.columns and 0 <= r < self.rows for c, r in cells):
                    lines.append(sum(self.bit(c, r) for c, r in cells))
        return lines

    def bit(self, column: int, row: int) -> int:
        """A cell in a number of stones; each column has a bit to spare."""
        return 1 << column * (self.rows + 1) + row

    def parse(self, text: str) -> "Position":
        """A position from the columns played, from 1 on: digits, or numbers with commas."""
        text = text.strip()
        moves = text.split(",") if "," in text else text
        heights = [0] * self.columns
        stones = [0, 0]
        for number, move in enumerate(moves):
            column = int(move) - 1
            stones[number % 2] |= self.bit(column, heights[column])
            heights[column] += 1
        return Position(tuple(heights), *stones)

    def mirrored(self, position: "Position") -> "Position":
        def image(stones: int) -> int:
            width = self.rows + 1
            part = (1 << width) - 1
            columns = [stones >> c * width & part for c in range(self.columns)]
            return sum(part << c * width for c, part in enumerate(reversed(columns)))

        return Position(position.heights[::-1], image(position.first), image(position.second))

    def key(self, position: "Position") -> int:
        """The key that tells which of two mirror images a book holds."""
        own = position.second if position.ply % 2 else position.first
        return own + (position.first | position.second)

    def has_line(self, stones: int) -> bool:
        return any(stones & line == line for line in self.lines)

    def wins_at_once(self, position: "Position") -> bool:
        own = position.second if position.ply % 2 else position.first
        return any(
            self.has_line(own | self.bit(column, height))
            for column, height in enumerate(position.heights)
            if height < self.rows
        )

    def is_open(self, position: "Position") -> bool:
        """Whether there is no line and the side to move cannot complete one at once."""
        lines = self.has_line(position.first) or self.has_line(position.second)
        return not lines and not self.wins_at_once(position)


class Position:
    """The heights of the columns and the stones of the first and the second player."""

    def __init__(self, heights: tuple, first: int, second: int):
        self.heights, self.first, self.second = heights, first, second

    @property
    def ply(self) -> int:
        return sum(self.heights)


class _Profile:
    """All positions with the same heights: the cells of its numbers, the lowest bit first."""

    def __init__(self, board: Board, heights: tuple):
        self.board, self.heights = board, heights
        self.cells = [
            board.bit(column, row)
            for column in board.places
            for row in range(board.root.heights[column], heights[column])
        ]
        self.ply = sum(heights)
        # Of all stones the first player has as many as the second, or one more.
        self._ones = (self.ply + 1) // 2 - board.root.first.bit_count()

    def number(self, position: Position) -> int:
        return sum(1 << i for i, cell in enumerate(self.cells) if position.first & cell)

    def position(self, number: int) -> Position:
        first = sum(cell for i, cell in enumerate(self.cells) if number >> i & 1)
        second = sum(self.cells) - first
        root = self.board.root
        return Position(self.heights, root.first | first, root.second | second)

    def open_numbers(self, numbers) -> list:
        """Those of some numbers that are open positions."""
        right = (number for number in numbers if number.bit_count() == self._ones)
        return [number for number in right if self.board.is_open(self.position(number))]


class Pages:
    """The file beside a table that says how many entries each page has."""

    def __init__(self, path: Path, board: Board):
        data = path.read_bytes()
        if len(data) < 64 or data[:8] != _MAGIC:
            raise Damaged(f"{path}: no pages")
        if struct.unpack("<Q", data[-8:])[0] != xxh3_64(data[:-8]):
            raise Damaged(f"{path}: checksum")
        version, self.ply, chunks, length = struct.unpack_from("<IIII", data, 8)
        *totals, count = struct.unpack_from("<QQQQ", data, 24)
        self.totals = tuple(totals)
        name = data[56 : 56 + length].decode()
        if (version, chunks, name) != (1, _CHUNKS_A_PAGE, board.name):
            raise Damaged(f"{path}: of {name}, version {version}")
        if len(data) != 56 + length + 4 * count + 8:
            raise Damaged(f"{path}: length")
        self.counts = struct.unpack_from(f"<{count}I", data, 56 + length)


class _Ply:
    """The table of a ply with its pages."""

    def __init__(self, board: Board, table: Table, pages: Pages):
        self.board, self.table, self.pages = board, table, pages
        heights = self._profiles()
        self.profiles = {h: _Profile(board, h) for h in heights}
        # The first page of each profile, and the first entry of each page.
        self._first_page = {}
        page = 0
        for profile in self.profiles.values():
            self._first_page[profile.heights] = page
            page += max(1, 1 << len(profile.cells) >> self._page_bits)
        self._first_entry = [0]
        for count in pages.counts:
            self._first_entry.append(self._first_entry[-1] + count)
        if page != len(pages.counts) or self._first_entry[-1] != table.header.entries:
            raise Damaged(f"{table.path}: pages that are not of this table")
        self._open_of_page = lru_cache(maxsize=4096)(self._open_numbers_of_page)

    _page_bits = _CHUNK_BITS + _CHUNKS_A_PAGE.bit_length() - 1

    def _profiles(self) -> list:
        """All heights with so many stones, in lexicographic order above the root, last place first."""
        board, ply = self.board, self.pages.ply
        found = [(0, ())]
        # From the last place to place 0.
        for column in reversed(board.places):
            here = range(board.root.heights[column], board.rows + 1)
            found = [(n + h, rest + (h,)) for n, rest in found for h in here if n + h <= ply]
        by_place = [rest[::-1] for n, rest in found if n == ply]
        profiles = []
        for heights in by_place:
            columns = [0] * board.columns
            for place, height in enumerate(heights):
                columns[board.places[place]] = height
            profiles.append(tuple(columns))
        return profiles

    def _open_numbers_of_page(self, profile: _Profile, page: int) -> dict:
        """The numbers of the open positions of a page, each with its place among them."""
        size = 1 << len(profile.cells)
        first = page << self._page_bits
        numbers = range(first, min(first + (1 << self._page_bits), size))
        found = profile.open_numbers(numbers)
        at = self._first_page[profile.heights] + page
        if len(found) != self.pages.counts[at]:
            raise Damaged(f"{self.table.path}: page {at} has {len(found)} entries")
        return {number: place for place, number in enumerate(found)}

    def entry(self, position: Position) -> int | None:
        """The entry of an open position that lies above the root."""
        profile = self.profiles.get(position.heights)
        if profile is None:
            return None
        number = profile.number(position)
        page = number >> self._page_bits
        place = self._open_of_page(profile, page).get(number)
        if place is None:
            return None
        return self._first_entry[self._first_page[profile.heights] + page] + place

    def positions(self):
        """All positions in the order of their entries."""
        for profile in self.profiles.values():
            pages = max(1, 1 << len(profile.cells) >> self._page_bits)
            for page in range(pages):
                for number in self._open_numbers_of_page(profile, page):
                    yield profile.position(number)


class Connect4Tables:
    """The tables of a folder by their plies: values of all positions, or a book."""

    def __init__(self, board: str, folder: Path, tables: list):
        self.board = Board(board)
        self._plies = {}
        for table in tables:
            pages = Pages(folder / f"{table.header.slice}.pages", self.board)
            if table.header.index not in ("connect4-open/1", "connect4-book/1"):
                raise ValueError(f"{table.path}: unknown numbering {table.header.index}")
            self._plies[pages.ply] = _Ply(self.board, table, pages)
        self._is_book = tables[0].header.index == "connect4-book/1"

    def parse(self, text: str) -> Position:
        return self.board.parse(text)

    def _is_above_root(self, position: Position) -> bool:
        root = self.board.root
        return (position.first & root.first, position.second & root.second) == (
            root.first,
            root.second,
        )

    def value(self, position: Position) -> Value | None:
        """The value; None if no table has the position."""
        board, ply = self.board, self._plies.get(position.ply)
        if ply is None:
            return None
        if not self._is_above_root(position):
            position = board.mirrored(position)
            if not self._is_above_root(position):
                return None
        settled = self._settled(position)
        if settled is not None:
            return settled
        if self._is_book:
            image = board.mirrored(position)
            position = min(position, image, key=board.key)
        entry = ply.entry(position)
        return None if entry is None else ply.table.value(ply.table.code(entry))

    def _settled(self, position: Position) -> Value | None:
        """The value by the rules: finished, or won at once."""

        def value(outcome: int, plies: int | None) -> Value:
            return Value(outcome, plies if self._is_book else None)

        board = self.board
        own, other = position.first, position.second
        if position.ply % 2:
            own, other = other, own
        if board.has_line(other):
            return value(LOSS, 0)
        if position.ply == board.columns * board.rows:
            return value(DRAW, None)
        return value(WIN, 1) if board.wins_at_once(position) else None

    def check(self, table: Table) -> None:
        """Compares digest and totals of a table, and that its entries are the open positions; of a
        book that it holds the lesser of two mirror images."""
        table.check()
        (ply,) = (ply for ply in self._plies.values() if ply.table is table)
        count = 0
        for position, code in zip(ply.positions(), table.codes()):
            count += 1
            image = self.board.mirrored(position)
            greater = self.board.key(position) > self.board.key(image)
            if (code == 0) if not self._is_book else (code != 0 and greater):
                raise Damaged(f"{table.path}: code {code} at entry {count - 1}")
        if count != table.header.entries:
            raise Damaged(f"{table.path}: {count} open positions")
