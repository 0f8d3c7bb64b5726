//! Games whose rules are written in Python, for the engines of Nimfield.
//!
//! A position of such a game is any hashable object, and a list of them their sum. Each becomes a node of a graph
//! the first time it is met, and its options are asked for once; from then on searches walk the graph without
//! Python.

use std::collections::HashSet;
use std::fmt::{self, Debug, Display};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use nimfield::component::{AnyComponent, CompiledSearch, Component, Known, write_number};
use nimfield::engines::compiled::compiled;
use nimfield::info::GameInfo;
use nimfield::notation::{Cursor, Notation, NotationError};
use nimfield::partizan::{PartizanComponent, PartizanGame};
use nimfield::rules::{Illegal, Impartial, Partizan, Position};
use nimfield::theory::{Finding, Game, Summand};
use nimfield::{Grundy, Play, Player};
use pyo3::exceptions::{PyReferenceError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyWeakrefReference};
use pyo3::types::{PyMapping, PyWeakrefMethods};

use crate::errors;
use crate::run::Session;

/// Rules in Python.
pub struct Rules {
    /// The object with the methods. It owns these rules, so that they must not own it; positions do.
    object: Py<PyWeakrefReference>,
    info: &'static GameInfo,
    play: Play,
    partizan: bool,
    /// Whether it says which positions are sums.
    splits: bool,
    graph: Mutex<Arc<Graph>>,
}

/// The positions met so far, and their options.
struct Graph {
    /// Tells the keys of this graph from those of others.
    serial: u64,
    index: Py<PyDict>,
    nodes: RwLock<Vec<Arc<Node>>>,
    bytes: AtomicU64,
    /// How often options were taken.
    taken: AtomicU64,
}

/// A position in the graph.
struct Node {
    object: Py<PyAny>,
    /// Those of Left, or of both players, and those of Right.
    options: [OnceLock<Options>; 2],
}

/// Options as sums of nodes: option `i` is `parts[ends[i - 1]..ends[i]]`.
#[derive(Default)]
struct Options {
    ends: Box<[u32]>,
    parts: Box<[u32]>,
}

impl Options {
    /// Sums that differ in nothing are one option.
    fn different(ends: &[u32], parts: &[u32]) -> Options {
        let mut seen: foldhash::HashSet<&[u32]> = foldhash::HashSetExt::with_capacity(ends.len());
        let starts = [0].iter().chain(ends);
        let spans = starts
            .zip(ends)
            .map(|(&start, &end)| start as usize..end as usize);
        let mut kept = (
            Vec::with_capacity(ends.len()),
            Vec::with_capacity(parts.len()),
        );
        for sum in spans.map(|span| &parts[span]) {
            if seen.insert(sum) {
                kept.1.extend_from_slice(sum);
                kept.0.push(kept.1.len() as u32);
            }
        }
        Options {
            ends: kept.0.into(),
            parts: kept.1.into(),
        }
    }

    fn count(&self) -> usize {
        self.ends.len()
    }

    fn get(&self, index: usize) -> &[u32] {
        let start = match index {
            0 => 0,
            index => self.ends[index - 1] as usize,
        };
        &self.parts[start..self.ends[index] as usize]
    }
}

/// A graph of more bytes is given up when the next question begins.
const KEPT_BYTES: u64 = 256 << 20;
/// What a node takes, its entry in the index and a small object of Python included.
const NODE_BYTES: u64 = 320;
/// After so many options taken it is first looked whether the game can go round in a circle.
const FIRST_LOOK: u64 = 1 << 16;

impl Graph {
    fn new(py: Python<'_>) -> Arc<Graph> {
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        Arc::new(Graph {
            serial: SERIAL.fetch_add(1, Ordering::Relaxed),
            index: PyDict::new(py).unbind(),
            nodes: RwLock::default(),
            bytes: AtomicU64::new(0),
            taken: AtomicU64::new(0),
        })
    }

    fn node(&self, number: u32) -> Arc<Node> {
        let nodes = self.nodes.read().unwrap_or_else(PoisonError::into_inner);
        nodes[number as usize].clone()
    }

