//! A number for every position below one, from the numbers of its options.

use std::collections::BTreeSet;

use crate::memo::{Bound, Memo};
use nimfield_core::prelude::*;

/// The number of options between two checks of the clock, if all of them are cheap.
pub(crate) const POLL: u64 = 64;

/// The meaning of the number of a position, and how it follows from the numbers of its options. Numbers are below 2^31.
pub(crate) trait Rule {
    /// The unit that the budget counts: options, or positions.
    const COUNTS_OPTIONS: bool = false;

    /// Returns the number of a position with options of these numbers.
    fn of(&mut self, options: BTreeSet<u32>) -> u32;

    /// Returns the number of the sum of two components.
    ///
    /// # Errors
    /// If the budget runs out.
    fn sum(&mut self, _: u32, _: u32, _: &Budget) -> Result<u32, Limit> {
        unreachable!("options of a whole sum are whole sums")
    }

    /// Returns the number of a nim heap, if it is known without examining the options.
    fn heap(&mut self, _: u128) -> Option<u32> {
        None
    }

    /// Returns whether an option with this number ends the walk without a result.
    fn is_too_long(&self, _: u32) -> bool {
        false
    }

    /// Estimates the bytes that the rule holds.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A position under examination.
struct Frame<C> {
    component: C,
    /// The number of the next option.
    next: u64,
    /// The number of options.
    count: u64,
    /// The numbers of the options before it.
    options: BTreeSet<u32>,
}

impl<C: Component> Frame<C> {
    /// Counts the options. A component may list its options on the first call, and then hold more bytes.
    fn new(component: C, meter: &Meter<'_>) -> Result<Frame<C>, Unfinished> {
        let listed = component.list_options(meter.budget(), meter.bytes);
        listed.map_err(|limit| meter.stopped(limit))?;
        Ok(Frame {
            count: component.option_count(),
            component,
            next: 0,
            options: BTreeSet::new(),
        })
    }

    /// Estimates the bytes that the frame holds on the heap.
    fn bytes_outside(&self) -> u64 {
        16 * self.options.len() as u64 + self.component.bytes_outside()
    }
}

/// Returns the number of a component, if it is known without examining the options.
pub(crate) fn at_once<C: Component>(
    known: &Memo,
    rule: &mut impl Rule,
    component: &C,
) -> Option<u32> {
    let mut key = Vec::new();
    component.key(&mut key);
    let bound = known.get(&key);
    match bound.exact {
        true => Some(bound.least as u32),
        false => component.heap().and_then(|size| rule.heap(size)),
    }
}

/// Finds the number of a component from those of all its followers, and stores them in `known`; `None` if an option is
/// too long for the rule.
///
/// # Errors
/// If the budget runs out; the results so far are stored.
pub(crate) fn number_of<C: Component, R: Rule>(
    known: &Memo,
    rule: &mut R,
    root: &C,
    meter: &mut Meter<'_>,
) -> Result<Option<u32>, Unfinished> {
    if let Some(number) = at_once(known, rule, root) {
        return Ok(Some(number));
    }
    let budget = meter.budget();
    let held = meter.bytes;
    let root = Frame::new(root.clone(), meter)?;
    let mut outside = root.bytes_outside();
    let mut stack = vec![root];
    let mut parts = Vec::new();
    let found = loop {
        // When a full stack grows, its old and new memory exist side by side.
        let stacks = match stack.len() == stack.capacity() {
            true => 3,
            false => 1,
        };
        let stack_bytes = (stacks * stack.capacity() * size_of::<Frame<C>>()) as u64;
        meter.begun = stack.len() as u64;
        meter.hold(held + known.bytes() + rule.bytes() + outside + stack_bytes)?;
        meter.step()?;
        let Some(top) = stack.last_mut() else {
            break None;
        };
        if top.next == top.count {
            outside -= top.bytes_outside();
            let number = rule.of(std::mem::take(&mut top.options));
            let mut key = Vec::new();
            top.component.key(&mut key);
            let kept = known.set(&key, Bound::exactly(number.into()), budget);
            kept.map_err(|limit| meter.stopped(limit))?;
            meter.done += u64::from(!R::COUNTS_OPTIONS);
            stack.pop();
            match stack.is_empty() {
                true => break Some(number),
                false => continue,
            }
        }
        top.component.option(top.next, &mut parts);
        let mut sum = None;
        let mut open = None;
        for part in parts.drain(..) {
            let Some(number) = at_once(known, rule, &part) else {
                open = Some(part);
                break;
            };
            sum = Some(match sum {
                None => number,
                Some(sum) => {
                    let sum = rule.sum(sum, number, budget);
                    sum.map_err(|limit| meter.stopped(limit))?
                }
            });
        }
        if let Some(part) = open {
            let frame = Frame::new(part, meter)?;
            outside += frame.bytes_outside();
            stack.push(frame);
            continue;
        }
        let number = sum.unwrap_or_else(|| rule.of(BTreeSet::new()));
        if rule.is_too_long(number) {
            break None;
        }
        outside -= top.bytes_outside();
        top.options.insert(number);
        outside += top.bytes_outside();
        top.next += 1;
        meter.done += u64::from(R::COUNTS_OPTIONS);
    };
    (meter.begun, meter.bytes) = (0, held);
    Ok(found)
}
