//! The built command, end to end. Every test has a folder of its own.

mod util;

mod annotate;
mod compare;
mod depths;
mod generate;
mod help;
mod info;
mod misuse;
mod packed;
mod perft;
mod plan;
mod play;
mod probe;
mod proof;
mod reader;
mod readme;
mod reproduce;
mod serve;
mod solve;
mod tampering;
mod trace;
mod verify;
