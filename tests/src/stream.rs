//! The generators and digests of the golden data.

/// splitmix64 (Steele, Lea and Flood, 2014): the stream of operations.
#[derive(Debug, Clone)]
pub struct SplitMix(pub u64);

impl Iterator for SplitMix {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Some(z ^ (z >> 31))
    }
}

/// FNV-1a with 64 bits over words in little-endian order.
#[must_use]
pub fn digest(words: impl IntoIterator<Item = u32>) -> u64 {
    digest_bytes(words.into_iter().flat_map(u32::to_le_bytes))
}

/// FNV-1a with 64 bits.
#[must_use]
pub fn digest_bytes(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |digest: u64, byte| (digest ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    bytes.into_iter().fold(1_469_598_103_934_665_603, step)
}
