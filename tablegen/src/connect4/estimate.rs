use super::layer::bytes_of_unit;
use super::open::Open;
use super::plies::Setting;
use super::walk::Live;

/// Chunks looked at of each ply, and again of those that matter most.
const FIRST: u64 = 48;
const SECOND: u64 = 768;
/// How many plies these are.
const LARGEST: usize = 4;

/// What the open positions of a ply come to, extrapolated from a sample.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Estimate {
    /// How many there are.
    pub(super) open: f64,
    /// The memory of their values as the kernel keeps them, in bytes.
    pub(super) bytes: f64,
}

/// The estimates of all plies. The sample is the same each time.
pub(super) fn estimates(setting: &Setting) -> Vec<Estimate> {
    let plies = 0..=setting.ground.empties();
    let mut all: Vec<_> = plies.map(|stones| sample(setting, stones, FIRST)).collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&a, &b| all[b].bytes.total_cmp(&all[a].bytes));
    for stones in order.into_iter().take(LARGEST) {
        all[stones] = sample(setting, stones as u32, SECOND);
    }
    all
}

fn sample(setting: &Setting, stones: u32, count: u64) -> Estimate {
    let layout = setting.layout(stones);
    let chunks_of_profile = layout.parts_of_profile() * layout.chunks_of_part();
    let chunks = u128::from(setting.profiles.count(stones)) * u128::from(chunks_of_profile);
    let whole = chunks <= u128::from(count);
    let looked_at = if whole { chunks as u64 } else { count };
    let mut sum = Estimate::default();
    for i in 0..looked_at {
        // In equal steps, with the bits of a number spread evenly by a golden ratio generator.
        let at = match whole {
            true => u128::from(i),
            false => {
                let noise = u128::from(mixed(i ^ u64::from(stones) << 32));
                (u128::from(i) * chunks + ((noise * chunks) >> 64)) / u128::from(looked_at)
            }
        };
        let rank = (at / u128::from(chunks_of_profile)) as u64;
        let chunk = (at % u128::from(chunks_of_profile)) as u64;
        setting.path.run(Open {
            setting,
            stones,
            rank,
            chunks: chunk..chunk + 1,
            each: |_, live: &Live| {
                let live = &live.wanted[..live.len];
                sum.open += live.iter().map(|open| f64::from(open.count())).sum::<f64>();
                sum.bytes += live.iter().map(bytes_of_unit).sum::<f64>();
            },
        });
    }
    let scale = chunks as f64 / looked_at.max(1) as f64;
    let directory = 40.0 * chunks as f64;
    Estimate { open: sum.open * scale, bytes: sum.bytes * scale + directory }
}

/// A number that looks random (the mixing function of splitmix64, by Sebastiano Vigna).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
