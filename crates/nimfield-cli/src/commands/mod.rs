//! One file a command: its arguments, and what it does.

pub mod analyze;
mod bfile;
pub mod certify;
pub mod check;
mod checked;
pub mod classify;
pub mod completions;
pub mod draw;
mod excess;
pub mod games;
pub mod hunt;
pub mod man;
pub mod merge;
pub mod misere;
pub mod nimber;
pub mod partition;
pub mod period;
pub mod play;
pub mod probe;
pub mod quotient;
pub mod repl;
pub mod serve;
pub mod solve;
pub mod statement;
pub mod table;
pub mod value;
pub mod verify;
