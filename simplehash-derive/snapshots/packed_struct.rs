#[simplehash(hasher = Packed)]
pub struct Tag<T> {
    relation: u32,
    rest: T,
}
