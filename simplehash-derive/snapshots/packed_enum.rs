#[simplehash(hasher = simplehash::hash::Packed, seed = 7)]
enum Fork {
    Main,
    r#Free,
}
