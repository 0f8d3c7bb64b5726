//! Games on piles, and their positions.

use nimfield_core::prelude::*;
use std::fmt;
use std::sync::Arc;

use nimfield_core::expression::Expression;
use nimfield_core::families::heaps::HeapRules;
use nimfield_games::codes::CodeGame;
use smallvec::SmallVec;

use super::boxes::{PileSieve, PileTable};
use super::edges::{Edge, Edges};
use super::field::Field;
use super::laws::Law;
use super::layout::Layout;
use super::moves::{Kind, MoveLine, Walk};
use crate::kept::Kept;
use crate::parameters::{MOST, MOST_COUNTERS};

/// The letters of a line `keep` besides the parameters: the piles by number.
pub(crate) const KEPT_PILES: usize = 16;

/// A game on piles, read from a rule file, with the values of its parameters.
#[derive(Debug)]
pub struct PileGame {
    /// The name with the values of the parameters: `moore(2)`.
    pub(crate) name: String,
    /// A hash of the rules and the values of the parameters.
    pub(crate) id: u64,
    pub(crate) info: &'static GameInfo,
    pub(crate) layout: Layout,
    pub(crate) lines: Vec<MoveLine>,
    pub(crate) keep: Option<Keep>,
    /// The positions in which the game is over, and whether the player to move has won there in normal play.
    pub(crate) ends: Vec<(Condition, bool)>,
    /// The number of options that the other player forbids before each move.
    pub(crate) block: usize,
    /// The limit on the amount from a pile, if it depends on the last move.
    pub(crate) limit: Option<Limit>,
    /// The weights for which every move reduces the sum of the piles, if it needs weights.
    pub(crate) weights: Option<Vec<i128>>,
    pub(crate) play: Play,
    /// The closed forms that Rust attaches to the name, and the values of the parameters that they need.
    pub(crate) law: Option<(&'static Law, Vec<u64>)>,
    /// The code of the game on single piles, without heaps, if it has one.
    pub(crate) code: Option<CodeGame>,
    /// The last computed values.
    pub(crate) table: Kept<PileTable>,
    /// The last computed P-positions.
    pub(crate) sieve: Kept<PileSieve>,
}

/// The condition on each position.
#[derive(Debug)]
pub(crate) enum Keep {
    /// No pile is larger than the next.
    Sorted,
    Condition(Condition),
}

/// A condition on the first piles and the parameters.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) expression: Expression,
    pub(crate) scope: Vec<i128>,
}

impl Condition {
    /// Returns whether it holds for these piles.
    fn holds<N: Copy + Into<u128>>(&self, piles: &[N]) -> bool {
        // All piles of a position together hold less than 2^126.
        let shown = (0..KEPT_PILES).map(|at| piles.get(at).map_or(0, |&pile| pile.into() as i128));
        let values = shown.chain(self.scope.iter().copied());
        self.expression
            .holds(&values.collect::<SmallVec<[i128; 24]>>())
    }
}

impl Keep {
    /// Returns the error that the condition does not hold for these piles, with piles for which it would.
    fn broken_by(&self, mut piles: Vec<u128>) -> String {
        /// Longer lists of piles are omitted.
        const MOST: usize = 20;
        let message = "the rules do not allow these piles (a line `keep`)";
        match self {
            Keep::Sorted if piles.len() <= MOST => {
                piles.sort_unstable();
                let sorted: Vec<String> = piles.iter().map(u128::to_string).collect();
                format!("{message}; did you mean `[{}]`?", sorted.join(","))
            }
            _ => message.to_string(),
        }
    }

    /// Returns whether it holds for these piles.
    pub(crate) fn holds<N: Copy + Ord + Into<u128>>(&self, piles: &[N]) -> bool {
        match self {
            Keep::Sorted => piles.is_sorted(),
            Keep::Condition(condition) => condition.holds(piles),
        }
    }
}

/// What a limit says of the amounts that the next move takes from a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Most,
    Least,
    /// Any other amount, as in Short Local Nim.
    Not,
}

