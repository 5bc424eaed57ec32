#[simplehash(layout = Boxed<RobinHood>, fill_factor = 0.8, grow_max_dib = 16, grow_max_move = none)]
#[simplehash(grow_min_fill_factor = 0.25, store_hash = true)]
struct Oid(u32);
