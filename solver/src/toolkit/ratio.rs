use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use retrosolve_games::ParseError;

/// An exact fraction: the value of a chance node has no rounding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ratio {
    above: i128,
    /// At least 1, without a common divisor with `above`.
    below: i128,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Self = Self { above: 0, below: 1 };

    /// `above / below`, or `None` if `below` is 0.
    pub fn new(above: i128, below: i128) -> Option<Self> {
        let divisor = gcd(above.checked_abs()?, below.checked_abs()?);
        match below.signum() {
            0 => None,
            sign => Some(Self { above: sign * above / divisor, below: sign * below / divisor }),
        }
    }

    /// The sum, unless it overflows.
    pub fn plus(self, other: Self) -> Option<Self> {
        let divisor = gcd(self.below, other.below);
        let (factor, other_factor) = (other.below / divisor, self.below / divisor);
        let above = self.above.checked_mul(factor)?;
        let above = above.checked_add(other.above.checked_mul(other_factor)?)?;
        Self::new(above, self.below.checked_mul(factor)?)
    }

    /// The difference, unless it overflows.
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { above: -other.above, ..other })
    }

    /// The product with a whole number, unless it overflows.
    pub fn times(self, factor: u64) -> Option<Self> {
        Self::new(self.above.checked_mul(factor.into())?, self.below)
    }

    /// The quotient by a whole number, unless it overflows or that is 0.
    pub fn over(self, divisor: u64) -> Option<Self> {
        Self::new(self.above, self.below.checked_mul(divisor.into())?)
    }

    /// The nearest floating-point number, or one next to it.
    pub fn to_f64(self) -> f64 {
        self.above as f64 / self.below as f64
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

impl From<i32> for Ratio {
    fn from(number: i32) -> Self {
        Self { above: number.into(), below: 1 }
    }
}

impl Ord for Ratio {
    /// Compares whole parts first and then the reciprocals of what is left, so that nothing overflows.
    fn cmp(&self, other: &Self) -> Ordering {
        let split = |r: &Self| (r.above.div_euclid(r.below), r.above.rem_euclid(r.below));
        let ((whole, rest), (other_whole, other_rest)) = (split(self), split(other));
        whole.cmp(&other_whole).then_with(|| match (rest, other_rest) {
            (0, _) | (_, 0) => rest.cmp(&other_rest),
            _ => {
                let turned = Self { above: self.below, below: rest };
                let other_turned = Self { above: other.below, below: other_rest };
                other_turned.cmp(&turned)
            }
        })
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A decimal number where that is exact with few digits (`54.5`), else a fraction (`20/3`).
impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PLACES: usize = 4;
        if self.below == 1 {
            return f.pad(&self.above.to_string());
        }
        let scale = 10_i128.pow(PLACES as u32);
        match self.above.checked_mul(scale).filter(|scaled| scaled % self.below == 0) {
            Some(scaled) => {
                let scaled = scaled / self.below;
                let (whole, rest) = (scaled.abs() / scale, scaled.abs() % scale);
                let sign = if scaled < 0 { "-" } else { "" };
                let text = format!("{sign}{whole}.{rest:0PLACES$}");
                f.pad(text.trim_end_matches('0'))
            }
            None => f.pad(&format!("{}/{}", self.above, self.below)),
        }
    }
}

/// The form that is shown: `35`, `54.5`, `-20/3`.
impl FromStr for Ratio {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let read = || {
            if let Some((above, below)) = text.split_once('/') {
                return Self::new(above.parse().ok()?, below.parse().ok()?);
            }
            let (whole, places) = text.split_once('.').unwrap_or((text, ""));
            let is_fraction = text.contains('.');
            if is_fraction && (places.is_empty() || !places.bytes().all(|b| b.is_ascii_digit())) {
                return None;
            }
            let scale = 10_i128.checked_pow(u32::try_from(places.len()).ok()?)?;
            Self::new(format!("{whole}{places}").parse().ok()?, scale)
        };
        read().ok_or_else(|| {
            let reason =
                format!("`{}` is not a number such as 35, 54.5 or -20/3", text.escape_debug());
            ParseError::new("number", reason)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(above: i128, below: i128) -> Ratio {
        Ratio::new(above, below).expect("not over 0")
    }

    #[test]
    fn fractions_are_reduced_compared_and_shown() {
        assert_eq!(ratio(6, -4), ratio(-3, 2));
        assert_eq!(Ratio::new(1, 0), None);
        let sorted = [ratio(-7, 2), ratio(-10, 3), Ratio::ZERO, ratio(1, 3), ratio(2, 5), 1.into()];
        assert!(sorted.is_sorted());
        let huge = i128::MAX;
        assert!(ratio(huge - 1, huge) < 1.into() && ratio(huge - 2, huge) < ratio(huge - 1, huge));
        for (value, text) in [
            (ratio(109, 2), "54.5"),
            (ratio(-1, 4), "-0.25"),
            (ratio(20, 3), "20/3"),
            (ratio(-20, 3), "-20/3"),
            (35.into(), "35"),
        ] {
            assert_eq!(value.to_string(), text);
            assert_eq!(text.parse(), Ok(value));
        }
        for text in ["", ".", "5.", "1/0", "1/", "a", "1.5/2", "1.-5", "--1", "1e5", "1 "] {
            assert!(text.parse::<Ratio>().is_err(), "{text}");
        }
        let long = format!("0.{}", "3".repeat(60));
        assert!(long.parse::<Ratio>().is_err());
    }

    #[test]
    fn arithmetic_is_exact_or_refused() {
        assert_eq!(ratio(1, 3).plus(ratio(1, 6)), Some(ratio(1, 2)));
        assert_eq!(ratio(1, 3).minus(ratio(1, 3)), Some(Ratio::ZERO));
        assert_eq!(ratio(2, 3).times(6), Some(4.into()));
        assert_eq!(ratio(2, 3).over(4), Some(ratio(1, 6)));
        assert_eq!(ratio(2, 3).over(0), None);
        assert_eq!(ratio(1, i128::MAX).plus(ratio(1, i128::MAX - 1)), None);
    }
}
