//! English checkers (draughts) on 8x8, 6x6 and 4x4 boards.
