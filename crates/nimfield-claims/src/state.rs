//! Saves a hunt in a [sealed file](nimfield_core::sealed) for continuing or merging: claim, shard, and results by size.

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
