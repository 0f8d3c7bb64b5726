//! Large positions that one move turns into a sum of two small ones.

use std::collections::{BTreeSet, HashMap};

use crate::certificate::{CertificatePart, OutcomeCertificate};
use crate::misere::strategy::strategy;
use crate::misere::{BoardForms, BoardFormsError, Form, Forms, PairMatrix, PairSearch};
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::taking::Taking;
use nimfield_core::order::most_bits_first;

/// The most cells of a half, since all its positions are stored.
const MOST_CELLS: u32 = 24;

/// A sum of two halves that no move connects, with the forms of all their positions in misère play and the outcomes of
/// the sums of two of them.
pub struct Split {
    pub(super) forms: Forms,
    halves: [BoardForms; 2],
    pub(super) sums: PairSearch,
}

/// Distributes the components of a state over two halves, the largest ones first and as evenly as possible, and adds
/// the cells that no move takes to the first half; `None` if one is too large.
fn halves(game: &Taking, state: u64) -> Option<[u64; 2]> {
    let mut parts = game.components(state);
    most_bits_first(&mut parts);
    let mut halves = [0u64; 2];
    for part in parts {
        let smaller = usize::from(halves[1].count_ones() < halves[0].count_ones());
        halves[smaller] |= part;
    }
    halves[0] |= state & !halves[1];
    let largest = halves.iter().map(|half| half.count_ones()).max()?;
    (largest <= MOST_CELLS).then_some(halves)
}

/// Returns the forms of all positions of both halves.
fn forms_of_halves(
    game: &Taking,
    state: u64,
    budget: &Budget,
) -> Result<Option<(Forms, [BoardForms; 2])>, Unfinished> {
    let Some(halves) = halves(game, state) else {
        return Ok(None);
    };
    let mut forms = Forms::new();
    let mut board = |half: u64| match BoardForms::new(&mut forms, game, half, budget) {
        Ok(board) => Ok(board),
        Err(BoardFormsError::Unfinished(unfinished)) => Err(unfinished),
        Err(BoardFormsError::TooManyCells(_)) => unreachable!("halves are small enough"),
    };
    let first = board(halves[0])?;
    let second = match first.like(game, halves[1]) {
        Some(twin) => twin,
        None => board(halves[1])?,
    };
    Ok(Some((forms, [first, second])))
}

