//! Decides whether a law holds for all numbers.
//!
//! In a game that ends, S is the set of all P-positions exactly if no move leads from S into S, and from every position
//! outside of S a move leads into S; in misère play positions without a move must be outside, and need no such move.
//! Both conditions are sentences about digits once S is given by an automaton.

use std::collections::BTreeSet;
use std::fmt;

use nimfield_core::families::formulas::{Formula, FormulaGame, Linear, MoveFormula};
use nimfield_core::prelude::Play;

use crate::automaton::Automaton;
use crate::bound::{Bound, Stopped};
use crate::compile::CannotSay;
use crate::members::Members;
use crate::numeration::Numeration;

/// The measure that decreases with each move, so that the game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Measure {
    /// The sum of all numbers.
    Total,
    /// The numbers in this order: the first one that changes decreases.
    Order(Vec<usize>),
}

/// Why no law of a family can be proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// A move leads from a member to a position outside of the family.
    #[error("the family is not closed: a move leads from {} to {}", row(.0), row(.1))]
    Open(Vec<u128>, Vec<u128>),
    /// Neither the sum of all numbers nor the numbers in any order decrease with each move.
    #[error("no measure was found that decreases with each move: a move leads from {} to {}", row(.0), row(.1))]
    Endless(Vec<u128>, Vec<u128>),
    /// There is no automaton for the moves.
    #[error(transparent)]
    CannotSay(#[from] CannotSay),
}

impl From<Stopped> for Refused {
    fn from(stopped: Stopped) -> Refused {
        Refused::CannotSay(stopped.into())
    }
}

fn row(numbers: &[u128]) -> String {
    let number = |number: &u128| match *number {
        u128::MAX => "2^128-1 or more".to_string(),
        number => number.to_string(),
    };
    let numbers: Vec<String> = numbers.iter().map(number).collect();
    format!("({})", numbers.join(", "))
}

/// Where a law fails.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A move leads from a position of the law to another one.
    Inside(Vec<u128>, Vec<u128>),
    /// No move leads from a position outside of the law into it.
    Outside(Vec<u128>),
    /// The law contains a position in which the player to move has won: in misère play, one without a move.
    Ended(Vec<u128>),
    /// More moves lead from a position of the law into it than can be forbidden.
    Many(Vec<u128>),
    /// From a position outside of the law, no more moves lead into it than can be forbidden.
    Few(Vec<u128>),
    /// In misère play: all moves from a position of the law lead into it, and can all be forbidden.
    All(Vec<u128>),
    /// The law gives no value to a position.
    NoValue(Vec<u128>),
    /// The law gives two values to a position.
    TwoValues(Vec<u128>),
    /// In misère play: a position without a move has a value other than 1.
    NotOne(Vec<u128>),
    /// A move keeps the value.
    Alike(Vec<u128>),
    /// No move leads to some value below that of the position.
    Missing(Vec<u128>),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Inside(from, to) => {
                write!(
                    f,
                    "it contains {} and also {}, to which a move leads",
                    row(from),
                    row(to)
                )
            }
            Fault::Outside(from) => {
                write!(
                    f,
                    "it does not contain {}, but no move leads from there into it",
                    row(from)
                )
            }
            Fault::Ended(from) => {
                write!(
                    f,
                    "it contains {}, where the player to move has won",
                    row(from)
                )
            }
            Fault::Many(from) => {
                write!(
                    f,
                    "it contains {}, from which more moves lead into it than can be forbidden",
                    row(from)
                )
            }
            Fault::Few(from) => write!(
                f,
                "it does not contain {}, but no more moves lead from there into it than can be forbidden",
                row(from)
            ),
            Fault::All(from) => {
                write!(
                    f,
                    "it contains {}, from which all moves can be forbidden",
                    row(from)
                )
            }
            Fault::NoValue(from) => write!(f, "it gives {} no value", row(from)),
            Fault::TwoValues(from) => write!(f, "it gives {} two values", row(from)),
            Fault::NotOne(from) => {
                write!(
                    f,
                    "it gives a value other than 1 to {}, which has no moves",
                    row(from)
                )
            }
            Fault::Alike(from) => write!(f, "a move from {} keeps its value", row(from)),
            Fault::Missing(from) => {
                write!(f, "from {} no move leads to some smaller value", row(from))
            }
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Measure::Total => f.write_str("the sum of all numbers"),
            Measure::Order(order) => {
                let order: Vec<String> = order.iter().map(|own| (own + 1).to_string()).collect();
                write!(
                    f,
                    "the first number that changes, in the order {},",
                    order.join(", ")
                )
            }
        }
    }
}

