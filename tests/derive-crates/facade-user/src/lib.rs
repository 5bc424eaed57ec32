//! DM-15: a user of a facade. There is no `::simplehash` here.

#[cfg(test)]
mod tests {
    use derive_facade::tables::{Set, Table};

    #[derive(derive_facade::SimpleHash, PartialEq, Eq, Hash)]
    #[simplehash(crate = derive_facade::tables)]
    struct ByPath(u32);

    #[derive(derive_facade::SimpleHash, PartialEq, Eq, Hash)]
    #[simplehash(crate = "derive_facade::deep::down", value = u8, on_init = two, fill_factor = 0.5)]
    #[derive(Clone)]
    struct ByString(u32);

    fn two(_: &ByString) -> u8 {
        2
    }

    derive_facade::key! {
        struct ByMacro;
    }

    derive_facade::deep_key! {
        struct ByDeepMacro;
        hash = hash;
    }

    fn hash(key: &ByDeepMacro, seed: u64) -> u64 {
        seed ^ u64::from(key.0)
    }

    #[test]
    fn dm_15_through_a_facade() {
        let mut table = Table::new();
        table.insert(ByPath(1), 2);
        assert_eq!(table.get(&ByPath(1)), Some(&2));
        assert_eq!(Table::<ByString, u8>::new().find_or_init(&ByString(1)).0.1, 2);
        let mut set = Set::new();
        assert!(set.insert(ByMacro(1)));
        assert!(set.contains(&ByMacro(1)));
        let mut set = Set::new();
        assert!(set.insert(ByDeepMacro(1)));
        assert!(set.contains(&ByDeepMacro(1)));
    }
}
