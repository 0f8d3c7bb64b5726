//! Short partizan games: canonical forms, order, sums, temperatures, and a calculator.
//!
//! A *short game* is a finite game of perfect information for two players, Left and Right, without draws, in which a
//! player who cannot move loses. Games are added by playing them side by side, and every game equals exactly one
//! *canonical form*. An [`Arena`] holds canonical forms, each once, so that equal games are equal handles ([`Game`]),
//! and comparisons and sums are cached.
//!
//! ```
//! use short_game::{Arena, Game, Outcome};
//!
//! let arena = Arena::new();
//! let star = arena.game(&[Game::ZERO], &[Game::ZERO])?; // * = {0|0}
//! let up = arena.game(&[Game::ZERO], &[star])?; // ^ = {0|*}
//! assert_eq!(arena.add(star, star)?, Game::ZERO);
//! assert_eq!(arena.outcome(up)?, Outcome::Left);
//! assert_eq!(arena.compare(up, star)?, None); // confused
//!
//! // Values are read and printed in CGSuite's notation.
//! let g = arena.read("{5|{3|1}} - ^*").unwrap();
//! assert_eq!(arena.print(g, 2000)?.to_string(), "{5v*||3v*|1v*}");
//! assert_eq!(arena.mean(g)?.to_string(), "7/2");
//! assert_eq!(arena.temperature(g)?.to_string(), "3/2");
//!
//! // The calculator answers questions, too.
//! let answer = arena.evaluate("{2|-1} + *3 >= ^").unwrap();
//! assert_eq!(answer.to_text(&arena, 2000)?, "false");
//! # Ok::<(), short_game::Error>(())
//! ```
//!
//! # Overview
//!
//! | | |
//! |---|---|
//! | making games | [`Arena::game`], [`Arena::number`], [`Arena::nimber`], [`Arena::ups`], [`Arena::switch`], [`Arena::tiny`], [`Arena::read`] |
//! | order | [`Arena::le`], [`Arena::compare`], [`Arena::outcome`], `==` |
//! | arithmetic | [`Arena::add`], [`Arena::neg`], [`Arena::multiple`], [`Arena::norton_product`], [`Arena::conway_product`], [`Arena::ordinal_sum`], [`Arena::ordinal_product`], [`Arena::conjunctive_sum`], [`Arena::selective_sum`] |
//! | hot games | [`Arena::left_stop`], [`Arena::mean`], [`Arena::temperature`], [`Arena::thermograph`], [`Arena::cool`], [`Arena::heat`], [`Arena::reduced`], [`Arena::confusion_interval`] |
//! | infinitesimals | [`Arena::atomic_weight`], [`Arena::is_all_small`] |
//! | facts about forms | [`Arena::named`], [`Arena::options`], [`Arena::birthday`], [`Arena::incentives`],
//! [`Arena::explain`] |
//! | print | [`Arena::print`], [`Arena::print_dag`], [`Arena::sort`], [`Thermograph::to_text`], [`Thermograph::to_svg`] |
//! | the calculator | [`Arena::evaluate`], [`calc`] |
//!
//! # Bounds
//!
//! An arena respects a budget of bytes and time and a flag that other threads may raise ([`Limits`],
//! [`Arena::set_limits`]), in every operation: canonical forms, sums, comparisons, heating, thermographs, printing, and
//! the whole calculator. Numbers are exact ([`Dyadic`]) and arithmetic out of their range is an error. Numbers of any
//! size take one cell, so 10^18 is no deeper than 1; other forms are at most 4096 deep, and deep recursions run on a
//! thread with a stack that holds them. Astronomically long forms are never written out, since [`Arena::print`]
//! computes the length first.
//!
//! # Order
//!
//! Games are ordered only partially, so [`Game`] has no `Ord`: [`Arena::le`] and [`Arena::compare`] compare values, and
//! [`Arena::sort`] sorts lists for printing, in the same order in every arena.
//!
//! # Sources
//!
//! J. H. Conway, *On Numbers and Games*; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*;
//! A. N. Siegel, *Combinatorial Game Theory* (AMS, 2013), whose terms and conventions are used.

#![forbid(unsafe_code)]

mod analysis;
mod arena;
mod atomic;
mod cache;
pub mod calc;
mod canonical;
mod compound;
mod cooling;
mod draw;
mod dyadic;
mod error;
mod explain;
mod game;
mod hash;
mod limits;
mod multiple;
mod order;
mod print;
mod reduced;
mod special;
mod stack;
mod store;
mod structure;
mod sum;
mod sum_cache;
mod thermograph;
mod walk;

pub use analysis::{ConfusionInterval, Kind};
pub use arena::Arena;
pub use draw::Outline;
pub use dyadic::Dyadic;
pub use error::Error;
pub use explain::{FormReport, OptionReport};
pub use game::{Game, Player};
pub use limits::Limits;
pub use order::Outcome;
pub use print::{DEFAULT_LIMIT, Printed, Summary};
pub use special::Named;
pub use thermograph::{Point, Thermograph, Thermographs};

/// The program of the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
#[path = "../tests/units/mod.rs"]
mod units;
