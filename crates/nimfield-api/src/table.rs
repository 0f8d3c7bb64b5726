//! Tables over ranges of letters.

use std::collections::BTreeMap;

use nimfield::answer::Effort;
use nimfield::tables::{FamilyError, FamilyQuery, FamilyTable, Shown};
use nimfield::template::{Letter, Template};
use nimfield::words::SchemaVersion;
use nimfield::{Budget, Play};
use serde::{Deserialize, Serialize};

use crate::asked::default_limit;
use crate::context::Context;
use crate::error::{ApiError, ErrorKind};
use crate::laws::{TableLaw, about};
use crate::limits::{Limits, object};

/// The most cells of a table: a square of 256 times 256.
pub(crate) const MOST_CELLS: u128 = 1 << 16;

/// A request for a table.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// The position, with letters for the numbers that vary.
    pub position: String,
    /// The ranges: `a=0..9`.
    pub letters: Vec<String>,
    /// The texts of board files by name, for positions that name some.
    #[serde(default)]
    pub boards: BTreeMap<String, String>,
    /// What the cells are.
    #[serde(default)]
    pub show: Shown,
    /// The play convention; by default that of the games' sources.
    #[serde(default)]
    pub play: Option<Play>,
    /// Use formulas that are verified but not proved.
    #[serde(default)]
    pub allow_unproved: bool,
    /// Also return what the claims about these positions say about each cell.
    #[serde(default)]
    pub laws: bool,
    /// Forms with more characters than this are omitted.
    #[serde(default = "default_limit")]
    pub limit: usize,
    /// What the request may use.
    #[serde(default, deserialize_with = "object")]
    pub limits: Limits,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableAnswer {
    /// The version of this form.
    pub schema: SchemaVersion,
    /// The position with its letters.
    pub family: String,
    /// The play convention.
    pub play: Play,
    /// What the cells are.
    pub shown: Shown,
    /// The letters with their ranges.
    pub letters: Vec<TableLetter>,
    /// The cells; the last letter changes fastest. Null if not found, empty where no position exists.
    pub cells: Vec<Option<String>>,
    /// What the claims about these positions say about the cells, if requested; only for outcomes and values in normal
    /// play.
    pub laws: Vec<TableLaw>,
    /// Whether all cells were found.
    pub complete: bool,
    /// What computed them.
    pub engine: String,
    /// Why not all cells were found.
    pub stopped: Option<String>,
    /// What it cost.
    pub effort: Effort,
}

/// A letter and its range, both ends included.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableLetter {
    /// The letter.
    pub name: char,
    /// The least number.
    pub from: u64,
    /// The greatest number.
    pub to: u64,
}

pub(crate) fn run(
    context: &Context,
    wanted: &TableRequest,
    budget: &Budget,
) -> Result<TableAnswer, ApiError> {
    let letters: Result<Vec<Letter>, _> = wanted
        .letters
        .iter()
        .map(|text| Letter::read(text))
        .collect();
    let family = Template::read(&wanted.position, letters?, &context.reader(&wanted.boards))?;
    if family.letters().is_empty() {
        return Err(ApiError::unfit("no letter has a range, such as a=0..9"));
    }
    if family.count() > MOST_CELLS {
        let message = format!(
            "the table has {} cells; a request allows at most {MOST_CELLS}",
            family.count()
        );
        return Err(ApiError::new(ErrorKind::TooLarge, message));
    }
    let query = FamilyQuery {
        play: wanted.play,
        unproved: wanted.allow_unproved,
        limit: wanted.limit,
        ..FamilyQuery::new(wanted.show)
    };
    let total = family.count() as usize;
    let table = FamilyTable::new(family, query, budget.clone()).map_err(failure)?;
    let mut cells = Vec::with_capacity(total);
    let mut stopped = None;
    let mut rows = table.rows();
    for row in &mut rows {
        match row {
            Ok(row) => cells.push(row.cell),
            Err(stop @ FamilyError::Unfinished(_)) => stopped = Some(stop.to_string()),
            Err(error) => return Err(failure(error)),
        }
    }
    let effort = rows.effort();
    let cells = table.grid(cells).cells.into_iter();
    let cells: Vec<_> = cells.map(|cell| cell.notation(table.play())).collect();
    let family = table.family();
    let letter = |letter: &Letter| TableLetter {
        name: letter.name,
        from: *letter.range.start(),
        to: *letter.range.end(),
    };
    Ok(TableAnswer {
        schema: SchemaVersion,
        family: family.text().to_string(),
        play: table.play(),
        shown: wanted.show,
        letters: family.letters().iter().map(letter).collect(),
        laws: match (wanted.laws, table.play(), wanted.show) {
            (true, Play::Normal, Shown::Outcomes) => about(family, false, budget),
            (true, Play::Normal, Shown::Values) => about(family, true, budget),
            _ => Vec::new(),
        },
        complete: cells.iter().all(Option::is_some),
        cells,
        engine: table.engine().to_string(),
        stopped,
        effort,
    })
}

pub(crate) fn failure(error: FamilyError) -> ApiError {
    match error {
        FamilyError::Notation(fault) => fault.into(),
        FamilyError::Unfinished(_) => ApiError::undecided(error),
        FamilyError::Play => ApiError::unfit(
            "the sources of these games differ in their play convention; choose one with `play`",
        ),
        error => ApiError::unfit(error),
    }
}
