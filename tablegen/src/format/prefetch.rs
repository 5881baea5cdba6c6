/// Asks the processor to bring the line of a byte into the cache; beyond the end nothing is asked.
#[inline(always)]
pub(super) fn prefetch(bytes: &[u8], at: usize) {
    let Some(byte) = bytes.get(at) else { return };
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint about an address that may be read; it has no effect that could be seen.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(byte).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
