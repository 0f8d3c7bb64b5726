//! Positions and moves.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use nimfield::WrittenValue;
use nimfield::diagram::Diagram;
use nimfield::engines::partizan::{NoValue, PartizanSearch, Values};
use nimfield::engines::taking::table::{BoardTable, TableSet, data_folder};
use nimfield::opponent::{Aim, best_move_by};
use nimfield::{
    Analyzer, Budget, Games, Play, Player, Query, Sum, SumMove, Term, Undecided, WinningMove,
    misere_report, partizan_parts, values,
};
use nimfield_cli::board_file;
use nimfield_export::{latex, picture};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use short_game::{Arena, DEFAULT_LIMIT, Game};

use crate::answer::PyAnswer;
use crate::errors;
use crate::game::{self, PyGame};
use crate::moves::{PyMove, PyWinningMove};
use crate::nimber::PyNimber;
use crate::own::{OwnGame, OwnPosition};
use crate::run::{self, Budgets, Limits, Memory, Time};

/// A table keeps this part of the memory, so that the searches have most of it.
const TABLES_SHARE: u64 = 8;

/// A position of any games, or a sum of them.
///
/// >>> from nimfield import Position
/// >>> p = Position("matrix[20 24; 24 27]") + Position("nim[3]")
/// >>> p
/// Position('matrix[20 24; 24 27] + nim[3]')
/// >>> p.outcome()
/// 'N'
#[pyclass(frozen, name = "Position", module = "nimfield", weakref)]
pub struct PyPosition {
    pub sum: Sum,
    text: String,
    /// Games in Python whose positions are in it; they live as long as it does.
    games: Vec<Py<PyAny>>,
}

/// The play convention that is asked for, or that of the games' sources.
///
/// # Errors
/// If the sources of a sum differ.
pub fn play_of(sum: &Sum, play: Option<&str>) -> PyResult<Play> {
    let named = |play: &str| {
        let unknown = || format!("play is \"normal\" or \"misere\", not {play:?}");
        play.parse().map_err(|_| PyValueError::new_err(unknown()))
    };
    sum.play_or_agreed(play.map(named).transpose()?)
        .map_err(|differ| {
            let hint = "say which with play=\"normal\" or play=\"misere\"";
            PyValueError::new_err(format!("{differ}; {hint}"))
        })
}

/// The sum as it is played.
///
/// # Errors
/// If a value has no form in misère play.
fn for_play(py: Python<'_>, sum: &Sum, play: Play) -> PyResult<Sum> {
    sum.for_play(play)
        .map_err(|error| errors::notation(py, &error))
}

/// A player by name.
pub fn player_of(player: &str) -> PyResult<Player> {
    match player {
        "left" => Ok(Player::Left),
        "right" => Ok(Player::Right),
        _ => Err(PyValueError::new_err(format!(
            "player is \"left\" or \"right\", not {player:?}"
        ))),
    }
}

/// Reads a position. Its values, if it has any, live in an arena of its own.
pub fn read(py: Python<'_>, text: &str) -> PyResult<Sum> {
    /// What takes longer is read where Ctrl-C can end it.
    const PATIENCE: Duration = Duration::from_millis(20);
    let read_within = |budget| {
        let games = Games::builtin();
        games.reader().files(&board_file).budget(budget).read(text)
    };
    let quickly = Budget::unlimited()
        .bytes(game::MOST_BYTES as u64)
        .time(PATIENCE);
    let mut read = read_within(quickly);
    if read.as_ref().is_err_and(|error| error.unfinished) {
        let limits = Limits::new(Time::default(), Memory::default(), None, None, None)?;
        read = run::long(py, &limits, |budgets| read_within(budgets.begin()))?;
    }
    let sum = read.map_err(|error| errors::notation(py, &error))?;
    if let Some(arena) = sum.arena() {
        game::rest(arena);
    }
    Ok(sum)
}

/// The sum with its values in an arena that keeps to a budget.
pub fn within(sum: &Sum, budget: &Budget) -> Result<Sum, short_game::Error> {
    let Some(from) = sum.arena() else {
        return Ok(sum.clone());
    };
    let arena = values::arena(budget)?;
    Ok(Sum::new(terms_in(sum, from, &arena)?, Some(arena)))
}