/// The result of deciding a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for all numbers. The most states of an intermediate automaton.
    Proved {
        /// The most states of an automaton of a kind of moves.
        states: usize,
    },
    /// It does not hold.
    Refuted(Fault),
}

/// Returns the result for a law, given the search for the last possible fault.
fn verdict(fault: Option<Fault>, before: &[Automaton]) -> Verdict {
    match fault {
        Some(fault) => Verdict::Refuted(fault),
        None => Verdict::Proved {
            states: before.iter().map(Automaton::states).max().unwrap_or(0),
        },
    }
}

/// A move: the positions before and after it.
pub type Step = (Vec<u128>, Vec<u128>);

/// A game whose moves are automata.
#[derive(Clone, Debug)]
pub struct Prover {
    numeration: Numeration,
    numbers: usize,
    domain: Automaton,
    moves: Vec<Kind>,
    measure: Measure,
    /// Positions that are won without a move in normal play.
    won: Automaton,
    /// The number of options that can be forbidden before each move.
    block: usize,
}

/// A kind of moves.
#[derive(Clone, Debug)]
struct Kind {
    changed: Vec<usize>,
    relation: Automaton,
}

impl Prover {
    /// Prepares a game, restricted to the positions for which a sentence also holds.
    ///
    /// # Errors
    /// If the moves have no automata, a move leads out of these positions, or no measure decreases with each move.
    pub fn new(
        game: &FormulaGame,
        family: &Formula,
        numeration: Numeration,
        bound: Bound<'_>,
    ) -> Result<Prover, Refused> {
        let numbers = game.numbers.len();
        let domain = Formula::All(vec![game.domain.clone(), family.clone()]);
        let domain = Automaton::of(&domain, 0..numbers, numeration, bound)?;
        let kind = |own: &MoveFormula| {
            let after = own.changed.iter().map(|number| numbers + number);
            let variables = own.changed.iter().copied().chain(after);
            let relation = Automaton::of(&own.formula, variables, numeration, bound)?;
            let others = 2 * numbers;
            Ok::<_, Refused>(Kind {
                changed: own.changed.clone(),
                relation: relation.exists(|variable| variable >= others, bound)?,
            })
        };
        let mut prover = Prover {
            numeration,
            numbers,
            moves: game.moves.iter().map(kind).collect::<Result<_, _>>()?,
            domain,
            measure: Measure::Total,
            won: Automaton::of(&game.won, 0..numbers, numeration, bound)?,
            block: game.block,
        };
        prover.is_closed(bound)?;
        prover.measure = prover.falling(bound)?;
        Ok(prover)
    }

    /// Returns the measure that decreases with each move.
    #[must_use]
    pub fn measure(&self) -> &Measure {
        &self.measure
    }

    /// Returns a set of positions with the variables of positions after a move.
    fn after(&self, set: &Automaton, kind: &Kind) -> Automaton {
        let numbers = self.numbers;
        set.renamed(|own| match kind.changed.contains(&own) {
            true => own + numbers,
            // Further variables, such as the value, stay.
            false => own,
        })
    }

    /// Returns the positions before and after a move that an automaton accepts.
    fn example(&self, of: &Automaton, kind: &Kind) -> Option<Step> {
        let found = of.witness()?;
        let value = |own: usize| {
            let at = of.variables.iter().position(|&variable| variable == own);
            at.map_or(0, |at| found[at])
        };
        let before: Vec<u128> = (0..self.numbers).map(value).collect();
        let after = (0..self.numbers).map(|own| match kind.changed.contains(&own) {
            true => value(own + self.numbers),
            false => before[own],
        });
        let after = after.collect();
        Some((before, after))
    }

    /// Returns the moves of a kind from positions of the family.
    fn legal(&self, kind: &Kind, bound: Bound<'_>) -> Result<Automaton, Stopped> {
        kind.relation.and(&self.domain, bound)
    }

    fn is_closed(&self, bound: Bound<'_>) -> Result<(), Refused> {
        for kind in &self.moves {
            let from = self.legal(kind, bound)?;
            let out = from.and_not(&self.after(&self.domain, kind), bound)?;
            if let Some((from, to)) = self.example(&out, kind) {
                return Err(Refused::Open(from, to));
            }
        }
        Ok(())
    }

