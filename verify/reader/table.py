"""A table file: header, block index and blocks (FORMAT.md, sections 1 to 3)."""

import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import zstandard

import runs
from blake3 import blake3
from xxh3 import xxh3_64

MAGIC = b"\x89RST\r\n\x1a\n"
METRICS = ("wdl", "dtc", "dtw")
ENCODINGS = ("raw", "zstd", "runs")
LOSS, DRAW, WIN = -1, 0, 1
_NONE = 0xFFFF


class Damaged(Exception):
    """A file is not as the format says."""


@dataclass(frozen=True)
class Value:
    """What a position is worth to the side to move."""

    outcome: int
    plies: int | None = None

    def __str__(self) -> str:
        name = ("loss", "draw", "win")[self.outcome + 1]
        return name if self.plies is None else f"{name} {self.plies}"


@dataclass(frozen=True)
class Header:
    """The fields of section 1.1 by their names there."""

    header_bytes: int
    entries: int
    block_entries: int
    entry_bits: int
    metric: str
    encoding: str
    index_bytes: int
    data_bytes: int
    index_checksum: int
    wins: int
    draws: int
    losses: int
    longest_wins: int
    longest_losses: int
    longest_win: int
    longest_loss: int
    digest: bytes
    game: str
    rules: str
    board: str
    slice: str
    index: str

    @property
    def packed_bytes(self) -> int:
        """The packed form of a full block."""
        return self.block_entries * self.entry_bits // 8

    @property
    def blocks(self) -> int:
        return -(-self.entries // self.block_entries)


def _require(fact: bool, what: str) -> None:
    if not fact:
        raise Damaged(what)


def _header(data: bytes, length: int) -> Header:
    _require(data[:8] == MAGIC, "not a table file")
    _require(len(data) >= 16, "cut short in the header")
    version, size = struct.unpack_from("<II", data, 8)
    _require(version == 1, f"version {version}")
    _require(160 <= size <= 4096 and size <= length, f"header of {size} bytes")
    (checksum,) = struct.unpack_from("<Q", data, size - 8)
    _require(checksum == xxh3_64(data[: size - 8]), "checksum of the header")
    entries, block, bits, metric, encoding, zero = struct.unpack_from("<QIBBBB", data, 16)
    numbers = struct.unpack_from("<QQQQQQQQHHI", data, 32)
    index_bytes, data_bytes, index_checksum, wins, draws, losses = numbers[:6]
    longest_wins, longest_losses, longest_win, longest_loss, zeros = numbers[6:]
    strings, at = [], 136
    for _ in range(5):
        _require(at < size - 8, "strings of the header")
        end = at + 1 + data[at]
        _require(end <= size - 8, "strings of the header")
        strings.append(data[at + 1 : end].decode())
        at = end
    _require(not any(data[at : size - 8]) and zero == zeros == 0, "padding that is not zero")
    _require(metric < 3 and encoding < 3, "unknown metric or encoding")
    metric, encoding = METRICS[metric], ENCODINGS[encoding]
    is_wdl = metric == "wdl"
    _require(bits == 2 if is_wdl else bits in (8, 16), f"entries of {bits} bits")
    _require(encoding != "runs" or is_wdl, "runs with distances")
    least, most = (15, 23) if encoding == "runs" else (6, 20)
    _require(block & block - 1 == 0 and 1 << least <= block <= 1 << most, f"blocks of {block}")
    _require(entries <= 1 << 56, f"{entries} entries")
    _require(wins + draws + losses <= entries, "more positions than entries")
    for longest, count, of in (
        (longest_win, longest_wins, wins),
        (longest_loss, longest_losses, losses),
    ):
        is_there = not is_wdl and of > 0
        _require((longest != _NONE) == is_there and (count > 0) == is_there, "longest distances")
    if encoding != "runs":
        _require(index_bytes == 16 * -(-entries // block), "length of the block index")
    _require(size + index_bytes + data_bytes == length, "length of the file")
    return Header(
        size, entries, block, bits, metric, encoding, index_bytes, data_bytes, index_checksum,
        wins, draws, losses, longest_wins, longest_losses, longest_win, longest_loss,
        data[104:136], *strings,
    )  # fmt: skip


class Table:
    """An open table file."""

    def __init__(self, path: Path):
        self.path = path
        with open(path, "rb") as file:
            length = file.seek(0, 2)
            file.seek(0)
            self.header = header = _header(file.read(min(length, 4096)), length)
            file.seek(header.header_bytes)
            index = file.read(header.index_bytes)
        _require(xxh3_64(index) == header.index_checksum, "checksum of the block index")
        # A table of runs that stores nothing, or one code, has no blocks.
        self.blocks = header.blocks if header.encoding != "runs" or header.data_bytes else 0
        _require(16 * self.blocks <= header.index_bytes, "length of the block index")
        pairs = list(struct.iter_unpack("<QQ", index[: 16 * self.blocks]))
        self._ends = [0] + [end for end, _ in pairs]
        self._checksums = [checksum for _, checksum in pairs]
        _require(self._ends[-1] == header.data_bytes, "end of the data")
        _require(all(a < b for a, b in zip(self._ends, self._ends[1:])), "order of the blocks")
        self.runs = None
        if header.encoding == "runs":
            try:
                self.runs = runs.Description(index[16 * self.blocks :], header.block_entries)
            except ValueError as error:
                raise Damaged(f"description of the runs: {error}") from error
            _require((self.runs.tables is None) == (self.blocks == 0), "runs without blocks")
        # Kept for the block that was read last: positions that are asked for lie together.
        self._block_codes = lru_cache(maxsize=64)(self._codes_of_block)

    def _stored(self, block: int) -> bytes:
        start, end = self._ends[block], self._ends[block + 1]
        with open(self.path, "rb") as file:
            file.seek(self.header.header_bytes + self.header.index_bytes + start)
            data = file.read(end - start)
        _require(xxh3_64(data) == self._checksums[block], f"checksum of block {block}")
        return data

    def _entries_of(self, block: int) -> int:
        header = self.header
        return min(header.block_entries, header.entries - block * header.block_entries)

    def _codes_of_block(self, block: int) -> list:
        header, entries = self.header, self._entries_of(block)
        data = self._stored(block)
        if header.encoding == "runs":
            return self.runs.codes(data, entries)
        size = -(-entries * header.entry_bits // 8)
        if header.encoding == "zstd":
            data = zstandard.ZstdDecompressor().decompress(data, max_output_size=size)
        _require(len(data) == size, f"length of block {block}")
        if header.entry_bits == 16:
            return list(struct.unpack(f"<{entries}H", data))
        if header.entry_bits == 8:
            return list(data)
        codes = [byte >> shift & 3 for byte in data for shift in (0, 2, 4, 6)]
        _require(not any(codes[entries:]), f"unused bits of block {block}")
        return codes[:entries]

    def code(self, entry: int) -> int:
        """The code at an index; of a free entry of runs whatever is there, 0 if nothing is."""
        _require(0 <= entry < self.header.entries, f"entry {entry}")
        if self.runs is not None and self.runs.tables is None:
            return self.runs.code
        block, place = divmod(entry, self.header.block_entries)
        return self._block_codes(block)[place]

    def codes(self):
        """All codes in order."""
        for block in range(self.header.blocks):
            if self.blocks == 0:
                yield from [self.runs.code] * self._entries_of(block)
            else:
                yield from self._codes_of_block(block)

    def value(self, code: int) -> Value | None:
        """What a code means."""
        if code == 0:
            return None
        if self.header.metric == "wdl":
            return Value(code - 2)
        if code == 1:
            return Value(DRAW)
        return Value(WIN if code & 1 else LOSS, code - 2 >> 1)

    def check(self, codes=None) -> None:
        """Compares digest and totals with the true codes of all positions, those of the file unless
        they are given."""
        header = self.header
        codes = list(self.codes() if codes is None else codes)
        _require(len(codes) == header.entries, "number of entries")
        if header.metric == "wdl":
            padded = codes + [0] * (-len(codes) % 4)
            fours = zip(*[iter(padded)] * 4)
            packed = bytes(a | b << 2 | c << 4 | d << 6 for a, b, c, d in fours)
        else:
            packed = struct.pack(f"<{len(codes)}H", *codes)
        _require(blake3(packed + struct.pack("<Q", header.entries)) == header.digest, "digest")
        counts = {code: codes.count(code) for code in set(codes)}
        for outcome, total, longest, times in (
            (WIN, header.wins, header.longest_win, header.longest_wins),
            (DRAW, header.draws, _NONE, 0),
            (LOSS, header.losses, header.longest_loss, header.longest_losses),
        ):
            found = {
                self.value(code).plies: count
                for code, count in counts.items()
                if code and self.value(code).outcome == outcome
            }
            _require(sum(found.values()) == total, f"total of outcome {outcome}")
            if longest != _NONE:
                last = max(found)
                _require((last, found[last]) == (longest, times), f"longest of outcome {outcome}")
