//! Engines: whole-box tables and the budgets every engine works within. They know no game by name.

pub mod budget;
pub mod grundy_table;
mod ray_box;
pub mod ray_game;
pub mod sieve;

pub use ray_box::TableError;
