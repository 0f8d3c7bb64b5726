//! The checker: plain loops over the statements of the certificate.
//!
//! **Why these checks suffice.** Let (s, t) be positions of the two parts whose classes (a, b) are in the strategy. By
//! induction on the number of cells it is a P-position in misère play: one of a and b has an option, so there is a
//! move. After a move from s to s', of class A, either A is an option of a, and the checker found an answer: an option
//! of A or of b that leads back into the strategy. Position s' or t has such an option, since positions have all
//! options of their classes. Or A is *reversible*: a is an option of A, so from s' a move leads to class a, and back
//! into the strategy. If neither A nor b has an option and something can still be taken, the checker found a move to a
//! class X such that (X, 0) is in the strategy; if nothing can be taken, the player to move has won. The same holds for
//! moves from t.

use nimfield_core::budget::{Budget, Meter, Unfinished};

use super::content::{CertificatePart, OutcomeCertificate};
use super::members::{Members, Union};

/// The result of checking a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedCertificate {
    /// Whether the player to move wins; otherwise the second player wins.
    pub first_player_wins: bool,
    /// The number of positions of the parts whose classes were checked.
    pub positions: u64,
    /// The number of classes.
    pub classes: u64,
    /// The number of pairs of the strategy.
    pub pairs: u64,
}

/// A false statement of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Falsehood {
    /// The game, the position, the move and the parts are inconsistent, as the text explains.
    #[error("{0}")]
    Position(String),
    /// A list is malformed, as the text explains.
    #[error("{0}")]
    Form(String),
    /// The class of a position has an option that the position lacks.
    #[error(
        "position {position:#x} of shape {shape} has no option of class {option}, which its class has"
    )]
    MissingOption {
        /// The shape.
        shape: usize,
        /// The position.
        position: u64,
        /// The option of its class.
        option: u32,
    },
    /// A position has an option that is neither in its class nor reversible.
    #[error(
        "position {position:#x} of shape {shape} has an option of class {option}, which its class lacks and which is \
         not reversible"
    )]
    UnexplainedOption {
        /// The shape.
        shape: usize,
        /// The position.
        position: u64,
        /// The class of the option.
        option: u32,
    },
    /// A position is in the class of 0 although none of its options is a P-position.
    #[error(
        "position {position:#x} of shape {shape} is in the class without options, but none of its options is a P-position"
    )]
    NotZero {
        /// The shape.
        shape: usize,
        /// The position.
        position: u64,
    },
    /// The position claimed to be a P-position is not in the strategy.
    #[error("the claimed P-position {pair:?} is not in the strategy")]
    NotInStrategy {
        /// The classes of its parts.
        pair: (u32, u32),
    },
    /// A pair of the strategy has no move, so the player to move has won there.
    #[error("a pair of the strategy has no move left")]
    Ended,
    /// A move leads from a pair of the strategy to this pair, but no move leads back.
    #[error("a move from the strategy leads to {pair:?}, and no answer leads back")]
    Unanswered {
        /// The pair.
        pair: (u32, u32),
    },
}

/// Why a check ends early.
enum Stop {
    False(Falsehood),
    Unfinished(Unfinished),
}

impl From<Falsehood> for Stop {
    fn from(falsehood: Falsehood) -> Stop {
        Stop::False(falsehood)
    }
}

impl From<Unfinished> for Stop {
    fn from(unfinished: Unfinished) -> Stop {
        Stop::Unfinished(unfinished)
    }
}

/// The number of moves between two checks of the budget.
const POLL: u64 = 1 << 14;

impl OutcomeCertificate {
    /// Checks every statement of the certificate.
    ///
    /// # Errors
    /// The first falsehood found.
    pub fn check(&self) -> Result<CheckedCertificate, Falsehood> {
        let checked = self.check_within(&Budget::unlimited());
        checked.expect("no budget ends it")
    }

    /// Checks every statement of the certificate within a budget; returns what it proves, or the first falsehood found.
    ///
    /// # Errors
    /// If the budget runs out.
    ///
    /// # Complexity
    /// The check takes one step for each move of the positions of the parts. For each pair of the strategy it takes one
    /// step for each of its moves, and one for each move that leads to it; these are at most a 64th of the classes.
    ///
    /// # Source
    /// See the proof at the top of this file.
    pub fn check_within(
        &self,
        budget: &Budget,
    ) -> Result<Result<CheckedCertificate, Falsehood>, Unfinished> {
        let mut meter = Meter::new(budget, "checking").every(POLL);
        match self.checked(&mut meter) {
            Ok(checked) => Ok(Ok(checked)),
            Err(Stop::False(falsehood)) => Ok(Err(falsehood)),
            Err(Stop::Unfinished(unfinished)) => Err(unfinished),
        }
    }

