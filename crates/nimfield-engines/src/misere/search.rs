//! Misère outcomes of large positions of a taking game, by search over sums of components.

use foldhash::{HashMap, HashMapExt};
use smallvec::SmallVec;

use crate::generations::{Generations, Line};
use crate::misere::open_options::undecided;
use crate::misere::pieces::{LARGE, Large, Piece, Shape, Sum};
use crate::misere::plane::Plane;
use crate::misere::{Form, Forms, tame_sum_is_p};
use crate::state::SavedSearch;
use nimfield_core::budget::{Budget, Limit, Meter, Unfinished};
use nimfield_core::families::taking::Taking;

/// The number of positions between two checks of the clock.
const POLL: u64 = 256;

/// The information of a table about a sum of components, each given as a state of its game: whether the sum is a
/// P-position in misère play, if the table has it. Components may be anywhere, even overlapping.
pub type Oracle = dyn Fn(&[u64]) -> Option<bool> + Send + Sync;

/// Returns the bytes that outcomes may take.
pub(super) fn room(budget: &Budget) -> u64 {
    budget.most_bytes() / 2
}

/// A search in misère play, with its memory.
///
/// A position is the multiset of its components; components of the same shape up to symmetry count as equal, those of
/// few cells are replaced by misère canonical forms, and small sums of forms by the form of the sum. Outcomes are known
/// at once if all components are hereditarily tame (the nim rule), if a single form is left, or if an oracle knows.
/// Options with a known outcome come first, then those in which every move can be answered by an image: components in
/// pairs, and components that a half turn maps to themselves. Such sums are usually P-positions. Then come those with
/// the fewest moves: options that can be tried quickly come before likely ones.
pub struct MisereSearch {
    pub(super) game: Taking,
    /// The plane, if the rules are the same everywhere.
    pub(super) plane: Option<Plane>,
    pub(super) forms: Forms,
    /// The numbers of examined components, by their cells: those of few cells, and without a `plane` all.
    pub(super) numbers: HashMap<u64, Piece>,
    /// The numbers of large components, by their shapes.
    pub(super) shapes: HashMap<Shape, Piece>,
    /// The large component of each number.
    pub(super) large: Vec<Large>,
    /// Components that together have a form, for the oracle.
    pub(super) examples: HashMap<Piece, SmallVec<[u64; 2]>>,
    /// The approximate bytes of the keys of `shapes`.
    pub(super) shape_bytes: u64,
    pub(super) memory: Generations<SumOutcome>,
    pub(super) oracle: Option<Box<Oracle>>,
    pub(super) positions: u64,
    pub(super) looked_up: u64,
    /// The number of outcomes that come from a file, and of those among them that were compared with their options.
    pub(super) from_file: Option<[usize; 2]>,
}

impl MisereSearch {
    /// Creates a search with an empty memory.
    #[must_use]
    pub fn new(game: Taking) -> MisereSearch {
        MisereSearch {
            plane: Plane::of(&game),
            game,
            forms: Forms::new(),
            numbers: HashMap::new(),
            shapes: HashMap::new(),
            large: Vec::new(),
            examples: HashMap::new(),
            shape_bytes: 0,
            memory: Generations::default(),
            oracle: None,
            positions: 0,
            looked_up: 0,
            from_file: None,
        }
    }

    /// Asks `oracle` about each sum before searching it.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Box<Oracle>) -> MisereSearch {
        self.oracle = Some(oracle);
        let nothing = Piece(Form::ZERO.index() as u32);
        self.examples.insert(nothing, SmallVec::new());
        self
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Taking {
        &self.game
    }

    /// Returns the number of sums searched so far, over all questions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns how often the oracle had the answer, over all questions.
    #[must_use]
    pub fn looked_up(&self) -> u64 {
        self.looked_up
    }

    /// Returns how many outcomes came from a file, and how many of these were compared with those of their options.
    #[must_use]
    pub fn from_file(&self) -> Option<[usize; 2]> {
        self.from_file
    }

