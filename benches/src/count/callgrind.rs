//! What callgrind writes.

/// The totals of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Instructions.
    pub(super) instructions: u64,
    /// Branches, those on conditions and those to computed addresses.
    pub(super) branches: u64,
    /// Of these, the ones that the simulated processor predicted wrongly.
    pub(super) mispredicts: u64,
}

/// Reads the totals of a file of callgrind's: the names after `events:`, the numbers after `totals:`.
pub(super) fn parse(text: &str) -> Option<Counts> {
    let after = |title: &str| text.lines().find_map(|line| line.strip_prefix(title));
    let events: Vec<&str> = after("events:")?.split_whitespace().collect();
    let totals: Vec<u64> = after("totals:")?.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
    let total = |event: &str| {
        let place = events.iter().position(|name| *name == event)?;
        // Numbers at the end that are 0 are left out.
        Some(totals.get(place).copied().unwrap_or(0))
    };
    Some(Counts {
        instructions: total("Ir")?,
        branches: total("Bc")? + total("Bi")?,
        mispredicts: total("Bcm")? + total("Bim")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_by_event() {
        let text =
            "# callgrind format\nversion: 1\nevents: Ir Bc Bcm Bi Bim\n\nfn=(1)\n10 5 1\ntotals: 1000 90 7 5 2\n";
        assert_eq!(parse(text), Some(Counts { instructions: 1000, branches: 95, mispredicts: 9 }));
        let text = "events: Ir Bc Bcm Bi Bim\ntotals: 1000 90\n";
        assert_eq!(parse(text), Some(Counts { instructions: 1000, branches: 90, mispredicts: 0 }));
    }

    #[test]
    fn what_is_cut_short_is_none() {
        for text in ["", "events: Ir\n", "events: Ir Bc\ntotals: 1 2\n", "events: Ir Bc Bcm Bi Bim\ntotals: many\n"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
