//! A position of a game in Python in the form that engines use.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

use nimfield::component::{Component, Known, write_number};
use nimfield::partizan::PartizanComponent;
use nimfield::{Play, Player};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::graph::{FIRST_LOOK, Graph, Node, Options, Rules, summands};
use crate::errors;
use crate::run::Session;

/// The data that all components of one question share.
pub(super) struct Context {
    pub(super) rules: Arc<Rules>,
    pub(super) graph: Arc<Graph>,
    pub(super) session: Arc<Session>,
}

/// A position in the form that searches use: a node of the graph.
#[derive(Clone)]
pub struct OwnPart {
    context: Arc<Context>,
    number: u32,
    /// Looked up when options are requested: a search knows most followers by their number alone.
    node: OnceLock<Arc<Node>>,
}

impl OwnPart {
    pub(super) fn new(context: &Arc<Context>, number: u32) -> OwnPart {
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

    /// The options, listed by Python if they are not known. If Python raises, there are none, and the session ends.
    pub(super) fn options(&self, player: Player) -> &Options {
        static NONE: OnceLock<Options> = OnceLock::new();
        let none = || NONE.get_or_init(Options::default);
        // Not all engines check the flag before they finish a position.
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
        rules.options(self.node().object.bind(py), player, |option| {
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
            let why = "the positions of the game need more memory than allowed";
            return Err(errors::not_decided(py, why.to_string()));
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
        // A game with a cycle would be searched forever.
        if taken >= FIRST_LOOK
            && taken.is_power_of_two()
            && let Some(node) = graph.circle()
        {
            let raise = |py: Python<'_>| {
                let object = node.object.bind(py).repr();
                let object = object.map_or_else(|_| String::new(), |text| text.to_string());
                PyValueError::new_err(format!(
                    "the game can go on forever: {object} can be reached from itself"
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
