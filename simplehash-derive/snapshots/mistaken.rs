#[simplehash(layout = Boxed<RobinHood>, hasher = Packed, hahs = f)]
pub struct Key<T>(T);