    /// The number of a position, which is new or not.
    fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let index = self.index.bind(object.py());
        if let Some(number) = index.get_item(object)? {
            return number.extract();
        }
        let number = {
            let mut nodes = self.nodes.write().unwrap_or_else(PoisonError::into_inner);
            let number = u32::try_from(nodes.len());
            let number = number.map_err(|_| PyValueError::new_err("too many positions"))?;
            nodes.push(Arc::new(Node {
                object: object.clone().unbind(),
                options: Default::default(),
            }));
            number
        };
        self.bytes.fetch_add(NODE_BYTES, Ordering::Relaxed);
        // A comparison may have let another thread in, who was first then; the node just made is never used.
        let setdefault = intern!(object.py(), "setdefault");
        let known = index.call_method1(setdefault, (object, number))?;
        known.extract()
    }

    /// Whether some position can be reached from itself, among those whose options are known; if so, one.
    fn circle(&self) -> Option<Arc<Node>> {
        let nodes = self.nodes.read().unwrap_or_else(PoisonError::into_inner);
        let next = |number: usize| {
            let options = nodes[number].options.iter().filter_map(OnceLock::get);
            options.flat_map(|options| options.parts.iter().map(|&part| part as usize))
        };
        // 0: not met, 1: on the path, 2: done.
        let mut state = vec![0u8; nodes.len()];
        for root in 0..nodes.len() {
            if state[root] > 0 {
                continue;
            }
            state[root] = 1;
            let mut path = vec![(root, next(root).collect::<Vec<_>>())];
            while let Some((number, open)) = path.last_mut() {
                match open.pop() {
                    None => {
                        state[*number] = 2;
                        path.pop();
                    }
                    Some(follower) if state[follower] == 1 => return Some(nodes[follower].clone()),
                    Some(follower) if state[follower] == 0 => {
                        state[follower] = 1;
                        path.push((follower, next(follower).collect()));
                    }
                    Some(_) => {}
                }
            }
        }
        None
    }
}

impl Rules {
    /// The graph that new questions are about.
    fn graph(&self) -> Arc<Graph> {
        let kept = || self.graph.lock().unwrap_or_else(PoisonError::into_inner);
        let graph = kept().clone();
        if graph.bytes.load(Ordering::Relaxed) <= KEPT_BYTES {
            return graph;
        }
        // Whoever waits for the interpreter holds no lock.
        let fresh = Python::attach(Graph::new);
        *kept() = fresh.clone();
        fresh
    }

    fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let gone = || PyReferenceError::new_err("the game of this position is gone");
        self.object.bind(py).upgrade().ok_or_else(gone)
    }

    /// Calls `each` with the options of a position as Python lists them, and their names, if they have any.
    fn options<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        player: Player,
        mut each: impl FnMut(Option<Bound<'py, PyAny>>, Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<()> {
        let py = position.py();
        let object = self.object(py)?;
        let listed = match self.partizan {
            true => object.call_method1(intern!(py, "options"), (position, player.to_string()))?,
            false => object.call_method1(intern!(py, "options"), (position,))?,
        };
        if listed.is_none() {
            return Err(PyTypeError::new_err(format!(
                "options of {} gave None instead of the options",
                self.info.name
            )));
        }
        // It takes Python long to say what is a mapping.
        let plain = listed.cast::<PyIterator>().is_ok() || listed.cast::<PyList>().is_ok();
        if !plain && let Ok(named) = listed.cast::<PyMapping>() {
            return named.items()?.iter().try_for_each(|item| {
                let (name, option) = item.extract()?;
                each(Some(name), option)
            });
        }
        listed
            .try_iter()?
            .try_for_each(|option| each(None, option?))
    }

    /// The method that splits positions, if there is one.
    fn splitter<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if !self.splits {
            return Ok(None);
        }
        Ok(Some(self.object(py)?.getattr(intern!(py, "split"))?))
    }
}

/// Calls `each` with every summand of an object: a list is the sum of its items, and `splitter` may split those.
fn summands<'py>(
    splitter: Option<&Bound<'py, PyAny>>,
    object: &Bound<'py, PyAny>,
    mut each: impl FnMut(&Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let mut split = |item: &Bound<'py, PyAny>| match splitter {
        None => each(item),
        Some(splitter) => {
            let parts = splitter.call1((item,))?;
            match parts.cast::<PyList>() {
                // Without an iterator of Python's.
                Ok(parts) => parts.iter().try_for_each(|part| each(&part)),
                Err(_) => parts.try_iter()?.try_for_each(|part| each(&part?)),
            }
        }
    };
    match object.cast::<PyList>() {
        Ok(sum) => sum.iter().try_for_each(|item| split(&item)),
        Err(_) => split(object),
    }
}

