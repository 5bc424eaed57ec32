//! DM-15: a crate that hands the library on, and macros that name it by `$crate`.

pub use simplehash::{self as tables, SimpleHash};

/// The library a few modules down.
pub mod deep {
    /// And further.
    pub mod down {
        pub use simplehash::*;
    }
}

/// A key of 32 bits, for users who have never heard of the library.
#[macro_export]
macro_rules! key {
    ($(#[$attribute:meta])* $vis:vis struct $name:ident;) => {
        $(#[$attribute])*
        #[derive($crate::SimpleHash, Clone, Debug, PartialEq, Eq)]
        #[simplehash(crate = $crate::tables, hasher = $crate::tables::Packed)]
        $vis struct $name(pub u32);
    };
}

/// Another, with the path in a string and behind modules.
#[macro_export]
macro_rules! deep_key {
    ($vis:vis struct $name:ident; hash = $hash:path;) => {
        #[derive($crate::SimpleHash, Clone, Debug, PartialEq, Eq)]
        #[simplehash(crate = $crate::deep::down, hash = $hash, seed = random)]
        $vis struct $name(pub u32);
    };
}

#[cfg(test)]
mod tests {
    use crate::tables::Table;

    // In the crate itself, too.
    key! {
        /// Documented.
        struct Own;
    }

    #[test]
    fn dm_15_in_the_facade_itself() {
        let mut table = Table::new();
        table.insert(Own(1), 2);
        assert_eq!(table.get(&Own(1)), Some(&2));
    }
}