/// The limit on the amount that the next move may take from a pile.
#[derive(Debug)]
pub(crate) struct Limit {
    pub(crate) bound: Bound,
    /// The limit after a move, from the largest amount that it took, and from the parameters.
    pub(crate) expression: Expression,
    pub(crate) scope: Vec<i128>,
    pub(crate) first: First,
}

/// The limit on the amount that the first move may take from a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum First {
    Any,
    /// Not everything.
    ButAll,
    Amount(u128),
}

impl Limit {
    /// Returns the limit of the first move.
    fn first(&self, piles: &[u128]) -> u128 {
        match self.first {
            First::Any => match self.bound {
                Bound::Most => u128::MAX,
                Bound::Least => 1,
                Bound::Not => 0,
            },
            First::ButAll => piles.iter().sum::<u128>().saturating_sub(1),
            First::Amount(amount) => amount,
        }
    }

    /// Returns the limit after a move that took this amount.
    fn after(&self, taken: i128) -> u128 {
        let values: Vec<i128> = std::iter::once(taken)
            .chain(self.scope.iter().copied())
            .collect();
        self.expression.value(&values).max(0).unsigned_abs()
    }

    /// Returns whether a move from piles with this limit may take an amount from one of them.
    pub(crate) fn allows(&self, limit: u128, amount: i128) -> bool {
        let Ok(taken @ 1..) = u128::try_from(amount) else {
            return true;
        };
        match self.bound {
            Bound::Most => taken <= limit,
            Bound::Least => taken >= limit,
            Bound::Not => taken != limit,
        }
    }

    /// Returns which amounts a limit of this size allows, in words.
    pub(crate) fn in_words(&self, size: impl fmt::Display) -> String {
        let word = match self.bound {
            Bound::Not => "any amount but",
            _ => self.word(),
        };
        format!("{word} {size} from a pile")
    }

    /// Names the kind of the limit in positions: `[20; at most 8]`.
    pub(crate) fn word(&self) -> &'static str {
        match self.bound {
            Bound::Most => "at most",
            Bound::Least => "at least",
            Bound::Not => "not",
        }
    }
}

/// The sets of piles of a game on one field.
#[derive(Debug)]
pub(crate) struct Sets {
    pub(crate) field: Field,
    /// Each set with the number of its line.
    pub(crate) edges: Vec<(usize, Edge)>,
}

impl PileGame {
    /// Returns the sets of piles on a field.
    pub(crate) fn sets(&self, field: Field) -> Result<Sets, String> {
        let mut edges = Vec::new();
        for (number, line) in self.lines.iter().enumerate() {
            let mut own = Vec::new();
            for set in &line.edges {
                set.on(&field, line.is_ordered(), &mut own)?;
            }
            if let Some(fewest) = own.iter().map(|edge| edge.piles.len()).min() {
                line.fits(fewest)?;
            }
            if let Some(pile) = line.put {
                if pile >= field.len() {
                    return Err(format!("unknown pile {}", pile + 1));
                }
                own.retain(|edge| !edge.piles.contains(&pile));
                for edge in &mut own {
                    edge.piles = [&edge.piles[..], &[pile]].concat().into();
                }
            }
            edges.extend(own.into_iter().map(|edge| (number, edge)));
        }
        Ok(Sets { field, edges })
    }

    /// Returns whether each move takes the same amount, of any size, from each pile of a set.
    pub(crate) fn is_rays(&self) -> bool {
        self.is_plain() && self.lines.iter().all(MoveLine::is_ray)
    }

    /// Returns whether the rules consist only of `move` lines.
    pub(crate) fn is_plain(&self) -> bool {
        self.keep.is_none() && self.ends.is_empty() && self.block == 0 && self.limit.is_none()
    }

    /// Returns whether outcomes do not follow from the moves alone, so that searches cannot decide the game.
    pub(crate) fn needs_sieve(&self) -> bool {
        self.block > 0 || self.ends.iter().any(|&(_, won)| won)
    }

