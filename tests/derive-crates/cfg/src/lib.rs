//! DM-16: fields, variants and marks under a feature. The tests run with it and without it.

#[cfg(test)]
mod tests {
    use simplehash::hash::Pack;
    use simplehash::{Entry, EntryTable, Packed, SimpleHash, Table};

    const WIDE: bool = cfg!(feature = "wide");

    #[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug, Default)]
    #[simplehash(hasher = Packed)]
    struct Key {
        #[cfg(feature = "wide")]
        space: u32,
        relation: u32,
        #[cfg(not(feature = "wide"))]
        narrow: u8,
    }

    #[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
    #[simplehash(hasher = Packed)]
    enum Fork {
        #[cfg(feature = "wide")]
        Shadow,
        Main,
    }

    /// The key is another field with the feature.
    #[derive(SimpleHash)]
    #[cfg_attr(feature = "wide", simplehash(hash = of_wide))]
    #[cfg_attr(not(feature = "wide"), simplehash(hash = of_narrow))]
    struct Row {
        #[cfg_attr(feature = "wide", simplehash(key))]
        wide: u64,
        #[cfg(not(feature = "wide"))]
        #[simplehash(key)]
        narrow: u8,
    }

    #[cfg(feature = "wide")]
    fn of_wide(wide: &u64) -> u64 {
        *wide
    }

    #[cfg(not(feature = "wide"))]
    fn of_narrow(narrow: &u8) -> u8 {
        *narrow
    }

    #[test]
    fn dm_16_fields_under_a_feature() {
        assert_eq!(Key::BYTES, if WIDE { 8 } else { 5 });
        assert_eq!(Fork::Main.pack::<u32>(), u32::from(WIDE));
        #[cfg(feature = "wide")]
        assert_eq!(Fork::Shadow.pack::<u32>(), 0);
        assert_eq!(size_of_val(Row::made(3).key()), if WIDE { 8 } else { 1 });

        let mut table = Table::new();
        for relation in 0..9 {
            table.insert(Key { relation, ..Key::default() }, relation);
        }
        #[cfg(feature = "wide")]
        assert_eq!(table.get(&Key { space: 1, relation: 1 }), None);
        #[cfg(not(feature = "wide"))]
        assert_eq!(table.get(&Key { narrow: 1, relation: 1 }), None);
        assert_eq!(table.get(&Key { relation: 1, ..Key::default() }), Some(&1));

        let mut rows = EntryTable::<Row, <Row as SimpleHash>::Policy>::default();
        assert!(rows.insert_entry(Row::made(3)).is_none());
        assert!(rows.find(Row::made(3).key()).is_some_and(|row| row.wide == 3));
    }

    impl Row {
        fn made(number: u8) -> Self {
            Self {
                wide: number.into(),
                #[cfg(not(feature = "wide"))]
                narrow: number,
            }
        }
    }
}
