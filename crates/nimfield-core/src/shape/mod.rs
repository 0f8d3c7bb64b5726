//! Shapes: the numbers of a position and their arrangement.
//!
//! A game defines the layout of its positions once, in [`Rules::shape`](crate::game::Rules::shape). The picture, the
//! handles and the places that moves name follow from it.

pub mod any_amount;
mod handles;
mod layout;
mod picture;
pub mod young;

pub use crate::partition::{Partition, Run};
pub use handles::derive_handles;
pub use layout::{Board, Shape};

/// Implements `Display` for positions of a game: its name, and the numbers of its shape in brackets.
#[macro_export]
macro_rules! displays_as_shape {
    ($Position:ty) => {
        impl std::fmt::Display for $Position {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                use $crate::game::Rules as _;
                write!(f, "{}[{}]", self.info().name, self.shape().body())
            }
        }
    };
}
