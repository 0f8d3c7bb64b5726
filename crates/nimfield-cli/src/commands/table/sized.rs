//! Prints tables of all positions of a game up to a size.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Instant;

use nimfield::Play;
use nimfield::answer::Effort;
use nimfield::by_size::PositionsBySize;
use nimfield::tables::{Engine, Shown, SizedRow, SizedTable, TableCell};
use serde_json::Map;

use super::args::Args;
use super::levels::{Heading, LevelRow, Levels, TableEnd, Tally, print, total};
use super::messages::{failure, tell_effort};
use crate::budget::budget;
use crate::errors::{Failure, Status};
use crate::objects::{RowObject, ShownCell, SizedCountObject, SizedCounts, json};
use crate::options::{By, Common, Format};
use crate::session::reader;

/// Runs the command for all positions of a game up to a size.
pub fn run(
    common: &Common,
    wanted: &Args,
    game: &str,
    format: Format,
    up_to: u32,
) -> Result<Status, Failure> {
    refuse_unfit(wanted, format)?;
    let positions = PositionsBySize::of(game, &reader()).map_err(Failure::input)?;
    let query = wanted.query(common, &[]).map_err(Failure::input)?;
    let shown = query.shown;
    let table = SizedTable::new(positions, query, budget(common)).map_err(failure)?;
    let levels = SizedLevels {
        table,
        shown,
        only: match (wanted.only_p, wanted.partitions.value) {
            (true, _) => Some(Only::P),
            (false, value) => value.map(|value| Only::Value(value.into())),
        },
        up_to: up_to.into(),
        looked_at: Cell::new(0),
        undecided: Cell::new(false),
    };
    let start = Instant::now();
    let status = print(wanted, format, &levels)?;
    let effort = Effort {
        positions: levels.looked_at.get(),
        seconds: start.elapsed().as_secs_f64(),
    };
    tell_effort(common, Engine::Analysis, effort);
    Ok(status)
}

/// Refuses, before any computation, options that these tables do not support.
fn refuse_unfit(wanted: &Args, format: Format) -> Result<(), Failure> {
    let options = &wanted.partitions;
    for (given, name) in [
        (options.heavy, "--heavy"),
        (options.non_heavy, "--non-heavy"),
        (options.up_to_conjugation, "--up-to-conjugation"),
        (options.state.is_some(), "--state"),
        (options.by == By::Perimeter, "--by perimeter"),
    ] {
        if given {
            return Err(Failure::input(format!(
                "{name} is for the values of pnim in normal play\nexample: nimfield table pnim --up-to 26 --value 2"
            )));
        }
    }
    let show = wanted.shows();
    if options.value.is_some() && show.shown() != Shown::Values {
        return Err(Failure::input("--value goes with --show value"));
    }
    if wanted.only_p && !show.has_p() {
        return Err(Failure::input(
            "--only-p goes with --show outcome and --show value",
        ));
    }
    if format == Format::Bfile && !wanted.only_p && options.value.is_none() {
        return Err(Failure::input(
            "a b-file is a sequence of numbers: choose what to count with --value or --only-p",
        ));
    }
    Ok(())
}

/// The positions to show.
#[derive(Clone, Copy)]
enum Only {
    P,
    Value(u128),
}

/// The positions of a game up to a size, of which only some may be shown.
struct SizedLevels {
    table: SizedTable,
    shown: Shown,
    only: Option<Only>,
    up_to: u64,
    /// The number of positions examined.
    looked_at: Cell<u64>,
    /// Whether one of them was not decided.
    undecided: Cell<bool>,
}

impl SizedLevels {
    /// Calls `each` for the positions of these sizes, with whether they are shown.
    fn each(
        &self,
        sizes: impl IntoIterator<Item = u64>,
        mut each: impl FnMut(SizedRow, bool) -> Result<(), TableEnd>,
    ) -> Result<(), TableEnd> {
        self.table.try_for_each(sizes, |row| {
            self.looked_at.set(self.looked_at.get() + row.looked_at);
            let undecided = row.cell == TableCell::Undecided;
            self.undecided.set(self.undecided.get() | undecided);
            let is_shown = match self.only {
                None => true,
                Some(Only::P) => row.cell.is_p(),
                Some(Only::Value(value)) => row.cell.term() == Some(value),
            };
            each(row, is_shown)
        })
    }
}

impl Levels for SizedLevels {
    fn heading(&self) -> Heading {
        let play = self.table.play();
        let what = match (self.only, play) {
            (Some(Only::Value(value)), Play::Normal) => format!(" of Grundy value {value}"),
            (Some(Only::Value(value)), Play::Misere) => {
                format!(" of misere Grundy number {value}")
            }
            _ => format!(" that are P-positions in {play} play"),
        };
        let positions = self.table.positions();
        let (game, size) = (positions.game(), positions.size_is());
        Heading {
            name: "n",
            cells: self.shown.column(play),
            positions: "positions",
            by_cell: self.only.is_none(),
            last: self.up_to,
            title: format!("number of positions of {game}{what}, by size: the {size}"),
        }
    }

    fn is_complete(&self) -> bool {
        !self.undecided.get()
    }

    fn rows(&self, each: &mut dyn FnMut(LevelRow) -> Result<(), TableEnd>) -> Result<(), TableEnd> {
        self.each(0..=self.up_to, |row, is_shown| match is_shown {
            false => Ok(()),
            true => each(LevelRow {
                level: row.size,
                position: row.position,
                cell: row.cell,
                heavy: false,
            }),
        })
    }

    fn tally(&self, level: u64) -> Result<Tally, TableEnd> {
        // Shorter texts come first.
        let mut tally: BTreeMap<(usize, String), (TableCell, u64)> = BTreeMap::new();
        self.each([level], |row, is_shown| {
            if self.only.is_some() && row.cell == TableCell::Undecided {
                return Err(TableEnd::Early(format!(
                    "{} was not decided within the budget; the table ends",
                    row.position
                )));
            }
            if is_shown {
                let text = row.cell.text();
                let (_, count) = tally.entry((text.len(), text)).or_insert((row.cell, 0));
                *count += 1;
            }
            Ok(())
        })?;
        Ok(tally.into_values().collect())
    }

    fn row_object(&self, row: &LevelRow) -> String {
        let play = self.table.play();
        json(&RowObject {
            position: row.position.clone(),
            play,
            letters: Map::from_iter([("n".to_string(), row.level.into())]),
            cell: ShownCell::new(self.shown, play, row.cell.notation(play)),
        })
    }

    fn count_object(&self, level: u64, tally: &Tally) -> String {
        let counts = tally.iter();
        json(&SizedCountObject {
            game: self.table.positions().game(),
            play: self.table.play(),
            n: level,
            count: match self.only {
                Some(_) => SizedCounts::Positions(total(tally).to_string()),
                None => SizedCounts::Tally(
                    counts
                        .map(|(cell, count)| (cell.text(), count.to_string()))
                        .collect(),
                ),
            },
        })
    }
}
