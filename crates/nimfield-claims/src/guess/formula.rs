//! Values that are given by an expression.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use nimfield_core::budget::{Budget, Unfinished};

use super::value_points::ValuePoints;

/// Expressions are compared at this number of points before they are tried at all.
const SAMPLES: usize = 48;

/// The most expressions to store, all of them different at these points.
const MOST_KEPT: usize = 60_000;

/// Constants in expressions.
const CONSTANTS: [i64; 5] = [1, 2, 3, 4, 5];

/// An expression of the letters: in the language of tables and statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    text: String,
    node: Arc<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Letter(usize),
    Constant(i64),
    Both(Operation, Arc<Node>, Arc<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Plus,
    Minus,
    Xor,
    Times,
    Quotient,
    Remainder,
    Least,
    Greatest,
}

impl Operation {
    const ALL: [Operation; 8] = [
        Operation::Plus,
        Operation::Xor,
        Operation::Minus,
        Operation::Times,
        Operation::Quotient,
        Operation::Remainder,
        Operation::Least,
        Operation::Greatest,
    ];

    fn is_symmetric(self) -> bool {
        !matches!(
            self,
            Operation::Minus | Operation::Quotient | Operation::Remainder
        )
    }

    /// Returns the result; `None` if it is not a small number.
    fn of(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Operation::Plus => a.checked_add(b),
            Operation::Minus => a.checked_sub(b),
            Operation::Xor => (a >= 0 && b >= 0).then_some(a ^ b),
            Operation::Times => a.checked_mul(b),
            Operation::Quotient => (a >= 0 && b > 0).then(|| a / b),
            Operation::Remainder => (a >= 0 && b > 0).then(|| a % b),
            Operation::Least => Some(a.min(b)),
            Operation::Greatest => Some(a.max(b)),
        }
    }

    /// Returns the number that combines with `a` on the right to give `target`, if at most one number does.
    fn missing(self, a: i64, target: i64) -> Option<i64> {
        match self {
            Operation::Plus => target.checked_sub(a),
            Operation::Minus => a.checked_sub(target),
            Operation::Xor => (a >= 0 && target >= 0).then_some(a ^ target),
            _ => None,
        }
    }

    fn text(self, a: &str, b: &str) -> String {
        match self {
            Operation::Plus => format!("{a} + {b}"),
            Operation::Minus => format!("{a} - {b}"),
            Operation::Xor => format!("{a} xor {b}"),
            Operation::Times => format!("{a} * {b}"),
            Operation::Quotient => format!("{a} / {b}"),
            Operation::Remainder => format!("{a} mod {b}"),
            Operation::Least => format!("min({a}, {b})"),
            Operation::Greatest => format!("max({a}, {b})"),
        }
    }
}

impl Node {
    fn value(&self, numbers: &[u64]) -> Option<i64> {
        match self {
            // As in operations, a result that does not fit is not a value.
            Node::Letter(letter) => i64::try_from(numbers[*letter]).ok(),
            Node::Constant(constant) => Some(*constant),
            Node::Both(operation, a, b) => operation.of(a.value(numbers)?, b.value(numbers)?),
        }
    }

    fn text(&self, letters: &[char]) -> String {
        match self {
            Node::Letter(letter) => letters[*letter].to_string(),
            Node::Constant(constant) => constant.to_string(),
            Node::Both(operation, a, b) => {
                let is_function = matches!(operation, Operation::Least | Operation::Greatest);
                let part = |node: &Node| {
                    let text = node.text(letters);
                    // Sums of more than two, and nim-sums, need no parentheses among themselves.
                    let alike = matches!(node, Node::Both(own, ..) if own == operation && own.is_symmetric())
                        || matches!(node, Node::Both(Operation::Least | Operation::Greatest, ..));
                    match node {
                        Node::Both(..) if !is_function && !alike => format!("({text})"),
                        _ => text,
                    }
                };
                operation.text(&part(a), &part(b))
            }
        }
    }
}

/// An expression with its values at the samples.
struct Tried {
    node: Arc<Node>,
    values: Vec<i64>,
}

/// The expressions found so far: those of each size, different from each other at the samples.
struct Search<'a> {
    points: &'a ValuePoints,
    samples: Vec<&'a (Vec<u64>, i64)>,
    target: Vec<i64>,
    terms: Vec<Tried>,
    /// Where the terms of each size end.
    ends: Vec<usize>,
    known: HashMap<Vec<i64>, usize>,
}

