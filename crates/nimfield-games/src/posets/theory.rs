//! Closed forms of diagrams with a poisoned corner.

/// Returns the value of a hook: the squares to the right of the corner and those below it are two nim heaps.
pub(super) fn hook_value(rows: &[u16]) -> Option<u16> {
    let (&first, others) = rows.split_first()?;
    let is_hook = others.iter().all(|&row| row == 1);
    is_hook.then_some((first - 1) ^ others.len() as u16)
}

/// Returns whether the second player wins a diagram of two rows: exactly if the lower row is shorter by one.
pub(super) fn two_rows_is_p(rows: &[u16]) -> Option<bool> {
    match *rows {
        [upper, lower] => Some(upper == lower + 1),
        _ => None,
    }
}
