//! What keys are: hashed, compared and copied how.

use alloc::vec::Vec;

use simplehash::hash::pg;

use super::control::{Flags, HashCompareFunc, HashCopyFunc, HashCtl, HashValueFunc};

/// How keys are treated. The built-in kinds are compiled into each operation; a function of the user's is called.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keys {
    pub(super) keysize: usize,
    pub(super) kind: Kind,
    custom_compare: Option<HashCompareFunc>,
    custom_copy: Option<HashCopyFunc>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// Text of at most `keysize - 1` bytes; the rest of a longer one does not count.
    Strings,
    /// Four bytes.
    Uint32,
    /// Bytes.
    Blobs,
    /// Bytes with a hash function of their own.
    Function(HashValueFunc),
}

impl Keys {
    /// The keys of a table, or what is wrong with them.
    pub(super) fn new<A>(info: &HashCtl<A>, flags: Flags) -> Result<Self, &'static str> {
        let &HashCtl { keysize, entrysize, hash, r#match, keycopy, .. } = info;
        if !flags.contains(Flags::ELEM) {
            return Err("ELEM is missing: `keysize` and `entrysize` are not optional");
        }
        if keysize == 0 {
            return Err("`keysize` must be above 0");
        }
        if entrysize < keysize {
            return Err("`entrysize` must be at least `keysize`: the key is the beginning of the entry");
        }
        let kinds = flags.intersection(Flags::STRINGS | Flags::BLOBS | Flags::FUNCTION);
        let kind = if kinds == Flags::STRINGS {
            if keysize <= 8 {
                return Err("`keysize` of STRINGS must be above 8: a shorter one is mostly a mistake");
            }
            Kind::Strings
        } else if kinds == Flags::BLOBS {
            if keysize == size_of::<u32>() { Kind::Uint32 } else { Kind::Blobs }
        } else if kinds == Flags::FUNCTION {
            Kind::Function(hash.ok_or("FUNCTION without `hash`")?)
        } else {
            return Err("exactly one of STRINGS, BLOBS and FUNCTION must be given");
        };
        let given = |flag, missing| if flags.contains(flag) { Some(missing) } else { None };
        let custom_compare = match given(Flags::COMPARE, "COMPARE without `match`") {
            Some(missing) => Some(r#match.ok_or(missing)?),
            None => None,
        };
        let custom_copy = match given(Flags::KEYCOPY, "KEYCOPY without `keycopy`") {
            Some(missing) => Some(keycopy.ok_or(missing)?),
            None => None,
        };
        Ok(Self { keysize, kind, custom_compare, custom_copy })
    }

    /// Whether a key may have this length: any for text, any where all that touches it is the user's; else `keysize`.
    #[inline]
    pub(super) fn take(&self, length: usize) -> bool {
        let by_the_user =
            matches!(self.kind, Kind::Function(_)) && self.custom_compare.is_some() && self.custom_copy.is_some();
        length == self.keysize || matches!(self.kind, Kind::Strings) || by_the_user
    }

    /// The part of a text that counts: up to a zero byte, at most `keysize - 1` bytes.
    #[inline]
    pub(super) fn text<'a>(&self, key: &'a [u8]) -> &'a [u8] {
        let key = &key[..key.len().min(self.keysize - 1)];
        &key[..key.iter().position(|byte| *byte == 0).unwrap_or(key.len())]
    }

    /// The table's hash of a key of a length it takes.
    #[inline]
    pub(super) fn hash(&self, key: &[u8]) -> u32 {
        match self.kind {
            Kind::Strings => pg::hash_bytes(self.text(key)),
            Kind::Uint32 => pg::uint32_hash(word(key)),
            Kind::Blobs => pg::tag_hash(key),
            Kind::Function(hash) => hash(key, self.keysize),
        }
    }

    /// The comparison where it is the user's.
    #[inline]
    pub(super) fn compare(&self) -> Option<HashCompareFunc> {
        self.custom_compare
    }

    /// The key as it is kept in an entry, if that is the user's to say. (Apart, so that a panic finds nothing half done.)
    pub(super) fn copied(&self, key: &[u8]) -> Option<Vec<u8>> {
        let copy = self.custom_copy?;
        let mut copied = alloc::vec![0; self.keysize];
        copy(&mut copied, key, self.keysize);
        Some(copied)
    }

    /// Puts a key into the beginning of an entry.
    #[inline]
    pub(super) fn copy(&self, entry: &mut [u8], key: &[u8]) {
        let place = &mut entry[..self.keysize];
        if let Kind::Strings = self.kind {
            let text = self.text(key);
            place[..text.len()].copy_from_slice(text);
            place[text.len()..].fill(0);
        } else {
            place.copy_from_slice(key);
        }
    }
}

/// A key of four bytes as a word.
#[inline]
pub(super) fn word(key: &[u8]) -> u32 {
    key.first_chunk().copied().map_or(0, u32::from_ne_bytes)
}
