//! Posets of at most 128 elements.

use std::sync::Arc;

use crate::boards::Shape;
use crate::placing::{Name, Rules};
use nimfield_core::families::placing::{MOST_CELLS, Placement};
use nimfield_core::words::counted;

/// A finite partial order; a move removes an element with all elements above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poset {
    names: Names,
    /// For each element, the elements at or above it.
    above: Vec<u128>,
    /// The element that is never removed, if there is one.
    poison: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Names {
    /// Cells of a board.
    Board(Shape),
    /// Cells of a box with these sides, named by their places: `1.2.3`.
    Box(Vec<usize>, Vec<String>),
    Words(Vec<String>),
}

impl Poset {
    /// Returns the poset of these elements, each pair of `order` with the lower one first.
    ///
    /// # Errors
    /// If there are more than 128 elements, a pair names one that does not exist, or the order has a cycle.
    pub fn listed(names: Vec<String>, order: &[(usize, usize)]) -> Result<Poset, String> {
        let count = names.len();
        fits(count)?;
        let mut above: Vec<u128> = (0..count).map(|element| 1 << element).collect();
        for &(low, high) in order {
            if low.max(high) >= count {
                return Err("a pair names an element that is not listed".to_string());
            }
            if low == high {
                return Err(format!("{} is above itself", names[low]));
            }
            above[low] |= 1 << high;
        }
        // Elements above an element through `middle` are above it.
        for middle in 0..count {
            for low in 0..count {
                if above[low] >> middle & 1 == 1 {
                    above[low] |= above[middle];
                }
            }
        }
        for low in 0..count {
            let high = (0..low).find(|&high| above[low] >> high & above[high] >> low & 1 == 1);
            if let Some(high) = high {
                return Err(format!(
                    "{} and {} are each above the other",
                    names[low], names[high]
                ));
            }
        }
        Ok(Poset {
            names: Names::Words(names),
            above,
            poison: None,
        })
    }

    /// Returns the product of chains of these lengths: a box of cells; a move removes one with all that are at least as
    /// far in every direction. Two-dimensional cells are named as on boards (rows come first), others by their places:
    /// `1.2.3`.
    ///
    /// # Errors
    /// If there are no cells or more than 128.
    pub fn product(sides: &[usize]) -> Result<Poset, String> {
        if let [rows, columns] = *sides {
            return Rules::rectangle(rows, columns).map(Poset::on);
        }
        let count = sides
            .iter()
            .fold(1usize, |count, &side| count.saturating_mul(side));
        if count == 0 || sides.is_empty() {
            return Err("a box has at least one cell".to_string());
        }
        fits(count)?;
        // The place of a cell along each side; the last one changes fastest.
        let places = |mut cell: usize| -> Vec<usize> {
            let mut places = vec![0; sides.len()];
            for (place, side) in places.iter_mut().zip(sides).rev() {
                *place = cell % side;
                cell /= side;
            }
            places
        };
        let all: Vec<Vec<usize>> = (0..count).map(places).collect();
        let names = all.iter().map(|places| name(places)).collect();
        Ok(Poset {
            names: Names::Box(sides.to_vec(), names),
            above: above(&all),
            poison: None,
        })
    }

    /// Returns the poset of the cells of a board for placing games; a move removes one with all that are not further up
    /// or further left.
    #[must_use]
    pub fn on(board: Shape) -> Poset {
        let places = board.cells().iter();
        let places = places.map(|cell| vec![usize::from(cell.row), usize::from(cell.column)]);
        Poset {
            above: above(&places.collect::<Vec<_>>()),
            names: Names::Board(board),
            poison: None,
        }
    }

    /// Returns the same poset with an element that is never removed.
    ///
    /// # Errors
    /// If there is no such element.
    pub fn poisoned(self, element: usize) -> Result<Poset, String> {
        match element < self.above.len() {
            true => Ok(Poset {
                poison: Some(element),
                ..self
            }),
            false => Err(format!(
                "there are only {}",
                counted(self.above.len(), "element")
            )),
        }
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn size(&self) -> usize {
        self.above.len()
    }

    /// Creates the game: a player who can bite off nothing but the poison loses.
    ///
    /// # Errors
    /// If a name occurs twice or is not a word.
    pub fn rules(&self, name: Name) -> Result<Arc<Rules>, String> {
        let removals = self.above.iter().enumerate();
        let safe =
            removals.filter(|(_, above)| self.poison.is_none_or(|at| **above >> at & 1 == 0));
        let bites = safe.map(|(element, &removes)| Placement {
            needs: 1 << element,
            removes,
            player: None,
        });
        let bites = bites.collect();
        match &self.names {
            Names::Board(board) => Rules::on_board(name, board.clone(), bites),
            Names::Box(sides, names) => Rules::on_box(name, sides, names.clone(), bites),
            Names::Words(names) => Rules::listed(name, names.clone(), bites),
        }
    }

    /// Returns the number of the element with this name.
    #[must_use]
    pub fn element(&self, name: &str) -> Option<usize> {
        match &self.names {
            Names::Box(_, names) | Names::Words(names) => names.iter().position(|own| own == name),
            Names::Board(board) => {
                let mut cells = board.cells().iter();
                cells.position(|cell| cell.to_string() == name)
            }
        }
    }
}

/// Returns for each place the set of places that are at least as far in every direction.
fn above(places: &[Vec<usize>]) -> Vec<u128> {
    let above = |low: &Vec<usize>| {
        let is_above = |high: &Vec<usize>| low.iter().zip(high).all(|(low, high)| low <= high);
        let cells = places.iter().enumerate().filter(|(_, high)| is_above(high));
        cells.fold(0u128, |set, (cell, _)| set | 1 << cell)
    };
    places.iter().map(above).collect()
}

fn fits(count: usize) -> Result<(), String> {
    match count <= MOST_CELLS {
        true => Ok(()),
        false => Err(format!(
            "a poset of {count} elements; at most {MOST_CELLS} are possible"
        )),
    }
}

/// Returns the name of a place: its numbers from 1, joined by points.
fn name(places: &[usize]) -> String {
    let places: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
    places.join(".")
}
