//! Which fill factor, layout and hash function for the pages of a buffer pool? The sweep of `hashlab`, on this crate's own
//! key:
//!
//! ```console
//! $ cargo run --release -p downstream -- --svg charts --json sweep.json
//! ```

use dynahash_compat::Chained;
use hashlab::sweep::{Key, Roster};
use simplehash::{Packed, SimpleHash};

/// Names a page of a relation.
#[derive(SimpleHash, Clone, Debug, PartialEq, Eq, Hash)]
#[simplehash(hasher = Packed, grow_max_dib = none, grow_max_move = none)]
struct PageTag {
    relation: u32,
    fork: u8,
    block: u32,
}

/// Five hundred relations of up to 65,536 pages.
impl Key for PageTag {
    /// The number of the buffer that holds the page.
    type Value = u32;

    fn numbered(number: u64) -> Self {
        let [block_low, block_high, fork, .., relation_low, relation_high] = number.to_le_bytes();
        Self {
            relation: 16_384 + u32::from(u16::from_le_bytes([relation_low, relation_high])) % 500,
            fork: fork % 3,
            block: u32::from(u16::from_le_bytes([block_low, block_high])),
        }
    }

    /// `relation/fork/block`.
    fn parsed(line: &str) -> Option<Self> {
        let mut fields = line.split('/');
        let tag = Self {
            relation: fields.next()?.parse().ok()?,
            fork: fields.next()?.parse().ok()?,
            block: fields.next()?.parse().ok()?,
        };
        fields.next().is_none().then_some(tag)
    }
}

/// The default hasher instead.
#[derive(SimpleHash)]
#[simplehash(policy_for = PageTag)]
struct Default;

/// What PostgreSQL does: in the chains of dynahash alone.
#[derive(SimpleHash)]
#[simplehash(policy_for = PageTag, hash = hash_bytes)]
struct HashBytes;

fn hash_bytes(tag: &PageTag) -> u32 {
    let mut bytes = [0; 9];
    let (relation, rest) = bytes.split_at_mut(4);
    relation.copy_from_slice(&tag.relation.to_le_bytes());
    rest[0] = tag.fork;
    rest[1..].copy_from_slice(&tag.block.to_le_bytes());
    simplehash::hash::pg::hash_bytes(&bytes)
}

hashlab::sweep_main!(
    PageTag,
    Roster::<PageTag>::own().hash::<Default>("default").with::<HashBytes, Chained>("chained", "hash-bytes")
);
