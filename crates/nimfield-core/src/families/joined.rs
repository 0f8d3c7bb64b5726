//! Sets of bits that meet.

use std::ops::{BitAnd, BitOr};

use smallvec::SmallVec;

/// Returns the unions of the sets that meet, directly or through other sets.
pub fn joined<W>(sets: impl Iterator<Item = W>) -> SmallVec<[W; 4]>
where
    W: Copy + PartialEq + Default + BitAnd<Output = W> + BitOr<Output = W>,
{
    let mut parts: SmallVec<[W; 4]> = SmallVec::new();
    for mut set in sets {
        let mut place = 0;
        while let Some(&part) = parts.get(place) {
            if part & set == W::default() {
                place += 1;
                continue;
            }
            set = set | part;
            if set == part {
                break;
            }
            parts.swap_remove(place);
        }
        if place == parts.len() {
            parts.push(set);
        }
    }
    parts
}