/// A sum with the items of an option in the place of one of its own.
fn exchanged<'py>(
    sum: &Bound<'py, PyList>,
    at: usize,
    option: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut all: Vec<_> = sum.iter().collect();
    all.splice(at..=at, items(option));
    Ok(PyList::new(sum.py(), all)?.into_any())
}

/// The items of a sum, or the one position there is.
fn items<'py>(object: &Bound<'py, PyAny>) -> Vec<Bound<'py, PyAny>> {
    match object.cast::<PyList>() {
        Ok(sum) => sum.iter().collect(),
        Err(_) => vec![object.clone()],
    }
}

/// The rules of a game in Python; `nimfield.Impartial` and `nimfield.Partizan` hold one each.
#[pyclass(frozen, module = "nimfield._nimfield")]
pub struct OwnGame(Arc<Rules>);

/// A game's description lives as long as the process: one for each name.
fn described(name: String, play: Play) -> &'static GameInfo {
    static KNOWN: Mutex<Vec<&'static GameInfo>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(info) = known
        .iter()
        .find(|info| info.name == name && info.play == play)
    {
        return info;
    }
    let name: &'static str = name.leak();
    let mut info = GameInfo::named(name, name);
    info.play = play;
    let info: &'static GameInfo = Box::leak(Box::new(info));
    known.push(info);
    info
}

#[pymethods]
impl OwnGame {
    #[new]
    fn new(
        object: &Bound<'_, PyAny>,
        name: String,
        play: &str,
        partizan: bool,
        splits: bool,
    ) -> PyResult<OwnGame> {
        let wrong = |error| PyValueError::new_err(format!("{error}"));
        let play: Play = play.parse().map_err(wrong)?;
        if partizan && play == Play::Misere {
            return Err(PyValueError::new_err(
                "partizan games are played in normal play here; ask for misere play when analysing",
            ));
        }
        Ok(OwnGame(Arc::new(Rules {
            object: PyWeakrefReference::new(object)?.unbind(),
            info: described(name, play),
            play,
            partizan,
            splits,
            graph: Mutex::new(Graph::new(object.py())),
        })))
    }

    /// How many positions have been met.
    fn positions(&self) -> usize {
        let graph = self.0.graph();
        let nodes = graph.nodes.read().unwrap_or_else(PoisonError::into_inner);
        nodes.len()
    }

    /// Forgets all positions.
    fn forget(&self, py: Python<'_>) {
        let fresh = Graph::new(py);
        *self.0.graph.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
    }
}

impl OwnGame {
    /// A position of the game as a component of a sum.
    pub fn term(&self, position: &Bound<'_, PyAny>) -> PyResult<nimfield::Term> {
        // What cannot be hashed is refused here rather than in the midst of a search.
        for item in items(position) {
            item.hash()?;
        }
        let position = OwnPosition::new(&self.0, position)?;
        Ok(match self.0.partizan {
            true => nimfield::Term::partizan(OwnPartizan(position)),
            false => nimfield::Term::impartial(position),
        })
    }
}

/// A position of a game in Python.
#[derive(Clone)]
pub struct OwnPosition {
    rules: Arc<Rules>,
    object: Arc<Py<PyAny>>,
    text: Arc<str>,
}

/// The same of a partizan game.
#[derive(Clone, PartialEq, Eq)]
pub struct OwnPartizan(OwnPosition);

impl OwnPosition {
    fn new(rules: &Arc<Rules>, object: &Bound<'_, PyAny>) -> PyResult<OwnPosition> {
        let text = format!("{}[{}]", rules.info.name, object.repr()?);
        // A list could be changed by whoever made it.
        let object = match object.cast::<PyList>() {
            Ok(sum) => sum.get_slice(0, sum.len()).into_any(),
            Err(_) => object.clone(),
        };
        Ok(OwnPosition {
            rules: rules.clone(),
            object: Arc::new(object.unbind()),
            text: text.into(),
        })
    }

    /// The object that Python knows.
    pub fn object(&self) -> &Py<PyAny> {
        &self.object
    }

    /// The position behind a component of a sum, and its game.
    pub fn behind(term: &nimfield::Term) -> Option<&OwnPosition> {
        if let Some(position) = term.as_impartial() {
            let position: &dyn std::any::Any = position;
            return position.downcast_ref();
        }
        let position: &dyn std::any::Any = term.as_partizan()?;
        position.downcast_ref::<OwnPartizan>().map(|own| &own.0)
    }

