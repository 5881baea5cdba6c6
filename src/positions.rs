//! Positions as arguments or from standard input.

use std::io::{self, BufRead};

use anyhow::{Context, Result};

use crate::misuse::Misuse;

/// Calls `each` with every position text: the arguments in order, `-` replaced by the lines of standard
/// input (blank lines and lines that start with `#` are passed over).
pub(crate) fn for_each(
    arguments: impl IntoIterator<Item = String>,
    mut each: impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    let mut any = false;
    for argument in arguments {
        any = true;
        if argument == "-" {
            for (number, line) in io::stdin().lock().lines().enumerate() {
                let line = line.context("cannot read standard input")?;
                let text = line.trim();
                if !text.is_empty() && !text.starts_with('#') {
                    each(text).with_context(|| format!("line {}", number + 1))?;
                }
            }
        } else {
            each(&argument)?;
        }
    }
    if any { Ok(()) } else { Err(Misuse::error("give a position, or - to read them")) }
}
