//! Misère outcomes of large positions of a taking game, by search over sums of components.

use foldhash::{HashMap, HashMapExt};
use smallvec::SmallVec;

use crate::misere::plane::Plane;
use crate::misere::{Form, Forms, tame_sum_is_p};
use nimfield_core::budget::{Budget, Limit, Progress, Unfinished};
use nimfield_core::families::taking::{Taking, permute};

/// Components of at most this many cells are replaced by their misère canonical forms.
pub(super) const FORM_CELLS: u32 = 10;
/// Sums of forms with at most this birthday together are replaced by the form of the sum.
const SUM_BIRTHDAY: u16 = 10;
/// Positions between two looks at the clock.
const POLL: u64 = 256;

/// What a table says of a sum of components, each given as a state of the game of which it is a
/// component: whether it is a P-position in misère play, if the table knows. Components may lie
/// anywhere, on top of each other as well.
pub type Oracle = dyn Fn(&[u64]) -> Option<bool> + Send + Sync;

/// A search in misère play, with its memory.
///
/// A position is the multiset of its components; components that lie alike up to symmetry count as
/// equal, those of few cells are replaced by misère canonical forms, and small sums of forms by the
/// form of the sum. Outcomes are known at once where all components are hereditarily tame (the nim
/// rule), where a single form is left, and where an oracle knows. Options with a known outcome come
/// first, then those where every move has an image to answer it with: components in pairs, and ones that
/// half a turn makes of themselves. Such sums are mostly P-positions. Then come those with the fewest
/// moves: what can be tried quickly comes before what is likely.
pub struct MisereSearch {
    pub(super) game: Taking,
    /// For each cell the cells of moves that take it and one more, if components are connected by
    /// these.
    neighbours: Option<Vec<u64>>,
    /// How components lie, if the rules are the same everywhere.
    plane: Option<Plane>,
    pub(super) forms: Forms,
    /// The numbers of components met, by their cells: those of few cells, and all where `plane` does not
    /// tell how they lie.
    pub(super) numbers: HashMap<u64, Piece>,
    /// The numbers of large components by how they lie.
    shapes: HashMap<Shape, Piece>,
    /// The large component of each number.
    pub(super) large: Vec<Large>,
    /// Components that have a form together, for the oracle.
    examples: HashMap<Piece, SmallVec<[u64; 2]>>,
    /// Rough bytes of the keys of `shapes`.
    shape_bytes: u64,
    pub(super) memory: Memory,
    oracle: Option<Box<Oracle>>,
    pub(super) positions: u64,
    pub(super) looked_up: u64,
}

/// A misère canonical form, or a large component with the topmost bit set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Piece(pub(super) u32);

pub(super) const LARGE: u32 = 1 << 31;

/// A large component.
#[derive(Clone, Copy)]
pub(super) struct Large {
    pub(super) cells: u64,
    moves: u32,
    /// Whether half a turn answers every move.
    reflected: bool,
}

/// What is the same for components that are played alike: how they lie, or their moves.
type Shape = SmallVec<[u64; 2]>;

/// A sum of pieces, ascending.
pub(super) type Sum = SmallVec<[Piece; 6]>;

impl MisereSearch {
    /// A search with an empty memory.
    #[must_use]
    pub fn new(game: Taking) -> MisereSearch {
        MisereSearch {
            neighbours: game.neighbours(),
            plane: Plane::of(&game),
            game,
            forms: Forms::new(),
            numbers: HashMap::new(),
            shapes: HashMap::new(),
            large: Vec::new(),
            examples: HashMap::new(),
            shape_bytes: 0,
            memory: Memory::default(),
            oracle: None,
            positions: 0,
            looked_up: 0,
        }
    }

    /// Asks `oracle` of each sum before searching it.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Box<Oracle>) -> MisereSearch {
        self.oracle = Some(oracle);
        let nothing = Piece(Form::ZERO.index() as u32);
        self.examples.insert(nothing, SmallVec::new());
        self
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Taking {
        &self.game
    }

    /// Sums searched so far, over all questions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Sums whose outcome is remembered.
    #[must_use]
    pub fn decided(&self) -> u64 {
        (self.memory.young.len() + self.memory.old.len()) as u64
    }

