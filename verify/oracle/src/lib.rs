//! Slow, obvious rules and methods that the fast ones are checked against; standard library only.
