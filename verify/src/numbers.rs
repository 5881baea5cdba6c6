use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use retrosolve_tablegen::Progress;

use crate::compare::Comparison;

/// Numbers handled by one task.
const CHUNK: u64 = 1 << 10;

/// Some of the numbers below a length: all, or a sample without repetition.
pub(crate) struct Numbers {
    of: u64,
    sample: Option<Vec<u64>>,
}

impl Numbers {
    /// Every number below `of`.
    pub(crate) fn all(of: u64) -> Self {
        Self { of, sample: None }
    }

    /// `count` of the numbers below `of`, or all if there are no more; the same for the same seed.
    pub(crate) fn sample(of: u64, count: u64, seed: u64) -> Self {
        let (Ok(length), true) = (usize::try_from(of), count < of) else { return Self::all(of) };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut sample: Vec<u64> = rand::seq::index::sample(&mut rng, length, count as usize)
            .into_iter()
            .map(|number| number as u64)
            .collect();
        sample.sort_unstable();
        Self { of, sample: Some(sample) }
    }

    /// The length that they are below.
    pub(crate) fn of(&self) -> u64 {
        self.of
    }

    /// How many they are.
    pub(crate) fn len(&self) -> u64 {
        self.sample.as_ref().map_or(self.of, |sample| sample.len() as u64)
    }

    /// The numbers, in order.
    pub(crate) fn to_vec(&self) -> Vec<u64> {
        self.sample.clone().unwrap_or_else(|| (0..self.of).collect())
    }

    /// Makes comparisons for all of them on the current rayon pool, chunk by chunk, and merges those in
    /// order. Advances `progress` by one a number.
    pub(crate) fn compare(
        &self,
        progress: &dyn Progress,
        compare: impl Fn(&[u64], &mut Comparison) + Sync,
    ) -> Comparison {
        (0..self.len().div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(self.len());
                let mut comparison = Comparison::default();
                match &self.sample {
                    Some(sample) => {
                        compare(&sample[range.start as usize..range.end as usize], &mut comparison);
                    }
                    None => compare(&range.clone().collect::<Vec<_>>(), &mut comparison),
                }
                progress.advance(range.end - range.start);
                comparison
            })
            .reduce(Comparison::default, Comparison::merge)
    }
}

#[cfg(test)]
mod tests {
    use retrosolve_tablegen::Silent;

    use super::*;

    #[test]
    fn a_sample_has_no_repetition_and_is_the_same_for_the_same_seed() {
        let numbers = Numbers::sample(5000, 2000, 7).sample.unwrap();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(numbers.len(), 2000);
        assert_eq!(Numbers::sample(5000, 2000, 7).sample.unwrap(), numbers);
        assert_ne!(Numbers::sample(5000, 2000, 8).sample.unwrap(), numbers);
    }

    #[test]
    fn a_sample_of_more_than_there_is_takes_all() {
        assert_eq!(Numbers::sample(10, 10, 1).len(), 10);
        assert_eq!(Numbers::sample(10, 99, 1).len(), 10);
    }

    #[test]
    fn every_number_is_compared_once_and_the_first_failure_is_the_lowest() {
        let comparison = Numbers::all(10_000).compare(&Silent, |numbers, comparison| {
            for &n in numbers {
                comparison.note(n % 3000 != 2999, || format!("number {n}"));
            }
        });
        let check = comparison.check("", crate::Method::Fast, 10_000, std::time::Instant::now());
        assert_eq!((check.compared, check.mismatches), (10_000, 3));
        assert_eq!(check.first.as_deref(), Some("number 2999"));
        assert!(!check.passed());
    }
}