    /// Returns whether the player to move has won, if the game is over in a position.
    pub(crate) fn over<N: Copy + Into<u128>>(&self, piles: &[N], play: Play) -> Option<bool> {
        let mut ends = self.ends.iter();
        let (_, won) = ends.find(|(condition, _)| condition.holds(piles))?;
        Some(*won == (play == Play::Normal))
    }

    /// Returns the code of the game on single piles, if moves take from one pile at a time, the same from each.
    pub(crate) fn code_rules(&self) -> Option<HeapRules> {
        if !self.is_plain() || !self.lines.iter().all(MoveLine::is_of_single_piles) {
            return None;
        }
        let (mut from, mut period) = (1, 1);
        for line in &self.lines {
            let (own, repeats) = line.amounts.repeat()?;
            from = from.max(own);
            // A product of periods is also a period; codes are reduced to their shortest form.
            period = u32::checked_mul(period, u32::try_from(repeats).ok()?)?;
        }
        let allows = |amount: u32| {
            let mut lines = self.lines.iter();
            lines.any(|line| line.amounts.contains(amount.into()))
        };
        HeapRules::taking(u32::try_from(from).ok()?, period, allows)
    }

    /// Returns whether Left and Right have different moves.
    pub(crate) fn is_partizan(&self) -> bool {
        self.lines.iter().any(|line| line.player.is_some())
    }

    /// Returns whether no move adds counters.
    pub(crate) fn only_takes(&self) -> bool {
        self.lines.iter().all(MoveLine::only_takes)
    }

    /// Returns the weight of a counter of a pile in the measure.
    pub(crate) fn weight(&self, pile: usize) -> i128 {
        self.weights.as_ref().map_or(1, |weights| weights[pile])
    }

    /// Returns whether exchanging piles changes nothing.
    pub(crate) fn is_symmetric(&self) -> bool {
        let symmetric = |line: &MoveLine| {
            let ordered = line.is_ordered();
            line.put.is_none() && line.edges.iter().all(|edges| edges.is_symmetric(ordered))
        };
        (self.keep.is_none() && self.ends.is_empty() && self.weights.is_none())
            && self.lines.iter().all(symmetric)
    }

    /// Returns whether empty piles make no difference in a game in which piles may be exchanged: no move fills them,
    /// and no set includes them. `all` includes them, so that `[5,5]` and `[5,5,0]` differ.
    pub(super) fn ignores_empty_piles(&self) -> bool {
        let takes_from_each = |line: &MoveLine| {
            let partial = matches!(line.kind, Kind::Own(Some(_)));
            line.only_takes() && !partial && !line.edges.contains(&Edges::All)
        };
        self.lines.iter().all(takes_from_each)
    }
}

/// A position of a game on piles.
#[derive(Clone, Debug)]
pub struct Piles {
    pub(crate) game: Arc<PileGame>,
    pub(crate) sets: Arc<Sets>,
    pub(crate) piles: Vec<u128>,
    /// How much the next move may take from a pile, at most the size of the largest pile, which it is in games without
    /// a line `limit`.
    pub(crate) limit: u128,
}

impl PartialEq for Piles {
    fn eq(&self, other: &Piles) -> bool {
        (self.game.id, &self.game.name) == (other.game.id, &other.game.name)
            && self.sets.field == other.sets.field
            && (&self.piles, self.limit) == (&other.piles, other.limit)
    }
}

impl Eq for Piles {}

impl Piles {
    /// Returns whether positions are multisets of piles, so that the order and empty piles do not matter.
    #[must_use]
    pub fn are_multisets(&self) -> bool {
        self.game.is_symmetric() && self.game.ignores_empty_piles()
    }

    /// Returns whether no pile of any position is larger than the next.
    #[must_use]
    pub fn are_sorted(&self) -> bool {
        matches!(self.game.keep, Some(Keep::Sorted))
    }
}

