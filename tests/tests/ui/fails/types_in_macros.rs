// DM-05: what is wrong with a type given to a macro is reported where it is given.
use simplehash::{Packed, SimpleHash};

macro_rules! key {
    ($name:ident, $field:ty, $hasher:ty, $fill:literal) => {
        #[derive(SimpleHash, PartialEq, Eq)]
        #[simplehash(hasher = $hasher, fill_factor = $fill)]
        struct $name($field);
    };
}

key!(Fine, u32, Packed, 0.5);
key!(Missing, Nowhere, Packed, 0.5);
key!(Unpacked, f64, Packed, 0.5);
key!(NoHasher, u32, Vec<u8>, 0.5);
key!(TooFull, u32, Packed, 1.5);

fn main() {}
