//! Tables from which laws are learned.

/// The values of all tuples of numbers up to a last one, of which some are not positions.
#[derive(Debug)]
pub struct Table {
    last: u64,
    cells: Vec<Option<u64>>,
}

impl Table {
    /// Creates a table of tuples of this length, without positions.
    #[must_use]
    pub fn new(length: usize, last: u64) -> Table {
        let count = (last as usize + 1).pow(length as u32);
        Table {
            last,
            cells: vec![None; count],
        }
    }

    /// Returns the number of bytes of such a table; `None` if it is too large.
    #[must_use]
    pub fn bytes(length: usize, last: u64) -> Option<u64> {
        let count = last.checked_add(1)?.checked_pow(length as u32)?;
        count.checked_mul(size_of::<Option<u64>>() as u64)
    }

    /// Returns the last number.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Returns the values of all tuples; the last number changes fastest.
    #[must_use]
    pub fn cells(&self) -> &[Option<u64>] {
        &self.cells
    }

    fn place(&self, numbers: &[u64]) -> Option<usize> {
        let mut place = 0;
        for &number in numbers {
            if number > self.last {
                return None;
            }
            place = place * (self.last + 1) + number;
        }
        Some(place as usize)
    }

    /// Sets the value of a tuple in the table.
    pub fn set(&mut self, numbers: &[u64], value: u64) {
        if let Some(place) = self.place(numbers) {
            self.cells[place] = Some(value);
        }
    }

    /// Returns whether a tuple has the value 0, or if the law is about values whether its last number is the value of the
    /// others; `None` past the end of the table.
    #[must_use]
    pub fn is_member(&self, values: bool, numbers: &[u64]) -> Option<bool> {
        match (values, numbers) {
            (false, numbers) => Some(self.cells[self.place(numbers)?] == Some(0)),
            (true, [letters @ .., value]) if *value <= self.last => {
                Some(self.cells[self.place(letters)?] == Some(*value))
            }
            _ => None,
        }
    }
}
