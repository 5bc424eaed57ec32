use simplehash::Table;

fn main() {
    let mut table = Table::new();
    table.insert(1_u32, "one");
}
