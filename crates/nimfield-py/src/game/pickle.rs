//! Values in pickles.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use short_game::{Arena, Dyadic, Error, Game};

use super::PyGame;
use super::arenas::{arena, work};

#[pymethods]
impl PyGame {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let nodes = work(py, &self.arena, |arena| packed(arena, self.game))?;
        let unpack = py.import("nimfield._nimfield")?.getattr("_unpack_game")?;
        let nodes: Vec<Bound<'py, PyAny>> = nodes
            .into_iter()
            .map(|node| {
                Ok(match node {
                    Node::Number(number) => (number.numerator(), number.exponent())
                        .into_pyobject(py)?
                        .into_any(),
                    Node::Options(left, right) => {
                        let lists = (PyTuple::new(py, left)?, PyTuple::new(py, right)?);
                        lists.into_pyobject(py)?.into_any()
                    }
                })
            })
            .collect::<PyResult<_>>()?;
        let arguments = PyTuple::new(py, [PyTuple::new(py, nodes)?])?;
        Ok((unpack, arguments).into_pyobject(py)?.into_any())
    }
}

/// A node of a packed form: a number, or the numbers of earlier nodes.
enum Node {
    Number(Dyadic),
    Options(Vec<usize>, Vec<usize>),
}

/// The form as nodes, options before what they are options of.
fn packed(arena: &Arena, game: Game) -> Result<Vec<Node>, Error> {
    let mut places: HashMap<Game, usize, FixedState> = HashMap::default();
    let mut nodes = Vec::new();
    let mut stack = vec![game];
    while let Some(&top) = stack.last() {
        if places.contains_key(&top) {
            stack.pop();
            continue;
        }
        let node = match arena.to_number(top) {
            Some(number) => Node::Number(number),
            None => {
                let (left, right) = arena.options(top)?;
                let before = stack.len();
                let missing = |option: &&Game| !places.contains_key(*option);
                stack.extend(left.iter().chain(&right).filter(missing));
                if stack.len() > before {
                    continue;
                }
                let place =
                    |options: &[Game]| options.iter().map(|option| places[option]).collect();
                Node::Options(place(&left), place(&right))
            }
        };
        places.insert(top, nodes.len());
        nodes.push(node);
    }
    Ok(nodes)
}

/// The game of a pickle.
#[pyfunction]
pub fn _unpack_game(py: Python<'_>, nodes: Vec<Bound<'_, PyTuple>>) -> PyResult<PyGame> {
    let arena = arena();
    let mut games: Vec<Game> = Vec::with_capacity(nodes.len());
    let broken = || PyValueError::new_err("not a packed game");
    for node in nodes {
        let game = match node.extract::<(i128, u32)>() {
            Ok((numerator, exponent)) => work(py, &arena, |arena| {
                arena.number(Dyadic::new(numerator, exponent)?)
            })?,
            Err(_) => {
                let (left, right): (Vec<usize>, Vec<usize>) =
                    node.extract().map_err(|_| broken())?;
                let find = |places: Vec<usize>| -> PyResult<Vec<Game>> {
                    let games = places.into_iter().map(|place| games.get(place).copied());
                    games.collect::<Option<_>>().ok_or_else(broken)
                };
                let (left, right) = (find(left)?, find(right)?);
                work(py, &arena, |arena| arena.game(&left, &right))?
            }
        };
        games.push(game);
    }
    let game = games.last().copied().ok_or_else(broken)?;
    Ok(PyGame::new(arena, game))
}