/// A move on piles: the amounts that it takes from each pile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PileMove {
    /// The piles, counted from 0, and the amount from each; negative amounts are added.
    pub(crate) changes: Box<[(usize, i128)]>,
    /// The piles by their names.
    pub(crate) names: Arc<str>,
}

impl PileMove {
    /// Returns the amount if it is the same for all piles.
    pub(crate) fn amount(&self) -> Option<u128> {
        let amount = self.changes.first()?.1;
        let same = self.changes.iter().all(|&(_, own)| own == amount);
        u128::try_from(amount).ok().filter(|_| same)
    }
}

const ALIKE: &str = "{places} by {amount}";
const EACH: &str = "{places} by {amounts}";

impl GameMove for PileMove {
    fn to_move(&self) -> Move {
        let piles = self.changes.iter().map(|&(pile, _)| pile).collect();
        let places = Arg::Places(self.names.clone(), piles);
        match self.amount() {
            Some(amount) => Move::new(ALIKE, [places, Arg::Number(amount)]),
            None => {
                let amounts = self.changes.iter().map(|&(_, amount)| amount).collect();
                Move::new(EACH, [places, Arg::Signed(amounts)])
            }
        }
    }

    fn of_move(mv: &Move) -> Option<PileMove> {
        let (piles, names, amounts): (_, _, Vec<i128>) = match (mv.form(), mv.args()) {
            (ALIKE, [Arg::Places(names, piles), Arg::Number(amount)]) => (
                piles,
                names,
                vec![i128::try_from(*amount).ok()?; piles.len()],
            ),
            (EACH, [Arg::Places(names, piles), Arg::Signed(amounts)]) => {
                (piles, names, amounts.to_vec())
            }
            _ => return None,
        };
        Some(PileMove {
            changes: piles.iter().copied().zip(amounts).collect(),
            names: names.clone(),
        })
    }
}

displays_as_move!(PileMove);

impl fmt::Display for Piles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = &self.sets.field;
        let between = if field.is_grid() { " " } else { "," };
        write!(f, "{}[", self.game.name)?;
        for (number, row) in self.piles.chunks(field.columns()).enumerate() {
            if let Some(before) = number.checked_sub(1) {
                f.write_str(&field.mark_after(before))?;
            }
            for (place, pile) in row.iter().enumerate() {
                f.write_str(if place > 0 { between } else { "" })?;
                write!(f, "{pile}")?;
            }
        }
        if let Some(limit) = &self.game.limit
            && self.limit != self.bounded(limit.first(&self.piles))
        {
            write!(f, "; {} {}", limit.word(), self.limit)?;
        }
        f.write_str("]")
    }
}

impl Piles {
    /// Returns the position with these rows of piles; `levels` are those of the marks between the rows, see
    /// [`Layout::field`].
    ///
    /// # Errors
    /// A message that says why the game has no such position.
    pub(crate) fn new(
        game: Arc<PileGame>,
        rows: &[Vec<u128>],
        levels: &[usize],
    ) -> Result<Piles, String> {
        let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        let field = game.layout.field(&lengths, levels)?;
        let sets = Arc::new(game.sets(field)?);
        let empty = Piles {
            game,
            sets,
            piles: Vec::new(),
            limit: 0,
        };
        empty.checked(rows.concat())
    }

    /// Returns the position with other piles on the same field.
    ///
    /// # Errors
    /// A message that says why the game has no such position.
    pub(crate) fn checked(&self, piles: Vec<u128>) -> Result<Piles, String> {
        let sizes = piles.iter().enumerate();
        let sizes =
            sizes.map(|(pile, &size)| self.game.weight(pile).unsigned_abs().saturating_mul(size));
        if sizes.fold(0, u128::saturating_add) > MOST_COUNTERS {
            let by = if self.game.weights.is_some() {
                ", counted by the weights of the measure,"
            } else {
                ""
            };
            return Err(format!("all piles together{by} must hold less than 2^126"));
        }
        let keep = self.game.keep.as_ref();
        if let Some(keep) = keep.filter(|keep| !keep.holds(&piles)) {
            return Err(keep.broken_by(piles));
        }
        Ok(self.with(piles))
    }

