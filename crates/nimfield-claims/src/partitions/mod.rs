//! Claims of Gottlieb, Krnc and Muršič on nim on integer partitions and hyperrectangles (arXiv 2506.04991), and on
//! CRIM.

pub(crate) mod boxes;
pub(crate) mod classes;
pub(crate) mod crim;
pub(crate) mod diagrams;
pub(crate) mod frames;
pub(crate) mod games;
pub(crate) mod hooks;
pub(crate) mod misere;
pub(crate) mod pnim;
pub(crate) mod questions;
pub(crate) mod rit;
pub(crate) mod rnim;
pub(crate) mod symmetry;
