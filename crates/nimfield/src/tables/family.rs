//! Tables of families of positions.

use std::time::Duration;

use nimfield_core::clock::Instant;
use nimfield_core::prelude::*;
use nimfield_core::sampling::shuffled;
use nimfield_core::shard::Shard;

use crate::answer::Effort;
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::sieve::OutcomeTable;

use super::ask::{self, RowAsker};
#[cfg(not(target_family = "wasm"))]
use super::by_law;
use super::cell::{Shown, TableCell};
use super::counts::{CountState, TableCount};
use super::engine::Engine;
use super::error::FamilyError;
use super::grid::TableGrid;
use super::linear::{ByNumbers, LinearFamily};
use super::plan::{self, Plan};
use super::query::FamilyQuery;
use crate::statement::Statement;
use crate::template::Template;

/// The source of the cells.
#[derive(Debug)]
enum CellSource {
    Outcomes(OutcomeTable),
    Values(GrundyTable),
    Linear(LinearFamily),
    Analysis,
    /// Cells that were computed elsewhere.
    Given(Vec<TableCell>),
}

/// A table of a family of positions.
#[derive(Debug)]
pub struct FamilyTable {
    family: Template,
    query: FamilyQuery,
    play: Play,
    games: Vec<&'static GameInfo>,
    budget: Budget,
    source: CellSource,
    /// The number of letters that are options, if each of their values gets a separate table.
    leading: Option<usize>,
    /// The cost of the box, if there is one.
    built: Effort,
}

impl FamilyTable {
    /// Picks the engine. If a family is most of a box of a ray game (nim, Wythoff's game, matrix nim), the whole box is
    /// computed here, in the time and memory of the [sieve](nimfield_engines::sieve) or the [Grundy
    /// table](nimfield_engines::grundy_table). Rows of any other family are analysed on demand.
    ///
    /// The positions and memory of the budget apply to the box, or to each row; its time applies to the whole table.
    ///
    /// # Errors
    /// If no position of the family can be read, or the box is too large for the budget.
    pub fn new(
        family: Template,
        query: FamilyQuery,
        budget: Budget,
    ) -> Result<FamilyTable, FamilyError> {
        let start = Instant::now();
        let Plan {
            play,
            games,
            corner,
            last,
        } = Plan::of(&family, &query, &budget)?;
        let source = match corner {
            Some((game, sizes)) => {
                let bounds = bounds(&sizes);
                match query.shown {
                    Shown::Outcomes => {
                        CellSource::Outcomes(OutcomeTable::sieve(&game, play, &bounds, &budget)?)
                    }
                    _ => CellSource::Values(GrundyTable::compute(&game, play, &bounds, &budget)?),
                }
            }
            // The tables of a page have too few rows to be worth the code.
            None if cfg!(target_family = "wasm") => CellSource::Analysis,
            None if !matches!(query.shown, Shown::Outcomes | Shown::Values) => CellSource::Analysis,
            None => {
                let linear = LinearFamily::of(&family, (&last, play), query.shown, &budget);
                let linear = linear.map_err(FamilyError::Unfinished)?;
                linear.map_or(CellSource::Analysis, CellSource::Linear)
            }
        };
        // The options change slowly, and one table of the other letters serves all members with the same options.
        let leading = match source {
            CellSource::Analysis if !cfg!(target_family = "wasm") => family.leading_options(),
            _ => None,
        };
        let positions = match &source {
            CellSource::Outcomes(table) => table.positions(),
            CellSource::Values(table) => table.positions(),
            _ => 0,
        };
        Ok(FamilyTable {
            play,
            games,
            family,
            query,
            budget,
            source,
            leading,
            built: Effort {
                positions,
                seconds: start.elapsed().as_secs_f64(),
            },
        })
    }

    /// Creates a table from cells computed elsewhere, in the order of the [rows](FamilyTable::rows); missing cells are
    /// undecided.
    ///
    /// # Errors
    /// If the last position of the family cannot be read.
    pub fn given(
        family: Template,
        query: FamilyQuery,
        cells: Vec<TableCell>,
        budget: Budget,
    ) -> Result<FamilyTable, FamilyError> {
        let Plan { play, games, .. } = Plan::of(&family, &query, &budget)?;
        Ok(FamilyTable {
            play,
            games,
            family,
            query,
            budget,
            source: CellSource::Given(cells),
            leading: None,
            built: Effort::default(),
        })
    }

