#!/usr/bin/env python3
"""Reads folders of retrosolve tables: a second reader, written from FORMAT.md and CONNECT4.md alone.

    read.py check FOLDER...    checksums, digests and totals of every table
    read.py probe FOLDER       the value of each position on standard input
    read.py compare FOLDER     the same against lines of a position, a tab and its value

A value is `win`, `draw` or `loss` for the side to move, with the plies where the tables have
distances: `win 5`; `none` where no table has the position. Exit code 1 if anything is not as it
should be, 2 on misuse.
"""

import sys
from functools import partial

from folder import Folder
from table import Damaged


def _check(path: str) -> int:
    folder = Folder(path)
    game = folder.game()
    for table in folder.tables:
        try:
            game.check(table)
        except Damaged as error:
            raise Damaged(f"{table.path}: {error}") from error
        header = table.header
        print(f"ok  {header.slice:12} {header.metric} {header.encoding:4} {header.entries} entries")
    print(f"ok  {path}: {len(folder.tables)} tables, digest {folder.digest()}")
    return 0


def _values(folder: str, lines):
    game = Folder(folder).game()
    for line in lines:
        text, _, told = line.rstrip("\n").partition("\t")
        yield text, told, str(game.value(game.parse(text)) or "none")


def _probe(folder: str) -> int:
    for text, _, value in _values(folder, sys.stdin):
        print(f"{text}\t{value}")
    return 0


def _compare(folder: str) -> int:
    compared = different = 0
    for text, told, value in _values(folder, sys.stdin):
        compared += 1
        if told != value:
            different += 1
            print(f"{text}: {value}, told {told}")
    print(f"{compared} compared, {different} different")
    return 0 if compared and not different else 1


def main(arguments: list) -> int:
    match arguments:
        case ["check", first, *others]:
            verbs = [partial(_check, folder) for folder in (first, *others)]
        case ["probe", folder]:
            verbs = [partial(_probe, folder)]
        case ["compare", folder]:
            verbs = [partial(_compare, folder)]
        case _:
            print(__doc__.strip(), file=sys.stderr)
            return 2
    try:
        return max(verb() for verb in verbs)
    except (Damaged, ValueError, OSError, KeyError) as error:
        print(f"read.py: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