    /// The object with the rules.
    pub fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.rules.object(py)
    }

    /// Whether it is of the same game, the same object in Python.
    fn same_game(&self, other: &OwnPosition) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
    }

    /// The moves of a player in the item at `place`, or in all; in impartial games those of Left are those of both.
    fn listed(&self, player: Player, place: Option<usize>) -> Vec<OwnMove> {
        let list = |py: Python<'_>| -> PyResult<Vec<OwnMove>> {
            let whole = self.object.bind(py);
            let mut moves = Vec::new();
            for (at, item) in items(whole).iter().enumerate() {
                if place.is_some_and(|place| place != at) {
                    continue;
                }
                self.rules.options(item, player, |name, option| {
                    let name = name.map(|name| Ok::<_, PyErr>(name.str()?.to_string()));
                    let name = name.transpose()?;
                    let (name, after) = match whole.cast::<PyList>() {
                        Err(_) => (name, option),
                        Ok(sum) => {
                            let name = name.map(|name| format!("part {}: {name}", at + 1));
                            (name, exchanged(sum, at, &option)?)
                        }
                    };
                    let name = match name {
                        Some(name) => name,
                        None => format!("to {}", after.repr()?),
                    };
                    moves.push(OwnMove {
                        from: self.text.clone(),
                        name: name.into(),
                        after: OwnPosition::new(&self.rules, &after)?,
                    });
                    Ok(())
                })?;
            }
            Ok(moves)
        };
        let mut moves: Vec<OwnMove> = in_session(list).unwrap_or_default();
        // Two options that print alike are one move.
        let mut seen: HashSet<Arc<str>> = HashSet::new();
        moves.retain(|mv| seen.insert(mv.name.clone()));
        moves
    }

    fn after(&self, mv: &OwnMove) -> Result<OwnPosition, String> {
        if mv.from == self.text && self.same_game(&mv.after) {
            return Ok(mv.after.clone());
        }
        Err(format!("{mv} is a move of {}", mv.from))
    }

    fn pick(moves: Vec<OwnMove>, cursor: &mut Cursor<'_>) -> Result<OwnMove, NotationError> {
        cursor.blanks();
        let start = cursor.at();
        let typed = cursor.take_rest();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let first = moves.first().map(ToString::to_string);
        let wanted = words(typed);
        let found = moves.into_iter().find(|mv| words(&mv.name) == wanted);
        found.ok_or_else(|| {
            let help = match first {
                None => "there is no legal move".to_string(),
                Some(first) => format!("a legal move here is {first}"),
            };
            let message = format!("`{typed}` is not a legal move");
            cursor.fault(start..start + typed.len(), message, help)
        })
    }

    /// Its summands for searches, split further if `split`. What goes wrong ends the session, with nothing in its
    /// place.
    fn parts(&self, split: bool) -> Result<Vec<OwnPart>, String> {
        let session =
            Session::current().ok_or("a position of an own game is analysed by Python")?;
        let graph = self.rules.graph();
        let numbers = Python::attach(|py| -> PyResult<Vec<u32>> {
            let splitter = match split {
                true => self.rules.splitter(py)?,
                false => None,
            };
            let mut numbers = Vec::new();
            summands(splitter.as_ref(), self.object.bind(py), |part| {
                numbers.push(graph.number(part)?);
                Ok(())
            })?;
            Ok(numbers)
        });
        let numbers = numbers.map_err(|error| {
            let text = error.to_string();
            session.fail(error);
            text
        })?;
        let context = Arc::new(Context {
            rules: self.rules.clone(),
            graph,
            session,
        });
        let part = |number| OwnPart::new(&context, number);
        Ok(numbers.into_iter().map(part).collect())
    }

    /// The position for searches, where it is no sum.
    fn part(&self) -> Result<OwnPart, String> {
        let parts = self.parts(false)?;
        let [part] = <[OwnPart; 1]>::try_from(parts).map_err(|_| "a sum is no summand")?;
        Ok(part)
    }
}

/// Calls Python on behalf of the current session; `None` if that raised, and the session then ends.
fn in_session<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    match Python::attach(work) {
        Ok(result) => Some(result),
        Err(error) => {
            if let Some(session) = Session::current() {
                session.fail(error);
            }
            None
        }
    }
}

impl PartialEq for OwnPosition {
    fn eq(&self, other: &OwnPosition) -> bool {
        self.same_game(other) && self.text == other.text
    }
}

