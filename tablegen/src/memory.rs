//! How much memory there is, and how sizes are printed.

use std::fmt;

/// What the system could give without swapping, in bytes, where it can be asked.
pub(crate) fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// A size in bytes, printed in MiB or GiB to one decimal, rounded up.
pub(crate) struct Bytes(pub(crate) u128);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, name) = if self.0 < 1 << 30 { (1 << 20, "MiB") } else { (1 << 30, "GiB") };
        let tenths = (self.0 * 10).div_ceil(unit);
        write!(f, "{}.{} {name}", tenths / 10, tenths % 10)
    }
}
