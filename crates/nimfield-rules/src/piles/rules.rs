//! Positions on piles as games: impartial, and with moves of Left and Right.

use nimfield_core::component::write_large_number;
use nimfield_core::diagram::{Diagram, Mark};
use nimfield_core::families::formulas::FormulaGame;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::families::vectors::VectorMove;
use nimfield_core::notation::{not_legal, words_of};
use nimfield_core::partizan::{
    AnyPartizanComponent, PartizanRules, PartizanTheory, moves_of_both, owner,
};
use nimfield_core::prelude::*;
use nimfield_core::theory::{Ending, Settled, ValuedBelow};

use nimfield_games::codes::CodeGame;
use nimfield_games::rays::values_in_box;

use super::boxes::volume;
use super::edges::Edge;
use super::game::{PileMove, Piles};
use super::moves::{Kind, MoveLine};
use super::rays::RayPiles;
use super::{sieve, table};
use crate::info::RULES;

/// Up to this many moves are tried one by one, even if there is a closed form.
const FEW_MOVES: u128 = 1_000_000;

impl Rules for Piles {
    type Move = PileMove;

    const INFO: GameInfo = RULES;

    fn moves(&self) -> Moves<'_, PileMove> {
        moves_of_both(self)
    }

    fn owner(&self, mv: &PileMove) -> Option<Player> {
        owner(self, mv)
    }

    fn play(&self, mv: &PileMove) -> Result<Piles, String> {
        if self.game.over(&self.piles, Play::Normal).is_some() {
            return Err("the game is over by a line `ends`".to_string());
        }
        for &(pile, amount) in &mv.changes {
            let Some(&size) = self.piles.get(pile) else {
                return Err(format!("unknown pile {}", pile + 1));
            };
            if amount > size as i128 {
                let name = self.sets.field.name(pile);
                return Err(format!("pile {name} holds only {size}"));
            }
            if let Some(limit) = &self.game.limit
                && !limit.allows(self.limit, amount)
            {
                return Err(format!("this move takes {}", limit.in_words(self.limit)));
            }
        }
        if !self.allows(mv) {
            return Err("no line `move` of the rules allows this".to_string());
        }
        let piles = self.after(mv);
        let keep = self.game.keep.as_ref();
        match keep.is_none_or(|keep| keep.holds(&piles)) {
            true => Ok(self.following(mv)),
            false => Err("the position after it would not satisfy the line `keep`".to_string()),
        }
    }

    /// Reads a move of the rules, however many moves there are.
    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<PileMove, NotationError> {
        let start = cursor.blanks().at();
        let text = cursor.take_rest();
        let found = self.move_of(&words_of(text));
        found.ok_or_else(|| not_legal(cursor, start, self.moves().next()))
    }

    fn with_numbers(&self, numbers: &[u128]) -> Option<Result<Piles, String>> {
        let (piles, limit) = numbers.split_at_checked(self.piles.len())?;
        let limit = match limit {
            [] => None,
            [limit] if self.game.limit.is_some() => Some(*limit),
            _ => return None,
        };
        let position = self.checked(piles.to_vec());
        Some(position.map(|own| match limit {
            Some(limit) => own.limited(limit),
            None => own,
        }))
    }

    fn shape(&self) -> Shape {
        let field = &self.sets.field;
        if let Some((_, columns)) = field.plane() {
            let piles = self.piles.iter().map(|&size| Some(size)).collect();
            return Shape::Grid { columns, piles };
        }
        let piles = self.piles.iter().enumerate();
        let named = |(pile, &size): (usize, &u128)| (format!("pile {}", field.name(pile)), size);
        Shape::Named(piles.map(named).collect())
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info
    }

    fn default_play(&self) -> Play {
        self.game.play
    }
}

impl Search for Piles {
    /// Returns `true` also if the game is over and won: theory decides such a position, which is not lost although it
    /// has no moves.
    fn has_moves(&self) -> bool {
        self.ending().is_some_and(|ending| ending.won) || self.moves().next().is_some()
    }

