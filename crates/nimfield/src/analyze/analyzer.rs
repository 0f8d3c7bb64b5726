//! The analyser, and what it is asked.

use std::collections::HashSet;
use std::sync::Arc;

use nimfield_core::budget::Budget;
use nimfield_core::clock::Instant;
use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileError;
use nimfield_core::theory::{Finding, Undecided};
use nimfield_core::words::{Grundy, Play, Reason, ReasonKind};
use nimfield_engines::misere::MisereSearch;
use nimfield_engines::taking::table::{BoardTable, TableSet};

use super::case::Case;
use super::kept::{KeptBelow, KeptBox, KeptIn, KeptSearch, KeptSettled};
use crate::answer::{Answer, Effort, Figures};
use crate::sum::{Sum, SumMove, ToSum};

/// What to find out, and how.
#[derive(Clone, Debug)]
pub struct Query {
    /// The play convention.
    pub play: Play,
    /// Find the value even where only a search can.
    pub value: bool,
    /// List the winning moves. Without it the answer holds none and is not complete, unless there
    /// are none.
    pub moves: bool,
    /// Find the outcome and nothing else, where theory gives it without the value: for long tables.
    pub only_outcome: bool,
    /// Use what is verified but not proved; the reason then says so.
    pub unproved: bool,
    /// Partizan games: forms of more characters are summed up.
    pub limit: usize,
    /// Partizan games: print the form as numbered nodes.
    pub dag: bool,
}

impl Default for Query {
    fn default() -> Query {
        Query {
            play: Play::Normal,
            value: false,
            moves: true,
            only_outcome: false,
            unproved: false,
            limit: short_game::DEFAULT_LIMIT,
            dag: false,
        }
    }
}

impl Query {
    /// The default query in this play convention.
    #[must_use]
    pub fn play(play: Play) -> Query {
        Query {
            play,
            ..Query::default()
        }
    }
}

/// Moves with a common property.
#[derive(Clone, Debug)]
pub struct MoveList {
    /// The moves.
    pub moves: Vec<SumMove>,
    /// Whether these are all of them.
    pub complete: bool,
    /// Why none is found, where theory tells.
    pub gap: Option<String>,
}

impl MoveList {
    /// Leaves each move once: equal summands, such as two counters in one place, have the same
    /// moves.
    pub(super) fn without_repetitions(mut self) -> MoveList {
        let mut seen = HashSet::new();
        self.moves.retain(|mv| seen.insert(mv.to_string()));
        self
    }
}

/// A position with more moves than this is not searched move by move.
pub(super) const MOST_MOVES: u128 = 1_000_000;

/// An engine of a game lists no more winning moves than this.
pub(super) const MOST_LISTED: usize = 100_000;

/// Before a table of more positions is computed for a single one, a search is tried that may soon be over.
pub(super) const SMALL_BOX: u64 = 1 << 20;

/// When the memory of past searches exceeds this, the next position begins with an empty one.
pub(super) const KEPT_BYTES: u64 = 64 << 20;

/// Answers questions about positions of any games and remembers what its searches found, so that
/// similar positions come cheaper.
pub struct Analyzer {
    pub(super) query: Query,
    pub(super) budget: Budget,
    /// The search asked last, which may hold what the next question needs. Only one is kept, so
    /// that the budget's bytes bound all memory.
    pub(super) kept: Option<KeptSearch>,
    /// The table asked last; never beside a search, for the same reason.
    pub(super) table: Option<KeptBox>,
    /// What the engines of games found for the current question.
    pub(super) below: Vec<KeptBelow>,
    /// What another such engine found last.
    pub(super) settled: Option<KeptSettled>,
    /// The misère search of a board that is kept in a file, and the file.
    pub(super) kept_in: Option<KeptIn>,
    /// That search, while it is not the one asked last.
    pub(super) resumed: Option<MisereSearch>,
    /// Tables of whole boards.
    pub(super) boards: Option<Arc<TableSet>>,
    /// A table of the board of the current question, solved for it; never beside a search, either.
    pub(super) solved: Option<(Taking, BoardTable)>,
    /// What is wrong with a table that was asked about the current question, if something is.
    pub(super) unusable: Option<FileError>,
    /// Positions searched for the current question.
    pub(super) positions: u64,
    /// Positions that searches for the current question found in tables of other boards.
    pub(super) looked_up: u64,
}