    /// Finds a measure.
    fn falling(&self, bound: Bound<'_>) -> Result<Measure, Refused> {
        let numbers = self.numbers;
        let legal = self.moves.iter().map(|kind| self.legal(kind, bound));
        let legal: Vec<Automaton> = legal.collect::<Result<_, _>>()?;
        // The growth of some numbers by a move.
        let growth = |of: &mut dyn Iterator<Item = usize>| {
            let mut growth = Linear::default();
            for own in of {
                let after = growth.plus(1, &Linear::of(numbers + own))?;
                growth = after.plus(-1, &Linear::of(own))?;
            }
            Some(growth)
        };
        let broken_by = |sentence: &Formula, legal: &Automaton| {
            let broken = Automaton::of(sentence, [], self.numeration, bound)?;
            Ok::<_, Refused>(legal.and(&broken, bound)?)
        };
        let fits = "sums of few numbers with coefficients 1 are small";
        let mut broken = None;
        for (kind, legal) in self.moves.iter().zip(&legal) {
            let grows = growth(&mut kind.changed.iter().copied()).expect(fits);
            let stays = Formula::Not(Box::new(Formula::Positive(grows.times(-1).expect(fits))));
            broken = self.example(&broken_by(&stays, legal)?, kind);
            if broken.is_some() {
                break;
            }
        }
        let Some((from, to)) = broken else {
            return Ok(Measure::Total);
        };
        // Choose one number after the other that no remaining move makes larger.
        let mut left = legal;
        let mut order = Vec::new();
        while left.iter().any(|legal| !legal.is_empty()) {
            let mut found = None;
            for own in (0..numbers).filter(|own| !order.contains(own)) {
                let grows = growth(&mut [own].into_iter()).expect(fits);
                let mut some_fall = false;
                let mut none_grows = true;
                let mut rest = Vec::new();
                for (kind, legal) in self.moves.iter().zip(&left) {
                    if !kind.changed.contains(&own) {
                        rest.push(legal.clone());
                        continue;
                    }
                    let growing = broken_by(&Formula::Positive(grows.clone()), legal)?;
                    none_grows &= growing.is_empty();
                    let same = broken_by(&Formula::Zero(grows.clone()), legal)?;
                    some_fall |= same != *legal;
                    rest.push(same);
                }
                if none_grows && some_fall {
                    found = Some((own, rest));
                    break;
                }
            }
            let Some((own, rest)) = found else {
                return Err(Refused::Endless(from, to));
            };
            order.push(own);
            left = rest;
        }
        Ok(Measure::Order(order))
    }

