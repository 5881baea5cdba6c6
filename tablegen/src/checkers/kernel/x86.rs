//! The kernel compiled for x86-64 with BMI2, and with AVX-512 where there is that.

use std::arch::x86_64::{_pdep_u64, _pext_u64};

use super::captures::{At, Capturer};
use super::codes::Stream;
use super::component::{Component, Work};
use super::components::Components;
use super::cpu::Cpu;
use super::dense::Dense;
use super::depths::Depths;
use super::men::{MenRow, MenWork};
use super::positions::{Positions, Shape};
use super::sparse::Rows;
use super::store::StoreError;
use super::vectors::{Hunt, Trail};

/// Defines a processor: every step is compiled with the features as a whole.
macro_rules! processor {
    ($name:ident, $features:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy)]
        pub(super) struct $name;

        const _: () = {
            #[target_feature(enable = $features)]
            fn deeper_word(capturer: &Capturer<'_>, kings: usize, at: At) -> [u64; 2] {
                let [_, loses, escapes] = capturer.word_at::<$name>(kings, at, false);
                [loses, escapes]
            }

            #[target_feature(enable = $features)]
            fn deeper_words(
                capturer: &Capturer<'_>,
                kings: usize,
                at: At,
                [loses, escapes]: [&mut [u64]; 2],
                scratch: &mut [u64],
            ) {
                capturer.words_at::<$name>(kings, at, false, [&mut [], loses, escapes], scratch);
            }

            #[target_feature(enable = $features)]
            fn deeper_hunt(
                hunt: &Hunt<'_>,
                trail: Trail,
                sum: [&mut [u64]; 2],
                scratch: &mut [u64],
            ) {
                hunt.follow::<$name>(trail, sum, scratch);
            }

            #[target_feature(enable = $features)]
            fn deeper_hunt_word(hunt: &Hunt<'_>, trail: Trail) -> [u64; 2] {
                hunt.follow_word::<$name>(trail)
            }

            #[target_feature(enable = $features)]
            fn kingless<'a>(component: &Component<'a>, work: &mut Work<'a>, out: &mut [u64]) {
                component.kingless::<$name>(work, out);
            }

            #[target_feature(enable = $features)]
            fn vector<'a>(
                component: &Component<'a>,
                work: &mut Work<'a>,
                before: Rows<'_>,
                out: &mut [u64],
            ) {
                component.vector::<$name>(work, before, out);
            }

            #[target_feature(enable = $features)]
            fn men(row: &MenRow<'_>, work: &mut MenWork, out: [&mut [u64]; 2]) {
                row.solve_into::<$name>(work, out);
            }

            #[target_feature(enable = $features)]
            fn codes(
                dense: &Dense<'_>,
                own: u32,
                components: &mut Components<'_>,
                out: &mut Stream,
            ) -> Result<(), StoreError> {
                dense.codes::<$name>(own, components, out)
            }

            #[target_feature(enable = $features)]
            fn expand(
                positions: &Positions,
                shape: Shape,
                men: u32,
                kept: &[u64],
                out: &mut [u64],
            ) {
                positions.expand_into::<$name>(shape, men, kept, out);
            }

            #[target_feature(enable = $features)]
            fn pack(
                positions: &Positions,
                shape: Shape,
                men: u32,
                full: &[u64],
                stream: &mut Stream,
                out: &mut [u64],
            ) {
                positions.pack::<$name>(shape, men, full, stream, out);
            }

            #[target_feature(enable = $features)]
            fn begin<'a>(
                component: &Component<'a>,
                work: &mut Work<'a>,
                side: usize,
                out: &mut [u64],
            ) {
                component.begin::<$name>(work, side, out);
            }

            #[target_feature(enable = $features)]
            fn sweep<'a>(
                component: &Component<'a>,
                work: &mut Work<'a>,
                sides: [usize; 2],
                tables: &mut [&mut [u64]],
            ) -> bool {
                component.sweep::<$name>(work, sides, tables)
            }

            #[target_feature(enable = $features)]
            fn depths_of<'a>(component: &Component<'a>, work: &mut Work<'a>, depths: &mut Depths) {
                component.depths::<$name>(work, depths);
            }

            // `Kernel` uses this processor only where it has found the features.
            impl Cpu for $name {
                #[inline(always)]
                fn extract(word: u64, mask: u64) -> u64 {
                    // SAFETY: the features were found.
                    unsafe { _pext_u64(word, mask) }
                }

                #[inline(always)]
                fn deposit(word: u64, mask: u64) -> u64 {
                    // SAFETY: the features were found.
                    unsafe { _pdep_u64(word, mask) }
                }

                #[inline(always)]
                fn deeper_word(capturer: &Capturer<'_>, kings: usize, at: At) -> [u64; 2] {
                    // SAFETY: the features were found.
                    unsafe { deeper_word(capturer, kings, at) }
                }

                #[inline(always)]
                fn deeper_words(
                    capturer: &Capturer<'_>,
                    kings: usize,
                    at: At,
                    sum: [&mut [u64]; 2],
                    scratch: &mut [u64],
                ) {
                    // SAFETY: the features were found.
                    unsafe { deeper_words(capturer, kings, at, sum, scratch) }
                }

                #[inline(always)]
                fn deeper_hunt(
                    hunt: &Hunt<'_>,
                    trail: Trail,
                    sum: [&mut [u64]; 2],
                    scratch: &mut [u64],
                ) {
                    // SAFETY: the features were found.
                    unsafe { deeper_hunt(hunt, trail, sum, scratch) }
                }

                #[inline(always)]
                fn deeper_hunt_word(hunt: &Hunt<'_>, trail: Trail) -> [u64; 2] {
                    // SAFETY: the features were found.
                    unsafe { deeper_hunt_word(hunt, trail) }
                }

                fn kingless<'a>(component: &Component<'a>, work: &mut Work<'a>, out: &mut [u64]) {
                    // SAFETY: the features were found.
                    unsafe { kingless(component, work, out) }
                }

                fn vector<'a>(
                    component: &Component<'a>,
                    work: &mut Work<'a>,
                    before: Rows<'_>,
                    out: &mut [u64],
                ) {
                    // SAFETY: the features were found.
                    unsafe { vector(component, work, before, out) }
                }

                fn men(row: &MenRow<'_>, work: &mut MenWork, out: [&mut [u64]; 2]) {
                    // SAFETY: the features were found.
                    unsafe { men(row, work, out) }
                }

                fn codes(
                    dense: &Dense<'_>,
                    own: u32,
                    components: &mut Components<'_>,
                    out: &mut Stream,
                ) -> Result<(), StoreError> {
                    // SAFETY: the features were found.
                    unsafe { codes(dense, own, components, out) }
                }

                fn expand(
                    positions: &Positions,
                    shape: Shape,
                    men: u32,
                    kept: &[u64],
                    out: &mut [u64],
                ) {
                    // SAFETY: the features were found.
                    unsafe { expand(positions, shape, men, kept, out) }
                }

                fn pack(
                    positions: &Positions,
                    shape: Shape,
                    men: u32,
                    full: &[u64],
                    stream: &mut Stream,
                    out: &mut [u64],
                ) {
                    // SAFETY: the features were found.
                    unsafe { pack(positions, shape, men, full, stream, out) }
                }

                fn begin<'a>(
                    component: &Component<'a>,
                    work: &mut Work<'a>,
                    side: usize,
                    out: &mut [u64],
                ) {
                    // SAFETY: the features were found.
                    unsafe { begin(component, work, side, out) }
                }

                fn sweep<'a>(
                    component: &Component<'a>,
                    work: &mut Work<'a>,
                    sides: [usize; 2],
                    tables: &mut [&mut [u64]],
                ) -> bool {
                    // SAFETY: the features were found.
                    unsafe { sweep(component, work, sides, tables) }
                }

                fn depths<'a>(component: &Component<'a>, work: &mut Work<'a>, depths: &mut Depths) {
                    // SAFETY: the features were found.
                    unsafe { depths_of(component, work, depths) }
                }
            }
        };
    };
}

processor!(Bmi2, "bmi1,bmi2,lzcnt,popcnt,avx2", "BMI2 and AVX2.");
processor!(
    Avx512,
    "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512bw,avx512dq,avx512vl",
    "BMI2 and AVX-512, whose registers hold a row over two kings."
);

impl Bmi2 {
    /// Whether this processor has the features.
    pub(super) fn is_there() -> bool {
        is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("avx2")
    }
}

impl Avx512 {
    /// Whether this processor has the features.
    pub(super) fn is_there() -> bool {
        Bmi2::is_there()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
    }
}
