//! Connect Four on any board.
