#[simplehash(value = Vec<&'static str>, on_init = opened, on_cleanup = Self::closed)]
pub struct Path(String);
