//! Ferguson's matrix nim: take the same number from every pile of a row or of a column.

pub mod block;
mod component;
mod four_in_line;
pub mod grid;
mod laws;
pub mod normal_form;
mod odd_row;
mod reflection;
mod rules;
pub(crate) mod text;
mod theory;
pub mod two_by_two;

pub use grid::{Entry, Grid};
pub use normal_form::{PlacedBlock, normal_form};
pub(crate) use rules::line_moves;
pub use rules::{Line, LineMove, Matrix, NotAMatrix};

use nimfield_core::theory::Game;

impl Game for Matrix {
    type Summand = PlacedBlock<Entry>;

    fn summands(&self) -> Vec<PlacedBlock<Entry>> {
        normal_form(self.grid()).into_vec()
    }

    fn reduced(&self) -> Option<String> {
        let summands = self.summands();
        let shown: Vec<String> = summands.iter().map(PlacedBlock::to_string).collect();
        let text = if shown.is_empty() {
            "0".to_string()
        } else {
            shown.join(" + ")
        };
        (text != self.to_string()).then_some(text)
    }
}
