//! Games in which a move removes one row or one column: CRIM and CRPM, where what is left is pushed
//! together, and CRIS and CRPS, where it falls into two pieces.

mod crim;
mod cris;
mod cut;
mod partizan;
mod text;

pub use crim::Crim;
pub use cris::Cris;
pub use cut::Cut;
pub use partizan::{Joining, PartizanDiagram, PartizanRemoval, crpm_outcome};
pub use text::{CRPM, CRPS};
