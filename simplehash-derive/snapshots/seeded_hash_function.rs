#[simplehash(hash = Self::hash, seed = random)]
pub struct Name<T>(T);
