//! Grundy values of the heaps of a taking-and-breaking game.

use std::time::Duration;

use nimfield_core::budget::{Budget, Meter, Unfinished};
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::sampling::one_of_each_stretch;

use super::marks::Marks;
use super::quick::QuickValues;
use super::sums::PieceSums;

/// The Grundy values of all heaps up to some size.
///
/// ```
/// use nimfield_core::budget::Budget;
/// use nimfield_core::families::heaps::HeapRules;
/// use nimfield_core::notation::Cursor;
/// use nimfield_engines::heaps::HeapValues;
///
/// let kayles = HeapRules::read(&mut Cursor::new("0.77"))?;
/// let mut values = HeapValues::new(kayles);
/// values.extend(12, &Budget::unlimited())?;
/// assert_eq!(values.values(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HeapValues {
    rules: HeapRules,
    values: Vec<u32>,
    marks: Marks,
    quick: Option<QuickValues>,
    /// Whether to examine all pairs of heaps.
    plain: bool,
    /// Values of all sums of heaps, if moves leave many.
    sums: Option<PieceSums>,
}

impl HeapValues {
    /// Creates a table without heaps, to be filled by the fastest method.
    #[must_use]
    pub fn new(rules: HeapRules) -> HeapValues {
        HeapValues::with_values(rules, Vec::new())
    }

    /// Creates a table without heaps, to be filled only by the definition.
    #[must_use]
    pub fn plain(rules: HeapRules) -> HeapValues {
        HeapValues {
            plain: true,
            ..HeapValues::new(rules)
        }
    }

    /// Creates a table from values found before.
    pub(super) fn with_values(rules: HeapRules, values: Vec<u32>) -> HeapValues {
        let plain = rules.most_pieces() != 2 || rules.most_taken().is_none() || rules.is_wide();
        let mut marks = Marks::default();
        marks.make_room(values.iter().copied().max().unwrap_or(0));
        let mut heaps = HeapValues {
            sums: rules.is_wide().then(|| PieceSums::new(&rules)),
            rules,
            values,
            marks,
            quick: None,
            plain,
        };
        heaps.choose_space();
        heaps
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &HeapRules {
        &self.rules
    }

    /// Returns the values found so far, that of the empty heap first.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the number of rare values among those found so far, if a sparse space is in use.
    #[must_use]
    pub fn rare(&self) -> Option<usize> {
        self.quick.as_ref().map(QuickValues::rare)
    }

    /// Finds the values of the heaps below `len`, which is at most 2^31 + 1.
    ///
    /// # Errors
    /// If the budget runs out; the values found so far stay.
    ///
    /// # Complexity
    /// By the definition: quadratic if moves split heaps in two, cubic if they split in three. With a sparse space: the
    /// number of heaps times that of rare heaps.
    ///
    /// # Source
    /// R. K. Guy and C. A. B. Smith 1956; Winning Ways, vol. 1, ch. 4 (sparse spaces).
    pub fn extend(&mut self, len: usize, budget: &Budget) -> Result<(), Unfinished> {
        /// The number of heaps between two checks of the budget, and between two reports.
        const EVERY: usize = 16;
        const REPORT: usize = 1 << 12;
        let whole = Meter::new(budget, "values of heaps").of(len as u64);
        while self.values.len() < len {
            let size = self.values.len();
            let meter = whole.at(size as u64);
            if size.is_multiple_of(EVERY) {
                self.ask(meter, size, len)?;
            }
            if size.is_multiple_of(REPORT) && size > 0 {
                meter.report();
            }
            if size.is_power_of_two() {
                self.choose_space();
            }
            let heap = size as u32;
            let (rules, values, marks) = (&self.rules, &self.values, &mut self.marks);
            let value = match (&mut self.quick, &mut self.sums) {
                (_, Some(sums)) => sums.value(rules, values, marks, meter)?,
                (Some(quick), None) => quick.value(rules, values, heap, marks),
                (None, None) => marks.value(rules, values, heap),
            };
            self.values.push(value);
            self.marks.make_room(value);
            if let Some(quick) = &mut self.quick {
                self.plain = !quick.push(heap, value);
                if self.plain {
                    self.quick = None;
                }
            }
        }
        Ok(())
    }

    /// Recomputes the values of all heaps as far as a moment allows, and of some further heaps from those of smaller ones:
    /// the largest, and random others. Returns the number of recomputed values, or the first heap whose value differs,
    /// with the correct value.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn check_sample(&self, budget: &Budget) -> Result<Result<usize, (u32, u32)>, Unfinished> {
        /// The time for the first heaps, which take less than single ones.
        const MOMENT: Duration = Duration::from_secs(1);
        /// The number of options to examine for the random heaps; below, the least and the greatest number of these
        /// heaps.
        const WORK: usize = 1 << 30;
        const CHOSEN: [usize; 2] = [8, 256];
        let len = self.values.len();
        // A single value costs as much as all.
        let all = self.sums.is_some();
        let own = match all {
            true => budget.clone(),
            false => budget.briefly(MOMENT),
        };
        let mut again = HeapValues::new(self.rules.clone());
        let ended = again.extend(len, &own);
        let mut pairs = (0..).zip(again.values.iter().zip(&self.values));
        if let Some((heap, (&found, _))) = pairs.find(|(_, (found, given))| found != given) {
            return Ok(Err((heap, found)));
        }
        if all {
            ended?;
        }
        let begun = again.values.len();
        let chosen = (WORK / len.max(1)).clamp(CHOSEN[0], CHOSEN[1]);
        let mut sample: Vec<usize> = one_of_each_stretch(begun..len, chosen).collect();
        sample.extend(len.checked_sub(1).filter(|&last| last >= begun));
        sample.dedup();
        let meter = Meter::new(budget, "values of a file").of(sample.len() as u64);
        let mut marks = Marks::default();
        marks.make_room(self.values.iter().copied().max().unwrap_or(0));
        for (done, &heap) in sample.iter().enumerate() {
            meter.at(done as u64).check()?;
            let found = marks.value(&self.rules, &self.values[..heap], heap as u32);
            if found != self.values[heap] {
                return Ok(Err((heap as u32, found)));
            }
        }
        Ok(Ok(begun + sample.len()))
    }

    /// Checks the budget, and makes room for more values.
    fn ask(&mut self, mut meter: Meter<'_>, size: usize, len: usize) -> Result<(), Unfinished> {
        meter.check()?;
        if self.values.capacity() < size + 16 {
            let more = (size / 4 + 1024).min(len - size + 16);
            // While the values move to larger memory there are two copies.
            let bytes = 4 * (2 * size + more) as u64 + QuickValues::bytes(size + more);
            meter.hold(bytes)?;
            self.values.reserve_exact(more);
        }
        Ok(())
    }

    /// Chooses the sparse space again, or continues without one.
    fn choose_space(&mut self) {
        if !self.plain {
            let helpers = self.quick.take().map(QuickValues::into_helpers);
            self.quick = QuickValues::of(&self.values, helpers);
        }
    }
}
