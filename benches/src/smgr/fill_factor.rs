//! The fill factors that there are instances of.

use std::str::FromStr;

/// A fill factor, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
