//! The analyser.

use std::ops::RangeInclusive;
use std::sync::Arc;

use nimfield_core::clock::Instant;
use nimfield_core::files::FileError;
use nimfield_core::prelude::*;
use nimfield_core::words::ReasonKind;
use nimfield_engines::SavedSearch;
use nimfield_engines::taking::table::TableSet;
use nimfield_games::placing::Field;

use super::case::{Case, Part};
use super::query::{MoveList, Query};
use super::route::{Ask, Goal, Stage};
use super::route_list::Routes;
use super::state_file::{Saver, StateError, StateFile};
use super::trail::Trail;
use crate::answer::{Answer, Effort, Figures};
use crate::laws::ProvedLaw;
use crate::sum::{Sum, SumMove, ToSum};

/// Answers questions about positions of any games and caches the results of its searches, so that similar positions
/// cost less.
pub struct Analyzer {
    query: Query,
    budget: Budget,
    routes: Routes,
    /// The routes for partizan positions.
    partizan: Routes<Analyzer>,
    /// The file of the search that is saved, and the position if its game has the search.
    saved: Option<(Option<Field>, Saver)>,
    /// The position of the last question; it keeps the results that its game has cached alive.
    last: Option<Sum>,
}

impl Analyzer {
    /// Creates an analyser with these routes.
    pub(super) fn with_routes(
        query: Query,
        budget: Budget,
        routes: Routes,
        partizan: Routes<Analyzer>,
    ) -> Analyzer {
        Analyzer {
            query,
            budget: budget.counting(),
            routes,
            partizan,
            saved: None,
            last: None,
        }
    }

    /// Sets the tables for positions on boards, which searches consult first, and for parts of them, which may be in
    /// tables of smaller boards.
    pub fn set_tables(&mut self, tables: Arc<TableSet>) {
        self.routes.set_tables(tables);
    }

    /// Sets a law that decides the positions of its family before all other routes.
    pub fn set_law(&mut self, law: Option<Arc<ProvedLaw>>) {
        self.routes.set_law(law);
    }

