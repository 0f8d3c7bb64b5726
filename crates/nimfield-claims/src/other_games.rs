//! The other games on heaps that the sources name: Holladay's, the lattice of Winning Ways, Schrage's.

use crate::claim::Claim;

pub(crate) const CLAIMS: &[Claim] = &[];
