//! Expressions for the values of a table.

use std::fmt;
use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::{DefaultHashBuilder, HashTable};
use nimfield_core::budget::{Budget, Unfinished};

/// Expressions are compared at this number of points before they are tried at all.
const SAMPLES: usize = 48;

/// The most expressions to store, all of them different at these points.
const MOST_KEPT: usize = 60_000;

/// Constants in expressions.
const CONSTANTS: [i64; 5] = [1, 2, 3, 4, 5];

/// An expression of the letters: in the language of tables and statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueFormula {
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

    /// Writes the results; returns whether all of them are small numbers.
    fn fill(self, a: &[i64], b: &[i64], results: &mut [i64]) -> bool {
        let mut all = a.iter().zip(b).zip(results);
        all.all(|((&a, &b), result)| self.of(a, b).map(|own| *result = own).is_some())
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

/// The expressions found so far: those of each size, different from each other at the samples.
struct Search<'a> {
    points: &'a [(Vec<u64>, i64)],
    samples: Vec<&'a (Vec<u64>, i64)>,
    target: Vec<i64>,
    terms: Vec<Arc<Node>>,
    /// The values of all terms at the samples, one term after the other: then duplicates, which are most, take no memory.
    values: Vec<i64>,
    /// Where the terms of each size end.
    ends: Vec<usize>,
    /// The terms by their values.
    known: HashTable<usize>,
    hasher: DefaultHashBuilder,
}

impl ValueFormula {
    /// Finds a shortest expression for the values of numbers: with the fewest letters and constants, among those that are
    /// tried.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn guess(
        points: &[(Vec<u64>, i64)],
        letters: &[char],
        budget: &Budget,
    ) -> Result<Option<ValueFormula>, Unfinished> {
        let step = (points.len() / SAMPLES).max(1);
        // A step that is coprime to the sides reaches all remainders.
        let step = step + usize::from(step > 1 && step.is_multiple_of(2));
        let samples: Vec<_> = points.iter().step_by(step).collect();
        let mut search = Search {
            points,
            target: samples.iter().map(|(_, value)| *value).collect(),
            samples,
            terms: Vec::new(),
            values: Vec::new(),
            ends: vec![0],
            known: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        };
        let found = search.run(letters.len(), budget)?;
        Ok(found.map(|node| ValueFormula {
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

impl fmt::Display for ValueFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Search<'_> {
    fn run(&mut self, letters: usize, budget: &Budget) -> Result<Option<Arc<Node>>, Unfinished> {
        let leaves = (0..letters).map(Node::Letter);
        let leaves = leaves.chain(CONSTANTS.map(Node::Constant));
        for leaf in [Node::Constant(0)].into_iter().chain(leaves) {
            let values = self.samples.iter().map(|(numbers, _)| leaf.value(numbers));
            if let Some(values) = values.collect::<Option<Vec<i64>>>()
                && self.find(&values).is_none()
                && let Some(found) = self.keep(&values, leaf)
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

    /// Returns the values of a term at the samples.
    fn values_of(&self, term: usize) -> &[i64] {
        let count = self.samples.len();
        &self.values[term * count..][..count]
    }

    /// Returns the term with these values.
    fn find(&self, values: &[i64]) -> Option<usize> {
        let hash = self.hasher.hash_one(values);
        let is_it = |&term: &usize| self.values_of(term) == values;
        self.known.find(hash, is_it).copied()
    }

    /// Adds a term with new values; returns it if it is the law.
    fn keep(&mut self, values: &[i64], node: Node) -> Option<Arc<Node>> {
        let node = Arc::new(node);
        self.values.extend_from_slice(values);
        let (all, hasher, count) = (&self.values, &self.hasher, values.len());
        let hash = |&term: &usize| hasher.hash_one(&all[term * count..][..count]);
        let term = self.terms.len();
        self.known.insert_unique(hash(&term), term, hash);
        self.terms.push(node.clone());
        (values == self.target && self.is_law(&node)).then_some(node)
    }

    /// Estimates the bytes held: for each term its node, its values and its places in the lists, which need twice as much
    /// while they grow.
    fn bytes(&self) -> u64 {
        let lists = 8 * self.samples.len() + 2 * size_of::<usize>();
        (self.terms.len() * (size_of::<Node>() + 16 + 2 * lists)) as u64
    }

    fn is_law(&self, node: &Node) -> bool {
        let mut points = self.points.iter();
        points.all(|(numbers, value)| node.value(numbers) == Some(*value))
    }

    /// Adds the terms of a size: two smaller ones with an operation between them.
    fn joined(&mut self, size: usize, budget: &Budget) -> Result<Option<Arc<Node>>, Unfinished> {
        let mut values = vec![0; self.samples.len()];
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
                        let (a, b) = (self.values_of(left), self.values_of(right));
                        if !operation.fill(a, b, &mut values) || self.find(&values).is_some() {
                            continue;
                        }
                        let [left, right] = [left, right].map(|term| self.terms[term].clone());
                        if let Some(found) = self.keep(&values, Node::Both(operation, left, right))
                        {
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
                let pairs = self.values_of(term).iter().zip(&self.target);
                let rest = pairs.map(|(&a, &target)| operation.missing(a, target));
                let other = self.find(&rest.collect::<Option<Vec<i64>>>()?)?;
                let [term, other] = [term, other].map(|term| self.terms[term].clone());
                let node = Node::Both(operation, term, other);
                self.is_law(&node).then(|| Arc::new(node))
            })
        })
    }
}
