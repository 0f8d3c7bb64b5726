//! RNim: the rules.

use std::fmt;

use nimfield_core::rules::{Illegal, Impartial, Position};

/// A position of 1-RNim: a box, of which a move shortens one side, perhaps to 0. A box with a side of
/// length 0 ends the play.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rnim(
    /// The lengths of the sides, at least one.
    Vec<u64>,
);

impl Rnim {
    /// The box with these sides; `None` if there are none.
    #[must_use]
    pub fn new(sides: Vec<u64>) -> Option<Rnim> {
        (!sides.is_empty()).then_some(Rnim(sides))
    }

    /// The lengths of the sides.
    #[must_use]
    pub fn sides(&self) -> &[u64] {
        &self.0
    }

    /// Whether some side has length 0.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.contains(&0)
    }
}

impl fmt::Display for Rnim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sides: Vec<String> = self.0.iter().map(u64::to_string).collect();
        write!(f, "rnim[{}]", sides.join(","))
    }
}

/// The move that shortens a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideMove {
    /// The side, from 0 (printed from 1).
    pub side: usize,
    /// Its new length.
    pub to: u64,
}

impl fmt::Display for SideMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "side {} to {}", self.side + 1, self.to)
    }
}

impl Position for Rnim {
    type Move = SideMove;

    fn play(mut self, mv: &SideMove) -> Result<Rnim, Illegal<Rnim>> {
        let reason = match self.0.get(mv.side) {
            None => format!("there are {} sides", self.0.len()),
            Some(_) if self.is_over() => "a side has length 0, so the play is over".to_string(),
            Some(&length) if mv.to >= length => {
                format!("side {} has length {length}, which is no more", mv.side + 1)
            }
            Some(_) => {
                self.0[mv.side] = mv.to;
                return Ok(self);
            }
        };
        Err(Illegal {
            position: self,
            reason,
        })
    }
}

impl Impartial for Rnim {
    fn moves(&self) -> Box<dyn Iterator<Item = SideMove> + '_> {
        let sides = self.0.iter().enumerate().filter(|_| !self.is_over());
        Box::new(sides.flat_map(|(side, &length)| (0..length).map(move |to| SideMove { side, to })))
    }

    fn move_count(&self) -> u128 {
        match self.is_over() {
            true => 0,
            false => self.0.iter().map(|&length| u128::from(length)).sum(),
        }
    }
}
