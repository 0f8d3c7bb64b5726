//! How piles lie: in a row, on a ring, in a grid.

use nimfield_core::notation::{Cursor, NotationError};
use nimfield_games::boards::column_label;

use crate::parameters::Scope;

/// How layouts are written.
pub(crate) const PILES: &str = "piles are `any` number of them in a row, a number `3`, a range `2..5`, a grid \
                                `2 x 3` or `any x any`; after it perhaps `ring` (the last pile is a \
                                neighbour of the first)";

/// The most piles of a position.
pub(crate) const MOST_PILES: usize = 4096;

/// How many piles there may be and how they lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    rows: Count,
    /// Without a number of columns the piles lie in one row.
    columns: Option<Count>,
    ring: bool,
}

/// How many rows, columns or piles there may be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Count {
    least: usize,
    most: usize,
}

/// The piles of one position: how many and how they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field {
    /// 1 unless the piles lie in a grid.
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) grid: bool,
    pub(crate) ring: bool,
}

impl Field {
    /// Returns how many piles there are.
    pub(crate) fn len(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the name of a pile, counted from 0: `3` in a row, `b1` in a grid.
    pub(crate) fn name(self, pile: usize) -> String {
        if !self.grid {
            return (pile + 1).to_string();
        }
        let (row, column) = (pile / self.columns, pile % self.columns);
        format!("{}{}", column_label(column), row + 1)
    }
}

impl Layout {
    /// Reads what follows the word `piles`.
    pub(crate) fn read(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Layout, NotationError> {
        let rows = Count::read(cursor, scope)?;
        let columns = match cursor.take_any(&["x", "×"]) {
            true => Some(Count::read(cursor, scope)?),
            false => None,
        };
        let ring = cursor.take("ring");
        if ring && columns.is_some() {
            let here = cursor.at()..cursor.at();
            return Err(cursor.fault(here, "a grid has no ring", PILES));
        }
        cursor.need_end(PILES)?;
        Ok(Layout {
            rows,
            columns,
            ring,
        })
    }

    /// Returns whether the piles lie in a grid.
    pub(crate) fn is_grid(&self) -> bool {
        self.columns.is_some()
    }

    /// Returns how many piles there always are, if they are always as many.
    pub(crate) fn fixed(&self) -> Option<usize> {
        let rows = self.rows.fixed()?;
        match &self.columns {
            Some(columns) => Some(rows * columns.fixed()?),
            None => Some(rows),
        }
    }

    /// Returns the field of piles in rows of these lengths.
    pub(crate) fn field(&self, lengths: &[usize]) -> Result<Field, String> {
        let columns = lengths.first().copied().unwrap_or(0);
        if let Some(row) = lengths.iter().position(|&length| length != columns) {
            return Err(format!(
                "the first row has {columns} piles, row {} has {}",
                row + 1,
                lengths[row]
            ));
        }
        match &self.columns {
            None if lengths.len() > 1 => return Err("the piles lie in one row".to_string()),
            None => self.rows.check("piles", columns)?,
            Some(own) => {
                self.rows.check("rows", lengths.len())?;
                own.check("columns", columns)?;
            }
        }
        Ok(Field {
            rows: lengths.len(),
            columns,
            grid: self.is_grid(),
            ring: self.ring,
        })
    }

    /// Describes the layout in words.
    pub(crate) fn words(&self) -> String {
        match (&self.columns, self.ring) {
            (Some(columns), _) => format!(
                "The piles lie in a grid with {} and {}.",
                self.rows.words("row"),
                columns.words("column")
            ),
            (None, true) => format!("The position is a ring of {}.", self.rows.words("pile")),
            (None, false) => format!("The position is a row of {}.", self.rows.words("pile")),
        }
    }
}

impl Count {
    fn read(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Count, NotationError> {
        if cursor.take("any") {
            return Ok(Count {
                least: 1,
                most: MOST_PILES,
            });
        }
        cursor.blanks();
        if !cursor
            .peek()
            .is_some_and(|c| c.is_alphanumeric() || c == '(')
        {
            return Err(cursor.expected("a number of piles or `any`", PILES));
        }
        let number = |cursor: &mut Cursor<'_>, least: u64| {
            let number = scope.number(cursor, "a number of piles", least..=MOST_PILES as u64)?;
            Ok::<usize, NotationError>(number as usize)
        };
        let least = number(cursor, 1)?;
        let most = match cursor.take("..") {
            true if cursor.take("any") => MOST_PILES,
            true => number(cursor, least as u64)?,
            false => least,
        };
        Ok(Count { least, most })
    }

    fn fixed(&self) -> Option<usize> {
        (self.least == self.most).then_some(self.least)
    }

    fn check(&self, what: &str, count: usize) -> Result<(), String> {
        match (self.least..=self.most).contains(&count) {
            true => Ok(()),
            false => Err(format!(
                "expected {}, found {count}",
                self.words(what.trim_end_matches('s'))
            )),
        }
    }

    fn words(&self, what: &str) -> String {
        match (self.least, self.most) {
            (1, 1) => format!("1 {what}"),
            (least, most) if least == most => format!("{least} {what}s"),
            (1, MOST_PILES) => format!("any number of {what}s"),
            (least, MOST_PILES) => format!("at least {least} {what}s"),
            (least, most) => format!("{least} to {most} {what}s"),
        }
    }
}