    /// Sets the budget; a time limit starts when the budget is created.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget.counting();
    }

    /// Sets the query; results cached for another play convention are not used.
    pub fn set_query(&mut self, query: Query) {
        self.query = query;
    }

    /// Returns the query.
    #[must_use]
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Returns the routes that were tried for the last question, with the cost of each and the reason why it passed.
    ///
    /// ```
    /// use nimfield::{Analyzer, Budget, Query};
    /// let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    /// analyzer.analyze(&nimfield::read("matrix[2 3 4; 3 4 5]").unwrap());
    /// let last = analyzer.trail().steps().last().unwrap();
    /// assert_eq!(last.route, "table of the box");
    /// ```
    #[must_use]
    pub fn trail(&self) -> &Trail {
        self.routes.trail()
    }

    /// Saves the search of this position in the file from now on, and continues the search that the file holds. The
    /// position is a board in misère play, or one of a placing game in normal play. [Set](Analyzer::set_tables) tables
    /// first.
    ///
    /// Returns the number of positions decided in the file.
    ///
    /// # Errors
    /// If it is not such a position, or the file cannot be read or written, is damaged, belongs to
    /// another position, or needs more memory than the budget allows.
    pub fn keep_in(&mut self, sum: &Sum, file: StateFile) -> Result<u64, StateError> {
        let (play, budget) = (self.query.play, self.budget.clone());
        let saver = Saver::new(sum.to_string(), file);
        let field = sum.as_placing().filter(|_| play == Play::Normal).cloned();
        let cells = field.as_ref().map_or(0, Field::free);
        let mut begin = |search: &mut dyn SavedSearch| {
            saver.begin(search, cells, &budget)?;
            Ok(search.decided())
        };
        let begun = match &field {
            Some(field) => Some(field.with_search(begin)),
            None => self.routes.keep((sum, play), &mut begin),
        };
        let decided = begun.unwrap_or_else(|| {
            let text = format!(
                "{sum} is neither a single board in misère play nor a placing game in normal play, and only the search \
                 of such a position is saved"
            );
            Err(StateError::NoJob(Undecided::OutOfReach(text)))
        })?;
        // What the check of the file counted does not belong to an answer.
        drop(budget.take_counts());
        self.saved = Some((field, saver));
        Ok(decided)
    }

    /// Saves the search now, if it has a [file](Analyzer::keep_in); returns the number of positions decided.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save_search(&mut self) -> Result<Option<u64>, FileError> {
        let Some((field, saver)) = &self.saved else {
            return Ok(None);
        };
        let save = |search: &dyn SavedSearch| {
            saver.file().save(|out| search.save(&saver.name, out))?;
            Ok(search.decided())
        };
        let saved = match field {
            Some(field) => Some(field.with_search(|search| save(search))),
            None => self.routes.saved_search().map(save),
        };
        saved.transpose()
    }

    /// Finds the outcome, the value, winning moves and the reason.
    ///
    /// Never fails: if the budget is too small, undecided parts of the answer are missing, and its reason has the kind
    /// `budget`.
    ///
    /// ```
    /// use nimfield::{Analyzer, Budget, Outcome, Query, read};
    /// let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    /// let answer = analyzer.analyze(&read("matrix[20 24; 24 27]")?);
    /// assert_eq!(answer.outcome, Some(Outcome::N));
    /// assert_eq!(answer.winning_moves[0].to_string(), "row 2 by 7 to matrix[20 24; 17 20]");
    /// assert_eq!(answer.reason.source, "Ferguson 2001, Theorem 3");
    /// # Ok::<(), nimfield::NotationError>(())
    /// ```
    pub fn analyze(&mut self, position: &impl ToSum) -> Answer {
        self.about(position, Analyzer::analyze_sum)
    }

    /// Answers a question about a position, which stays in memory until the next question.
    fn about<T>(&mut self, position: &impl ToSum, ask: impl FnOnce(&mut Analyzer, &Sum) -> T) -> T {
        let sum = position.to_sum();
        self.save_search_of(&sum);
        let found = ask(self, &sum);
        self.last = Some(sum);
        found
    }

    /// Has the search of a position save its state if a file holds it: what others find belongs in no file.
    fn save_search_of(&mut self, sum: &Sum) {
        // A page has no files.
        if let Some((field, saver)) = &self.saved
            && !cfg!(target_family = "wasm")
        {
            let play = match field {
                Some(_) => Play::Normal,
                None => Play::Misere,
            };
            let is_saved = self.query.play == play && saver.name == sum.to_string();
            let save = is_saved.then(|| saver.save_fn());
            self.budget = self.budget.clone().saving(save);
        }
    }

    fn analyze_sum(&mut self, sum: &Sum) -> Answer {
        let start = Instant::now();
        self.routes.begin();
        let sum = &match sum.for_play(self.query.play) {
            Ok(sum) => sum,
            Err(error) => {
                let mut answer = self.blank(sum);
                answer.reason.text = format!("not decided: {}", error.message);
                return answer;
            }
        };
        let mut answer = match (sum.arena(), self.query.play) {
            (Some(arena), _) => self.analyze_partizan(sum, arena),
            (None, play) => {
                let case = Case::new(sum);
                let mut answer = match play {
                    Play::Normal => self.analyze_normal(&case),
                    Play::Misere => self.analyze_misere(&case),
                };
                if let Some(reduced) = case.reduced()
                    && answer.reason.kind != ReasonKind::Budget
                {
                    answer.reason.text =
                        format!("the normal form is {reduced}; {}", answer.reason.text);
                }
                answer
            }
        };
        for remark in self.routes.remarks() {
            answer.reason.text.push_str("; ");
            answer.reason.text.push_str(&remark);
        }
        answer.effort = Effort {
            positions: self.routes.positions(),
            seconds: start.elapsed().as_secs_f64(),
        };
        answer
    }

    /// Returns the limits.
    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Runs `ask` with at most this many positions for each search.
    pub(super) fn within<T>(&mut self, most: u64, ask: impl FnOnce(&mut Analyzer) -> T) -> T {
        self.with_positions(most.min(self.budget.most_positions()), ask)
    }

    /// Runs `ask` with this many positions for each search, whatever the budget.
    pub(super) fn with_positions<T>(
        &mut self,
        positions: u64,
        ask: impl FnOnce(&mut Analyzer) -> T,
    ) -> T {
        let limited = self.budget.clone().positions(positions);
        let whole = std::mem::replace(&mut self.budget, limited);
        let found = ask(self);
        self.budget = whole;
        found
    }

    /// Returns a move by which a search has decided the position in question.
    pub(super) fn known_winning_move(&mut self) -> Option<SumMove> {
        self.routes.winning_move()
    }

    /// Returns the number of positions examined for the current question.
    pub(super) fn positions(&self) -> u64 {
        self.routes.positions()
    }

    /// Counts positions examined outside of routes.
    pub(super) fn count(&mut self, positions: u64) {
        self.routes.count(positions);
    }

    /// Tests with the routes up to a stage whether the value of a part is `target`; `None` if no route decides it.
    pub(super) fn ask_whether(
        &mut self,
        part: &Part,
        (play, target): (Play, &Grundy),
        last: Stage,
    ) -> Option<Result<Finding<bool>, Undecided>> {
        let ask = self.asking(play, Goal::Has, target);
        self.routes.has_value((part, &ask), last, &self.budget)
    }

    /// Finds the value of a part with the routes up to a stage.
    pub(super) fn ask_value(
        &mut self,
        part: &Part,
        play: Play,
        last: Stage,
    ) -> Option<Result<Finding<Grundy>, Undecided>> {
        let ask = self.asking(play, Goal::Value, &Grundy::ZERO);
        self.routes.value((part, &ask), last, &self.budget)
    }

    /// Finds the moves of a part to the value `target` with the routes of these stages.
    pub(super) fn ask_moves(
        &mut self,
        part: &Part,
        (play, target): (Play, &Grundy),
        stages: RangeInclusive<Stage>,
    ) -> Option<Result<MoveList, Undecided>> {
        let ask = self.asking(play, Goal::MovesTo, target);
        self.routes.moves_to((part, &ask), stages, &self.budget)
    }

    /// Analyses a position with the partizan routes of these stages.
    pub(super) fn ask_partizan(
        &mut self,
        sum: &Sum,
        goal: Goal,
        stages: RangeInclusive<Stage>,
    ) -> Option<Result<Answer, Undecided>> {
        let ask = self.asking(self.query.play, goal, &Grundy::ZERO);
        // A route may call the analyser for impartial components, but not for partizan ones.
        let mut partizan = std::mem::replace(&mut self.partizan, Routes::of(&[]));
        let budget = self.budget.clone();
        let found = partizan.analysis((sum, &ask), stages, self, &budget);
        self.routes.absorb(&mut partizan);
        self.partizan = partizan;
        found
    }

    /// Records that theory answers a question about the outcome for all summands.
    pub(super) fn note_theory(&mut self, case: &Case<'_>, (play, target): (Play, &Grundy)) {
        let ask = self.asking(play, Goal::Has, target);
        self.routes.note_theory(&case.whole(), &ask);
    }

    fn asking(&self, play: Play, goal: Goal, target: &Grundy) -> Ask {
        Ask {
            play,
            goal,
            target: target.clone(),
            moves: self.query.moves || goal == Goal::MovesTo,
            unproved: self.query.unproved,
        }
    }

    /// Finds the Grundy value of an impartial position in normal play, by theory or by search.
    ///
    /// # Errors
    /// If neither finds it within the budget.
    pub fn value(&mut self, position: &impl ToSum) -> Result<Finding<Grundy>, Undecided> {
        self.routes.begin_trail();
        self.about(position, |this, sum| this.value_in(&Case::new(sum)))
    }

    /// Returns whether the Grundy value of an impartial position in normal play is `target`; for 0, whether it is a
    /// P-position.
    ///
    /// # Errors
    /// If neither theory nor search decides it within the budget.
    pub fn has_value(
        &mut self,
        position: &impl ToSum,
        target: Grundy,
    ) -> Result<Finding<bool>, Undecided> {
        self.routes.begin_trail();
        self.about(position, |this, sum| {
            this.has_value_in(&Case::new(sum), &target)
        })
    }

    /// Finds the moves of an impartial position to positions of Grundy value `target` in normal play.
    pub fn moves_to(&mut self, position: &impl ToSum, target: Grundy) -> MoveList {
        self.routes.begin_trail();
        self.about(position, |this, sum| this.moves_in(&Case::new(sum), target))
    }

    /// Creates an answer without any results.
    pub(super) fn blank(&self, position: &Sum) -> Answer {
        Answer {
            position: position.clone(),
            play: self.query.play,
            outcome: None,
            value: None,
            figures: (!position.is_impartial()).then(Figures::default),
            misere_value: None,
            genus: None,
            winning_moves: Vec::new(),
            complete: false,
            reason: Reason::new(ReasonKind::Budget, "", ""),
            effort: Effort::default(),
        }
    }
}

impl Sum {
    /// Finds the outcome, the value, winning moves and the reason: [`Analyzer::analyze`] with the arguments exchanged.
    #[must_use]
    pub fn analyze(&self, analyzer: &mut Analyzer) -> Answer {
        analyzer.analyze(self)
    }
}