    /// Estimates the bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let numbers = self.numbers.capacity() * (size_of::<(u64, Piece)>() + 1);
        let shapes = self.shapes.capacity() * (size_of::<(Shape, Piece)>() + 1);
        let examples = self.examples.capacity() * (size_of::<(Piece, SmallVec<[u64; 2]>)>() + 1);
        let lists =
            (numbers + shapes + examples + self.large.capacity() * size_of::<Large>()) as u64;
        self.forms.bytes() + lists + self.shape_bytes + self.memory.bytes()
    }

    /// Returns whether `state` is a P-position in misère play.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// Exponential in the number of cells. Memory for outcomes is bounded by half of what the budget leaves; when it is
    /// full, the oldest outcomes are dropped.
    ///
    /// # Source
    /// Conway, On Numbers and Games, chapter 12; Winning Ways, chapter 13.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, families::taking::Taking};
    /// use nimfield_engines::misere::MisereSearch;
    /// // Three cells, taken singly: the player who takes the last one loses, which is the first player.
    /// let game = Taking::new(3, vec![1, 2, 4], vec![])?;
    /// let mut search = MisereSearch::new(game);
    /// assert_eq!(search.is_p(0b111, &Budget::unlimited())?, true);
    /// assert_eq!(search.is_p(0b011, &Budget::unlimited())?, false);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_p(&mut self, state: u64, budget: &Budget) -> Result<bool, Unfinished> {
        let mut meter = Meter::new(budget, "deciding sums");
        let result = self.sum_of(state, budget).and_then(|sum| {
            if let Some(known) = self.known(&sum) {
                if self.from_file.is_none() || self.agrees(&sum, known, budget)? {
                    return Ok(known);
                }
                // Some outcome of the file is false; it is unknown which one.
                self.memory = Generations::default();
                self.from_file = None;
            }
            self.search(&sum, &mut meter)
        });
        result.map_err(|limit| meter.stopped(limit))
    }

    /// Returns whether this outcome of a sum agrees with the known outcomes of its options.
    pub(super) fn agrees(&mut self, sum: &Sum, is_p: bool, budget: &Budget) -> Result<bool, Limit> {
        let looked_up = self.looked_up;
        let options = self.options(sum, budget)?;
        let ended = options.is_empty();
        let open: Option<Vec<Sum>> = undecided(options, |option| self.known(option));
        // A check is not a part of the search.
        self.looked_up = looked_up;
        Ok(match open {
            _ if ended => !is_p,
            // An option is a P-position.
            None => !is_p,
            // All options are N-positions.
            Some(open) if open.is_empty() => is_p,
            Some(_) => true,
        })
    }

    fn search(&mut self, sum: &Sum, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        self.positions += 1;
        meter.done += 1;
        let (done, budget) = (meter.done, meter.budget());
        // By the sums of all questions, as some have few.
        if self.positions.is_multiple_of(POLL) {
            meter.report();
            budget.fits(self.bytes())?;
            budget.save(&|position, out| self.save(position, out));
        }
        // Read the clock rarely.
        if done % POLL == 1 || done > budget.most_positions() {
            budget.check(done)?;
        }
        let options = self.options(sum, budget)?;
        let open: Option<Vec<Sum>> = undecided(options, |option| self.known(option));
        let mut is_p = open.is_some();
        // If an option is known to be lost, no option needs a search.
        let mut open = open.unwrap_or_default();
        open.sort_by_cached_key(|option| self.order(option));
        for option in open {
            // Another search in the meantime may have decided it.
            let known = match self.memory.get(&option) {
                Some(known) => known.is_p,
                None => self.search(&option, meter)?,
            };
            if known {
                is_p = false;
                break;
            }
        }
        let sum = sum.clone();
        self.memory.set(SumOutcome { sum, is_p }, room(budget));
        Ok(is_p)
    }

    /// Returns the result, if it is known without a search.
    fn known(&mut self, sum: &Sum) -> Option<bool> {
        let form = |piece: &Piece| (piece.0 & LARGE == 0).then(|| self.forms.nth(piece.0));
        match &sum[..] {
            [] => return Some(false),
            [piece] => {
                if let Some(form) = form(piece) {
                    return Some(self.forms.is_p(form));
                }
            }
            _ => {
                let tame: Option<SmallVec<[_; 6]>> = sum
                    .iter()
                    .map(|piece| self.forms.tame(form(piece)?))
                    .collect();
                if let Some(tame) = tame {
                    return Some(tame_sum_is_p(tame));
                }
            }
        }
        if let Some(known) = self.memory.get(sum) {
            return Some(known.is_p);
        }
        let known = self.ask_oracle(sum)?;
        self.looked_up += 1;
        Some(known)
    }

    fn ask_oracle(&self, sum: &Sum) -> Option<bool> {
        let oracle = self.oracle.as_ref()?;
        let mut parts: SmallVec<[u64; 8]> = SmallVec::new();
        for piece in sum {
            match piece.0 & LARGE {
                0 => parts.extend_from_slice(self.examples.get(piece)?),
                _ => parts.push(self.large(*piece).cells),
            }
        }
        oracle(&parts)
    }

    /// Returns the large component with this number.
    pub(super) fn large(&self, piece: Piece) -> Large {
        self.large[(piece.0 & !LARGE) as usize]
    }

    /// Returns the number of cells of a large component, the birthday of a form.
    pub(super) fn size(&self, piece: Piece) -> u32 {
        match piece.0 & LARGE {
            0 => self.forms.birthday(self.forms.nth(piece.0)).into(),
            _ => self.large(piece).cells.count_ones(),
        }
    }

    /// Returns the order of trials: first sums in which every move can be answered by an image, then those with few
    /// moves, then small ones.
    fn order(&self, sum: &Sum) -> (bool, u32, u32) {
        let moves = |&piece: &Piece| match piece.0 & LARGE {
            0 => self.forms.options(self.forms.nth(piece.0)).len() as u32,
            _ => self.large(piece).moves,
        };
        let sizes = sum.iter().map(|&piece| self.size(piece));
        (
            !self.is_reflected(sum),
            sum.iter().map(moves).sum(),
            sizes.sum(),
        )
    }

    /// Returns whether the pieces form pairs, except those that are answered by themselves: P-positions, and components
    /// that a half turn maps to themselves.
    fn is_reflected(&self, sum: &Sum) -> bool {
        let by_itself = |piece: Piece| match piece.0 & LARGE {
            0 => self.forms.is_p(self.forms.nth(piece.0)),
            _ => self.large(piece).reflected,
        };
        let runs = sum.chunk_by(|one, other| one == other);
        runs.into_iter()
            .all(|run| run.len().is_multiple_of(2) || by_itself(run[0]))
    }

    /// Returns the different options of a sum.
    fn options(&mut self, sum: &Sum, budget: &Budget) -> Result<Vec<Sum>, Limit> {
        let mut options = Vec::new();
        for (i, &piece) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == piece {
                continue;
            }
            let mut others = sum.clone();
            others.remove(i);
            if piece.0 & LARGE == 0 {
                let form = self.forms.nth(piece.0);
                for option in 0..self.forms.options(form).len() {
                    let mut after = others.clone();
                    after.push(Piece(self.forms.options(form)[option].index() as u32));
                    options.push(self.tidied(after, budget)?);
                }
            } else {
                let state = self.large(piece).cells;
                let moves: Vec<u64> = self.game.moves(state).collect();
                for mask in moves {
                    let mut after = others.clone();
                    for part in self.game.components(state & !mask) {
                        after.push(self.piece(part, budget)?);
                    }
                    options.push(self.tidied(after, budget)?);
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}

/// The outcome of a sum.
#[derive(Default)]
pub(super) struct SumOutcome {
    /// Not empty: the outcome of nothing is known.
    pub(super) sum: Sum,
    pub(super) is_p: bool,
}

impl Line for SumOutcome {
    type Key<'a> = &'a [Piece];

    fn key(&self) -> Option<&[Piece]> {
        (!self.sum.is_empty()).then_some(&self.sum)
    }
}
