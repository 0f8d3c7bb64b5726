//! The members of a family whose letters depend on each other, or that has a condition.

use crate::template::Template;

/// The number of a row, and what the letters stand for.
pub(super) type Member = (u64, Vec<u64>);

/// Members that are left out, or rows of a table that is there already, between two looks at the clock.
pub(super) const POLL: u64 = 1024;

/// Returns the members with these numbers. Between them stands `None` now and then: many values may be left out before
/// the next member, and the clock has to be looked at.
pub(super) fn members(
    family: &Template,
    wanted: impl Fn(u64) -> bool,
) -> impl Iterator<Item = Option<Member>> {
    let mut next = 0;
    let member = move |(looked_at, values): (u64, Vec<u64>)| {
        let number = next;
        let allowed = family.allows(&values);
        next += u64::from(allowed);
        match allowed && wanted(number) {
            true => Some(Some((number, values))),
            false => looked_at.is_multiple_of(POLL).then_some(None),
        }
    };
    (0..).zip(family.values()).filter_map(member)
}