    /// Returns an upper bound.
    fn move_count(&self) -> u128 {
        let edges = self.sets.edges.iter().map(|(line, edge)| {
            let line = &self.game.lines[*line];
            let sizes = edge.piles.iter().map(|&pile| self.piles[pile]);
            match &line.kind {
                Kind::Same => sizes.min().unwrap_or(0).min(line.amounts.most()),
                Kind::Own(_) => {
                    let choices = sizes.map(|size| size + 1);
                    choices.fold(1, u128::saturating_mul) - 1
                }
                Kind::Free(_) => {
                    let all = sizes.zip(&edge.piles).fold(0u128, |sum, (size, &pile)| {
                        sum.saturating_add(size * self.game.weight(pile).unsigned_abs())
                    });
                    all.saturating_pow(3)
                }
                Kind::Vector(vector) => {
                    let bounds = vector.iter().zip(sizes).filter(|(entry, _)| **entry > 0);
                    let bounds =
                        bounds.map(|(entry, size)| size / u128::from(entry.unsigned_abs()));
                    bounds.min().unwrap_or(0)
                }
            }
        });
        edges.fold(0, u128::saturating_add)
    }

    fn counts_exactly(&self) -> bool {
        false
    }

    fn parts(&self) -> Vec<Part<Piles>> {
        self.components().into_iter().map(Part::whole).collect()
    }

    /// Appends a key, the same for positions with the same moves up to exchanges of piles that change nothing.
    fn key(&self, out: &mut Vec<u8>) {
        let mut piles = self.piles.clone();
        let symmetric = self.game.is_symmetric();
        if symmetric {
            if self.game.ignores_empty_piles() {
                piles.retain(|&pile| pile > 0);
            }
            piles.sort_unstable();
        }
        out.extend_from_slice(&self.game.id.to_le_bytes());
        if !symmetric {
            for &side in &self.sets.field.sides {
                out.extend_from_slice(&(side as u32).to_le_bytes());
            }
        }
        let limit = self.game.limit.iter().map(|_| self.limit);
        for number in piles.into_iter().chain(limit) {
            write_large_number(out, number);
        }
    }

    fn bytes_outside(&self) -> u64 {
        16 * self.piles.len() as u64
    }

    fn measure(&self) -> Option<u128> {
        self.game.only_takes().then(|| self.total())
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        if self.game.needs_sieve() {
            let why = "games with `block` or `ends won` have only outcomes, which the sieve of all positions with \
                piles no larger finds; they have no values and no sums";
            return Some(Err(why.to_string()));
        }
        let rays = RayPiles::new(self)?;
        Some(Ok(AnyComponent::new(rays)))
    }
}

impl Theory for Piles {
    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if let Some(won) = self.game.over(&self.piles, play) {
            let text = "the game is over by a line `ends`".to_string();
            return Some(Finding::new(!won, Reason::theorem("the rules", text)));
        }
        let (law, values) = self.game.law.as_ref()?;
        let (is_p, text) = (law.outcome)(values, &self.piles, play)?;
        Some(Finding::new(is_p, by(&law.fact, text)))
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let law = self
            .game
            .law
            .as_ref()
            .and_then(|(law, _)| Some((law, law.value?)));
        let Some((law, value)) = law else {
            return self.code_heap()?.value();
        };
        let (value, text) = value(&self.piles);
        Some(Finding::new(value.into(), by(&law.fact, text)))
    }

    /// Returns `None` if there are few moves: then they are tried one by one.
    fn candidates(&self, play: Play, target: Grundy, _: &Budget) -> Option<Vec<PileMove>> {
        if self.move_count() <= FEW_MOVES {
            return None;
        }
        let (moves, all) = self.moves_by_law(play, &target)?;
        all.then_some(moves)
    }

    fn built_winning_move(&self, play: Play, _: &Budget) -> Option<PileMove> {
        self.moves_by_law(play, &Grundy::ZERO)?.0.into_iter().next()
    }

    fn ending(&self) -> Option<Ending> {
        self.game.needs_sieve().then(|| Ending {
            forbids: self.game.block,
            won: self.game.over(&self.piles, Play::Normal) == Some(true),
        })
    }

    fn heap(&self) -> Option<Grundy> {
        let mut sizes = self.piles.iter().filter(|&&size| size > 0);
        let (Some(&size), None) = (sizes.next(), sizes.next()) else {
            return None;
        };
        // A single pile from which any amount may be taken.
        let pile = self.piles.iter().position(|&own| own == size)?;
        let mut edges = self.sets.edges.iter();
        let alone =
            edges.find(|(line, edge)| edge.piles[..] == [pile] && self.game.lines[*line].is_ray());
        (alone.is_some() && self.game.is_plain() && self.game.only_takes()).then(|| size.into())
    }
}

