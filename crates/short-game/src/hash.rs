//! The hash of two words for tables that use its high bits for place and shard.

/// Returns a hash whose high bits depend evenly on both words: each is multiplied by its own irrational fraction of
/// 2^64, from the most even sequence in the plane (M. Roberts, "The unreasonable effectiveness of quasirandom
/// sequences", 2018). So words that are close in one or both coordinates get places far apart and rarely collide. Do
/// not use the low bits.
#[inline]
pub(crate) fn pair(g: u32, h: u32) -> u64 {
    let g = u64::from(g).wrapping_mul(0xC13F_A9A9_02A6_328F);
    let h = u64::from(h).wrapping_mul(0x91E1_0DA5_C79E_7B1D);
    g.wrapping_add(h)
}
