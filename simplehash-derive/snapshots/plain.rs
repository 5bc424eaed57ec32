pub struct Oid(u32);