impl Engines for Piles {
    fn as_ray_box(&self) -> Option<(RayGame, Vec<u32>)> {
        if !self.game.is_rays() {
            return None;
        }
        let mut rays: Vec<Vec<usize>> = Vec::new();
        for (_, edge) in &self.sets.edges {
            let mut ray = edge.piles.to_vec();
            ray.sort_unstable();
            if !rays.contains(&ray) {
                rays.push(ray);
            }
        }
        // Too many piles do not fit into a ray game.
        let game = RayGame::new(self.piles.len(), rays).ok()?;
        let sizes = self.piles.iter().map(|&size| u32::try_from(size).ok());
        Some((game, sizes.collect::<Option<_>>()?))
    }

    fn as_code_heaps(&self) -> Option<(HeapRules, Vec<u128>)> {
        let code = self.game.code.as_ref()?;
        code.with(self.piles.clone()).as_code_heaps()
    }

    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided> {
        self.code_heap()
            .map_or(Ok(()), |heap| heap.tabulate(budget))
    }

    fn as_vectors(&self) -> Option<(Vec<VectorMove>, Vec<u64>)> {
        let piles = self.small().filter(|_| self.game.is_plain())?;
        let mut vectors = Vec::new();
        for (line, edge) in &self.sets.edges {
            for (entries, any_multiple) in self.game.lines[*line].multiples(edge.piles.len())? {
                let mut amounts = vec![0; self.piles.len()];
                for (&pile, entry) in edge.piles.iter().zip(entries) {
                    amounts[pile] = entry;
                }
                vectors.push(VectorMove {
                    amounts,
                    any_multiple,
                });
            }
        }
        vectors.sort_unstable();
        vectors.dedup();
        Some((vectors, piles))
    }

    fn move_to(&self, numbers: &[u128]) -> Option<PileMove> {
        self.move_leaving(numbers)
    }

    fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        Some(self.sentences())
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<PileMove> {
        let (game, _) = self.as_ray_box()?;
        let piles: Vec<usize> = game.rays().nth(ray)?.collect();
        let edge = self.sets.edges.iter().find(|(_, edge)| {
            let mut own = edge.piles.to_vec();
            own.sort_unstable();
            own == piles
        });
        let (_, edge) = edge?;
        Some(self.named(edge, &vec![amount.into(); edge.piles.len()]))
    }