    /// Returns the sum of all piles.
    pub(crate) fn total(&self) -> u128 {
        self.piles.iter().sum()
    }

    /// Returns the position with other piles on the same field.
    pub(crate) fn with(&self, piles: Vec<u128>) -> Piles {
        let first = self.game.limit.as_ref().map(|limit| limit.first(&piles));
        Piles {
            game: self.game.clone(),
            sets: self.sets.clone(),
            piles,
            limit: 0,
        }
        .limited(first.unwrap_or(u128::MAX))
    }

    /// Returns the position in which the next move takes at most, or at least, this much from a pile.
    pub(crate) fn limited(mut self, limit: u128) -> Piles {
        self.limit = self.bounded(limit);
        self
    }

    /// Returns the limit nearest to the sizes of the piles that allows the same moves.
    fn bounded(&self, limit: u128) -> u128 {
        let largest = self.piles.iter().copied().max().unwrap_or(0);
        match self.game.limit.as_ref().map(|own| own.bound) {
            Some(Bound::Least) => limit.clamp(1, largest + 1),
            Some(Bound::Not) if limit > largest => 0,
            _ => limit.min(largest),
        }
    }

    /// Returns the position after a move that fits it.
    pub(crate) fn following(&self, mv: &PileMove) -> Piles {
        let after = self.with(self.after(mv));
        let taken = mv.changes.iter().map(|&(_, amount)| amount.max(0)).max();
        match &self.game.limit {
            Some(limit) => after.limited(limit.after(taken.unwrap_or(0))),
            None => after,
        }
    }