    fn checked(&self, meter: &mut Meter<'_>) -> Result<CheckedCertificate, Stop> {
        let masks_of_shapes = self.check_position()?;
        self.check_lists()?;
        for (shape, masks) in masks_of_shapes.iter().enumerate() {
            self.check_shape(shape, masks, meter)?;
        }
        let claimed = self.claimed_pair();
        if !self.in_strategy(claimed) {
            return Err(Falsehood::NotInStrategy { pair: claimed }.into());
        }
        self.check_strategy(meter)?;
        Ok(CheckedCertificate {
            first_player_wins: self.winning_move != 0,
            positions: self.shapes.iter().map(|shape| shape.len() as u64).sum(),
            classes: self.classes.len() as u64,
            pairs: self.pairs.len() as u64,
        })
    }

    /// Returns the classes of the full parts.
    fn claimed_pair(&self) -> (u32, u32) {
        let whole = |part: &CertificatePart| {
            let class = self.shapes[part.shape as usize].last();
            *class.expect("a shape has a class for each position of its part")
        };
        // A missing part counts as a part without cells, of class 0.
        let class = |part: usize| self.parts.get(part).map_or(0, whole);
        let (a, b) = (class(0), class(1));
        (a.max(b), a.min(b))
    }

    fn in_strategy(&self, (a, b): (u32, u32)) -> bool {
        self.pairs.binary_search(&(a.max(b), a.min(b))).is_ok()
    }

    /// Checks that the move is legal and the parts are what it leaves; returns the moves of each shape.
    fn check_position(&self) -> Result<Vec<Vec<u64>>, Falsehood> {
        let wrong = |what: &str| Err(Falsehood::Position(what.to_string()));
        let board = match self.cells {
            0 => 0,
            cells @ 1..=64 => u64::MAX >> (64 - cells),
            _ => return wrong("a game of more than 64 cells"),
        };
        if !self.masks.is_sorted_by(|a, b| a < b)
            || self
                .masks
                .iter()
                .any(|&mask| mask == 0 || mask & !board != 0)
        {
            return wrong("the moves are not ascending sets of cells of the game");
        }
        if self.start & !board != 0 {
            return wrong("the position has cells that the game lacks");
        }
        if self.winning_move != 0
            && (self.winning_move & !self.start != 0
                || self.masks.binary_search(&self.winning_move).is_err())
        {
            return wrong("the winning move is not legal");
        }
        let left = self.start & !self.winning_move;
        if !(1..=2).contains(&self.parts.len()) {
            return wrong("the number of parts is not 1 or 2");
        }
        let mut covered = 0u64;
        let mut shapes: Vec<Option<Vec<u64>>> = vec![None; self.shapes.len()];
        for part in &self.parts {
            let mut own = 0u64;
            for &cell in &part.cells {
                if u32::from(cell) >= self.cells || own >> cell & 1 != 0 {
                    return wrong("a part names a cell twice, or a cell that does not exist");
                }
                own |= 1 << cell;
            }
            if own & covered != 0 {
                return wrong("the parts share a cell");
            }
            covered |= own;
            let Some(shape) = self.shapes.get(part.shape as usize) else {
                return wrong("a part has a shape that does not exist");
            };
            if part.cells.len() >= 40 || shape.len() != 1 << part.cells.len() {
                return wrong(
                    "a shape does not have exactly one class for each position of its part",
                );
            }
            let mut masks = Vec::new();
            for &mask in self.masks.iter().filter(|&&mask| mask & !left == 0) {
                if mask & own == 0 {
                    continue;
                }
                if mask & !own != 0 {
                    return wrong("a move joins the parts");
                }
                let place = |(i, &cell): (usize, &u8)| (mask >> cell & 1) << i;
                masks.push(part.cells.iter().enumerate().map(place).sum());
            }
            masks.sort_unstable();
            match &mut shapes[part.shape as usize] {
                Some(known) if *known != masks => {
                    return wrong("two parts of one shape have different moves");
                }
                known => *known = Some(masks),
            }
        }
        if covered != left {
            return wrong("the parts are not what the winning move leaves");
        }
        match shapes.into_iter().collect() {
            Some(shapes) => Ok(shapes),
            None => wrong("a shape belongs to no part"),
        }
    }

