//! The shipped excesses.

use super::Source;

const OEIS: u32 = 709;

/// (p, m_p), ascending by prime.
static TABLE: &[(u32, u16)] = &[
];

pub(super) fn get(p: u32) -> Option<u32> {
    TABLE.binary_search_by_key(&p, |row| row.0).ok().map(|i| TABLE[i].1.into())
}

pub(super) fn rows() -> impl Iterator<Item = (u32, u32, Source)> {
    TABLE.iter().map(|&(p, m)| {
        (p, m.into(), if p <= OEIS { Source::OeisA380496 } else { Source::Computed })
    })
}