    /// Values of few positions are found in less than a second, and the same table serves outcomes. All values of a ray
    /// game come from the engine for ray games.
    fn outcome_by_engine(
        &self,
        play: Play,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Settled<PileMove>, Undecided>> {
        /// The most moves of all positions of the box together.
        const FEW: u128 = 1 << 24;
        let positions = volume(&self.small()?)? as u128;
        let few = positions.saturating_mul(self.move_count()) < FEW;
        if self.game.is_rays() || few && !self.game.needs_sieve() {
            return None;
        }
        let settled = sieve::settled(self, play, moves, budget)?;
        Some(settled.map_err(Undecided::from))
    }

    fn formula_in_box(
        &self,
        (play, values): (Play, bool),
        sizes: &[u64],
        budget: &Budget,
    ) -> Option<Result<NumberFormula, Unfinished>> {
        if sizes.len() != self.piles.len() {
            return None;
        }
        if values {
            let table = table::table(self, sizes, play, budget)?;
            return Some(table.map(|(table, _)| {
                NumberFormula::of_values(move |piles: &[u64]| table.value(piles))
            }));
        }
        let sieve = sieve::sieve(self, sizes, play, budget)?;
        let game = self.game.clone();
        Some(sieve.map(|sieve| NumberFormula {
            finds_values: false,
            ..NumberFormula::of_values(move |piles: &[u64]| {
                let kept = game.keep.as_ref().is_none_or(|keep| keep.holds(piles));
                let inside = kept && sieve.of.contains(piles);
                inside.then(|| u64::from(!sieve.is_p(sieve.of.place(piles))))
            })
        }))
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<PileMove>> {
        /// Larger heaps are evaluated by the law of their code, if there is one, and their moves one by one.
        const MOST: u128 = 1 << 20;
        let large = play == Play::Normal && self.piles.iter().any(|&size| size > MOST);
        if large && self.code_heap().is_some_and(|heap| heap.value().is_some()) {
            return None;
        }
        values_in_box(self, play, budget).or_else(|| table::values(self, play, budget))
    }
}

impl Shown for Piles {
    /// Draws piles on a graph with its edges.
    fn diagram(&self) -> Diagram {
        let Some(graph) = &self.sets.field.graph else {
            return self.shape().diagram();
        };
        let size = |pile: usize| self.piles[pile].to_string();
        let vertices = graph.graph.vertices.iter().enumerate();
        let vertices = vertices.map(|(vertex, name)| match graph.on_edges {
            true => (name.clone(), Mark::Empty),
            false => (name.clone(), Mark::Text(size(vertex))),
        });
        let edges = graph.graph.edges.iter().enumerate();
        let edges = edges.map(|(edge, &(one, other))| match graph.on_edges {
            true => (one, other, size(edge)),
            false => (one, other, String::new()),
        });
        Diagram::Graph {
            vertices: vertices.collect(),
            edges: edges.collect(),
        }
    }
}

fn by(fact: &Fact, text: String) -> Reason {
    Reason::theorem(fact.source, text).checked_by(fact.claims())
}

impl PartizanRules for Piles {
    fn moves_of(&self, player: Player) -> Moves<'_, PileMove> {
        Box::new(self.moves_by(Some(player)))
    }

    fn is_partizan(&self) -> bool {
        self.game.is_partizan()
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        fn options(position: &Piles, player: Player) -> Moves<'_, Piles> {
            let moves = position.moves_by(Some(player));
            Box::new(moves.map(|mv| position.following(&mv)))
        }
        let parts = self.components().into_iter();
        let parts = parts.map(|part| AnyPartizanComponent::listed(part, options));
        Ok(parts.collect())
    }
}

impl PartizanTheory for Piles {}

impl Piles {
    /// Returns the only pile as a heap of a code, if the game has a code on single piles.
    fn code_heap(&self) -> Option<CodeGame> {
        let mut sizes = self.piles.iter().filter(|&&size| size > 0);
        match (sizes.next(), sizes.next()) {
            (Some(&size), None) => Some(self.game.code.as_ref()?.with(vec![size])),
            _ => None,
        }
    }

    /// Returns the moves to positions of a value, up to some number, by the closed form of the game, and whether these are
    /// all.
    fn moves_by_law(&self, play: Play, target: &Grundy) -> Option<(Vec<PileMove>, bool)> {
        /// Moves at most.
        const MOST: usize = 1000;
        let (law, values) = self.game.law.as_ref()?;
        let target = (play, target.finite()?);
        let (found, all) = (law.moves?)(values, &self.piles, target, MOST)?;
        let moves = found.iter().map(|piles| self.move_leaving(piles));
        Some((moves.collect::<Option<_>>()?, all))
    }

