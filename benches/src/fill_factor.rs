//! The fill factors that there are instances of: constants of the policies, so each has its own tables.

use std::fmt;
use std::str::FromStr;

use simplehash::{Policy, Tuned};

/// How full tables may be: a constant of the policy.
pub trait Fill {
    /// Policy `P` at this fill factor.
    type Of<P: Policy>: Policy<Layout = P::Layout, Hasher = P::Hasher, Hooks = P::Hooks>;
    /// The fill factor, if it is not the layout's own.
    const FACTOR: Option<FillFactor>;
}

/// Each layout's own fill factor.
#[derive(Debug)]
pub struct OwnFill;

impl Fill for OwnFill {
    type Of<P: Policy> = P;
    const FACTOR: Option<FillFactor> = None;
}

/// A fill factor in thousandths, one of [`FillFactor::ALL`].
#[derive(Debug)]
pub struct Permille<const N: u16>;

impl<const N: u16> Fill for Permille<N> {
    type Of<P: Policy> = Tuned<P, N>;
    const FACTOR: Option<FillFactor> = Some(FillFactor::of_permille(N));
}

/// Something to do with a fill factor that is known as a number, where it must be a type.
pub trait AtFill {
    /// What comes of it.
    type Output;
    /// Does it.
    fn at<F: Fill + 'static>(self) -> Self::Output;
}

/// Does it at the fill factor given, or at each layout's own.
pub fn at_fill<A: AtFill>(fill_factor: Option<FillFactor>, action: A) -> A::Output {
    match fill_factor {
        None => action.at::<OwnFill>(),
        Some(FillFactor::P50) => action.at::<Permille<500>>(),
        Some(FillFactor::P55) => action.at::<Permille<550>>(),
        Some(FillFactor::P60) => action.at::<Permille<600>>(),
        Some(FillFactor::P65) => action.at::<Permille<650>>(),
        Some(FillFactor::P70) => action.at::<Permille<700>>(),
        Some(FillFactor::P75) => action.at::<Permille<750>>(),
        Some(FillFactor::P80) => action.at::<Permille<800>>(),
        Some(FillFactor::P85) => action.at::<Permille<850>>(),
        Some(FillFactor::P90) => action.at::<Permille<900>>(),
        Some(FillFactor::P95) => action.at::<Permille<950>>(),
    }
}

/// A fill factor, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FillFactor {
    /// 50 %.
    P50,
    /// 55 %.
    P55,
    /// 60 %.
    P60,
    /// 65 %.
    P65,
    /// 70 %.
    P70,
    /// 75 %.
    P75,
    /// 80 %.
    P80,
    /// 85 %.
    P85,
    /// 90 %, PostgreSQL's.
    P90,
    /// 95 %.
    P95,
}

impl FillFactor {
    /// All of them, from the lowest.
    pub const ALL: [FillFactor; 10] = [
        FillFactor::P50,
        FillFactor::P55,
        FillFactor::P60,
        FillFactor::P65,
        FillFactor::P70,
        FillFactor::P75,
        FillFactor::P80,
        FillFactor::P85,
        FillFactor::P90,
        FillFactor::P95,
    ];

    /// The fill factor of so many thousandths.
    ///
    /// # Panics
    /// If it is none of [`FillFactor::ALL`]; at compile time where it is a constant.
    pub const fn of_permille(permille: u16) -> FillFactor {
        assert!(permille.is_multiple_of(50) && permille >= 500 && permille <= 950, "0.5 to 0.95 in steps of 0.05");
        Self::ALL[(permille as usize - 500) / 50]
    }

    /// In thousandths.
    pub const fn permille(self) -> u16 {
        500 + 50 * self as u16
    }

    /// As a fraction.
    pub fn fraction(self) -> f64 {
        f64::from(self.permille()) / 1000.0
    }
}

impl fmt::Display for FillFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.fraction())
    }
}

impl FromStr for FillFactor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted: f64 = text.parse().map_err(|_| "expected a number")?;
        let close = |percent: u32| (wanted * 100.0 - f64::from(percent)).abs() < 1e-9;
        let index = (50..).step_by(5).take(Self::ALL.len()).position(close);
        index.map(|index| Self::ALL[index]).ok_or("expected 0.5 to 0.95 in steps of 0.05")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Which;

    impl AtFill for Which {
        type Output = Option<FillFactor>;
        fn at<F: Fill>(self) -> Option<FillFactor> {
            F::FACTOR
        }
    }

    #[test]
    fn numbers_and_types_agree() {
        assert_eq!(at_fill(None, Which), None);
        for fill_factor in FillFactor::ALL {
            assert_eq!(at_fill(Some(fill_factor), Which), Some(fill_factor));
            assert_eq!(FillFactor::of_permille(fill_factor.permille()), fill_factor);
            assert_eq!(fill_factor.to_string().parse(), Ok(fill_factor));
        }
    }
}
