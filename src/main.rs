//! The command `retrosolve`.

fn main() {}
