//! Sets of cells that moves join.

/// Writes the unions of those of these sets that meet, directly or by others.
pub(super) fn join(sets: impl Iterator<Item = u128>, parts: &mut Vec<u128>) {
    parts.clear();
    for mut joined in sets {
        let mut place = 0;
        while let Some(&part) = parts.get(place) {
            if part & joined == 0 {
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
