"""Runs with static codes, for the encoding of that name (FORMAT.md, section 2.4)."""

_CONTEXTS = 10
_STARTS = 9
_LONGEST = 10
# The code of a table entry by its value here: loss, draw, win.
_CODES = (1, 2, 3)


class _Bits:
    """Takes bits from the lowest of a byte to the highest."""

    def __init__(self, data: bytes):
        self._bits = int.from_bytes(data, "little")
        self._left = 8 * len(data)

    def take(self, count: int) -> int:
        """The next bits as a number, its lowest bit first."""
        if count > self._left:
            raise ValueError("tokens beyond the block")
        self._left -= count
        bits = self._bits & (1 << count) - 1
        self._bits >>= count
        return bits

    def end(self) -> None:
        """Expects nothing but what fills up the last byte."""
        if self._left >= 8 or self._bits:
            raise ValueError("more than the tokens of a chunk")

    def symbol(self, table: dict) -> int:
        """The next symbol of a canonical code, whose highest bit comes first."""
        number = 0
        for length in range(1, _LONGEST + 1):
            number = number << 1 | self.take(1)
            if (length, number) in table:
                return table[length, number]
        raise ValueError("no such code")


def _canonical(lengths: list) -> dict:
    """From length and number of a code to its symbol."""
    table, number, last = {}, 0, 0
    for length, symbol in sorted((n, s) for s, n in enumerate(lengths) if n):
        number <<= length - last
        if number >> length:
            raise ValueError("more codes than there are")
        table[length, number] = symbol
        number, last = number + 1, length
    return table


class Description:
    """What follows the block index: how the blocks of a table are read."""

    def __init__(self, data: bytes, block_entries: int):
        # `block_entries` is 256 chunks of 2^b entries.
        self.b = block_entries.bit_length() - 1 - 8
        self.tables = None
        self.code = 0
        if not 2 <= len(data) <= 2048:
            raise ValueError(f"{len(data)} bytes")
        if data[0] == 0 and len(data) == 2 and data[1] == 0:
            return
        if data[0] == 1 and len(data) == 2 and 1 <= data[1] <= 3:
            self.code = data[1]
            return
        if data[:2] != b"\x02\x00":
            raise ValueError("unknown kind")
        self.tables = self._tables(data[2:])

    def _tables(self, data: bytes) -> list:
        sizes = [self.b * (self.b + 1) + 1] * (_CONTEXTS - 1) + [4]
        halves = [half for byte in data for half in (byte & 15, byte >> 4)]
        lengths, at = [], 0
        while len(lengths) < sum(sizes):
            if at >= len(halves):
                raise ValueError("cut short")
            half = halves[at]
            at += 1
            if half == 0:
                if at >= len(halves):
                    raise ValueError("cut short")
                lengths += [0] * (halves[at] + 1)
                at += 1
            elif half <= _LONGEST:
                lengths.append(half)
            else:
                raise ValueError(f"a length of {half}")
        if len(lengths) > sum(sizes) or halves[at:] not in ([], [0]):
            raise ValueError("more than the lengths")
        tables, start = [], 0
        for size in sizes:
            tables.append(_canonical(lengths[start : start + size]))
            start += size
        return tables

    def codes(self, block: bytes, entries: int) -> list:
        """The codes of a block of so many entries; 0 in chunks that store nothing."""
        chunk_entries = 1 << self.b
        chunks = -(-entries // chunk_entries)
        table = 2 * (chunks - 1)
        begins = [0] + [int.from_bytes(block[i : i + 2], "little") for i in range(0, table, 2)]
        tokens = block[table:]
        if not begins == sorted(begins) or begins[-1] > len(tokens):
            raise ValueError("chunks that do not follow each other")
        codes = []
        for chunk, (begin, end) in enumerate(zip(begins, begins[1:] + [len(tokens)])):
            length = min(chunk_entries, entries - chunk * chunk_entries)
            codes += self._chunk(_Bits(tokens[begin:end]), length)
        return codes

    def _chunk(self, bits: _Bits, entries: int) -> list:
        value = bits.symbol(self.tables[_STARTS])
        if value == 3:
            bits.end()
            return [0] * entries
        before = None
        codes = []
        while True:
            context = value
            if before is not None:
                context = 3 + 2 * before + (value - 1 if value > before else value)
            symbol = bits.symbol(self.tables[context])
            if symbol == 0:
                bits.end()
                return codes + [_CODES[value]] * (entries - len(codes))
            pair, higher = divmod(symbol - 1, 2)
            e = 0
            while (e + 1) * (e + 2) // 2 <= pair:
                e += 1
            p = pair - e * (e + 1) // 2
            m = 0 if p == 0 else 2 * bits.take(p - 1) + 1
            codes += [_CODES[value]] * ((1 << e - p) * ((1 << p) + m))
            if len(codes) >= entries:
                raise ValueError("a run beyond its chunk")
            others = [other for other in range(3) if other != value]
            before, value = value, others[higher]
