use dynahash_compat::dynahash::{Action, Dynahash, Flags, HashCtl};

// In C an entry that was removed is a pointer into the free list. Here it borrows the table.
fn main() {
    let info = HashCtl { keysize: 4, entrysize: 8, ..HashCtl::DEFAULT };
    let mut table = Dynahash::create("oids", 8, &info, Flags::ELEM | Flags::BLOBS).unwrap();
    let entry = table.search(&[1, 2, 3, 4], Action::Enter).unwrap().entry.unwrap();
    table.search(&[1, 2, 3, 4], Action::Remove).unwrap();
    println!("{:?}", entry.value());
}