    /// How often the oracle knew, over all questions.
    #[must_use]
    pub fn looked_up(&self) -> u64 {
        self.looked_up
    }

    /// Rough bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let numbers = self.numbers.capacity() * (size_of::<(u64, Piece)>() + 1);
        let shapes = self.shapes.capacity() * (size_of::<(Shape, Piece)>() + 1);
        let examples = self.examples.capacity() * (size_of::<(Piece, SmallVec<[u64; 2]>)>() + 1);
        let lists =
            (numbers + shapes + examples + self.large.capacity() * size_of::<Large>()) as u64;
        self.forms.bytes() + lists + self.shape_bytes + self.memory.bytes()
    }

    /// Whether `state` is a P-position in misère play.
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    ///
    /// # Complexity
    /// Exponential in the number of cells. Memory for outcomes is bounded by half of what the budget
    /// leaves; when it is full, the oldest outcomes are forgotten.
    ///
    /// # Source
    /// Conway, On Numbers and Games, chapter 12; Winning Ways, chapter 13.
    ///
    /// # Example
    /// ```
    /// use nimfield_core::{budget::Budget, families::taking::Taking};
    /// use nimfield_engines::misere::MisereSearch;
    /// // Three cells, taken singly: who takes the last one loses, and that is the first player.
    /// let game = Taking::new(3, vec![1, 2, 4], vec![])?;
    /// let mut search = MisereSearch::new(game);
    /// assert_eq!(search.is_p(0b111, &Budget::unlimited())?, true);
    /// assert_eq!(search.is_p(0b011, &Budget::unlimited())?, false);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_p(&mut self, state: u64, budget: &Budget) -> Result<bool, Unfinished> {
        self.is_p_keeping(state, budget, &mut |_| {})
    }

    /// As [`is_p`](MisereSearch::is_p); `keep` is called now and then with what is known, so that it can
    /// be [saved](MisereSearch::save).
    ///
    /// # Errors
    /// If the budget runs out; what was found stays in memory.
    pub fn is_p_keeping(
        &mut self,
        state: u64,
        budget: &Budget,
        keep: &mut dyn FnMut(&MisereSearch),
    ) -> Result<bool, Unfinished> {
        let before = self.positions;
        let result = self
            .sum_of(state, budget)
            .and_then(|sum| match self.known(&sum) {
                Some(known) => Ok(known),
                None => self.search(&sum, budget, before, keep),
            });
        result.map_err(|limit| Unfinished {
            limit,
            done: self.positions - before,
            total: None,
        })
    }

    fn search(
        &mut self,
        sum: &Sum,
        budget: &Budget,
        before: u64,
        keep: &mut dyn FnMut(&MisereSearch),
    ) -> Result<bool, Limit> {
        self.positions += 1;
        let done = self.positions - before;
        if done.is_multiple_of(POLL) {
            budget.report(Progress {
                phase: "deciding sums",
                size: None,
                done,
                total: None,
            });
            self.memory.limit = budget.most_bytes() / 4;
            budget.fits(self.bytes())?;
            keep(self);
        }
        // The clock is read rarely.
        if done % POLL == 1 || done > budget.most_positions() {
            budget.check(done)?;
        }
        let options = self.options(sum, budget)?;
        let mut open = Vec::new();
        let mut is_p = true;
        for option in options {
            match self.known(&option) {
                Some(true) => {
                    is_p = false;
                    break;
                }
                Some(false) => {}
                None => open.push(option),
            }
        }
        if is_p {
            open.sort_by_cached_key(|option| self.order(option));
            for option in open {
                // What was searched meanwhile may have decided it.
                let known = match self.memory.get(&option) {
                    Some(known) => known,
                    None => self.search(&option, budget, before, keep)?,
                };
                if known {
                    is_p = false;
                    break;
                }
            }
        }
        self.memory.set(sum.clone(), is_p);
        Ok(is_p)
    }

    /// What is known without a search.
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
            return Some(known);
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

    fn large(&self, piece: Piece) -> Large {
        self.large[(piece.0 & !LARGE) as usize]
    }

    /// The number of cells of a large component, the birthday of a form.
    fn size(&self, piece: Piece) -> u32 {
        match piece.0 & LARGE {
            0 => self.forms.birthday(self.forms.nth(piece.0)).into(),
            _ => self.large(piece).cells.count_ones(),
        }
    }

    /// What is tried first: sums where every move has an answer by an image, then those with few moves,
    /// then small ones.
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

    /// Whether the pieces come in pairs, but for those that are answered by themselves: P-positions, and
    /// components that half a turn makes of themselves.
    fn is_reflected(&self, sum: &Sum) -> bool {
        let by_itself = |piece: Piece| match piece.0 & LARGE {
            0 => self.forms.is_p(self.forms.nth(piece.0)),
            _ => self.large(piece).reflected,
        };
        let runs = sum.chunk_by(|one, other| one == other);
        runs.into_iter()
            .all(|run| run.len().is_multiple_of(2) || by_itself(run[0]))
    }

    /// The different options of a sum.
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
                    for part in self.components(state & !mask) {
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

    fn sum_of(&mut self, state: u64, budget: &Budget) -> Result<Sum, Limit> {
        let mut sum = Sum::new();
        for part in self.components(state) {
            sum.push(self.piece(part, budget)?);
        }
        self.tidied(sum, budget)
    }

    /// The pieces in order, with small forms added up.
    fn tidied(&mut self, mut sum: Sum, budget: &Budget) -> Result<Sum, Limit> {
        sum.sort_unstable_by_key(|&piece| (piece.0 & LARGE, self.size(piece), piece));
        let mut tidy = Sum::new();
        let mut added: Option<Form> = None;
        for piece in sum {
            if piece.0 & LARGE != 0 {
                tidy.push(piece);
                continue;
            }
            let form = self.forms.nth(piece.0);
            added = match added {
                Some(other)
                    if self.forms.birthday(other) + self.forms.birthday(form) <= SUM_BIRTHDAY =>
                {
                    Some(self.sum_of_forms(other, form, budget)?)
                }
                Some(other) => {
                    tidy.push(Piece(other.index() as u32));
                    Some(form)
                }
                None => Some(form),
            };
        }
        if let Some(form) = added.filter(|&form| form != Form::ZERO) {
            tidy.push(Piece(form.index() as u32));
        }
        tidy.sort_unstable();
        Ok(tidy)
    }

    fn sum_of_forms(&mut self, a: Form, b: Form, budget: &Budget) -> Result<Form, Limit> {
        let sum = self.forms.sum(a, b, budget)?;
        if self.oracle.is_some() {
            let [a, b] = [a, b].map(|form| self.examples.get(&Piece(form.index() as u32)));
            if let (Some(a), Some(b)) = (a, b) {
                let parts = a.iter().chain(b).copied().collect();
                self.exemplify(sum, parts);
            }
        }
        Ok(sum)
    }

    /// Keeps components that have this form together: those with the fewest cells.
    fn exemplify(&mut self, form: Form, parts: SmallVec<[u64; 2]>) {
        let cells = |parts: &[u64]| parts.iter().map(|part| part.count_ones()).sum::<u32>();
        let example = self.examples.entry(Piece(form.index() as u32));
        let example = example.or_insert_with(|| parts.clone());
        if cells(&parts) < cells(example) {
            *example = parts;
        }
    }

    /// The piece that a component is.
    fn piece(&mut self, part: u64, budget: &Budget) -> Result<Piece, Limit> {
        if let Some(&piece) = self.numbers.get(&part) {
            return Ok(piece);
        }
        if part.count_ones() > FORM_CELLS {
            return self.large_piece(part, budget);
        }
        let form = self.form_of(part, budget)?;
        let piece = Piece(form.index() as u32);
        if self.oracle.is_some() {
            self.exemplify(form, SmallVec::from_slice(&[part]));
        }
        self.numbers.insert(part, piece);
        Ok(piece)
    }

    fn large_piece(&mut self, part: u64, budget: &Budget) -> Result<Piece, Limit> {
        let shape = self.shape(part);
        let piece = match self.shapes.get(&shape) {
            Some(&piece) => piece,
            None => {
                // A single position may have thousands of large options, with long lists of moves each.
                budget.check(0)?;
                budget.fits(self.bytes())?;
                self.keep_large(part, shape)
            }
        };
        if self.plane.is_none() {
            self.numbers.insert(part, piece);
        }
        Ok(piece)
    }

    /// Gives the component the next number, if none is played like it.
    pub(super) fn number(&mut self, part: u64) -> Option<Piece> {
        let shape = self.shape(part);
        let is_new = !self.shapes.contains_key(&shape);
        is_new.then(|| self.keep_large(part, shape))
    }

    fn keep_large(&mut self, part: u64, shape: Shape) -> Piece {
        let piece = Piece(LARGE | self.large.len() as u32);
        let plane = self.plane.as_ref();
        self.large.push(Large {
            cells: part,
            moves: self.game.moves(part).count() as u32,
            reflected: plane.is_some_and(|plane| plane.is_reflected(&self.game, part)),
        });
        if shape.spilled() {
            self.shape_bytes += 8 * shape.capacity() as u64;
        }
        self.shapes.insert(shape, piece);
        piece
    }

    /// The misère canonical form of a component, from those of the sums its moves leave.
    fn form_of(&mut self, part: u64, budget: &Budget) -> Result<Form, Limit> {
        let moves: Vec<u64> = self.game.moves(part).collect();
        let mut options = Vec::with_capacity(moves.len());
        for mask in moves {
            let mut sum = Form::ZERO;
            for part in self.components(part & !mask) {
                let piece = self.piece(part, budget)?;
                sum = self.sum_of_forms(sum, self.forms.nth(piece.0), budget)?;
            }
            options.push(sum);
        }
        Ok(self.forms.of(&mut options))
    }

    /// How a component lies, where the rules are the same everywhere; elsewhere its moves, its cells
    /// numbered in order: the least list of those of its images under the symmetries of the game.
    /// Components with the same list are played alike, wherever they lie.
    fn shape(&self, part: u64) -> Shape {
        if let Some(plane) = &self.plane {
            let lie = plane.lie(part);
            return SmallVec::from_buf([lie as u64, (lie >> 64) as u64]);
        }
        let moves: Vec<u64> = self.game.moves(part).collect();
        let list = |symmetry: Option<&Vec<u8>>| {
            let image = |state: u64| symmetry.map_or(state, |symmetry| permute(state, symmetry));
            let cells = image(part);
            let place = |mut mask: u64| {
                let mut placed = 0u64;
                while mask != 0 {
                    let below = cells & ((mask & mask.wrapping_neg()) - 1);
                    placed |= 1 << below.count_ones();
                    mask &= mask - 1;
                }
                placed
            };
            let mut list: Vec<u64> = moves.iter().map(|&mask| place(image(mask))).collect();
            list.sort_unstable();
            list
        };
        let images = self
            .game
            .symmetries()
            .iter()
            .map(|symmetry| list(Some(symmetry)));
        images.fold(list(None), Ord::min).into()
    }

    fn components(&self, mut state: u64) -> SmallVec<[u64; 8]> {
        let Some(neighbours) = &self.neighbours else {
            return self.game.components(state).into();
        };
        let mut parts = SmallVec::new();
        while state != 0 {
            let mut part = 0u64;
            let mut border = state & state.wrapping_neg();
            while border != 0 {
                part |= border;
                let mut next = 0;
                while border != 0 {
                    next |= neighbours[border.trailing_zeros() as usize];
                    border &= border - 1;
                }
                border = next & state & !part;
            }
            parts.push(part);
            state &= !part;
        }
        parts
    }
}

/// Outcomes found, in two generations: when the younger one has half of the bytes allowed, it
/// becomes the older one, and what that held is forgotten.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) young: HashMap<Sum, bool>,
    pub(super) old: HashMap<Sum, bool>,
    pub(super) limit: u64,
}

impl Memory {
    fn get(&self, sum: &Sum) -> Option<bool> {
        self.young.get(sum).or_else(|| self.old.get(sum)).copied()
    }

    pub(super) fn set(&mut self, sum: Sum, is_p: bool) {
        if self.limit > 0
            && self.young.len() == self.young.capacity()
            && 2 * bytes(&self.young) > self.limit
        {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(sum, is_p);
    }

    fn bytes(&self) -> u64 {
        bytes(&self.young) + bytes(&self.old)
    }
}

/// Rough bytes of a map; longer sums, which are rare, hold more.
fn bytes(map: &HashMap<Sum, bool>) -> u64 {
    (map.capacity() * (size_of::<(Sum, bool)>() + 1) * 8 / 7) as u64
}
