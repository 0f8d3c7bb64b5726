//! The hash of two words for tables that take place and shard from its high bits.

/// Returns a hash whose high bits depend evenly on both words: each is multiplied by its own irrational part of 2^64,
/// those of the plane's most even sequence (M. Roberts, "The unreasonable effectiveness of quasirandom sequences",
/// 2018), so that neighbours in either word, or in both, come to places far apart and seldom meet. Its low bits are
/// of no use.
#[inline]
pub(crate) fn pair(g: u32, h: u32) -> u64 {
    let g = u64::from(g).wrapping_mul(0xC13F_A9A9_02A6_328F);
    let h = u64::from(h).wrapping_mul(0x91E1_0DA5_C79E_7B1D);
    g.wrapping_add(h)
}