    /// Returns the law restricted to letters that give positions.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn within(
        &self,
        law: &Automaton,
        places: &[usize],
        bound: Bound<'_>,
    ) -> Result<Automaton, Stopped> {
        let letter = |own: usize| places.iter().position(|&place| place == own);
        let positions = self.domain.exists(|own| letter(own).is_none(), bound)?;
        let positions = positions.renamed(|own| letter(own).unwrap_or(own));
        law.and(&positions, bound)
    }

    /// Returns the positions without a move.
    fn ended(&self, bound: Bound<'_>) -> Result<Automaton, Stopped> {
        let moving = self.before(&self.domain, bound)?;
        (moving.iter()).try_fold(self.domain.clone(), |ended, moving| {
            ended.and_not(moving, bound)
        })
    }

    /// Returns the positions from which a move of each kind leads into a set.
    fn before(&self, set: &Automaton, bound: Bound<'_>) -> Result<Vec<Automaton>, Stopped> {
        let numbers = self.numbers;
        let before = |kind: &Kind| {
            let into = kind.relation.and(&self.after(set, kind), bound)?;
            let is_after = |variable: usize| (numbers..2 * numbers).contains(&variable);
            into.exists(is_after, bound)
        };
        self.moves.iter().map(before).collect()
    }

    /// Returns a move of each kind, with the smallest numbers, as the positions before and after it; `None` if the kind has
    /// no move.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn examples(&self, bound: Bound<'_>) -> Result<Vec<Option<Step>>, Stopped> {
        let example = |kind: &Kind| Ok(self.example(&self.legal(kind, bound)?, kind));
        self.moves.iter().map(example).collect()
    }

    /// Returns the game without some kinds of moves, by their numbers from 0 on: it also ends, and is closed.
    #[must_use]
    pub fn without(&self, kinds: &[usize]) -> Prover {
        let mut game = self.clone();
        let mut number = 0..;
        game.moves
            .retain(|_| number.next().is_none_or(|number| !kinds.contains(&number)));
        game
    }

    /// Returns whether these numbers are a position of the family.
    #[must_use]
    pub fn is_position(&self, numbers: &[u128]) -> bool {
        numbers.len() == self.numbers && self.domain.contains(numbers)
    }

    /// Lists the positions of a set, which reads the letters in order, that moves from a position lead to: at most `most`.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn options_in(
        &self,
        set: &Automaton,
        (places, from): (&[usize], &[u128]),
        most: usize,
        bound: Bound<'_>,
    ) -> Result<Members, Stopped> {
        let numbers = self.numbers;
        let set = set
            .renamed(|letter| places[letter])
            .and(&self.domain, bound)?;
        let (mut options, mut complete) = (BTreeSet::new(), true);
        for kind in &self.moves {
            let mut found = kind.relation.and(&self.after(&set, kind), bound)?;
            for (at, &number) in from.iter().enumerate() {
                if let Some(place) = found.variables.iter().position(|&own| own == at) {
                    found = found.with(place, number, bound)?;
                }
            }
            let (members, all) = found.members((most, usize::MAX), bound)?;
            complete &= all;
            for member in members {
                let mut to = from.to_vec();
                for (variable, number) in found.variables.iter().zip(member) {
                    to[variable - numbers] = number;
                }
                options.insert(to);
            }
        }
        complete &= options.len() <= most;
        Ok((options.into_iter().take(most).collect(), complete))
    }

    /// Decides whether the automaton, which reads the letters in order, accepts exactly the P-positions: `places[i]` is the
    /// number that letter `i` stands for.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn outcomes(
        &self,
        law: &Automaton,
        places: &[usize],
        play: Play,
        bound: Bound<'_>,
    ) -> Result<Verdict, CannotSay> {
        let law = law
            .renamed(|letter| places[letter])
            .and(&self.domain, bound)?;
        // The positions in which the player to move has won without a move.
        let mut won = self.won.clone();
        if play == Play::Misere {
            won = self.ended(bound)?.and_not(&won, bound)?;
        }
        if let Some(from) = won.and(&law, bound)?.witness() {
            return Ok(Verdict::Refuted(Fault::Ended(from)));
        }
        let mut outside = self.domain.and_not(&law, bound)?.and_not(&won, bound)?;
        if self.block > 0 {
            return self.with_forbidden(&law, &outside, play, bound);
        }
        let before = self.before(&law, bound)?;
        for (kind, before) in self.moves.iter().zip(&before) {
            if !before.and(&law, bound)?.is_empty() {
                let inside = kind.relation.and(&law, bound)?;
                let inside = inside.and(&self.after(&law, kind), bound)?;
                if let Some((from, to)) = self.example(&inside, kind) {
                    return Ok(Verdict::Refuted(Fault::Inside(from, to)));
                }
            }
        }
        for before in &before {
            outside = outside.and_not(before, bound)?;
        }
        Ok(verdict(outside.witness().map(Fault::Outside), &before))
    }

    /// Decides a law of a game in which the other player forbids options: a position is P if all its moves to
    /// P-positions can be forbidden; in misère play another move must remain, since a player without a move has won.
    fn with_forbidden(
        &self,
        law: &Automaton,
        outside: &Automaton,
        play: Play,
        bound: Bound<'_>,
    ) -> Result<Verdict, CannotSay> {
        let n = self.numbers;
        let small = "single variables are small";
        let mut options = Automaton::constant(self.numeration, false);
        for kind in &self.moves {
            let stays = (0..n).filter(|own| !kind.changed.contains(own));
            let stays = stays.map(|own| Formula::equal(&Linear::of(own), &Linear::of(n + own)));
            let stays = Formula::All(stays.collect::<Option<_>>().expect(small));
            let stays = Automaton::of(&stays, 0..2 * n, self.numeration, bound)?;
            options = options.or(&kind.relation.and(&stays, bound)?, bound)?;
        }
        let into = options.and(&law.renamed(|own| own + n), bound)?;
        // An option before another one, by their numbers in order.
        let [one, other] = [1, 2].map(|place| move |own: usize| Linear::of(place * n + own));
        let rising = (0..n).map(|at| {
            let same = (0..at).map(|own| Formula::equal(&other(own), &one(own)));
            let all = same.chain([Formula::less(&other(at), &one(at))]);
            Formula::All(all.collect::<Option<_>>().expect(small))
        });
        let rising = Formula::Any(rising.collect());
        let rising = Automaton::of(&rising, n..3 * n, self.numeration, bound)?;
        let is_option = |variable: usize| (n..2 * n).contains(&variable);
        let as_option =
            |set: &Automaton| set.renamed(|own| if own >= 2 * n { own - n } else { own });
        // The positions and options after which this many more options are in the law.
        let next = into.and(&rising, bound)?;
        let mut more = next.exists(is_option, bound)?;
        for _ in 1..self.block {
            let after = next.and(&as_option(&more), bound)?;
            more = after.exists(is_option, bound)?;
        }
        let many = into
            .and(&as_option(&more), bound)?
            .exists(is_option, bound)?;
        if let Some(from) = law.and(&many, bound)?.witness() {
            return Ok(Verdict::Refuted(Fault::Many(from)));
        }
        let mut few = outside.and_not(&many, bound)?;
        if play == Play::Misere {
            let others = self.domain.and_not(law, bound)?.renamed(|own| own + n);
            let others = options.and(&others, bound)?.exists(is_option, bound)?;
            // In positions that are won in normal play there are no moves, so the player to move has lost.
            let stuck = law.and_not(&others, bound)?.and_not(&self.won, bound)?;
            if let Some(from) = stuck.witness() {
                return Ok(Verdict::Refuted(Fault::All(from)));
            }
            let lost = self.won.and_not(law, bound)?;
            few = few.and(&others, bound)?.or(&lost, bound)?;
        }
        Ok(verdict(few.witness().map(Fault::Few), &[many]))
    }

    /// Decides whether the automaton, which reads the letters in order and then a value, accepts exactly the Grundy
    /// values; in misère play the misère Grundy numbers, which are 1 for positions without a move.
    ///
    /// # Errors
    /// If the bound does not suffice.
    pub fn values(
        &self,
        law: &Automaton,
        places: &[usize],
        play: Play,
        bound: Bound<'_>,
    ) -> Result<Verdict, CannotSay> {
        // After all variables of moves.
        let (value, lower) = (2 * self.numbers, 2 * self.numbers + 1);
        let letters = places.len();
        let law = law.renamed(|own| if own == letters { value } else { places[own] });
        let law = law.and(&self.domain, bound)?;
        let other = law.renamed(|own| if own == value { lower } else { own });
        let less = Formula::less(&Linear::of(lower), &Linear::of(value));
        let less = less.expect("two variables are small");
        let less = Automaton::of(&less, [], self.numeration, bound)?;
        let valued = law.exists(|own| own == value, bound)?;
        if let Some(from) = self.domain.and_not(&valued, bound)?.witness() {
            return Ok(Verdict::Refuted(Fault::NoValue(from)));
        }
        // Only the numbers of a position.
        let position = |mut found: Vec<u128>| {
            found.truncate(self.numbers);
            found
        };
        let two = law.and(&other, bound)?.and(&less, bound)?.witness();
        if let Some(from) = two.map(position) {
            return Ok(Verdict::Refuted(Fault::TwoValues(from)));
        }
        let mut missing = law.and(&less, bound)?;
        if play == Play::Misere {
            let ended = self.ended(bound)?;
            let one = Formula::equal(&Linear::of(value), &Linear::constant(1));
            let one = Automaton::of(&one.expect("1 is small"), [], self.numeration, bound)?;
            let wrong = law.and(&ended, bound)?.and_not(&one, bound)?;
            if let Some(from) = wrong.witness().map(position) {
                return Ok(Verdict::Refuted(Fault::NotOne(from)));
            }
            missing = missing.and_not(&ended, bound)?;
        }
        let before = self.before(&other, bound)?;
        for before in &before {
            let same = before.renamed(|own| if own == lower { value } else { own });
            if let Some(from) = same.and(&law, bound)?.witness().map(position) {
                return Ok(Verdict::Refuted(Fault::Alike(from)));
            }
            missing = missing.and_not(before, bound)?;
        }
        let fault = missing.witness().map(position).map(Fault::Missing);
        Ok(verdict(fault, &before))
    }
}
