use std::sync::OnceLock;

use super::portable::Plain;
use super::unit::Unit;

/// A piece of work that is compiled for each kind of processor.
pub(super) trait Job {
    /// What it comes to.
    type Output;

    /// Does it; to be inlined with all that it calls in its loops.
    fn run<U: Unit>(self) -> Self::Output;
}

/// The instructions that the kernels use. Results are the same on every path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// Those of any processor.
    Portable,
    /// 512-bit vectors with byte permutations and affine maps of bytes (AVX-512 VBMI2, GFNI); where the
    /// processor has them not, the same as [`Self::Portable`].
    Vector,
}

impl Path {
    /// The fastest of this processor.
    pub fn best() -> Self {
        if vectors_are_available() { Self::Vector } else { Self::Portable }
    }

    /// Does a job on this path.
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Vector if vectors_are_available() => {
                // SAFETY: the instructions are available.
                unsafe { super::x86::run(job) }
            }
            _ => job.run::<Plain>(),
        }
    }
}

fn vectors_are_available() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        static AVAILABLE: OnceLock<bool> = OnceLock::new();
        *AVAILABLE.get_or_init(super::x86::is_available)
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}
