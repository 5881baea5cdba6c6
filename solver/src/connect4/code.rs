#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};

/// The machine code that the engine runs. Values and, with one thread, node counts are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Code {
    /// Plain 64-bit words; everywhere.
    Portable,
    /// The same compiled for 256-bit vectors; on x86-64 processors with AVX2, BMI and POPCNT.
    Avx2,
    /// 512-bit vectors; on x86-64 processors with AVX-512 F, BW, DQ, VL and VPOPCNTDQ too.
    Avx512,
}

impl Code {
    /// All there is, slowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// The fastest code that this machine can run.
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|code| code.is_available()).unwrap_or(Self::Portable)
    }

    /// Whether this machine can run it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// The name used in flags and output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The code of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.name() == name)
    }
}
