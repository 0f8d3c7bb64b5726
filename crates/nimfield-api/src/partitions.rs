//! The values of all partitions up to a bound.

use nimfield::tables::{PartitionError, PartitionQuery, PartitionTable};
use nimfield::words::SchemaVersion;
use nimfield::{Budget, Play};
use nimfield_games::partitions::pnim::census::{Grading, Stop, Which};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::limits::{Limits, object};

/// A request for the values of all partitions up to a bound: `nimfield table pnim --up-to N --count`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PartitionsRequest {
    /// The game; only `pnim` is available.
    #[serde(default = "only_game")]
    pub game: String,
    /// The bound.
    pub up_to: u32,
    /// The bound applies to columns plus rows, not to the number of squares.
    #[serde(default)]
    pub perimeter: bool,
    /// The play convention; only normal play is available.
    #[serde(default)]
    pub play: Option<Play>,
    /// What the request may use.
    #[serde(default, deserialize_with = "object")]
    pub limits: Limits,
}

fn only_game() -> String {
    PartitionTable::GAME.to_string()
}

/// The number of partitions with each value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartitionsAnswer {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The bound.
    pub up_to: u32,
    /// The sizes that were finished, from 0 on.
    pub sizes: Vec<PartitionSize>,
    /// Why the sizes end before the bound.
    pub stopped: Option<String>,
    /// What computed them.
    pub engine: String,
}

/// The partitions of one size.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartitionSize {
    /// The number of squares, or columns plus rows.
    pub size: u32,
    /// How many partitions have value 0, 1, 2, …, as texts.
    pub counts: Vec<String>,
}

pub(crate) fn run(
    wanted: &PartitionsRequest,
    budget: &Budget,
) -> Result<PartitionsAnswer, ApiError> {
    let query = PartitionQuery {
        grading: match wanted.perimeter {
            true => Grading::Perimeter,
            false => Grading::Size,
        },
        up_to: wanted.up_to,
        which: Which::All,
        up_to_conjugation: false,
    };
    let play = wanted.play;
    let table = PartitionTable::new(&wanted.game, play, query, None, budget);
    let table = table.map_err(|error| match error {
        PartitionError::Stop(Stop::Unfinished(_) | Stop::OutOfMemory { .. }) => {
            ApiError::undecided(error)
        }
        error => ApiError::unfit(error),
    })?;
    let size = |size: u32| PartitionSize {
        size,
        counts: table
            .counts_by_value(size)
            .iter()
            .map(u64::to_string)
            .collect(),
    };
    Ok(PartitionsAnswer {
        schema: SchemaVersion,
        up_to: wanted.up_to,
        sizes: table.grades().map(size).collect(),
        stopped: table.stopped().map(|stop| format!("the table was {stop}")),
        engine: table.engine().to_string(),
    })
}
