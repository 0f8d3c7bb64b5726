//! Questions about positions: answers, values, forms, good moves.

use std::path::PathBuf;
use std::sync::Arc;

use nimfield::opponent::{Aim, best_move};
use nimfield::{
    Analyzer, Budget, FormStyle, Play, Player, Query, Sum, Undecided, canonical_form,
    misere_report, partizan_parts,
};
use nimfield_engines::partizan::{NoValue, PartizanSearch};
use nimfield_engines::taking::table::{TableSet, data_folder};
use pyo3::prelude::*;

use super::PyPosition;
use super::answer::PyAnswer;
use super::reading::{for_play, play_of, within};
use crate::convert::to_python;
use crate::errors;
use crate::game::{self, PyGame};
use crate::limits::Limits;
use crate::moves::PyMove;
use crate::nimber::PyNimber;
use crate::own::OwnPosition;
use crate::run::{self, Budgets};

/// The settings of a question, as `nimfield/_positions.py` passes them.
#[derive(FromPyObject)]
pub struct AnalysisQuery {
    play: Option<String>,
    value: bool,
    moves: bool,
    unproved: bool,
    only_outcome: bool,
    limit: usize,
    dag: bool,
    tables: Vec<PathBuf>,
}

/// Analyses positions one after the other, each with its own budget.
#[pyfunction]
pub fn _analyze(
    py: Python<'_>,
    positions: Vec<Py<PyPosition>>,
    question: AnalysisQuery,
    limits: Limits,
) -> PyResult<Vec<PyAnswer>> {
    let sums: Vec<&Sum> = positions.iter().map(|one| &one.get().sum).collect();
    let plays = sums
        .iter()
        .map(|sum| play_of(sum, question.play.as_deref()));
    let plays: Vec<Play> = plays.collect::<PyResult<_>>()?;
    let played = sums.iter().zip(&plays);
    let played = played.map(|(sum, &play)| for_play(py, sum, play));
    let sums: Vec<Sum> = played.collect::<PyResult<_>>()?;
    let tables = TableSet::open(&question.tables, data_folder(), limits.memory);
    let tables = Arc::new(tables.map_err(|error| errors::file(py, &error))?);
    let query = |play| Query {
        play,
        value: question.value,
        moves: question.moves,
        unproved: question.unproved,
        only_outcome: question.only_outcome,
        limit: question.limit,
        dag: question.dag,
    };
    let own = sums.iter().flat_map(|sum| sum.components());
    let own = own.filter_map(OwnPosition::behind).next().is_some();
    let limits = &limits.calling_back(own);
    let answers = run::soon(py, limits, |budgets| {
        let mut analyzer = Analyzer::new(query(Play::Normal), Budget::unlimited());
        analyzer.set_tables(tables.clone());
        let mut answers = Vec::with_capacity(sums.len());
        for (sum, &play) in sums.iter().zip(&plays) {
            if budgets.ended() {
                break;
            }
            analyzer.set_query(query(play));
            let budget = budgets.begin();
            let sum = within(sum, &budget).map_err(|error| error.to_string())?;
            analyzer.set_budget(budget);
            answers.push(analyzer.analyze(&sum));
            if sums.len() > 1 {
                budgets.tell(answers.len(), sums.len());
            }
        }
        Ok::<_, String>(answers)
    })?;
    let answers = answers.map_err(|why| errors::not_decided(py, why))?;
    Ok(answers.into_iter().map(PyAnswer).collect())
}

impl PyPosition {
    /// A result that only theory or search can find, in a session.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        limits: Limits,
        work: impl Fn(&Sum, &Budgets<'_>) -> Result<T, Undecided> + Send + Sync,
    ) -> PyResult<T> {
        let limits = limits.calling_back(self.is_own());
        let found = run::soon(py, &limits, |budgets| work(&self.sum, budgets))?;
        found.map_err(|undecided| errors::undecided(py, &undecided))
    }
}

