"""BLAKE3 without key, 32 bytes: the digest of the format.

Written from the description of the hash, so that nothing but the standard library is needed.
"""

import struct

_IV = (
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
    0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
)  # fmt: skip
_PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
_CHUNK = 1024
_BLOCK = 64
_CHUNK_START, _CHUNK_END, _PARENT, _ROOT = 1, 2, 4, 8
_MASK = (1 << 32) - 1
# The columns and the diagonals of the state that one round mixes.
_QUARTERS = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip


def _schedule() -> tuple:
    order = list(range(16))
    rounds = []
    for _ in range(7):
        rounds.append(tuple(zip(_QUARTERS, order[::2], order[1::2])))
        order = [order[i] for i in _PERMUTATION]
    return tuple(rounds)


_ROUNDS = _schedule()


def _compress(value: tuple, block: bytes, counter: int, flags: int) -> tuple:
    """The chaining value of eight words after a block."""
    words = struct.unpack("<16I", block.ljust(_BLOCK, b"\0"))
    s = [*value, *_IV[:4], counter & _MASK, counter >> 32, len(block), flags]
    for quarters in _ROUNDS:
        for (a, b, c, d), x, y in quarters:
            va, vb, vc, vd = s[a], s[b], s[c], s[d]
            va = va + vb + words[x] & _MASK
            vd ^= va
            vd = vd >> 16 | vd << 16 & _MASK
            vc = vc + vd & _MASK
            vb ^= vc
            vb = vb >> 12 | vb << 20 & _MASK
            va = va + vb + words[y] & _MASK
            vd ^= va
            vd = vd >> 8 | vd << 24 & _MASK
            vc = vc + vd & _MASK
            vb ^= vc
            s[a], s[b], s[c], s[d] = va, vb >> 7 | vb << 25 & _MASK, vc, vd
    return tuple(s[i] ^ s[i + 8] for i in range(8))


def _chunk(data: bytes, number: int, root: int) -> tuple:
    value = _IV
    last = max(len(data) - 1, 0) // _BLOCK
    for i in range(last + 1):
        flags = (_CHUNK_START if i == 0 else 0) | (_CHUNK_END | root if i == last else 0)
        value = _compress(value, data[i * _BLOCK : (i + 1) * _BLOCK], number, flags)
    return value


def _tree(data: bytes, first: int, root: int) -> tuple:
    if len(data) <= _CHUNK:
        return _chunk(data, first, root)
    chunks = (len(data) - 1) // _CHUNK
    # The left side takes the greatest power of two of chunks that leaves something to the right.
    left = 1 << chunks.bit_length() - 1
    at = left * _CHUNK
    children = _tree(data[:at], first, 0) + _tree(data[at:], first + left, 0)
    return _compress(_IV, struct.pack("<16I", *children), 0, _PARENT | root)


def blake3(data: bytes) -> bytes:
    """The hash of `data`."""
    return struct.pack("<8I", *_tree(bytes(data), 0, _ROOT))
