"""XXH3 with 64 bits, seed 0 and the default secret: the checksum of the format.

Written from the description of the hash, so that nothing but the standard library is needed.
"""

import struct

_SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
_MASK = (1 << 64) - 1
_PRIME32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
_PRIME64 = (
    0x9E3779B185EBCA87,
    0xC2B2AE3D27D4EB4F,
    0x165667B19E3779F9,
    0x85EBCA77C2B2AE63,
    0x27D4EB2F165667C5,
)
_STRIPE = 64
_STRIPES_A_BLOCK = (len(_SECRET) - _STRIPE) // 8


def _u32(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def _u64(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 8], "little")


def _fold(a: int, b: int) -> int:
    product = a * b
    return (product ^ (product >> 64)) & _MASK


def _avalanche(h: int) -> int:
    h ^= h >> 37
    h = h * 0x165667919E3779F9 & _MASK
    return h ^ (h >> 32)


def _avalanche_of_xxh64(h: int) -> int:
    h ^= h >> 33
    h = h * _PRIME64[1] & _MASK
    h ^= h >> 29
    h = h * _PRIME64[2] & _MASK
    return h ^ (h >> 32)


def _mix(data: bytes, at: int, secret: int) -> int:
    low = _u64(data, at) ^ _u64(_SECRET, secret)
    high = _u64(data, at + 8) ^ _u64(_SECRET, secret + 8)
    return _fold(low, high)


def _up_to_16(data: bytes) -> int:
    n = len(data)
    if n > 8:
        low = _u64(data, 0) ^ _u64(_SECRET, 24) ^ _u64(_SECRET, 32)
        high = _u64(data, n - 8) ^ _u64(_SECRET, 40) ^ _u64(_SECRET, 48)
        swapped = int.from_bytes(low.to_bytes(8, "little"), "big")
        return _avalanche((n + swapped + high + _fold(low, high)) & _MASK)
    if n > 3:
        h = _u32(data, n - 4) + (_u32(data, 0) << 32)
        h ^= _u64(_SECRET, 8) ^ _u64(_SECRET, 16)
        h ^= (h << 49 | h >> 15) & _MASK ^ (h << 24 | h >> 40) & _MASK
        h = h * 0x9FB21C651E98DF25 & _MASK
        h ^= (h >> 35) + n
        h = h * 0x9FB21C651E98DF25 & _MASK
        return h ^ (h >> 28)
    if n > 0:
        h = data[0] << 16 | data[n >> 1] << 24 | data[n - 1] | n << 8
        return _avalanche_of_xxh64(h ^ _u32(_SECRET, 0) ^ _u32(_SECRET, 4))
    return _avalanche_of_xxh64(_u64(_SECRET, 56) ^ _u64(_SECRET, 64))


def _up_to_128(data: bytes) -> int:
    n = len(data)
    h = n * _PRIME64[0]
    for pair in range((n - 1) // 32, -1, -1):
        h += _mix(data, 16 * pair, 32 * pair)
        h += _mix(data, n - 16 * (pair + 1), 32 * pair + 16)
    return _avalanche(h & _MASK)


def _up_to_240(data: bytes) -> int:
    n = len(data)
    h = n * _PRIME64[0]
    for i in range(8):
        h += _mix(data, 16 * i, 16 * i)
    h = _avalanche(h & _MASK)
    for i in range(8, n // 16):
        h += _mix(data, 16 * i, 16 * (i - 8) + 3)
    h += _mix(data, n - 16, 136 - 17)
    return _avalanche(h & _MASK)


def _words(secret: int) -> tuple:
    return struct.unpack_from("<8Q", _SECRET, secret)


_KEYS = [_words(8 * i) for i in range(_STRIPES_A_BLOCK)]
_SCRAMBLE = _words(len(_SECRET) - _STRIPE)
_LAST = _words(len(_SECRET) - _STRIPE - 7)


def _accumulate(acc: list, words: tuple, keys: tuple) -> None:
    for i in range(8):
        word = words[i]
        key = word ^ keys[i]
        acc[i ^ 1] += word
        acc[i] += (key & 0xFFFFFFFF) * (key >> 32)


def _long(data: bytes) -> int:
    n = len(data)
    p32, p64 = _PRIME32, _PRIME64
    acc = [p32[2], p64[0], p64[1], p64[2], p64[3], p32[1], p64[4], p32[0]]
    stripes = (n - 1) // _STRIPE
    for stripe in range(stripes):
        place = stripe % _STRIPES_A_BLOCK
        words = struct.unpack_from("<8Q", data, stripe * _STRIPE)
        _accumulate(acc, words, _KEYS[place])
        if place == _STRIPES_A_BLOCK - 1:
            for i in range(8):
                h = acc[i] & _MASK
                acc[i] = ((h ^ h >> 47 ^ _SCRAMBLE[i]) * p32[0]) & _MASK
    _accumulate(acc, struct.unpack_from("<8Q", data, n - _STRIPE), _LAST)
    h = n * p64[0]
    for i in range(4):
        low = acc[2 * i] & _MASK ^ _u64(_SECRET, 11 + 16 * i)
        high = acc[2 * i + 1] & _MASK ^ _u64(_SECRET, 19 + 16 * i)
        h += _fold(low, high)
    return _avalanche(h & _MASK)


def xxh3_64(data: bytes) -> int:
    """The hash of `data`."""
    n = len(data)
    if n <= 16:
        return _up_to_16(data)
    if n <= 128:
        return _up_to_128(data)
    return _up_to_240(data) if n <= 240 else _long(data)
