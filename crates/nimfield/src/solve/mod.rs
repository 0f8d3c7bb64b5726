//! Engines.
pub mod budget;
pub mod component;
pub mod ray_game;