impl Formula {
    /// Finds a shortest expression: with the fewest letters and constants, among those that are tried.
    pub(super) fn guess(
        points: &ValuePoints,
        letters: &[char],
        budget: &Budget,
    ) -> Result<Option<Formula>, Unfinished> {
        let all = points.points();
        let step = (all.len() / SAMPLES).max(1);
        // A step that is coprime to the sides reaches all remainders.
        let step = step + usize::from(step > 1 && step.is_multiple_of(2));
        let samples: Vec<_> = all.iter().step_by(step).collect();
        let mut search = Search {
            points,
            target: samples.iter().map(|(_, value)| *value).collect(),
            samples,
            terms: Vec::new(),
            ends: vec![0],
            known: HashMap::new(),
        };
        let found = search.run(letters.len(), budget)?;
        Ok(found.map(|node| Formula {
            text: node.text(letters),
            node,
        }))
    }

    /// Returns the value for numbers of the letters; `None` if there is none.
    #[must_use]
    pub fn value(&self, numbers: &[u64]) -> Option<i64> {
        self.node.value(numbers)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns two terms with an operation between them.
fn both(operation: Operation, a: &Tried, b: &Tried) -> Node {
    Node::Both(operation, a.node.clone(), b.node.clone())
}

impl Search<'_> {
    fn run(&mut self, letters: usize, budget: &Budget) -> Result<Option<Arc<Node>>, Unfinished> {
        let leaves = (0..letters).map(Node::Letter);
        let leaves = leaves.chain(CONSTANTS.map(Node::Constant));
        for leaf in [Node::Constant(0)].into_iter().chain(leaves) {
            let values = self.samples.iter().map(|(numbers, _)| leaf.value(numbers));
            if let Some(values) = values.collect::<Option<Vec<i64>>>()
                && let Some(found) = self.keep(values, |_| leaf)
            {
                return Ok(Some(found));
            }
        }
        self.ends.push(self.terms.len());
        loop {
            let size = self.ends.len();
            if let Some(found) = self.joined(size, budget)? {
                return Ok(Some(found));
            }
            self.ends.push(self.terms.len());
            if self.terms.len() >= MOST_KEPT || self.ends[size] == self.ends[size - 1] {
                return Ok(self.completed());
            }
        }
    }

    /// Adds a term, if no other has its values; returns it if it is the law.
    fn keep(&mut self, values: Vec<i64>, node: impl FnOnce(&[Tried]) -> Node) -> Option<Arc<Node>> {
        if self.known.contains_key(&values) {
            return None;
        }
        let node = Arc::new(node(&self.terms));
        let law = (values == self.target).then(|| node.clone());
        self.known.insert(values.clone(), self.terms.len());
        self.terms.push(Tried { node, values });
        law.filter(|node| self.is_law(node))
    }

    /// Estimates the bytes held: for each term, its node and its values in the list and in the map, which need twice as
    /// much while they grow.
    fn bytes(&self) -> u64 {
        let term = 2 * 8 * self.samples.len()
            + size_of::<Node>()
            + 2 * (size_of::<Tried>() + size_of::<(Vec<i64>, usize)>());
        (self.terms.len() * term) as u64
    }

    fn is_law(&self, node: &Node) -> bool {
        let mut points = self.points.points().iter();
        points.all(|(numbers, value)| node.value(numbers) == Some(*value))
    }

    /// Adds the terms of a size: two smaller ones with an operation between them.
    fn joined(&mut self, size: usize, budget: &Budget) -> Result<Option<Arc<Node>>, Unfinished> {
        for left_size in 1..size {
            let right_size = size - left_size;
            for left in self.ends[left_size - 1]..self.ends[left_size] {
                let done = self.terms.len() as u64;
                (budget.fits(self.bytes()))
                    .and_then(|()| budget.check(0))
                    .map_err(|limit| limit.after(done))?;
                for right in self.ends[right_size - 1]..self.ends[right_size] {
                    for operation in Operation::ALL {
                        if operation.is_symmetric() && left > right {
                            continue;
                        }
                        if self.terms.len() >= MOST_KEPT {
                            return Ok(None);
                        }
                        let (a, b) = (&self.terms[left].values, &self.terms[right].values);
                        let pairs = a.iter().zip(b);
                        let values = pairs.map(|(&a, &b)| operation.of(a, b));
                        let Some(values) = values.collect::<Option<Vec<i64>>>() else {
                            continue;
                        };
                        let both = |terms: &[Tried]| both(operation, &terms[left], &terms[right]);
                        if let Some(found) = self.keep(values, both) {
                            return Ok(Some(found));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    /// Finds a sum, difference or nim-sum of two terms that is the law, the smallest ones first.
    fn completed(&self) -> Option<Arc<Node>> {
        let operations = [Operation::Plus, Operation::Xor, Operation::Minus];
        (0..self.terms.len()).find_map(|term| {
            operations.into_iter().find_map(|operation| {
                let pairs = self.terms[term].values.iter().zip(&self.target);
                let rest = pairs.map(|(&a, &target)| operation.missing(a, target));
                let rest = rest.collect::<Option<Vec<i64>>>()?;
                let other = &self.terms[*self.known.get(&rest)?];
                let node = both(operation, &self.terms[term], other);
                self.is_law(&node).then(|| Arc::new(node))
            })
        })
    }
}