    /// Counts the P-positions of a family that is a whole box of a ray game from 0 on, in the time of its table but a
    /// small part of the memory; or of a large cube from 0 on of a game with a law for all numbers, by the law. Also
    /// returns the engine and the play convention. `None` for other families and for queries that ask for more than
    /// outcomes.
    ///
    /// # Errors
    /// If the last position of the family cannot be read, or the box is too large for the budget.
    ///
    /// # Complexity
    /// The time of [`OutcomeTable::count`]; a law takes time for each digit of the largest number.
    ///
    /// ```
    /// use nimfield::budget::Budget;
    /// use nimfield::tables::{FamilyQuery, FamilyTable, Shown};
    /// use nimfield::template::{Letter, Template};
    ///
    /// let letters = vec![Letter::read("a=0..7")?, Letter::read("b=0..7")?];
    /// let family = Template::new("wythoff[a b]", letters)?;
    /// let query = FamilyQuery::new(Shown::Outcomes);
    /// let count = FamilyTable::count_p_of_box(&family, &query, &Budget::unlimited())?;
    /// assert_eq!(count.expect("it is a box").2.count, 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_p_of_box(
        family: &Template,
        query: &FamilyQuery,
        budget: &Budget,
    ) -> Result<Option<(Engine, Play, TableCount)>, FamilyError> {
        let start = Instant::now();
        let plan = Plan::of(family, query, budget)?;
        let whole = query.shown == Shown::Outcomes && plan::is_whole(family);
        #[cfg(not(target_family = "wasm"))]
        if whole && let Some(count) = by_law::count_p(family, query, &plan, budget) {
            return Ok(Some((Engine::Law, plan.play, count)));
        }
        let Plan { play, corner, .. } = plan;
        let Some((game, sizes)) = corner.filter(|_| whole) else {
            return Ok(None);
        };
        let count = TableCount {
            count: OutcomeTable::count(&game, play, &bounds(&sizes), budget)?.into(),
            members: family.count(),
            effort: Effort {
                positions: u64::try_from(family.count()).unwrap_or(u64::MAX),
                seconds: start.elapsed().as_secs_f64(),
            },
            ..TableCount::default()
        };
        Ok(Some((Engine::Sieve, play, count)))
    }

    /// Returns whether the rows are computed together as a box, so that some rows cost as much as all.
    ///
    /// # Errors
    /// If the last position of the family cannot be read.
    pub fn is_one_box(
        family: &Template,
        query: &FamilyQuery,
        budget: &Budget,
    ) -> Result<bool, FamilyError> {
        Ok(Plan::of(family, query, budget)?.corner.is_some())
    }

    /// Returns the family.
    #[must_use]
    pub fn family(&self) -> &Template {
        &self.family
    }

    /// Returns the contents of the cells.
    #[must_use]
    pub fn shown(&self) -> Shown {
        self.query.shown
    }

    /// Returns the play convention.
    #[must_use]
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns the games of the components, each once.
    #[must_use]
    pub fn games(&self) -> &[&'static GameInfo] {
        &self.games
    }

    /// Returns the engine that computes the cells.
    #[must_use]
    pub fn engine(&self) -> Engine {
        match &self.source {
            CellSource::Outcomes(_) => Engine::Sieve,
            CellSource::Values(_) => Engine::GrundyTable,
            CellSource::Linear(linear) => match linear.by {
                ByNumbers::Formula(_) => Engine::ClosedForm,
                ByNumbers::Heaps(_) => Engine::NimSums,
                ByNumbers::InBox(_) if self.query.shown == Shown::Outcomes => Engine::Sieve,
                ByNumbers::InBox(_) => Engine::GrundyTable,
            },
            CellSource::Analysis | CellSource::Given(_) => Engine::Analysis,
        }
    }

    /// Returns the cost before the first row: that of the box, if there is one. [`Rows::effort`] and
    /// [`TableCount::effort`] give the total.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.built
    }

    /// Returns the position with these values for the letters, in strict notation.
    ///
    /// # Errors
    /// If there is no such position.
    pub fn position(&self, values: &[u64]) -> Result<String, FamilyError> {
        Ok(ask::member(&self.family, values, &self.budget)?.to_string())
    }

    /// Returns the rows, with the last letter changing fastest. Members that are not positions, such as `welter[3,3]`,
    /// have empty cells. The first error ends the iterator.
    pub fn rows(&self) -> Rows<'_> {
        self.rows_from(0)
    }

    /// Returns the rows of a shard, in order. The first error ends the iterator.
    pub fn rows_of(&self, shard: Shard) -> Rows<'_> {
        if !self.family.is_free() {
            return self.rows_at(members(&self.family, move |number| shard.owns(number)));
        }
        // The members of other shards are skipped.
        let total = u64::try_from(self.family.count()).unwrap_or(u64::MAX);
        let numbers = (0..shard.share(total)).map(move |i| shard.nth(i));
        let member = |number: u64| Some(Some((number, self.family.values_at(number.into())?)));
        self.rows_at(numbers.filter_map(member))
    }

    /// Returns the rows starting with this number.
    fn rows_from(&self, first: u64) -> Rows<'_> {
        self.rows_at(members(&self.family, move |number| number >= first))
    }

    fn rows_at<'t>(&'t self, members: impl Iterator<Item = Option<Member>> + 't) -> Rows<'t> {
        let asker = match self.source {
            CellSource::Analysis => Some(RowAsker::new(&self.query, self.play, &self.budget)),
            _ => None,
        };
        Rows {
            table: self,
            asker,
            part: None,
            values: Box::new(members),
            start: Instant::now(),
            done: 0,
            positions: 0,
            ended: false,
        }
    }

    /// Returns the cell, if it is known without analysing the position.
    fn known(&self, values: &[u64]) -> Option<TableCell> {
        // The bounds of a box fit 32 bits.
        let small = || values.iter().map(|&value| value as u32).collect::<Vec<_>>();
        let outcome = |is_p| TableCell::Outcome(Outcome::impartial(is_p));
        match &self.source {
            CellSource::Outcomes(outcomes) => outcomes.is_p(&small()).map(outcome),
            CellSource::Values(grundy) => grundy
                .value(&small())
                .map(|value| TableCell::Value(u128::from(value).into())),
            CellSource::Linear(linear) => Some(match (linear.value(values), self.query.shown) {
                (None, _) => TableCell::default(),
                (Some(value), Shown::Outcomes) => outcome(value == 0),
                (Some(value), _) => TableCell::Value(u128::from(value).into()),
            }),
            CellSource::Analysis | CellSource::Given(_) => None,
        }
    }

    fn unfinished(&self, limit: Limit, done: u64) -> Unfinished {
        // The number of skipped members is unknown until all have been examined.
        let total = self.family.is_free().then(|| self.family.count());
        // A total of 2^64 or more is not reported.
        limit.after_of(done, total.and_then(|total| u64::try_from(total).ok()))
    }

    /// Counts the P-positions, as far as the budget allows. For a box from 0 on, the sieve has the count without
    /// visiting each position; [`count_p_of_box`](FamilyTable::count_p_of_box) does not even need its table.
    ///
    /// # Errors
    /// Running out of budget is not an error here.
    pub fn count_p(&self) -> Result<TableCount, FamilyError> {
        if let (CellSource::Outcomes(table), true) = (&self.source, plan::is_whole(&self.family)) {
            return Ok(TableCount {
                count: table.count_p().into(),
                members: self.family.count(),
                effort: self.built,
                ..TableCount::default()
            });
        }
        self.count_p_from(&mut CountState::default(), &mut |_| {})
    }

    /// Continues an earlier count of P-positions, member by member, as far as the budget allows. `each` is called with
    /// the count at intervals, so that it can be saved.
    ///
    /// # Errors
    /// Running out of budget is not an error here.
    pub fn count_p_from(
        &self,
        state: &mut CountState,
        each: &mut dyn FnMut(&CountState),
    ) -> Result<TableCount, FamilyError> {
        self.count_p_up_to(u64::MAX, state, each)
    }

    /// Counts parts of an earlier count again, in random order and for a moment, and returns whether they agree.
    ///
    /// # Errors
    /// The errors of [`count_p_from`](FamilyTable::count_p_from).
    pub fn check_count(&self, state: &CountState) -> Result<bool, FamilyError> {
        const MOMENT: Duration = Duration::from_secs(1);
        let start = Instant::now();
        let mut marks = vec![[0; 3]];
        marks.extend(&state.marks);
        marks.push(state.counts());
        let parts = shuffled(marks.iter().zip(&marks[1..]));
        for (from, to) in &parts {
            let fits = from.iter().zip(*to).all(|(from, to)| from <= to);
            if !fits || to[1] - from[1] > to[0] - from[0] {
                return Ok(false);
            }
        }
        for (from, to) in parts {
            let mut again = CountState {
                next: from[0],
                ..CountState::default()
            };
            let counted = self.count_p_up_to(to[0], &mut again, &mut |_| {})?;
            if counted.stopped.is_some() {
                break;
            }
            let (p_positions, empty) = (to[1] - from[1], to[2] - from[2]);
            // Another budget may decide more positions, or fewer.
            let decided = !state.undecided && !again.undecided;
            if empty != again.empty || decided && p_positions != again.p_positions {
                return Ok(false);
            }
            if start.elapsed() > MOMENT {
                break;
            }
        }
        Ok(true)
    }

    fn count_p_up_to(
        &self,
        end: u64,
        state: &mut CountState,
        each: &mut dyn FnMut(&CountState),
    ) -> Result<TableCount, FamilyError> {
        let mut count = TableCount {
            effort: self.built,
            ..TableCount::default()
        };
        if let (CellSource::Linear(linear), true) = (&self.source, self.family.is_free()) {
            let (start, first) = (Instant::now(), state.next);
            let result = linear.add_p(&self.family, &self.budget, (&mut *state, end), each);
            count.stopped = result.err();
            count.effort = Effort {
                positions: state.next - first,
                seconds: start.elapsed().as_secs_f64(),
            };
        } else {
            let mut rows = self.rows_from(state.next);
            // On a 32-bit machine, this many members are out of reach.
            let members = usize::try_from(end.saturating_sub(state.next)).unwrap_or(usize::MAX);
            for row in rows.by_ref().take(members) {
                match row {
                    Ok(row) => {
                        let undecided = row.cell == TableCell::Undecided;
                        // The budget ran out in the middle of this row, so the next run repeats it.
                        if let (true, Err(limit)) = (undecided, self.budget.check(0)) {
                            count.stopped = Some(self.unfinished(limit, state.next));
                            break;
                        }
                        state.next += 1;
                        state.empty += u64::from(row.cell.is_empty());
                        state.p_positions += u64::from(row.cell.is_p());
                        state.undecided |= undecided;
                        state.mark();
                        each(state);
                    }
                    Err(FamilyError::Unfinished(unfinished)) => count.stopped = Some(unfinished),
                    Err(error) => return Err(error),
                }
            }
            count.effort = rows.effort();
        }
        count.count = state.p_positions.into();
        count.members = state.next.into();
        count.empty = state.empty.into();
        count.undecided = state.undecided.into();
        Ok(count)
    }

    /// Counts the positions by cell, for example by value, as far as the budget allows.
    ///
    /// # Errors
    /// Running out of budget is not an error here.
    pub fn count_cells(&self) -> Result<TableCount, FamilyError> {
        let mut count = TableCount::default();
        let mut rows = self.rows();
        for row in &mut rows {
            count.members += u128::from(row.is_ok());
            match row {
                Ok(row) if row.cell == TableCell::Undecided => count.undecided += 1,
                Ok(row) if row.cell.is_empty() => count.empty += 1,
                Ok(row) => *count.by_cell.entry(row.cell.text()).or_default() += 1,
                Err(FamilyError::Unfinished(unfinished)) => count.stopped = Some(unfinished),
                Err(error) => return Err(error),
            }
        }
        count.effort = rows.effort();
        Ok(count)
    }

    /// Returns the grid with these cells, those of the first [rows](FamilyTable::rows). Missing cells are undecided,
    /// and cells without a row are empty.
    ///
    /// Takes the memory of all cells of the family; check [`Template::count`] first.
    #[must_use]
    pub fn grid(&self, mut cells: Vec<TableCell>) -> TableGrid {
        if self.family.is_free() {
            let total = usize::try_from(self.family.count()).unwrap_or(usize::MAX);
            cells.resize(total, TableCell::Undecided);
        } else {
            let mut rows = cells.into_iter();
            let cell = |values: Vec<u64>| match self.family.allows(&values) {
                true => rows.next().unwrap_or(TableCell::Undecided),
                false => TableCell::default(),
            };
            cells = self.family.values().map(cell).collect();
        }
        TableGrid {
            family: self.family.text().to_string(),
            play: self.play,
            shown: self.query.shown,
            expression: self.query.statement.as_ref().map(Statement::to_string),
            letters: self.family.letters().to_vec(),
            cells,
        }
    }
}