    /// Returns the moves of a player; without a player, those of both.
    pub(crate) fn moves_by(&self, player: Option<Player>) -> impl Iterator<Item = PileMove> + '_ {
        let total = self.total();
        let edges = self.sets.edges.iter();
        let over = self.game.over(&self.piles, Play::Normal).is_some();
        let own = move |line: &MoveLine| line.player.is_none() || line.player == player;
        let edges = edges.filter(move |(line, _)| !over && own(&self.game.lines[*line]));
        let moves = edges.flat_map(move |(line, edge)| {
            let line = &self.game.lines[*line];
            let sizes: Vec<u128> = edge.piles.iter().map(|&pile| self.piles[pile]).collect();
            let limit = self.game.limit.as_ref();
            let most = match limit {
                Some(Limit {
                    bound: Bound::Most, ..
                }) => self.limit,
                _ => u128::MAX,
            };
            let most = sizes.iter().map(|&size| size.min(most)).collect();
            let weights = self.game.weights.iter();
            let weights = weights.flat_map(|own| edge.piles.iter().map(|&pile| own[pile]));
            let mut walk = Walk::new(line, most).weighted(total, weights.collect());
            std::iter::from_fn(move || {
                loop {
                    let amounts = walk.advance()?.to_vec();
                    let allowed = |own: &i128| limit.is_none_or(|at| at.allows(self.limit, *own));
                    if amounts.iter().all(allowed)
                        && line.admits(sizes.iter().copied(), walk.letters().iter().copied(), total)
                    {
                        return Some(self.named(edge, &amounts));
                    }
                }
            })
        });
        // A move that several sets of piles give counts once.
        let mut seen = self.repeats(player).then(std::collections::HashSet::new);
        let keep = self.game.keep.as_ref();
        moves.filter(move |mv| {
            let fresh = seen
                .as_mut()
                .is_none_or(|seen| seen.insert(mv.changes.clone()));
            fresh && keep.is_none_or(|keep| keep.holds(&self.after(mv)))
        })
    }

    /// Returns whether two sets of piles can give the same move.
    fn repeats(&self, player: Option<Player>) -> bool {
        let lines = self.game.lines.iter();
        let lines = lines.filter(|line| line.player.is_none() || line.player == player);
        let partial = |line: &MoveLine| matches!(line.kind, Kind::Own(Some(_)));
        let several = |line: &MoveLine| {
            line.edges.len() > 1 || line.is_ordered() || line.edges.iter().any(Edges::overlap)
        };
        lines.clone().count() > 1 || lines.clone().any(|line| partial(line) || several(line))
    }

    /// Returns the move that takes these amounts from the piles of a set.
    pub(crate) fn named(&self, edge: &Edge, amounts: &[i128]) -> PileMove {
        let field = &self.sets.field;
        let mut changes: Vec<(usize, i128)> = edge
            .piles
            .iter()
            .copied()
            .zip(amounts.iter().copied())
            .collect();
        changes.retain(|&(_, amount)| amount != 0);
        changes.sort_unstable();
        let whole =
            changes.len() == edge.piles.len() && amounts.iter().all(|own| *own == amounts[0]);
        let names = match &edge.name {
            Some(name) if whole && edge.piles.len() > 1 => name.clone(),
            _ => {
                let names = changes.iter().map(|&(pile, _)| field.name(pile));
                let names = names.collect::<Vec<_>>().join(",");
                match (field.is_grid(), changes.len()) {
                    (true, _) => names,
                    (false, 1) => format!("pile {names}"),
                    (false, _) => format!("piles {names}"),
                }
                .into()
            }
        };
        PileMove {
            changes: changes.into(),
            names,
        }
    }

    /// Returns the piles after a move that fits them.
    pub(crate) fn after(&self, mv: &PileMove) -> Vec<u128> {
        let mut piles = self.piles.clone();
        for &(pile, amount) in &mv.changes {
            piles[pile] = piles[pile].wrapping_add_signed(-amount);
        }
        piles
    }

    /// Returns the set of piles and the line of the rules that give this change of piles, which must be large enough,
    /// regardless of the line `keep`.
    fn edge_of(&self, changes: &[(usize, i128)]) -> Option<&Edge> {
        let total = self.total();
        let gives = |(line, edge): &&(usize, Edge)| {
            let line = &self.game.lines[*line];
            let change = |pile| changes.iter().find(|(own, _)| own == pile);
            let amounts: Vec<i128> = (edge.piles.iter())
                .map(|pile| change(pile).map_or(0, |&(_, amount)| amount))
                .collect();
            let sizes: Vec<u128> = edge.piles.iter().map(|&pile| self.piles[pile]).collect();
            let weights = self.game.weights.iter();
            let weights = weights.flat_map(|own| edge.piles.iter().map(|&pile| own[pile]));
            let inside = changes.iter().all(|(pile, _)| edge.piles.contains(pile));
            inside && line.gives(&amounts, &sizes, (total, weights.collect()))
        };
        Some(&self.sets.edges.iter().find(gives)?.1)
    }

    /// Returns whether a line of the rules gives a move that fits the piles.
    pub(crate) fn allows(&self, mv: &PileMove) -> bool {
        self.edge_of(&mv.changes).is_some()
    }

    /// Returns the move that leaves these piles, if the rules have one.
    pub(crate) fn move_leaving(&self, piles: &[u128]) -> Option<PileMove> {
        let change =
            |(pile, (&from, &to)): (usize, (&u128, &u128))| (pile, from as i128 - to as i128);
        let changes = self.piles.iter().zip(piles).enumerate().map(change);
        let changes: Vec<(usize, i128)> = changes.filter(|&(_, amount)| amount != 0).collect();
        let edge = self.edge_of(&changes)?;
        let taken = |&pile: &usize| self.piles[pile] as i128 - piles[pile] as i128;
        let amounts: Vec<i128> = edge.piles.iter().map(taken).collect();
        Some(self.named(edge, &amounts))
    }

    /// Returns the piles for engines; `None` if they are too large.
    pub(crate) fn small(&self) -> Option<Vec<u64>> {
        let small = |&pile: &u128| u64::try_from(pile).ok().filter(|&pile| pile <= MOST);
        self.piles.iter().map(small).collect()
    }
}
