//! Kayles by its rules alone.

use nimfield::prelude::*;

/// Rows of pins. A move takes one pin or two neighbours of a row, which may split it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kayles(pub Vec<u128>);

displays_as_shape!(Kayles);
by_default!(Kayles);

const TAKE: &str = "row {place} by {amount} into {heaps}";

impl Rules for Kayles {
    type Move = Move;
    const INFO: GameInfo = GameInfo::of_forms("kayles", "kayles[9]", &[TAKE]);

    fn shape(&self) -> Shape {
        Shape::heaps("row", self.0.iter().copied())
    }
    fn of_numbers(rows: &[u128]) -> Result<Kayles, String> {
        Ok(Kayles(rows.to_vec()))
    }
    fn moves(&self) -> Moves<'_, Move> {
        Box::new(self.0.iter().enumerate().flat_map(|(row, &pins)| {
            (1..=pins.min(2)).flat_map(move |taken| {
                let parts = move |left| Arg::list([left, pins - taken - left]);
                let args = move |left| [Arg::Place(row), Arg::Number(taken), parts(left)];
                (0..=(pins - taken) / 2).map(move |left| Move::new(TAKE, args(left)))
            })
        }))
    }
}
