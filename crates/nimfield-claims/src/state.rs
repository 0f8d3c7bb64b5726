//! A hunt in a [sealed file](nimfield_core::sealed), to be continued or merged: claim, shard, and what is known by size.

use nimfield_core::sealed::{Format, SealedData};

use crate::hunt::Hunt;

impl SealedData for Hunt {
    const FORMAT: Format = Format {
        magic: *b"NIMFHUNT",
        version: 3,
        foreign: "not the state of a hunt",
    };
    const PART: &str = "the hunt";
}