impl Eq for OwnPosition {}

impl Debug for OwnPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Display for OwnPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Debug for OwnPartizan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for OwnPartizan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// A move, with the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMove {
    from: Arc<str>,
    name: Arc<str>,
    after: OwnPosition,
}

impl Display for OwnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Position for OwnPosition {
    type Move = OwnMove;

    fn play(self, mv: &OwnMove) -> Result<OwnPosition, Illegal<OwnPosition>> {
        self.after(mv).map_err(|reason| Illegal {
            position: self.clone(),
            reason,
        })
    }
}

impl Impartial for OwnPosition {
    fn moves(&self) -> Box<dyn Iterator<Item = OwnMove> + '_> {
        Box::new(self.listed(Player::Left, None).into_iter())
    }

    fn move_count(&self) -> u128 {
        self.listed(Player::Left, None).len() as u128
    }
}

/// What is said of games whose name is not known here.
const SOME_GAME: GameInfo = GameInfo::named("own", "own[position]");

impl Notation for OwnPosition {
    const INFO: GameInfo = SOME_GAME;

    fn info(&self) -> &'static GameInfo {
        self.rules.info
    }

    fn default_play(&self) -> Play {
        self.rules.play
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        Err(cursor.expected(
            "a position of Nimfield's own games",
            "own games are called: game(position)",
        ))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<OwnMove, NotationError> {
        OwnPosition::pick(self.listed(Player::Left, None), cursor)
    }
}

impl Game for OwnPosition {
    type Summand = OwnSummand;

    fn summands(&self) -> Vec<OwnSummand> {
        let has_moves = |summand: &OwnSummand| {
            let moves = |part: OwnPart| part.options(Player::Left).count() > 0;
            summand.item.part().is_ok_and(moves)
        };
        let summands = in_session(|py| {
            let items = items(self.object.bind(py));
            let summand = |(place, item)| {
                Ok(OwnSummand {
                    whole: self.clone(),
                    place,
                    item: OwnPosition::new(&self.rules, item)?,
                })
            };
            let summands = items.iter().enumerate().map(summand);
            summands.collect::<PyResult<Vec<_>>>()
        });
        let mut summands = summands.unwrap_or_default();
        summands.retain(has_moves);
        summands
    }
}

/// An item of a sum, or a position that is none.
#[derive(Clone)]
pub struct OwnSummand {
    whole: OwnPosition,
    place: usize,
    item: OwnPosition,
}

impl Debug for OwnSummand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.item, f)
    }
}

impl Display for OwnSummand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.item, f)
    }
}

impl Summand for OwnSummand {
    type Move = OwnMove;

    fn value(&self) -> Option<Finding<Grundy>> {
        None
    }

    fn moves(&self) -> Box<dyn Iterator<Item = OwnMove> + '_> {
        let moves = self.whole.listed(Player::Left, Some(self.place));
        Box::new(moves.into_iter())
    }

    fn move_count(&self) -> u128 {
        Summand::moves(self).count() as u128
    }

    fn small(&self) -> Result<AnyComponent, String> {
        self.item.part().map(AnyComponent::new)
    }
}

impl Position for OwnPartizan {
    type Move = OwnMove;

    fn play(self, mv: &OwnMove) -> Result<OwnPartizan, Illegal<OwnPartizan>> {
        self.0.after(mv).map(OwnPartizan).map_err(|reason| Illegal {
            position: self.clone(),
            reason,
        })
    }
}

impl Partizan for OwnPartizan {
    fn moves(&self, player: Player) -> Box<dyn Iterator<Item = OwnMove> + '_> {
        Box::new(self.0.listed(player, None).into_iter())
    }
}

impl Notation for OwnPartizan {
    const INFO: GameInfo = SOME_GAME;

