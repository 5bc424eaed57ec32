use simplehash::{Boxed, RobinHood, SimpleHash, Table};

// Stable addresses, but no numbers: a swap from `Dense` to this loses handles and scans.
#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layout = Boxed<RobinHood>)]
struct Key(u32);

fn main() {
    let mut table = Table::<Key, u32>::new();
    table.insert(Key(1), 1);
    let handle = table.handle(&Key(1)).unwrap();
    table.at(handle).unwrap();
    table.entry_at(handle).unwrap();
    let mut scan = table.scan();
    table.scan_next(&mut scan);
}