#[pymethods]
impl PyPosition {
    /// The canonical form of the value, in normal play.
    fn canonical_form(&self, py: Python<'_>, limits: Limits) -> PyResult<PyGame> {
        let limits = limits.calling_back(self.is_own());
        let found = run::soon(py, &limits, |budgets| {
            let budget = budgets.begin();
            let sum = within(&self.sum, &budget)?;
            canonical_form(&mut Analyzer::new(Query::default(), budget), &sum)
        })?;
        let (from, found) = found.map_err(|why| match why {
            NoValue::TooLarge(why) => errors::out_of_reach(py, why),
            stopped => errors::not_decided(py, stopped.to_string()),
        })?;
        let to = game::arena();
        let game = game::work(py, &to, |to| game::bring(&from, to, found))?;
        Ok(PyGame::new(to, game))
    }

    /// The outcome of a partizan position of games in Python: this question alone needs no canonical forms. `None` for
    /// other positions.
    fn own_outcome(
        &self,
        py: Python<'_>,
        play: Option<&str>,
        limits: Limits,
    ) -> PyResult<Option<String>> {
        if !self.is_own() || self.sum.is_impartial() {
            return Ok(None);
        }
        let play = play_of(&self.sum, play)?;
        let outcome = self.search(py, limits, |sum, budgets| {
            let budget = budgets.begin();
            let out_of_reach = |why: short_game::Error| Undecided::OutOfReach(why.to_string());
            let sum = within(sum, &budget).map_err(out_of_reach)?;
            let parts = partizan_parts(&sum).map_err(Undecided::OutOfReach)?;
            Ok(PartizanSearch::new(play).outcome(&parts, &budget)?)
        })?;
        Ok(Some(outcome.to_string()))
    }

    /// The Grundy value of an impartial position in normal play.
    fn grundy_value(&self, py: Python<'_>, limits: Limits) -> PyResult<PyNimber> {
        let value = self.search(py, limits, |sum, budgets| {
            Analyzer::new(Query::play(Play::Normal), budgets.begin()).value(sum)
        })?;
        Ok(value.value.to_ordinal().into())
    }

    /// The misère canonical form of an impartial position and its consequences.
    fn misere_report<'py>(
        &self,
        py: Python<'py>,
        limit: usize,
        nodes: bool,
        limits: Limits,
    ) -> PyResult<Bound<'py, PyAny>> {
        for_play(py, &self.sum, Play::Misere)?;
        let report = self.search(py, limits, |sum, budgets| {
            let style = FormStyle {
                limit,
                nodes,
                cgsuite: false,
            };
            misere_report(sum, style, &budgets.begin())
        })?;
        to_python(py, &report)
    }

    /// A good move of an impartial position, and its purpose.
    fn best_move(
        &self,
        py: Python<'_>,
        play: Option<&str>,
        unproved: bool,
        limits: Limits,
    ) -> PyResult<Option<(PyMove, &'static str)>> {
        let limits = limits.calling_back(self.is_own());
        let play = play_of(&self.sum, play)?;
        let sum = for_play(py, &self.sum, play)?;
        let choice = run::soon(py, &limits, |budgets| {
            let budget = budgets.begin();
            let query = Query::play(play).unproved(unproved);
            let mut analyzer = Analyzer::new(query, budget.clone());
            best_move(&sum, Player::Left, &mut analyzer, budget)
        })?;
        let Some(choice) = choice else {
            return Ok(None);
        };
        let aim = match choice.aim {
            Aim::Win => "win",
            Aim::Resist(_) => "resist",
            Aim::Linger => "linger",
            Aim::Guess | Aim::Random => "guess",
        };
        let from = Py::new(py, PyPosition::new(sum.clone()))?.into_any();
        Ok(Some((PyMove::new(choice.mv, sum.arena(), from), aim)))
    }
}