/// The terms with their values in another arena.
fn terms_in(sum: &Sum, from: &Arena, to: &Arena) -> Result<Vec<Term>, short_game::Error> {
    let terms = sum.components().iter().map(|term| {
        Ok(match term {
            Term::Value(value) => Term::Value(WrittenValue {
                game: game::bring(from, to, value.game)?,
                text: value.text.clone(),
            }),
            other => other.clone(),
        })
    });
    terms.collect()
}

/// A position, or what can be read as one.
pub struct Asked(pub Py<PyPosition>);

impl FromPyObject<'_, '_> for Asked {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Asked> {
        if let Ok(position) = object.cast::<PyPosition>() {
            return Ok(Asked(position.to_owned().unbind()));
        }
        let Ok(text) = object.extract::<String>() else {
            return Err(PyTypeError::new_err(format!(
                "a position is a Position or a text, not {}",
                object.get_type().name()?
            )));
        };
        let py = object.py();
        let position = PyPosition::new(read(py, &text)?, Vec::new());
        Ok(Asked(Py::new(py, position)?))
    }
}

/// What is asked of positions.
pub struct Question {
    pub play: Option<String>,
    pub query: Query,
    pub tables: Vec<PathBuf>,
}

/// Analyses positions one after the other, each with a budget of its own.
pub fn analyze_all(
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
    let keep = limits.bytes() / TABLES_SHARE;
    let open = |path: &PathBuf| BoardTable::open_within(path, keep);
    let tables: Result<Vec<BoardTable>, _> = question.tables.iter().map(open).collect();
    let tables = tables.map_err(|error| errors::file(py, &error))?;
    let tables = Arc::new(TableSet::new(tables, data_folder()).keeping(keep));
    let own = sums.iter().flat_map(|sum| sum.components());
    let own = own.filter_map(OwnPosition::behind).next().is_some();
    let limits = &limits.calling_back(own);
    let answers = run::soon(py, limits, |budgets| {
        let mut analyzers: [Option<Analyzer>; 2] = [None, None];
        let mut answers = Vec::with_capacity(sums.len());
        for (sum, &play) in sums.iter().zip(&plays) {
            if budgets.ended() {
                break;
            }
            let slot = &mut analyzers[usize::from(play == Play::Misere)];
            let analyzer = slot.get_or_insert_with(|| {
                let query = Query {
                    play,
                    ..question.query.clone()
                };
                let mut analyzer = Analyzer::new(query, Budget::unlimited());
                analyzer.set_tables(tables.clone());
                analyzer
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
    pub fn new(sum: Sum, games: Vec<Py<PyAny>>) -> PyPosition {
        PyPosition {
            text: sum.to_string(),
            sum,
            games,
        }
    }

    fn games(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.games.iter().map(|game| game.clone_ref(py)).collect()
    }

    /// The sum of this position and another, which may be a value.
    fn plus(&self, py: Python<'_>, other: &Sum, games: &[Py<PyAny>]) -> PyResult<PyPosition> {
        let mut all = self.games(py);
        all.extend(games.iter().map(|game| game.clone_ref(py)));
        let arena = match (self.sum.arena(), other.arena()) {
            (None, None) => None,
            _ => Some(Arc::new(Arena::new())),
        };
        let mut terms = Vec::new();
        for sum in [&self.sum, other] {
            match (sum.arena(), &arena) {
                (Some(from), Some(to)) => {
                    terms.extend(game::work(py, to, |to| terms_in(sum, from, to))?);
                }
                _ => terms.extend(sum.components().iter().cloned()),
            }
        }
        if let Some(arena) = &arena {
            game::rest(arena);
        }
        Ok(PyPosition::new(Sum::new(terms, arena), all))
    }

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

    /// Something only theory or search can tell, in a session.
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

    /// Whether a game whose rules are in Python has a part in it.
    fn is_own(&self) -> bool {
        !self.games.is_empty()
    }

    /// A move: one of this position, or a text.
    fn move_of(&self, mv: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<SumMove> {
        let py = mv.py();
        if let Ok(mv) = mv.cast::<PyMove>() {
            return Ok(mv.get().mv.clone());
        }
        let Ok(text) = mv.extract::<String>() else {
            return Err(PyTypeError::new_err(format!(
                "a move is a Move or a text, not {}",
                mv.get_type().name()?
            )));
        };
        let player = player.map(player_of).transpose()?;
        // Moves of own games of both players may have the same name.
        if self.is_own()
            && let Some(player) = player
        {
            let of = || self.sum.moves_by(player).find(|mv| mv.to_string() == text);
            if let Some(found) = run::short(of)? {
                return Ok(found);
            }
        }
        let player = player.unwrap_or(Player::Left);
        let read = run::short(|| self.sum.read_move_of(&text, player))?;
        read.map_err(|error| errors::notation(py, &error))
    }

    /// A winning move as a move of this position, which may be another than the one it was found in: the
    /// options of values belong to the arena of their position, and are read again.
    fn winning_move(&self, winning: &WinningMove, py: Python<'_>) -> PyResult<SumMove> {
        let same = match (self.sum.arena(), winning.from().arena()) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            _ => true,
        };
        if same {
            return Ok(winning.mv.clone());
        }
        let player = winning.player().unwrap_or(Player::Left);
        let text = winning.mv.to_string();
        let read = run::short(|| self.sum.read_move_of(&text, player))?;
        read.map_err(|error| errors::notation(py, &error))
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
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (text, /))]
    fn make(py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        Ok(PyPosition::new(read(py, text)?, Vec::new()))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        match self.games.is_empty() {
            true => format!(
                "Position('{}')",
                self.text.replace('\\', "\\\\").replace('\'', "\\'")
            ),
            false => format!("<Position {}>", self.text),
        }
    }

    fn __hash__<'py>(&self, py: Python<'py>) -> PyResult<isize> {
        self.text.as_str().into_pyobject(py)?.hash()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyPosition>() else {
            return Ok(false);
        };
        let (own, other) = (&self.sum, &other.get().sum);
        if own != other {
            return Ok(false);
        }
        // Positions of own games that print alike may be of different games.
        let pairs = own.components().iter().zip(other.components());
        Ok(pairs
            .into_iter()
            .all(|(a, b)| OwnPosition::behind(a) == OwnPosition::behind(b)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<PyPosition>().into_any();
        if self.games.is_empty() {
            return Ok((class, (&self.text,)).into_pyobject(py)?.into_any());
        }
        let arena = self.sum.arena();
        let parts = self
            .sum
            .components()
            .iter()
            .map(|term| match OwnPosition::behind(term) {
                Some(own) => {
                    let object = own.object().bind(py).clone();
                    Ok((own.game(py)?, object).into_pyobject(py)?.into_any())
                }
                None => {
                    let alone = Sum::new(vec![term.clone()], arena.cloned());
                    Ok(alone.to_string().into_pyobject(py)?.into_any())
                }
            });
        let parts = PyTuple::new(py, parts.collect::<PyResult<Vec<_>>>()?)?;
        let gather = py.import("nimfield._own")?.getattr("_gather")?;
        Ok((gather, (parts,)).into_pyobject(py)?.into_any())
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<PyPosition>() {
            let other = other.get();
            return Ok(Bound::new(py, self.plus(py, &other.sum, &other.games)?)?.into_any());
        }
        let Ok(value) = other.cast::<PyGame>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let sum = read(py, &value.str()?.to_string())?;
        Ok(Bound::new(py, self.plus(py, &sum, &[])?)?.into_any())
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        // So that `sum` adds positions.
        let zero = other.extract::<i64>().is_ok_and(|number| number == 0);
        if zero {
            return Ok(
                Bound::new(py, PyPosition::new(self.sum.clone(), self.games(py)))?.into_any(),
            );
        }
        let Ok(value) = other.cast::<PyGame>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let value = PyPosition::new(read(py, &value.str()?.to_string())?, Vec::new());
        Ok(Bound::new(py, value.plus(py, &self.sum, &self.games)?)?.into_any())
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(other) = other.cast::<PyPosition>() {
            let negative = other.get().__neg__(py)?;
            let sum = self.plus(py, &negative.sum, &negative.games)?;
            return Ok(Bound::new(py, sum)?.into_any());
        }
        if other.is_instance_of::<PyGame>() {
            return self.__add__(&other.neg()?);
        }
        Ok(py.NotImplemented().into_bound(py))
    }

    /// The position with the players exchanged; of partizan games only.
    fn __neg__(&self, py: Python<'_>) -> PyResult<PyPosition> {
        let none = || {
            PyTypeError::new_err(format!(
                "{} has no negative: only partizan positions can be subtracted",
                self.text
            ))
        };
        let arena = self.sum.arena().ok_or_else(none)?;
        game::rest(arena);
        let mut terms = Vec::new();
        for term in self.sum.components() {
            terms.push(match term {
                // Impartial positions are their own negatives.
                Term::Impartial(_) => term.clone(),
                Term::Partizan(position) => Term::Partizan(position.negative().ok_or_else(none)?),
                Term::Value(value) => {
                    let game = game::work(py, arena, |arena| arena.neg(value.game))?;
                    let text = game::work(py, arena, |arena| arena.print(game, DEFAULT_LIMIT))?;
                    Term::Value(WrittenValue {
                        game,
                        text: text.to_string().into(),
                    })
                }
            });
        }
        game::rest(arena);
        Ok(PyPosition::new(
            Sum::new(terms, Some(arena.clone())),
            self.games(py),
        ))
    }

    /// The positions that it is a sum of.
    #[getter]
    fn components(&self, py: Python<'_>) -> Vec<PyPosition> {
        let terms = self.sum.components().iter();
        let alone = terms.map(|term| {
            let games = match OwnPosition::behind(term) {
                Some(own) => own.game(py).into_iter().map(Bound::unbind).collect(),
                None => Vec::new(),
            };
            PyPosition::new(
                Sum::new(vec![term.clone()], self.sum.arena().cloned()),
                games,
            )
        });
        alone.collect()
    }

    /// The names of the games of its components; a value has none.
    ///
    /// >>> nimfield.parse("wythoff[1,2] + nim[3]").games
    /// ['wythoff', 'nim']
    #[getter]
    fn get_games(&self) -> Vec<Option<&'static str>> {
        let terms = self.sum.components().iter();
        terms
            .map(|term| term.info().map(|info| info.name))
            .collect()
    }

    /// Whether both players have the same moves.
    #[getter]
    fn is_impartial(&self) -> bool {
        self.sum.is_impartial()
    }

    /// The play convention of the sources of its games: `'normal'` or `'misere'`; `None` if they differ.
    #[getter]
    fn default_play(&self) -> Option<String> {
        self.sum.agreed_play().map(|play| play.to_string())
    }

    /// The object behind a position of an own game.
    ///
    /// For a sum or a position of another game it raises `ValueError`.
    #[getter]
    fn own<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.sum.components() {
            [term] if let Some(own) = OwnPosition::behind(term) => {
                Ok(own.object().bind(py).clone())
            }
            _ => Err(PyValueError::new_err(format!(
                "{} is no position of an own game",
                self.text
            ))),
        }
    }

    /// The legal moves, of both players or of one; there may be more than fit in memory, so no more than
    /// `most` are listed.
    ///
    /// >>> [str(move) for move in nimfield.parse("wythoff[1,2]").moves()]
    /// ['heap 1 by 1', 'heap 2 by 1', 'heap 2 by 2', 'both by 1']
    #[pyo3(signature = (player=None, *, most=1_000_000))]
    fn moves(&self, player: Option<&str>, most: usize) -> PyResult<Vec<PyMove>> {
        let player = player.map(player_of).transpose()?;
        let moves = run::short(|| {
            let moves: Vec<SumMove> = match player {
                Some(player) => self.sum.moves_by(player).take(most).collect(),
                None => self.sum.moves().take(most).collect(),
            };
            moves
        })?;
        Ok(moves.into_iter().map(PyMove::new).collect())
    }

    /// How many moves there are.
    fn move_count(&self) -> PyResult<u128> {
        run::short(|| self.sum.move_count())
    }

    /// The position after a move, given as a `Move`, a `WinningMove` or a text. Of a run of amounts
    /// (`row 1 by 3..7`) the first move is made.
    ///
    /// >>> nimfield.parse("matrix[20 24; 24 27]").play("row 2 by 7")
    /// Position('matrix[20 24; 17 20]')
    #[pyo3(signature = (r#move, /, player=None))]
    fn play(&self, r#move: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<PyPosition> {
        let py = r#move.py();
        let mv = match r#move.cast::<PyWinningMove>() {
            Ok(winning) => self.winning_move(&winning.get().0, py)?,
            Err(_) => self.move_of(r#move, player)?,
        };
        let after = run::short(|| self.sum.after(&mv))?;
        match after {
            Ok(sum) => Ok(PyPosition::new(sum, self.games(py))),
            Err(reason) => {
                let position = PyPosition::new(self.sum.clone(), self.games(py));
                Err(errors::illegal_move(
                    py,
                    reason,
                    Bound::new(py, position)?.into_any(),
                ))
            }
        }
    }

    /// Reads a move of this position.
    #[pyo3(signature = (text, /, player=None))]
    fn read_move(&self, text: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<PyMove> {
        Ok(PyMove::new(self.move_of(text, player)?))
    }

    /// Who wins, the value, all winning moves, and why.
    ///
    /// What is not decided within the budget is missing from the answer; nothing is raised for that. `time`
    /// is in seconds, `memory` in bytes or a text such as `"2GiB"`; `None` is no limit. `value=True` looks
    /// for the value even where only a search can find it; `moves=False` lists no winning moves. `tables`
    /// are files of whole boards, besides those of the data folder.
    ///
    /// >>> answer = nimfield.parse("wythoff[3,5]").analyze()
    /// >>> answer.outcome, answer.value
    /// ('P', '0')
    #[pyo3(
        signature = (*, play=None, value=false, moves=true, unproved=false, limit=2000, dag=false, tables=Vec::new(), time=Time::default(), memory=Memory::default(), positions=None, threads=None, progress=None),
        text_signature = "($self, *, play=None, value=False, moves=True, unproved=False, limit=2000, dag=False, tables=(), time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    #[allow(clippy::too_many_arguments)]
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
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyAnswer> {
        let limits = Limits::new(time, memory, positions, threads, progress)?;
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
        signature = (*, play=None, unproved=false, time=Time::default(), memory=Memory::default(), positions=None, threads=None, progress=None),
        text_signature = "($self, *, play=None, unproved=False, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn outcome(
        &self,
        py: Python<'_>,
        play: Option<String>,
        unproved: bool,
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let limits = Limits::new(time, memory, positions, threads, progress)?;
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
        signature = (*, time=Time::default(), memory=Memory::default(), positions=None, threads=None, progress=None),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn grundy_value(
        &self,
        py: Python<'_>,
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyNimber> {
        self.need_impartial("has a canonical form, no Grundy value")?;
        let limits = Limits::new(time, memory, positions, threads, progress)?;
        let value = self.search(py, limits, |sum, budgets| {
            let mut analyzer = Analyzer::new(Query::play(Play::Normal), budgets.begin());
            analyzer.value(sum)
        })?;
        Ok(value.value.to_ordinal().into())
    }

    /// The misere Grundy number of an impartial position.
    ///
    /// >>> nimfield.parse("matrix[2 3; 4 5]").misere_value()
    /// 2
    #[pyo3(
        signature = (*, time=Time::default(), memory=Memory::default(), positions=None, threads=None, progress=None),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn misere_value(
        &self,
        py: Python<'_>,
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<u128> {
        let answer = self.misere(py, Limits::new(time, memory, positions, threads, progress)?)?;
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
        signature = (*, time=Time::default(), memory=Memory::default(), positions=None, threads=None, progress=None),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn genus(
        &self,
        py: Python<'_>,
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let answer = self.misere(py, Limits::new(time, memory, positions, threads, progress)?)?;
        match &answer.genus {
            Some(genus) => Ok(genus.to_string()),
            None => Err(self.missing(py, answer)?),
        }
    }

    /// The misere canonical form of an impartial position and what follows from it, as a dictionary: the
    /// fields of `nimfield misere --json`.
    ///
    /// >>> nimfield.parse("nim[2,3]").misere_report()["genus"]
    /// '1^13'
    #[pyo3(
        signature = (*, limit=2000, nodes=false, time=Time::default(), memory=Memory::default(), positions=None, threads=None, progress=None),
        text_signature = "($self, *, limit=2000, nodes=False, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn misere_report<'py>(
        &self,
        py: Python<'py>,
        limit: usize,
        nodes: bool,
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let limits = Limits::new(time, memory, positions, threads, progress)?;
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
        signature = (*, time=Time::default(), memory=Memory::default(), positions=None, threads=None, progress=None),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn canonical_form(
        &self,
        py: Python<'_>,
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyGame> {
        self.form(py, Limits::new(time, memory, positions, threads, progress)?)
    }

    /// The thermograph of the value.
    #[pyo3(
        signature = (*, time=Time::default(), memory=Memory::default(), positions=None, threads=None, progress=None),
        text_signature = "($self, *, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    fn thermograph<'py>(
        &self,
        py: Python<'py>,
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let form = self.form(py, Limits::new(time, memory, positions, threads, progress)?)?;
        Bound::new(py, form)?.call_method0("thermograph")
    }

    /// A good move and what it is for: `'win'`, `'resist'` (lost, and no move lasts longer), `'linger'` (lost,
    /// and too large to find the longest resistance) or `'guess'`; `None` if no move is left.
    ///
    /// >>> move, aim = nimfield.parse("wythoff[4,6]").best_move()
    /// >>> str(move), aim
    /// ('both by 1', 'win')
    #[pyo3(
        signature = (*, play=None, unproved=false, time=Time::default(), memory=Memory::default(), positions=None, threads=None, progress=None),
        text_signature = "($self, *, play=None, unproved=False, time=60.0, memory='2GiB', positions=None, threads=None, progress=None)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn best_move(
        &self,
        py: Python<'_>,
        play: Option<String>,
        unproved: bool,
        time: Time,
        memory: Memory,
        positions: Option<u64>,
        threads: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<(PyMove, &'static str)>> {
        self.need_impartial("is partizan: ask who is to move, and analyze")?;
        let limits = Limits::new(time, memory, positions, threads, progress)?;
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

    /// The position as a picture of several lines of text.
    fn draw(&self) -> String {
        self.sum.draw()
    }

    /// The position as a drawing.
    fn to_svg(&self) -> PyResult<String> {
        let diagrams: Vec<Diagram> = self.sum.components().iter().map(Term::diagram).collect();
        let drawing = picture::draw(&diagrams, &self.text);
        let drawing = drawing.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(drawing.to_svg())
    }

    /// The position in LaTeX, a fragment for a document.
    fn to_latex(&self) -> PyResult<String> {
        let diagrams: Vec<Diagram> = self.sum.components().iter().map(Term::diagram).collect();
        let text = latex::position(&diagrams, &self.text);
        text.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn _repr_svg_(&self) -> Option<String> {
        // Too large to draw is told by its text.
        self.to_svg().ok()
    }

    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(svg) = self._repr_svg_() else {
            return Ok(None);
        };
        let picture = py
            .import("nimfield._html")?
            .call_method1("picture", (svg, &self.text))?;
        Ok(Some(picture))
    }
}

impl PyPosition {
    fn need_impartial(&self, instead: &str) -> PyResult<()> {
        match self.sum.is_impartial() {
            true => Ok(()),
            false => Err(PyTypeError::new_err(format!("{} {instead}", self.text))),
        }
    }

    fn misere(&self, py: Python<'_>, limits: Limits) -> PyResult<nimfield::Answer> {
        self.need_impartial("is partizan, and misere values are those of impartial games")?;
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

/// A position of a game in Python.
#[pyfunction]
pub fn _own_position(
    game: &Bound<'_, PyAny>,
    rules: &OwnGame,
    position: &Bound<'_, PyAny>,
) -> PyResult<PyPosition> {
    let term = rules.term(position)?;
    let arena = term.as_partizan().map(|_| Arc::new(Arena::new()));
    Ok(PyPosition::new(
        Sum::new(vec![term], arena),
        vec![game.clone().unbind()],
    ))
}

/// Analyses many positions.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn _analyze_all(
    py: Python<'_>,
    positions: Vec<Asked>,
    play: Option<String>,
    value: bool,
    moves: bool,
    unproved: bool,
    only_outcome: bool,
    limits: (Time, Memory, Option<u64>, Option<u64>, Option<Py<PyAny>>),
) -> PyResult<Vec<PyAnswer>> {
    let (time, memory, most, threads, progress) = limits;
    let limits = Limits::new(time, memory, most, threads, progress)?;
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
