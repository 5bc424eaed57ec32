use simplehash::SimpleHash;

#[derive(SimpleHash)]
union Key {
    word: u32,
    bytes: [u8; 4],
}

fn main() {}