/// Returns the first sizes outside of the box with this far corner.
fn bounds(corner: &[u32]) -> Vec<u32> {
    corner.iter().map(|size| size.saturating_add(1)).collect()
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The values of the letters.
    pub values: Vec<u64>,
    /// The cell of the position.
    pub cell: TableCell,
}

/// The rows of a table, computed on demand.
pub struct Rows<'t> {
    table: &'t FamilyTable,
    asker: Option<RowAsker<'t>>,
    /// The values of the options, and the table of the members with these options, if it holds all of them.
    part: Option<(Vec<u64>, Option<FamilyTable>)>,
    /// The rows to find; `None` where the clock must be checked.
    values: Box<dyn Iterator<Item = Option<Member>> + 't>,
    start: Instant,
    done: u64,
    positions: u64,
    ended: bool,
}

impl Rows<'_> {
    /// Returns the cost so far, including the box.
    #[must_use]
    pub fn effort(&self) -> Effort {
        let built = self.table.built;
        Effort {
            positions: built.positions.saturating_add(self.positions),
            seconds: built.seconds + self.start.elapsed().as_secs_f64(),
        }
    }

    fn check(&self) -> Result<(), FamilyError> {
        let unfinished = |limit| FamilyError::Unfinished(self.table.unfinished(limit, self.done));
        self.table.budget.check(0).map_err(unfinished)
    }

    /// Returns the table of the members with these values of the options, if there is one.
    fn part_with(&mut self, options: &[u64]) -> Result<Option<&FamilyTable>, FamilyError> {
        let table = self.table;
        if options.is_empty() {
            return Ok(None);
        }
        if self.part.as_ref().is_none_or(|(own, _)| own != options) {
            let new = |family| FamilyTable::new(family, table.query.clone(), table.budget.clone());
            let part = match table
                .family
                .part(options)
                .map_err(FamilyError::from)
                .and_then(new)
            {
                Ok(part) => Some(part).filter(|part| !matches!(part.source, CellSource::Analysis)),
                // Its members are not positions, or are analysed one by one.
                Err(FamilyError::Unfinished(unfinished)) => {
                    return Err(FamilyError::Unfinished(unfinished));
                }
                Err(_) => None,
            };
            let built = part.as_ref().map_or(0, |part| part.built.positions);
            self.positions = self.positions.saturating_add(built);
            self.part = Some((options.to_vec(), part));
        }
        Ok(self.part.as_ref().and_then(|(_, part)| part.as_ref()))
    }

    fn row(&mut self, number: u64, values: Vec<u64>) -> Result<Row, FamilyError> {
        let table = self.table;
        if self.asker.is_some() || self.done.is_multiple_of(POLL) {
            self.check()?;
        }
        let first = table.leading.map_or(0, |leading| leading);
        let known = match self.part_with(&values[..first])? {
            Some(part) => part.known(&values[first..]),
            None => table.known(&values),
        };
        if let CellSource::Linear(_) = table.source {
            self.positions += 1;
        }
        let cell = match (&table.source, &mut self.asker) {
            _ if known.is_some() => known,
            (_, Some(asker)) => match ask::member(&table.family, &values, &table.budget) {
                Err(error) if error.is_no_position() => Some(TableCell::default()),
                member => {
                    let (cell, positions) = asker.ask(&member?, &values)?;
                    self.positions = self.positions.saturating_add(positions);
                    Some(cell)
                }
            },
            (CellSource::Given(cells), _) => cells.get(number as usize).cloned(),
            _ => None,
        };
        self.done += 1;
        Ok(Row {
            values,
            cell: cell.unwrap_or(TableCell::Undecided),
        })
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<Row, FamilyError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let row = loop {
            match self.values.next()? {
                Some((number, values)) => break self.row(number, values),
                None => {
                    if let Err(error) = self.check() {
                        break Err(error);
                    }
                }
            }
        };
        self.ended = row.is_err();
        Some(row)
    }
}

impl std::iter::FusedIterator for Rows<'_> {}

/// The number of a row, and the values of the letters.
type Member = (u64, Vec<u64>);

/// The number of rows between two checks of the clock, if rows are skipped or come from an existing table.
const POLL: u64 = 1024;

/// Returns the members with these numbers. Some `None` items in between let the caller check the clock, since many
/// values may be skipped before the next member.
fn members(
    family: &Template,
    wanted: impl Fn(u64) -> bool,
) -> impl Iterator<Item = Option<Member>> {
    let mut numbers = 0..;
    family.allowed_values().filter_map(move |values| {
        let Some(member) = values.and_then(|values| Some((numbers.next()?, values))) else {
            return Some(None);
        };
        match wanted(member.0) {
            true => Some(Some(member)),
            false => member.0.is_multiple_of(POLL).then_some(None),
        }
    })
}
