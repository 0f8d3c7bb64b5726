//! What is asked of positions: answers, values, forms, good moves.

use std::path::PathBuf;
use std::sync::Arc;

use nimfield::engines::partizan::{NoValue, PartizanSearch, Values};
use nimfield::engines::taking::table::{TableSet, data_folder};
use nimfield::opponent::{Aim, best_move_by};
use nimfield::{
    Analyzer, Budget, Play, Query, Sum, Term, Undecided, misere_report, partizan_parts, values,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use short_game::Game;

use super::reading::{for_play, play_of, within};
use super::{Asked, PyPosition};
use crate::answer::PyAnswer;
use crate::errors;
use crate::game::{self, PyGame};
use crate::limits::Limits;
use crate::moves::PyMove;
use crate::nimber::PyNimber;
use crate::own::OwnPosition;
use crate::run::{self, Budgets};

/// What is asked of positions.
struct Question {
    play: Option<String>,
    query: Query,
    tables: Vec<PathBuf>,
}

/// Analyses positions one after the other, each with a budget of its own.
fn analyze_all(
    py: Python<'_>,
    sums: &[&Sum],
    question: &Question,
    limits: Limits,
) -> PyResult<Vec<nimfield::Answer>> {
    let plays = sums
        .iter()
        .map(|sum| play_of(sum, question.play.as_deref()));
    let plays: Vec<Play> = plays.collect::<PyResult<_>>()?;
    let played = sums.iter().zip(&plays);
    let played = played.map(|(sum, &play)| for_play(py, sum, play));
    let sums: Vec<Sum> = played.collect::<PyResult<_>>()?;
    let tables = TableSet::open(&question.tables, data_folder(), limits.bytes());
    let tables = Arc::new(tables.map_err(|error| errors::file(py, &error))?);
    let own = sums.iter().flat_map(|sum| sum.components());
    let own = own.filter_map(OwnPosition::behind).next().is_some();
    let limits = &limits.calling_back(own);
    let answers = run::soon(py, limits, |budgets| {
        let mut analyzer = Analyzer::new(question.query.clone(), Budget::unlimited());
        analyzer.set_tables(tables.clone());
        let mut answers = Vec::with_capacity(sums.len());
        for (sum, &play) in sums.iter().zip(&plays) {
            if budgets.ended() {
                break;
            }
            analyzer.set_query(Query {
                play,
                ..question.query.clone()
            });
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
    answers.map_err(|why| errors::not_decided(py, why, None))
}

impl PyPosition {
    /// The answer to a question about this position.
    fn ask(
        &self,
        py: Python<'_>,
        question: &Question,
        limits: Limits,
    ) -> PyResult<nimfield::Answer> {
        let mut answers = analyze_all(py, &[&self.sum], question, limits)?;
        let none = || errors::not_decided(py, "the work was cancelled".to_string(), None);
        answers.pop().ok_or_else(none)
    }

    /// Something that only theory or search can find, in a session.
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

    /// The canonical form, with all that it takes.
    fn form(&self, py: Python<'_>, limits: Limits) -> PyResult<PyGame> {
        let limits = limits.calling_back(self.is_own());
        let found = run::soon(py, &limits, |budgets| {
            let budget = budgets.begin();
            let arena = values::arena(&budget)?;
            let mut values = Values::new(arena.clone());
            let mut sum = Game::ZERO;
            let query = Query::play(Play::Normal);
            let mut analyzer = Analyzer::new(query, budget.clone());
            for term in self.sum.components() {
                let value = match term {
                    Term::Partizan(position) => position.value(&mut values, &budget)?,
                    Term::Value(value) => {
                        let Some(from) = self.sum.arena() else {
                            continue;
                        };
                        game::bring(from, &arena, value.game)?
                    }
                    Term::Impartial(_) => {
                        let alone = Sum::new(vec![term.clone()], None);
                        let found = analyzer.value(&alone);
                        let found = found.map_err(|why| NoValue::TooLarge(why.to_string()))?;
                        let size = found
                            .value
                            .finite()
                            .and_then(|size| u32::try_from(size).ok());
                        let too_large =
                            || NoValue::TooLarge(format!("{} is past *(2^32)", found.value));
                        arena.nimber(size.ok_or_else(too_large)?)?
                    }
                };
                sum = arena.add(sum, value)?;
            }
            Ok::<_, NoValue>((arena, sum))
        })?;
        let (from, found) = found.map_err(|why| match why {
            NoValue::TooLarge(why) => errors::out_of_reach(py, why),
            stopped => errors::not_decided(py, stopped.to_string(), None),
        })?;
        let to = game::arena();
        let game = game::work(py, &to, |to| game::bring(&from, to, found))?;
        Ok(PyGame::new(to, game))
    }

    fn need_impartial(&self, instead: &str) -> PyResult<()> {
        match self.sum.is_impartial() {
            true => Ok(()),
            false => Err(PyTypeError::new_err(format!("{} {instead}", self.text))),
        }
    }

    fn misere(&self, py: Python<'_>, limits: Limits) -> PyResult<nimfield::Answer> {
        self.need_impartial("is partizan, and misère values are those of impartial games")?;
        let question = Question {
            play: Some("misere".to_string()),
            query: Query {
                value: true,
                moves: false,
                ..Query::default()
            },
            tables: Vec::new(),
        };
        self.ask(py, &question, limits)
    }

    /// That the budget did not suffice for what was asked.
    fn missing(&self, py: Python<'_>, answer: nimfield::Answer) -> PyResult<PyErr> {
        let why = format!("not found within the budget: {}", answer.reason.text);
        let known = Bound::new(py, PyAnswer { answer })?.into_any();
        Ok(errors::not_decided(py, why, Some(known)))
    }
}

#[pymethods]
impl PyPosition {
    /// Who wins, the value, all winning moves, and why.
    ///
    /// What is not decided within the budget is missing from the answer; nothing is raised for that. `time`
    /// is in seconds, `memory` in bytes or a text such as `"2GiB"`; `None` means no limit.
    /// `value=True` looks for the value even where only a search can find it; `moves=False` lists
    /// no winning moves. `tables` are files of whole boards, besides those of the data folder.
    ///
    /// >>> answer = nimfield.parse("wythoff[3,5]").analyze()
    /// >>> answer.outcome, answer.value
    /// ('P', '0')
    #[pyo3(
        signature = (*, play=None, value=false, moves=true, unproved=false, limit=2000, dag=false, tables=Vec::new(), **budget),
        text_signature = "($self, *, play=None, value=False, moves=True, unproved=False, limit=2000, dag=False, tables=(), time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn analyze(
        &self,
        py: Python<'_>,
        play: Option<String>,
        value: bool,
        moves: bool,
        unproved: bool,
        limit: usize,
        dag: bool,
        tables: Vec<PathBuf>,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyAnswer> {
        let limits = Limits::of("Position.analyze", budget)?;
        let question = Question {
            play,
            query: Query {
                value,
                moves,
                unproved,
                limit,
                dag,
                ..Query::default()
            },
            tables,
        };
        Ok(PyAnswer {
            answer: self.ask(py, &question, limits)?,
        })
    }

    /// Who wins: `'P'` or `'N'`, of partizan games also `'L'` or `'R'`.
    ///
    /// Raises `NotDecided` where the budget does not suffice; its `known` is the answer.
    #[pyo3(
        signature = (*, play=None, unproved=false, **budget),
        text_signature = "($self, *, play=None, unproved=False, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn outcome(
        &self,
        py: Python<'_>,
        play: Option<String>,
        unproved: bool,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let limits = Limits::of("Position.outcome", budget)?;
        if self.is_own() && !self.sum.is_impartial() {
            // Whoever asks for the outcome alone needs no canonical forms.
            let play = play_of(&self.sum, play.as_deref())?;
            let outcome = self.search(py, limits, |sum, budgets| {
                let budget = budgets.begin();
                let out_of_reach = |why: short_game::Error| Undecided::OutOfReach(why.to_string());
                let sum = within(sum, &budget).map_err(out_of_reach)?;
                let parts = partizan_parts(&sum).map_err(Undecided::OutOfReach)?;
                Ok(PartizanSearch::new(play).outcome(&parts, &budget)?)
            })?;
            return Ok(outcome.to_string());
        }
        let question = Question {
            play,
            query: Query {
                moves: false,
                unproved,
                ..Query::default()
            },
            tables: Vec::new(),
        };
        let answer = self.ask(py, &question, limits)?;
        match answer.outcome {
            Some(outcome) => Ok(outcome.to_string()),
            None => {
                let why = answer.reason.text.clone();
                let known = Bound::new(py, PyAnswer { answer })?.into_any();
                Err(errors::not_decided(py, why, Some(known)))
            }
        }
    }

    /// The Grundy value of an impartial position in normal play.
    ///
    /// >>> nimfield.parse("wythoff[12,17]").grundy_value()
    /// Nimber(23)
    #[pyo3(
        signature = (*, **budget),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn grundy_value(
        &self,
        py: Python<'_>,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyNimber> {
        self.need_impartial("has a canonical form, no Grundy value")?;
        let limits = Limits::of("Position.grundy_value", budget)?;
        let value = self.search(py, limits, |sum, budgets| {
            let mut analyzer = Analyzer::new(Query::play(Play::Normal), budgets.begin());
            analyzer.value(sum)
        })?;
        Ok(value.value.to_ordinal().into())
    }

    /// The misère Grundy number of an impartial position.
    ///
    /// >>> nimfield.parse("matrix[2 3; 4 5]").misere_value()
    /// 2
    #[pyo3(
        signature = (*, **budget),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn misere_value(&self, py: Python<'_>, budget: Option<&Bound<'_, PyDict>>) -> PyResult<u128> {
        let answer = self.misere(py, Limits::of("Position.misere_value", budget)?)?;
        match answer.misere_value {
            Some(value) => Ok(value),
            None => Err(self.missing(py, answer)?),
        }
    }

    /// The genus of an impartial position, as in Winning Ways.
    ///
    /// >>> nimfield.parse("matrix[2 3; 4 5]").genus()
    /// '2^20'
    #[pyo3(
        signature = (*, **budget),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn genus(&self, py: Python<'_>, budget: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let answer = self.misere(py, Limits::of("Position.genus", budget)?)?;
        match &answer.genus {
            Some(genus) => Ok(genus.to_string()),
            None => Err(self.missing(py, answer)?),
        }
    }

    /// The misère canonical form of an impartial position and what follows from it, as a dictionary: the
    /// fields of `nimfield misere --json`.
    ///
    /// >>> nimfield.parse("nim[2,3]").misere_report()["genus"]
    /// '1^13'
    #[pyo3(
        signature = (*, limit=2000, nodes=false, **budget),
        text_signature = "($self, *, limit=2000, nodes=False, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn misere_report<'py>(
        &self,
        py: Python<'py>,
        limit: usize,
        nodes: bool,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let limits = Limits::of("Position.misere_report", budget)?;
        for_play(py, &self.sum, Play::Misere)?;
        let report = self.search(py, limits, |sum, budgets| {
            misere_report(sum, limit, nodes, &budgets.begin())
        })?;
        let text =
            serde_json::to_string(&report).map_err(|error| errors::other(py, error.to_string()))?;
        Ok(py
            .import("json")?
            .call_method1("loads", (text,))?
            .cast_into()?)
    }

    /// The canonical form of the value, in normal play.
    ///
    /// >>> nimfield.parse("matrix-partizan[1 2; 2 2]").canonical_form()
    /// Game('+-{+-1,1}')
    #[pyo3(
        signature = (*, **budget),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn canonical_form(
        &self,
        py: Python<'_>,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyGame> {
        self.form(py, Limits::of("Position.canonical_form", budget)?)
    }

    /// The thermograph of the value.
    #[pyo3(
        signature = (*, **budget),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn thermograph<'py>(
        &self,
        py: Python<'py>,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let form = self.form(py, Limits::of("Position.thermograph", budget)?)?;
        Bound::new(py, form)?.call_method0("thermograph")
    }

    /// A good move and what it is for: `'win'`, `'resist'` (lost, and no move lasts longer), `'linger'` (lost,
    /// and too large to find the longest resistance) or `'guess'`; `None` if no move is left.
    ///
    /// >>> move, aim = nimfield.parse("wythoff[4,6]").best_move()
    /// >>> str(move), aim
    /// ('both by 1', 'win')
    #[pyo3(
        signature = (*, play=None, unproved=false, **budget),
        text_signature = "($self, *, play=None, unproved=False, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn best_move(
        &self,
        py: Python<'_>,
        play: Option<String>,
        unproved: bool,
        budget: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<(PyMove, &'static str)>> {
        self.need_impartial("is partizan: ask who is to move, and analyze")?;
        let limits = Limits::of("Position.best_move", budget)?;
        let limits = limits.calling_back(self.is_own());
        let play = play_of(&self.sum, play.as_deref())?;
        let sum = for_play(py, &self.sum, play)?;
        let query = Query {
            play,
            unproved,
            ..Query::default()
        };
        let choice = run::soon(py, &limits, |budgets| {
            let budget = budgets.begin();
            let mut analyzer = Analyzer::new(query.clone(), budget.clone());
            best_move_by(&sum, &mut analyzer, budget)
        })?;
        Ok(choice.map(|choice| {
            let aim = match choice.aim {
                Aim::Win => "win",
                Aim::Resist(_) => "resist",
                Aim::Linger => "linger",
                Aim::Guess | Aim::Random => "guess",
            };
            (PyMove::new(choice.mv), aim)
        }))
    }
}

/// Analyses many positions.
#[pyfunction]
pub fn _analyze_all(
    py: Python<'_>,
    positions: Vec<Asked>,
    play: Option<String>,
    value: bool,
    moves: bool,
    unproved: bool,
    only_outcome: bool,
    limits: Limits,
) -> PyResult<Vec<PyAnswer>> {
    let question = Question {
        play,
        query: Query {
            value,
            moves,
            unproved,
            only_outcome,
            ..Query::default()
        },
        tables: Vec::new(),
    };
    let sums: Vec<&Sum> = positions
        .iter()
        .map(|position| &position.0.get().sum)
        .collect();
    let answers = analyze_all(py, &sums, &question, limits)?;
    Ok(answers
        .into_iter()
        .map(|answer| PyAnswer { answer })
        .collect())
}
