//! The rules of a game in Python, and the graph of its positions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use nimfield::info::GameInfo;
use nimfield::{Play, Player};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyReferenceError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple, PyType, PyWeakrefReference};
use pyo3::types::{PyMapping, PyWeakrefMethods};

/// Rules in Python.
pub(super) struct Rules {
    /// The object with the methods. It owns these rules, so they must not own it; positions do.
    pub(super) object: Py<PyWeakrefReference>,
    pub(super) info: &'static GameInfo,
    pub(super) play: Play,
    pub(super) partizan: bool,
    /// Whether the game says which positions are sums.
    pub(super) splits: bool,
    /// Whether the game says what positions look like.
    pub(super) shaped: bool,
    pub(super) graph: Mutex<Arc<Graph>>,
}

/// The stored positions and their options.
pub(super) struct Graph {
    /// Separates the keys of this graph from those of others.
    pub(super) serial: u64,
    index: Py<PyDict>,
    pub(super) nodes: RwLock<Vec<Arc<Node>>>,
    pub(super) bytes: AtomicU64,
    /// How often Python listed options.
    pub(super) taken: AtomicU64,
}

/// A position in the graph.
pub(super) struct Node {
    pub(super) object: Py<PyAny>,
    /// Options of Left, or of both players, and options of Right.
    pub(super) options: [OnceLock<Options>; 2],
}

/// Options as sums of nodes: option `i` is `parts[ends[i - 1]..ends[i]]`.
#[derive(Default)]
pub(super) struct Options {
    pub(super) ends: Box<[u32]>,
    pub(super) parts: Box<[u32]>,
}

impl Options {
    /// Sums without any difference are one option.
    pub(super) fn different(ends: &[u32], parts: &[u32]) -> Options {
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

    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, index: usize) -> &[u32] {
        let start = match index {
            0 => 0,
            index => self.ends[index - 1] as usize,
        };
        &self.parts[start..self.ends[index] as usize]
    }
}

/// A graph of more bytes is dropped when the next question begins.
const KEPT_BYTES: u64 = 256 << 20;
/// The size of a node, including its entry in the index and a small object of Python.
const NODE_BYTES: u64 = 320;
/// After this many options the graph is first checked for cycles.
pub(super) const FIRST_LOOK: u64 = 1 << 16;

impl Graph {
    pub(super) fn new(py: Python<'_>) -> Arc<Graph> {
        static SERIAL: AtomicU64 = AtomicU64::new(0);
        Arc::new(Graph {
            serial: SERIAL.fetch_add(1, Ordering::Relaxed),
            index: PyDict::new(py).unbind(),
            nodes: RwLock::default(),
            bytes: AtomicU64::new(0),
            taken: AtomicU64::new(0),
        })
    }

    pub(super) fn node(&self, number: u32) -> Arc<Node> {
        let nodes = self.nodes.read().unwrap_or_else(PoisonError::into_inner);
        nodes[number as usize].clone()
    }

    /// The number of a position, whether new or known.
    pub(super) fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<u32> {
        let index = self.index.bind(object.py());
        match index.get_item(object) {
            Ok(Some(number)) => return number.extract(),
            Ok(None) => {}
            Err(error) => {
                // For a list, the error says what to write instead.
                call_python(object.py(), "check_hash", (object,))?;
                return Err(error);
            }
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
        // A comparison may have let another thread add the position first; then the node just made is never used.
        let setdefault = intern!(object.py(), "setdefault");
        let known = index.call_method1(setdefault, (object, number))?;
        known.extract()
    }

    /// Looks for a position that can be reached from itself, among those whose options are known.
    pub(super) fn circle(&self) -> Option<Arc<Node>> {
        let nodes = self.nodes.read().unwrap_or_else(PoisonError::into_inner);
        let next = |number: usize| {
            let options = nodes[number].options.iter().filter_map(OnceLock::get);
            options.flat_map(|options| options.parts.iter().map(|&part| part as usize))
        };
        // 0: not visited, 1: on the path, 2: done.
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
    /// The graph for new questions.
    pub(super) fn graph(&self) -> Arc<Graph> {
        let kept = || self.graph.lock().unwrap_or_else(PoisonError::into_inner);
        let graph = kept().clone();
        if graph.bytes.load(Ordering::Relaxed) <= KEPT_BYTES {
            return graph;
        }
        // A thread that waits for the interpreter holds no lock.
        let fresh = Python::attach(Graph::new);
        *kept() = fresh.clone();
        fresh
    }

    pub(super) fn object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let gone = || PyReferenceError::new_err("the game of this position no longer exists");
        self.object.bind(py).upgrade().ok_or_else(gone)
    }

    /// Calls `each` with the options of a position as Python lists them.
    pub(super) fn options<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        player: Player,
        mut each: impl FnMut(Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<()> {
        let py = position.py();
        let object = self.object(py)?;
        let listed = match self.partizan {
            true => object.call_method1(intern!(py, "options"), (position, player.to_string()))?,
            false => object.call_method1(intern!(py, "options"), (position,))?,
        };
        if listed.is_none() {
            return Err(PyTypeError::new_err(format!(
                "options of {} returned None instead of the options",
                self.info.name
            )));
        }
        // Python takes long to decide what is a mapping.
        let plain = listed.cast::<PyIterator>().is_ok() || listed.cast::<PyList>().is_ok();
        if !plain && let Ok(named) = listed.cast::<PyMapping>() {
            return named.values()?.iter().try_for_each(each);
        }
        listed.try_iter()?.try_for_each(|option| each(option?))
    }

    /// The method that splits positions, if there is one.
    pub(super) fn splitter<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if !self.splits {
            return Ok(None);
        }
        Ok(Some(self.object(py)?.getattr(intern!(py, "split"))?))
    }
}

/// The items of a sum, `nimfield.Sum`; `None` for any other object, which is one position.
pub(super) fn sum_of<'a, 'py>(object: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyTuple>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    // An object of another type is not a sum; the class is part of this package.
    let tuple = object.cast::<PyTuple>().ok()?;
    let class = CLASS.import(object.py(), "nimfield._own", "Sum").ok()?;
    object.get_type().is(class).then_some(tuple)
}

/// Calls `each` with every summand of an object, and `splitter` may split those.
pub(super) fn summands<'py>(
    splitter: Option<&Bound<'py, PyAny>>,
    object: &Bound<'py, PyAny>,
    mut each: impl FnMut(&Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let mut split = |item: &Bound<'py, PyAny>| match splitter {
        None => each(item),
        Some(splitter) => {
            let parts = splitter.call1((item,))?;
            match parts.cast::<PyList>() {
                // Without an iterator of Python.
                Ok(parts) => parts.iter().try_for_each(|part| each(&part)),
                Err(_) => parts.try_iter()?.try_for_each(|part| each(&part?)),
            }
        }
    };
    match sum_of(object) {
        Some(sum) => sum.iter().try_for_each(|item| split(&item)),
        None => split(object),
    }
}

/// The items of a sum, or the single position.
pub(super) fn items<'py>(object: &Bound<'py, PyAny>) -> Vec<Bound<'py, PyAny>> {
    match sum_of(object) {
        Some(sum) => sum.iter().collect(),
        None => vec![object.clone()],
    }
}

/// Calls a function of `nimfield._own`.
pub(super) fn call_python<'py>(
    py: Python<'py>,
    function: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("nimfield._own")?
        .call_method1(function, arguments)
}