    /// Checks that class numbers are valid, and lists ascending.
    fn check_lists(&self) -> Result<(), Falsehood> {
        let wrong = |what: &str| Err(Falsehood::Form(what.to_string()));
        let count = self.classes.len();
        let known = |class: u32| (class as usize) < count;
        for (class, options) in self.classes.iter().enumerate() {
            if options.is_empty() != (class == 0) {
                return wrong("class 0, and no other class, must have no options");
            }
            if !options.is_sorted_by(|a, b| a < b) || !options.iter().all(|&option| known(option)) {
                return wrong("the options of a class are not ascending classes");
            }
        }
        if !self.shapes.iter().flatten().all(|&class| known(class)) {
            return wrong("a position has a class that does not exist");
        }
        let mut used = vec![false; count];
        let classes = self.shapes.iter().flatten();
        classes.for_each(|&class| used[class as usize] = true);
        if used.contains(&false) {
            return wrong("no position has one of the classes");
        }
        let tidy = |&(a, b): &(u32, u32)| a >= b && known(a);
        if !self.pairs.iter().all(tidy) || !self.pairs.is_sorted_by(|a, b| a < b) {
            return wrong("the strategy is not a list of ascending pairs of classes");
        }
        Ok(())
    }

    /// Checks that the class of each position has its options, apart from reversible ones.
    fn check_shape(&self, shape: usize, masks: &[u64], meter: &mut Meter<'_>) -> Result<(), Stop> {
        let class_of = &self.shapes[shape];
        // The last position with an option of this class, or of a class with this option.
        let mut reached = vec![u64::MAX; self.classes.len()];
        let mut expected = vec![u64::MAX; self.classes.len()];
        let mut moves = Vec::new();
        for (position, &class) in (0u64..).zip(class_of) {
            meter.done += 1;
            meter.work(1 + masks.len() as u64)?;
            moves.clear();
            let legal = masks.iter().filter(|&&mask| mask & !position == 0);
            moves.extend(legal.map(|mask| class_of[(position ^ mask) as usize]));
            for &option in &moves {
                reached[option as usize] = position;
            }
            for &option in &self.classes[class as usize] {
                expected[option as usize] = position;
                if reached[option as usize] != position {
                    let missing = Falsehood::MissingOption {
                        shape,
                        position,
                        option,
                    };
                    return Err(missing.into());
                }
            }
            for &option in &moves {
                let reverts = || self.classes[option as usize].binary_search(&class).is_ok();
                if expected[option as usize] != position && !reverts() {
                    let unexplained = Falsehood::UnexplainedOption {
                        shape,
                        position,
                        option,
                    };
                    return Err(unexplained.into());
                }
            }
            let wins_alone = |&option: &u32| self.in_strategy((option, 0));
            if class == 0 && !moves.is_empty() && !moves.iter().any(wins_alone) {
                return Err(Falsehood::NotZero { shape, position }.into());
            }
        }
        Ok(())
    }

    /// Checks that every move from a pair of the strategy can be answered by a move to one.
    fn check_strategy(&self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if self.in_strategy((0, 0)) {
            return Err(Falsehood::Ended.into());
        }
        let count = self.classes.len();
        let options = || {
            let lists = (0u32..).zip(&self.classes);
            lists.flat_map(|(class, options)| options.iter().map(move |&option| (class, option)))
        };
        let parents = Members::of_each(count, options().map(|(class, option)| (option, class)));
        let turned = self.pairs.iter().filter(|(a, b)| a != b);
        let turned = turned.map(|&(a, b)| (b, a));
        let partners = Members::of_each(count, self.pairs.iter().copied().chain(turned));
        // For each class x: the classes y for which a move leads from (x, y) into the strategy, and those for which a
        // move leads from the strategy to (x, y).
        let (mut answered, mut reached) = (Union::new(count), Union::new(count));
        for (x, own) in (0u32..).zip(&self.classes) {
            answered.clear();
            reached.clear();
            // Joining a set takes up to one step per 64 classes.
            let step = 1 + count as u64 / 64;
            meter.work(step)?;
            for &option in own {
                meter.work(step)?;
                answered.join(&partners[option as usize]);
            }
            for parent in parents[x as usize].iter() {
                meter.work(step)?;
                reached.join(&partners[parent as usize]);
            }
            for partner in partners[x as usize].iter() {
                meter.work(step)?;
                answered.join(&parents[partner as usize]);
                reached.extend(self.classes[partner as usize].iter().copied());
            }
            if let Some(y) = reached.without(&answered).find(|&y| (x, y) != (0, 0)) {
                let pair = (x.max(y), x.min(y));
                return Err(Falsehood::Unanswered { pair }.into());
            }
        }
        Ok(())
    }
}
