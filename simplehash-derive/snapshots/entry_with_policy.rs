#[simplehash(hasher = Packed, on_init = Self::new, on_cleanup = Self::close)]
pub struct Relation<'a>(#[simplehash(key)] &'a str, u32);
