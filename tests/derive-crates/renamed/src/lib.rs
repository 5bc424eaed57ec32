//! DM-15: the library under another name in the manifest. There is no `::simplehash` here.

#[cfg(test)]
mod tests {
    use tables::{EntryTable, SimpleHash, Table};

    #[derive(SimpleHash, PartialEq, Eq, Clone, Copy, Debug)]
    #[simplehash(crate = tables, hasher = tables::Packed, seed = 4, fill_factor = 0.5, grow_max_dib = none)]
    #[simplehash(value = u8, on_init = one, on_cleanup = gone)]
    struct ByPath(u32);

    fn one(_: &ByPath) -> u8 {
        1
    }

    fn gone(_: &ByPath, _: &mut u8) {}

    #[derive(SimpleHash, PartialEq, Eq)]
    #[simplehash(crate = "::tables", hash = hash, seed = random)]
    struct ByString(u32);

    fn hash(key: &ByString, seed: u64) -> u64 {
        seed ^ u64::from(key.0)
    }

    #[derive(tables::SimpleHash)]
    #[simplehash(crate = ::tables, on_cleanup = drop, fill_factor = 0.5)]
    struct Entry {
        #[simplehash(key)]
        key: u32,
    }

    fn drop(entry: &mut Entry) {
        entry.key += 1;
    }

    #[derive(tables::SimpleHash)]
    #[simplehash(crate = r#tables, policy_for = u64)]
    struct Policy;

    #[test]
    fn dm_15_renamed() {
        assert_eq!(Table::<ByPath, u8>::new().find_or_init(&ByPath(1)).0.1, 1);
        let mut table = Table::new();
        table.insert(ByString(1), 'x');
        assert_eq!(table.get(&ByString(1)), Some(&'x'));
        let mut entries = EntryTable::<Entry, <Entry as SimpleHash>::Policy>::default();
        assert!(entries.insert_entry(Entry { key: 1 }).is_none());
        assert!(entries.delete(&1));
        assert_eq!(Table::<u64, u8, Policy>::default().insert(1, 1), None);
    }
}
