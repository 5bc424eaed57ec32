#[simplehash(value = &T, on_init = opened)]
pub struct Path<T>(T);