    fn info(&self) -> &'static GameInfo {
        self.0.rules.info
    }

    fn default_play(&self) -> Play {
        self.0.rules.play
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, NotationError> {
        OwnPosition::read(cursor).map(OwnPartizan)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<OwnMove, NotationError> {
        let mut moves = self.0.listed(Player::Left, None);
        moves.extend(self.0.listed(Player::Right, None));
        OwnPosition::pick(moves, cursor)
    }
}

impl PartizanGame for OwnPartizan {
    type Part = OwnPart;

    fn parts(&self) -> Result<Vec<OwnPart>, String> {
        self.0.parts(true)
    }
}

/// What all components of one question have in common.
struct Context {
    rules: Arc<Rules>,
    graph: Arc<Graph>,
    session: Arc<Session>,
}

/// A position as searches take it: a node of the graph.
#[derive(Clone)]
pub struct OwnPart {
    context: Arc<Context>,
    number: u32,
    /// Looked up when options are asked for: most followers are known to a search by their number alone.
    node: OnceLock<Arc<Node>>,
}

impl OwnPart {
    fn new(context: &Arc<Context>, number: u32) -> OwnPart {
        OwnPart {
            context: context.clone(),
            number,
            node: OnceLock::new(),
        }
    }

    fn node(&self) -> &Node {
        let find = || self.context.graph.node(self.number);
        self.node.get_or_init(find)
    }

    /// The options, asked for if they are not known. When Python raises there are none, and the session ends.
    fn options(&self, player: Player) -> &Options {
        static NONE: OnceLock<Options> = OnceLock::new();
        let none = || NONE.get_or_init(Options::default);
        // Not all engines look at the flag before a position is done with.
        if self.context.session.ended() {
            return none();
        }
        let place = usize::from(player == Player::Right);
        let place = &self.node().options[place];
        if let Some(options) = place.get() {
            return options;
        }
        match Python::attach(|py| self.ask(py, player)) {
            Ok(options) => place.get_or_init(|| options),
            Err(error) => {
                self.context.session.fail(error);
                none()
            }
        }
    }

    fn ask(&self, py: Python<'_>, player: Player) -> PyResult<Options> {
        let Context {
            rules,
            graph,
            session,
        } = &*self.context;
        let splitter = rules.splitter(py)?;
        let (mut ends, mut listed) = (Vec::new(), Vec::new());
        rules.options(self.node().object.bind(py), player, |_, option| {
            let start = listed.len();
            summands(splitter.as_ref(), &option, |part| {
                listed.push(graph.number(part)?);
                Ok(())
            })?;
            listed[start..].sort_unstable();
            ends.push(listed.len() as u32);
            Ok(())
        })?;
        let Options { ends, parts } = Options::different(&ends, &listed);
        let bytes = 4 * (ends.len() + parts.len()) as u64;
        if graph.bytes.fetch_add(bytes, Ordering::Relaxed) > session.bytes {
            let why = "the positions of an own game take more than the memory allowed";
            return Err(errors::not_decided(py, why.to_string(), None));
        }
        Ok(Options { ends, parts })
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<OwnPart>) {
        let options = self.options(player);
        if index >= options.count() as u64 {
            // The session has ended since the options were counted.
            return;
        }
        let numbers = options.get(index as usize);
        out.extend(
            numbers
                .iter()
                .map(|&number| OwnPart::new(&self.context, number)),
        );
        let graph = &self.context.graph;
        let taken = graph.taken.fetch_add(1, Ordering::Relaxed) + 1;
        // A game that goes round in circles would be searched for ever.
        if taken >= FIRST_LOOK
            && taken.is_power_of_two()
            && let Some(node) = graph.circle()
        {
            let raise = |py: Python<'_>| {
                let object = node.object.bind(py).repr();
                let object = object.map_or_else(|_| String::new(), |text| text.to_string());
                PyValueError::new_err(format!(
                    "the game can go on for ever: {object} can be reached from itself"
                ))
            };
            self.context.session.fail(Python::attach(raise));
        }
    }

    fn write_key(&self, out: &mut Vec<u8>) {
        write_number(out, self.context.graph.serial);
        write_number(out, self.number.into());
    }
}

impl Component for OwnPart {
    const COMPILED: Option<CompiledSearch> = Some(compiled::<Self>());

    fn key(&self, out: &mut Vec<u8>) {
        self.write_key(out);
    }

    fn option_count(&self) -> u64 {
        self.options(Player::Left).count() as u64
    }

    fn option(&self, index: u64, out: &mut Vec<OwnPart>) {
        OwnPart::option(self, Player::Left, index, out);
    }

    fn known(&self, _play: Play) -> Known {
        Known::Nothing
    }
}

impl PartizanComponent for OwnPart {
    fn key(&self, out: &mut Vec<u8>) {
        self.write_key(out);
    }

    fn option_count(&self, player: Player) -> u64 {
        self.options(player).count() as u64
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<OwnPart>) {
        OwnPart::option(self, player, index, out);
    }
}
