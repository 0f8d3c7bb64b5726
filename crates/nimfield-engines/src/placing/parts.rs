//! Sets of cells that moves join.

use super::word::Word;

/// Writes the unions of those of these sets that meet, directly or by others.
pub(super) fn join<W: Word>(sets: impl Iterator<Item = W>, parts: &mut Vec<W>) {
    parts.clear();
    for mut joined in sets {
        let mut place = 0;
        while let Some(&part) = parts.get(place) {
            if !part.meets(joined) {
                place += 1;
                continue;
            }
            joined |= part;
            if joined == part {
                break;
            }
            parts.swap_remove(place);
        }
        if place == parts.len() {
            parts.push(joined);
        }
    }
}
