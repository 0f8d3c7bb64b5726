//! Games in which a move removes one row or one column: CRIM and CRPM, where the rest closes up, and CRIS and CRPS,
//! where it splits into two pieces.

mod crim;
mod cris;
mod line_removal;
mod partizan;
mod text;

pub use crim::Crim;
pub use cris::Cris;
pub use line_removal::{LineRemoval, first_lines};
pub use partizan::{PartizanDiagram, PartizanRemoval, crpm_outcome};
pub use text::{CRPM, CRPS, Joining};
