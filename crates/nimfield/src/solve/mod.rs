//! Engines: searches, tables, and the budgets they work within. They know no game by name.

pub mod budget;
pub mod component;
pub mod genus;
pub mod joint;
pub mod memo;
pub mod ray_game;
pub mod remoteness;
pub mod search;
