use dynahash_compat::dynahash::{Action, Dynahash, Flags, HashCtl};

// In C whoever writes the key of an entry loses it. Here only the value can be written, and a removed entry not returned.
fn main() {
    let info = HashCtl { keysize: 4, entrysize: 8, ..HashCtl::DEFAULT };
    let mut table = Dynahash::create("oids", 8, &info, Flags::ELEM | Flags::BLOBS).unwrap();
    let mut entry = table.search(&[1, 2, 3, 4], Action::Enter).unwrap().entry.unwrap();
    entry.key()[0] = 7;
    entry.bytes()[0] = 7;
}