    /// Returns the legal move that a text describes: piles, or a set of them by its name, and amounts.
    fn move_of(&self, text: &str) -> Option<PileMove> {
        let (places, amounts) = text.rsplit_once(" by ")?;
        let name_is = |name: &str, other: &str| name.eq_ignore_ascii_case(other.trim());
        let mut edges = self.sets.edges.iter();
        let set =
            edges.find(|(_, edge)| edge.name.as_ref().is_some_and(|own| name_is(own, places)));
        let piles = match set {
            Some((_, edge)) => edge.piles.to_vec(),
            None => {
                let names = places
                    .strip_prefix("piles ")
                    .or(places.strip_prefix("pile "));
                let field = &self.sets.field;
                let pile = |name| (0..field.len()).find(|&pile| name_is(&field.name(pile), name));
                let piles = names.unwrap_or(places).split(',').map(pile);
                piles.collect::<Option<Vec<usize>>>()?
            }
        };
        // A text that is not a number does not describe a move.
        let amounts: Option<Vec<i128>> = amounts
            .split(',')
            .map(|own| own.trim().parse().ok())
            .collect();
        let amounts = match &amounts?[..] {
            &[all] => vec![all; piles.len()],
            each => each.to_vec(),
        };
        let mut left = self.piles.clone();
        for (&pile, &amount) in piles.iter().zip(&amounts) {
            left[pile] = left[pile].checked_add_signed(amount.checked_neg()?)?;
        }
        let mv = self.move_leaving(&left)?;
        // Each pile occurs once, with an amount.
        let fits = piles.len() == amounts.len() && piles.len() == mv.changes.len();
        let mv = Some(mv).filter(|_| fits)?;
        Rules::play(self, &mv).is_ok().then_some(mv)
    }

    /// Returns positions whose sum this one is: piles that no move connects are separate.
    pub(crate) fn components(&self) -> Vec<Piles> {
        let whole = !self.game.is_plain()
            || !self.game.only_takes()
            || self.game.lines.iter().any(MoveLine::asks_for_total);
        if whole {
            return vec![self.clone()];
        }
        let mut group: Vec<usize> = (0..self.piles.len()).collect();
        fn root(group: &[usize], mut pile: usize) -> usize {
            while group[pile] != pile {
                pile = group[pile];
            }
            pile
        }
        for (line, edge) in &self.sets.edges {
            let partial = matches!(self.game.lines[*line].kind, Kind::Own(Some(_)));
            let full = |&pile: &usize| self.piles[pile] > 0;
            // All piles of such a set change, so a set with an empty pile gives no move.
            if !partial && !self.uses_only(*line, edge, full) {
                continue;
            }
            let mut piles = edge.piles.iter().copied().filter(full);
            let Some(first) = piles.next() else { continue };
            for pile in piles {
                let (first, other) = (root(&group, first), root(&group, pile));
                group[other.max(first)] = other.min(first);
            }
        }
        let roots = (0..self.piles.len())
            .filter(|&pile| self.piles[pile] > 0 && root(&group, pile) == pile);
        let part = |own: usize| {
            let piles = (self.piles.iter().enumerate())
                .map(|(pile, &size)| if root(&group, pile) == own { size } else { 0 });
            self.with(piles.collect())
        };
        roots.map(part).collect()
    }

    /// Returns whether no pile that the set takes from is empty.
    fn uses_only(&self, line: usize, edge: &Edge, full: impl Fn(&usize) -> bool) -> bool {
        match &self.game.lines[line].kind {
            Kind::Vector(vector) => {
                let used = edge
                    .piles
                    .iter()
                    .zip(vector)
                    .filter(|(_, entry)| **entry > 0);
                used.into_iter().all(|(pile, _)| full(pile))
            }
            _ => edge.piles.iter().all(full),
        }
    }
}
