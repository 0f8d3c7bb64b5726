//! An inner part of Nimfield, without a stable interface for other programs.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod budget;
pub mod checksum;
pub mod clock;
pub mod component;
pub mod diagram;
pub mod expression;
pub mod families;
pub mod files;
pub mod game;
pub mod handles;
pub mod heat;
pub mod info;
pub mod mex;
pub mod moves;
pub mod notation;
pub mod order;
pub mod partition;
pub mod partizan;
pub mod pieces;
pub mod prelude;
pub mod sampling;
pub mod sealed;
pub mod shape;
pub mod shard;
pub mod strict_json;
pub mod theory;
pub mod vectors;
pub mod words;