impl Split {
    /// Computes the forms of all followers of `state`; `None` if it does not have two halves that are small enough. The
    /// outcomes of all pairs of them are listed, one bit each, if they fit into a third of the budget's bytes, so that
    /// there is room for a strategy; otherwise only those of short forms are listed, and the others are searched.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn new(game: &Taking, state: u64, budget: &Budget) -> Result<Option<Split>, Unfinished> {
        let Some((forms, halves)) = forms_of_halves(game, state, budget)? else {
            return Ok(None);
        };
        let [left, right] = [halves[0].classes(), halves[1].classes()];
        let needed = PairMatrix::needed(left.len(), right.len(), budget.thread_count());
        let sums = match budget.fits(needed.saturating_mul(3)) {
            Ok(()) => PairSearch::listing(&forms, left, right, budget)?,
            Err(_) => PairSearch::above(&forms, left, right, budget)?,
        };
        Ok(Some(Split {
            forms,
            halves,
            sums,
        }))
    }

    /// Creates a split as [`new`](Split::new) does, but without listing outcomes.
    ///
    /// # Errors
    /// If the budget runs out.
    pub fn searching(
        game: &Taking,
        state: u64,
        budget: &Budget,
    ) -> Result<Option<Split>, Unfinished> {
        let found = forms_of_halves(game, state, budget)?;
        Ok(found.map(|(forms, halves)| Split {
            forms,
            halves,
            sums: PairSearch::new(),
        }))
    }

    /// Returns whether a follower of the state is a P-position in misère play.
    ///
    /// # Errors
    /// If the budget runs out, which listed sums do not check.
    ///
    /// # Panics
    /// If it has cells that the state lacks.
    pub fn is_p(&mut self, state: u64, budget: &Budget) -> Result<bool, Unfinished> {
        let own = self.halves.iter().map(BoardForms::mask).sum::<u64>();
        assert_eq!(
            state & !own,
            0,
            "the position is a follower of that of the split"
        );
        let [a, b] = [0, 1].map(|i| {
            let board = &self.halves[i];
            board.forms()[board.inside(state) as usize]
        });
        self.sums.is_p(&self.forms, a, b, budget)
    }

    /// Returns the search of sums that are not listed, if there is one.
    #[must_use]
    pub fn search(&self) -> Option<&PairSearch> {
        (!self.is_listed()).then_some(&self.sums)
    }

    /// Returns whether the outcomes of all sums are listed, so that no question takes long.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        let [rows, columns] = self.classes();
        self.sums.listed() == rows as u64 * columns as u64
    }

    /// Returns the different forms of the two halves.
    #[must_use]
    pub fn classes(&self) -> [usize; 2] {
        [0, 1].map(|i| self.halves[i].classes().len())
    }

    /// Returns the number of positions of the halves and of examined pairs of classes.
    #[must_use]
    pub fn effort(&self) -> u64 {
        let positions = self.halves.iter().map(|half| half.forms().len() as u64);
        positions.sum::<u64>() + self.pairs()
    }

    /// Returns the number of examined pairs of classes.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.sums.listed() + self.sums.searched()
    }

    /// Returns the certificate that `start` without `winning_move` is a P-position, if it is: `winning_move` wins, or
    /// for 0 the player to move loses.
    ///
    /// # Errors
    /// If the budget runs out.
    ///
    /// # Panics
    /// If the position after the move is not the state of the split.
    pub fn certificate(
        &mut self,
        game: &Taking,
        position: String,
        start: u64,
        winning_move: u64,
        budget: &Budget,
    ) -> Result<Option<OutcomeCertificate>, Unfinished> {
        let left = start & !winning_move;
        assert_eq!(left, self.halves.iter().map(BoardForms::mask).sum::<u64>());
        if !self.is_p(left, budget)? {
            return Ok(None);
        }
        let zero = Form::ZERO;
        let mut wanted = vec![(self.halves[0].whole(), self.halves[1].whole())];
        wanted.extend(self.wins_from_nothing(0).map(|form| (form, zero)));
        wanted.extend(self.wins_from_nothing(1).map(|form| (zero, form)));
        let pairs = match self.sums.matrix().filter(|_| self.is_listed()) {
            Some(matrix) => strategy(&self.forms, matrix, &wanted, budget)?,
            None => self.sums.strategy(&self.forms, &wanted, budget)?,
        };
        // The classes of both halves, numbered by birthday.
        let halves = self.halves.iter();
        let all: BTreeSet<(u16, Form)> = halves
            .flat_map(|half| half.classes())
            .map(|&form| (self.forms.birthday(form), form))
            .collect();
        let numbers: HashMap<Form, u32> = all.iter().map(|&(_, form)| form).zip(0..).collect();
        let sorted = |forms: &[Form]| {
            let mut list: Vec<u32> = forms.iter().map(|form| numbers[form]).collect();
            list.sort_unstable();
            list
        };
        let same = self.halves[0].masks() == self.halves[1].masks()
            && self.halves[0].cells().len() == self.halves[1].cells().len();
        let shape = |board: &BoardForms| board.forms().iter().map(|form| numbers[form]).collect();
        let mut shapes = vec![shape(&self.halves[0])];
        let mut parts = vec![CertificatePart {
            shape: 0,
            cells: self.halves[0].cells().to_vec(),
        }];
        if self.halves[1].mask() != 0 {
            if !same {
                shapes.push(shape(&self.halves[1]));
            }
            parts.push(CertificatePart {
                shape: u32::from(!same),
                cells: self.halves[1].cells().to_vec(),
            });
        }
        let number = |(a, b): &(Form, Form)| {
            let (a, b) = (numbers[a], numbers[b]);
            (a.max(b), a.min(b))
        };
        let mut pairs: Vec<(u32, u32)> = pairs.iter().map(number).collect();
        pairs.sort_unstable();
        Ok(Some(OutcomeCertificate {
            position,
            cells: game.cells(),
            masks: game.masks().to_vec(),
            start,
            winning_move,
            shapes,
            parts,
            classes: all
                .iter()
                .map(|&(_, form)| sorted(self.forms.options(form)))
                .collect(),
            pairs,
        }))
    }

    /// Returns forms that are P-positions by themselves, such that every position of a half that has moves, but the
    /// form of a position without moves, has a move to one of them.
    fn wins_from_nothing(&self, half: usize) -> impl Iterator<Item = Form> + use<> {
        let board = &self.halves[half];
        let mut found = BTreeSet::new();
        for (position, &form) in (0u64..).zip(board.forms()) {
            if form == Form::ZERO {
                let moves = board.masks().iter().filter(|&&mask| mask & !position == 0);
                let options = moves.map(|mask| board.forms()[(position ^ mask) as usize]);
                found.extend(options.filter(|&option| self.forms.is_p(option)).min());
            }
        }
        found.into_iter()
    }
}

