//! The options of a sum that are not decided yet.

/// Returns the options that a search must examine; `None` if one of them is known to be a P-position.
pub(super) fn undecided<T, C: FromIterator<T>>(
    options: impl IntoIterator<Item = T>,
    mut known: impl FnMut(&T) -> Option<bool>,
) -> Option<C> {
    let open = options
        .into_iter()
        .filter_map(|option| match known(&option) {
            Some(true) => Some(None),
            Some(false) => None,
            None => Some(Some(option)),
        });
    open.collect()
}