impl Analyzer {
    /// An analyser.
    #[must_use]
    pub fn new(query: Query, budget: Budget) -> Analyzer {
        Analyzer {
            query,
            budget,
            kept: None,
            table: None,
            below: Vec::new(),
            settled: None,
            kept_in: None,
            resumed: None,
            boards: None,
            solved: None,
            unusable: None,
            positions: 0,
            looked_up: 0,
        }
    }

    /// From now on positions on boards are looked up in these tables before they are searched, and
    /// so are parts of them in tables of smaller boards.
    pub fn set_tables(&mut self, tables: Arc<TableSet>) {
        self.boards = Some(tables);
    }

    /// From now on this budget counts; a deadline begins with the budget.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// From now on this is asked; what is remembered of another play convention is not used.
    pub fn set_query(&mut self, query: Query) {
        self.query = query;
    }

    /// What the analyser is asked to find out.
    #[must_use]
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Outcome, value, winning moves and the reason.
    ///
    /// Never fails: what the budget did not allow to decide is missing from the answer, whose
    /// reason then is of the kind `budget`.
    ///
    /// ```
    /// use nimfield::{Outcome, analyze::{Analyzer, Query}, budget::Budget, games::matrix::Matrix};
    /// let mut analyzer = Analyzer::new(Query::default(), Budget::unlimited());
    /// let answer = analyzer.analyze(&Matrix::of([[20, 24], [24, 27]]));
    /// assert_eq!(answer.outcome, Some(Outcome::N));
    /// assert_eq!(answer.winning_moves[0].to_string(), "row 2 by 7 to matrix[20 24; 17 20]");
    /// assert_eq!(answer.reason.source, "Ferguson 2001, Theorem 3");
    /// ```
    pub fn analyze(&mut self, position: &impl ToSum) -> Answer {
        self.analyze_sum(&position.to_sum())
    }

    fn analyze_sum(&mut self, sum: &Sum) -> Answer {
        let start = Instant::now();
        self.begin();
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
        if let Some(fault) = self.unusable.take() {
            let text = &mut answer.reason.text;
            text.push_str(&format!("; a table of its board cannot be used: {fault}"));
        }
        answer.effort = Effort {
            positions: self.positions,
            seconds: start.elapsed().as_secs_f64(),
        };
        answer
    }

    /// Nothing has been looked at for the current question.
    pub(super) fn begin(&mut self) {
        self.positions = 0;
        self.looked_up = 0;
        self.unusable = None;
        self.solved = None;
        self.kept.take_if(|kept| kept.bytes > KEPT_BYTES);
        self.below.clear();
    }

    /// The Grundy value of an impartial position in normal play, by theory or search.
    ///
    /// # Errors
    /// If neither finds it within the budget.
    pub fn value(&mut self, position: &impl ToSum) -> Result<Finding<Grundy>, Undecided> {
        self.value_in(&Case::new(&position.to_sum()))
    }

    /// Whether the Grundy value of an impartial position in normal play is `target`; for 0, whether
    /// it is a P-position.
    ///
    /// # Errors
    /// If neither theory nor search finds out within the budget.
    pub fn has_value(
        &mut self,
        position: &impl ToSum,
        target: Grundy,
    ) -> Result<Finding<bool>, Undecided> {
        self.has_value_in(&Case::new(&position.to_sum()), target)
    }

    /// The moves of an impartial position to positions of Grundy value `target` in normal play.
    pub fn moves_to(&mut self, position: &impl ToSum, target: Grundy) -> MoveList {
        self.moves_in(&Case::new(&position.to_sum()), target)
    }

    /// Whether an impartial position is a P-position in misère play.
    ///
    /// # Errors
    /// If neither theory nor search finds out within the budget.
    pub fn misere_is_p(&mut self, position: &impl ToSum) -> Result<Finding<bool>, Undecided> {
        self.misere_is_p_in(&Case::new(&position.to_sum()))
    }

    /// The moves of an impartial position to P-positions in misère play.
    pub fn misere_moves(&mut self, position: &impl ToSum) -> MoveList {
        self.misere_moves_in(&Case::new(&position.to_sum()))
    }

    /// An answer in which nothing is known yet.
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
    /// Outcome, value, winning moves and the reason: [`Analyzer::analyze`] the other way round.
    #[must_use]
    pub fn analyze(&self, analyzer: &mut Analyzer) -> Answer {
        analyzer.analyze(self)
    }
}