/// The moves to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// Moves that leave halves of at most 21 cells, or two of the same size.
    Promising,
    /// First these, then all others with halves that are small enough.
    All,
}

/// Returns whether halves are worth trying: they take at most seconds, or are as even as possible.
fn is_cheap(halves: [u64; 2]) -> bool {
    const CHEAP_CELLS: u32 = 21;
    let [left, right] = halves.map(u64::count_ones);
    left == right || left.max(right) <= CHEAP_CELLS
}

/// Returns a winning move that splits `state` into two halves small enough for [`Split`], with the split.
///
/// # Arguments
/// `trial` selects the [moves](splitting_moves) to try.
///
/// # Returns
/// The move and the split. `None` decides nothing: other moves may win.
///
/// # Errors
/// If the budget runs out.
///
/// # Complexity
/// For each move tried, that of the [forms](BoardForms::new) of both halves, and of all
/// [pairs](PairMatrix::new) of them or a [search](PairSearch::is_p) for one.
///
/// # Source
/// Conway, On Numbers and Games, chapter 12, for forms; the reduction to sums of two is the definition.
pub fn winning_split(
    game: &Taking,
    state: u64,
    trial: Trial,
    budget: &Budget,
) -> Result<Option<(u64, Split)>, Unfinished> {
    for mv in splitting_moves(game, state, trial) {
        if let Some(mut split) = Split::new(game, state & !mv, budget)?
            && split.is_p(state & !mv, budget)?
        {
            return Ok(Some((mv, split)));
        }
    }
    Ok(None)
}

/// Returns the moves that split `state` into two halves small enough for [`Split`], in the order of trials: by the size
/// of the larger half, one of each class of symmetric ones; uneven and large halves come last, or are left out.
#[must_use]
pub fn splitting_moves(game: &Taking, state: u64, trial: Trial) -> Vec<u64> {
    let mut seen = BTreeSet::new();
    let mut candidates: Vec<(bool, u32, u64)> = Vec::new();
    for mv in game.moves(state) {
        let left = state & !mv;
        if let Some(halves) = halves(game, left)
            && (trial == Trial::All || is_cheap(halves))
            && seen.insert(game.least_image(left))
        {
            let larger = halves[0].count_ones().max(halves[1].count_ones());
            candidates.push((!is_cheap(halves), larger, mv));
        }
    }
    candidates.sort_unstable();
    candidates.into_iter().map(|(_, _, mv)| mv).collect()
}
