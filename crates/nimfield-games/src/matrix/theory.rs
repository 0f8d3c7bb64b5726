//! Theory of blocks of matrix nim.
//!
//! | block | fact | source |
//! |---|---|---|
//! | one line with only a cap; one entry with at most one cap | nim heap | the definition |
//! | 1xn, n odd | nim-sum | Ferguson 2001, section 4 |
//! | 1x2 | Wythoff's game | Wythoff 1907 |
//! | 1x4 | outcome and all winning moves, from a table over the three least piles | [`four_in_line`](super::four_in_line) |
//! | 2x2 | outcome and all winning moves | Ferguson 2001, Theorem 3 and Lemma 1 |
//! | one entry d with both caps b, c < d: (d b; c 0) | P iff b = c | Ferguson 2001, Theorem 3 |
//! | square, symmetric, each diagonal entry at least twice the least other entry of its row | P | reflection, as in Lemma 1 |
//! | unchanged by swapping its rows in pairs and its columns in pairs | P | pairing |

use std::fmt;
use std::ops::Range;

use smallvec::SmallVec;

use crate::matrix::block::Block;
use crate::matrix::four_in_line::FourthPiles;
use crate::matrix::grid::{Entry, Pile};
use crate::matrix::normal_form::PlacedBlock;
use crate::matrix::odd_row;
use crate::matrix::reasons::{FERGUSON, by_theorem_3, paired, reflected, theorem_3, truth};
use crate::matrix::rules::{Line, LineMove};
use crate::matrix::text::{FOUR_IN_LINE, MISERE_TYPE_4, ODD_ROW, SUM_OF_BLOCKS};
use crate::matrix::two_by_two::{self, Diagonal};
use crate::{nim, wythoff_pairs};
use nimfield_core::prelude::*;
use nimfield_core::theory::Settled;
use nimfield_core::words::misere_nim_value;

/// The shapes of blocks that theory covers.
enum Shape {
    /// A nim heap.
    Heap(u128),
    /// An odd number of piles in one line, at least three.
    OddRow(SmallVec<[u128; 8]>),
    /// Two piles in one line, the smaller first.
    Wythoff(u128, u128),
    /// Four piles in one line, in order of size.
    FourInLine([u128; 4]),
    /// Two rows and columns, all entries finite.
    TwoByTwo([[u128; 2]; 2]),
    /// Two rows and columns with one entry infinite: the two entries on the other diagonal; or one entry with its two
    /// caps.
    Open(u128, u128),
    /// None of these.
    Other,
}

/// Returns the shape of a block. It is cheap, since searches call it at every position.
fn shape<T: Pile>(block: &Block<T>) -> Shape {
    let number = |pile: T| pile.finite().unwrap_or(u128::MAX);
    let (rows, columns) = (block.rows(), block.columns());
    match (rows, columns) {
        (1, 0) => Shape::Heap(number(block.row_cap(0))),
        (0, 1) => Shape::Heap(number(block.column_cap(0))),
        (1, 1) => match (block.row_cap(0).finite(), block.column_cap(0).finite()) {
            (Some(b), Some(c)) => Shape::Open(b, c),
            // A move in the uncapped line takes any amount of the entry.
            _ => Shape::Heap(number(block.at(0, 0))),
        },
        (1, n) | (n, 1) if n == 2 || n == 4 || n % 2 == 1 => {
            let mut piles: SmallVec<[u128; 8]> = SmallVec::new();
            if !block.is_uncapped() {
                return Shape::Other;
            }
            piles.extend(block.entries().map(number));
            match piles[..] {
                [a, b] => Shape::Wythoff(a.min(b), a.max(b)),
                [a, b, c, d] => {
                    let mut piles = [a, b, c, d];
                    piles.sort_unstable();
                    Shape::FourInLine(piles)
                }
                _ => Shape::OddRow(piles),
            }
        }
        (2, 2) if block.is_uncapped() => {
            let [a, b, c, d] =
                [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| block.at(i, j).finite());
            match (a, b, c, d) {
                (Some(a), Some(b), Some(c), Some(d)) => Shape::TwoByTwo([[a, b], [c, d]]),
                (None, Some(b), Some(c), Some(_)) | (Some(_), Some(b), Some(c), None) => {
                    Shape::Open(b, c)
                }
                (Some(a), None, Some(_), Some(d)) | (Some(a), Some(_), None, Some(d)) => {
                    Shape::Open(a, d)
                }
                _ => Shape::Other,
            }
        }
        _ => Shape::Other,
    }
}

/// Returns the size of the heap, if the block is one.
pub(super) fn heap<T: Pile>(block: &Block<T>) -> Option<u128> {
    match shape(block) {
        Shape::Heap(size) => Some(size),
        _ => None,
    }
}

/// Returns what proven theory says without a search.
pub(super) fn known<T: Pile>(block: &Block<T>, play: Play) -> Known {
    match (shape(block), play) {
        (Shape::Heap(size), Play::Normal) => Known::Value(size),
        (Shape::OddRow(piles), Play::Normal) => Known::Value(odd_row::nim_sum(&piles)),
        (Shape::Wythoff(a, b), _) => Known::outcome(wythoff_pairs::is_p(a, b, play)),
        (Shape::TwoByTwo(matrix), Play::Normal) => Known::outcome(two_by_two::is_p(matrix)),
        (Shape::Open(b, c), Play::Normal) => Known::outcome(b == c),
        (Shape::Heap(size), Play::Misere) => Known::Value(misere_nim_value([size])),
        (Shape::OddRow(piles), Play::Misere) => Known::outcome(odd_row::misere_is_p(&piles)),
        (_, _) => Known::Nothing,
    }
}

impl fmt::Display for PlacedBlock<Entry> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match heap(&self.block) {
            Some(size) => fmt::Display::fmt(&Grundy::from(size), f),
            None => fmt::Display::fmt(&self.block, f),
        }
    }
}

impl PlacedBlock<Entry> {
    /// Describes the place of the block.
    fn place(&self) -> String {
        let name = |lines: &[usize], word: &str| match lines {
            [] => None,
            [line] => Some(format!("{word} {}", line + 1)),
            _ => {
                let lines: Vec<String> = lines.iter().map(|line| (line + 1).to_string()).collect();
                Some(format!("{word}s {}", lines.join(", ")))
            }
        };
        match (name(&self.rows, "row"), name(&self.columns, "column")) {
            (Some(rows), Some(columns)) => format!("the entry of {rows} and {columns}"),
            (Some(lines), None) | (None, Some(lines)) => lines,
            (None, None) => "nothing".to_string(),
        }
    }

    /// Returns a move of the block as one of the whole position.
    pub(crate) fn named(&self, mv: LineMove) -> LineMove {
        let line = match mv.line {
            Line::Row(i) => Line::Row(self.rows[i]),
            Line::Column(j) => Line::Column(self.columns[j]),
        };
        LineMove { line, ..mv }
    }

    /// Returns the block for a search.
    pub(crate) fn component(&self) -> Result<AnyComponent, String> {
        let block = self.block.small().map(AnyComponent::new);
        block.ok_or_else(|| {
            format!("{self} has entries of 2^32 or more, too large for a search or a table")
        })
    }

    /// Returns the size of the heap, if the block is one.
    pub(crate) fn heap(&self) -> Option<Grundy> {
        heap(&self.block).map(Into::into)
    }

    /// Returns the Grundy value, by proven theory.
    pub(crate) fn value(&self) -> Option<Finding<Grundy>> {
        match shape(&self.block) {
            Shape::Heap(size) => Some(Finding::new(
                size.into(),
                Reason::theorem(
                    format!("{FERGUSON}, Theorem 2"),
                    format!(
                        "{} shares no line with another pile and is the nim heap *{size}",
                        self.place()
                    ),
                )
                .checked_by(SUM_OF_BLOCKS.claims()),
            )),
            Shape::OddRow(piles) => {
                let sum = odd_row::nim_sum(&piles);
                let text: Vec<String> = piles.iter().take(20).map(u128::to_string).collect();
                let more = if piles.len() > 20 { " xor …" } else { "" };
                Some(Finding::new(
                    sum.into(),
                    Reason::theorem(
                        format!("{FERGUSON}, section 4 (1xn, n odd)"),
                        format!(
                            "{} piles in one line, an odd number, are nim: {}{more} = {sum}",
                            piles.len(),
                            text.join(" xor ")
                        ),
                    )
                    .checked_by(ODD_ROW.claims()),
                ))
            }
            _ => None,
        }
    }

    /// Returns the outcome by proven theory, and with `unproved` also by theory that is only verified.
    pub(crate) fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        match play {
            Play::Normal => {
                (self.value().map(Finding::is_p)).or_else(|| self.block.normal_outcome())
            }
            Play::Misere => self.block.misere_outcome(unproved),
        }
    }
}

impl Block<Entry> {
    /// Returns the lines and their limits.
    fn lines(&self) -> impl Iterator<Item = (Line, u128)> + '_ {
        let rows = (0..self.rows()).map(|i| (Line::Row(i), self.row_limit(i)));
        let columns = (0..self.columns()).map(|j| (Line::Column(j), self.column_limit(j)));
        rows.chain(columns)
            .map(|(line, limit)| (line, limit.finite().unwrap_or(0)))
    }

    /// Returns the legal moves among some candidates.
    fn legal(&self, wanted: impl Fn(Line, u128) -> Vec<u128>) -> Vec<LineMove> {
        let mut moves = Vec::new();
        for (line, limit) in self.lines() {
            let mut amounts = wanted(line, limit);
            amounts.sort_unstable();
            amounts.dedup();
            amounts.retain(|&amount| (1..=limit).contains(&amount));
            moves.extend(amounts.into_iter().map(|amount| LineMove { line, amount }));
        }
        moves
    }

    /// Returns the moves for a row of piles: those that turn one pile into any of `wanted`, and those that take
    /// `common` from all.
    fn row_candidates(
        &self,
        piles: &[u128],
        wanted: impl Fn(u128) -> Vec<u128>,
        common: &[u128],
    ) -> Vec<LineMove> {
        self.legal(|line, _| match (line, self.rows() == 1) {
            (Line::Column(index), true) | (Line::Row(index), false) => {
                let pile = piles[index];
                let lower = wanted(pile).into_iter();
                lower.filter_map(|left| pile.checked_sub(left)).collect()
            }
            _ => common.to_vec(),
        })
    }

    /// Returns the finite entries as piles of a ray game, with this position's sizes; the rays are the lines.
    pub(crate) fn as_ray_game(&self) -> Option<(RayGame, Vec<u32>)> {
        let block = self.small()?;
        let mut sizes = Vec::new();
        let mut rays = vec![Vec::new(); block.rows() + block.columns()];
        for i in 0..=block.rows() {
            for j in 0..=block.columns() {
                let pile = block.at(i, j);
                if pile == u32::INFINITE || (i, j) == (block.rows(), block.columns()) {
                    continue;
                }
                if i < block.rows() {
                    rays[i].push(sizes.len());
                }
                if j < block.columns() {
                    rays[block.rows() + j].push(sizes.len());
                }
                sizes.push(pile);
            }
        }
        // Too many piles do not form a ray game.
        Some((RayGame::new(sizes.len(), rays).ok()?, sizes))
    }

    /// Returns the move along a ray of that game.
    pub(crate) fn ray_move(&self, ray: usize, amount: u32) -> Option<LineMove> {
        let (line, _) = self.lines().nth(ray)?;
        let amount = amount.into();
        Some(LineMove { line, amount })
    }

    /// Returns moves that include all those to the value `target`; see
    /// [`Theory::candidates`](nimfield_core::game::Theory::candidates).
    pub(crate) fn candidates(&self, play: Play, target: Grundy) -> Option<Vec<LineMove>> {
        match (shape(self), play) {
            (Shape::Heap(size), _) => {
                let wanted = nim::candidates(&size.into(), target, play);
                Some(self.legal(|_, _| {
                    let lower = wanted.iter().filter_map(Grundy::finite);
                    lower.filter_map(|left| size.checked_sub(left)).collect()
                }))
            }
            (Shape::OddRow(piles), _) => {
                // An infinite target is out of reach of finite piles.
                let Some(target) = target.finite() else {
                    return Some(Vec::new());
                };
                let sum = odd_row::nim_sum(&piles);
                let mut common: Vec<u128> =
                    odd_row::common_amount(&piles, target).into_iter().collect();
                if play == Play::Misere {
                    let largest = piles.iter().copied().max().unwrap_or(0);
                    common.extend([largest, largest.saturating_sub(1)]);
                }
                let wanted = |pile: u128| -> Vec<u128> {
                    let rest = Grundy::from(sum ^ pile ^ target);
                    let wanted = nim::candidates(&pile.into(), rest, play);
                    wanted.iter().filter_map(Grundy::finite).collect()
                };
                Some(self.row_candidates(&piles, wanted, &common))
            }
            (Shape::Wythoff(a, b), _) if target == Grundy::ZERO => {
                let piles: Vec<u128> = self.entries().filter_map(Entry::finite).collect();
                let partner = |pile: u128| wythoff_pairs::partner_to_win(a ^ b ^ pile, play);
                let wanted = |pile| partner(pile).into_iter().collect();
                let common = wythoff_pairs::common_to_win(a, b, play);
                Some(self.row_candidates(&piles, wanted, common.as_slice()))
            }
            (Shape::Wythoff(a, b), Play::Normal) => {
                /// Fewer moves than this are tried one by one, since one search does that for all values.
                const TOO_MANY: u128 = 1_000_000;
                /// The longest list.
                const MOST: u128 = 100_000;
                if a.saturating_add(b).saturating_add(a) <= TOO_MANY {
                    return None;
                }
                let target = target.finite()?;
                let near = |pile: u128| wythoff_pairs::near(pile, a ^ b ^ pile, target);
                let common = wythoff_pairs::common_near(a, b, target);
                let count = |range: Range<u128>| range.end.saturating_sub(range.start);
                let counts = [near(a), near(b), common.clone()].map(count);
                if counts.into_iter().fold(0, u128::saturating_add) > MOST {
                    return None;
                }
                let piles: Vec<u128> = self.entries().filter_map(Entry::finite).collect();
                let common: Vec<u128> = common.collect();
                Some(self.row_candidates(&piles, |pile| near(pile).collect(), &common))
            }
            (Shape::TwoByTwo(matrix), Play::Normal) if target == Grundy::ZERO => {
                let candidates = two_by_two::candidates(matrix);
                let moves = candidates
                    .iter()
                    .map(|&(line, amount)| LineMove { line, amount });
                Some(moves.collect())
            }
            (Shape::Open(b, c), Play::Normal) if target == Grundy::ZERO => {
                Some(self.legal(|_, _| vec![b.abs_diff(c)]))
            }
            _ => None,
        }
    }

    /// Decides four piles in a line, by the table of their fourth piles, and lists the winning moves if `moves` is
    /// true; `None` if one of the three smallest is 2^32 or more.
    pub(super) fn four_in_line(
        &self,
        moves: bool,
        budget: &Budget,
    ) -> Option<Result<Settled<LineMove>, Undecided>> {
        let Shape::FourInLine(sorted @ [a, b, c, d]) = shape(self) else {
            return None;
        };
        let small = |pile: u128| u32::try_from(pile).ok();
        // The fourth pile is only compared, with values far below 2^32.
        let four = [
            small(a)?,
            small(b)?,
            small(c)?,
            small(d).unwrap_or(u32::MAX),
        ];
        let table = match FourthPiles::new(four, budget) {
            Ok(table) => table,
            Err(unfinished) => return Some(Err(unfinished.into())),
        };
        let piles: Vec<u128> = self.entries().filter_map(Entry::finite).collect();
        let after = |piles: [u128; 4]| table.is_p(piles);
        let winning = |line: Line, limit: u128| {
            let (across, own) = match line {
                Line::Row(i) => (self.rows() == 1, i),
                Line::Column(j) => (self.rows() > 1, j),
            };
            let lowered = |amount: &u128| {
                let lowered = |(at, &pile): (usize, &u128)| match across || own == at {
                    true => pile - amount,
                    false => pile,
                };
                let left: Vec<u128> = piles.iter().enumerate().map(lowered).collect();
                left.try_into().is_ok_and(after)
            };
            // The smallest piles determine the target of the greatest, which may be too large to try all moves.
            match across {
                false if piles[own] == d => d.checked_sub(table.fourth()).into_iter().collect(),
                _ => (1..=limit).filter(lowered).collect(),
            }
        };
        let fourth = table.fourth();
        let compared = if fourth == d { "which is" } else { "not" };
        let text = format!(
            "exactly one pile beside {a}, {b} and {c} makes a P-position of one line, f({a},{b},{c}) = {fourth}, {compared} {d}: f is the mex of its values for one of the three lowered, and of f + k for k taken from all three"
        );
        let reason =
            Reason::theorem("the fourth pile as a mex", text).checked_by(FOUR_IN_LINE.claims());
        debug_assert_eq!(table.is_p(sorted), fourth == d);
        Some(Ok(Settled {
            is_p: Finding::new(fourth == d, reason),
            moves: if moves {
                self.legal(winning)
            } else {
                Vec::new()
            },
            positions: table.positions(),
        }))
    }

    /// Returns whether the block is a P-position in normal play, if its value is unknown.
    pub(crate) fn normal_outcome(&self) -> Option<Finding<bool>> {
        match shape(self) {
            Shape::Wythoff(a, b) => Some(wythoff_pairs::outcome(a, b, Play::Normal)),
            Shape::TwoByTwo(matrix) => Some(theorem_3(self, matrix)),
            Shape::Open(b, c) if self.rows() == 1 => {
                let is_p = b == c;
                let text = format!(
                    "{self} is (0 {b}; {c} d) with d larger than both: a P-position exactly if {b} = {c}, which is {}",
                    truth(is_p)
                );
                Some(Finding::new(is_p, by_theorem_3("Theorem 3", text)))
            }
            Shape::Open(b, c) => {
                let is_p = b == c;
                let text = format!(
                    "{self} has an entry that never matters, so it is a P-position exactly if its finite diagonal is constant: {b} = {c}, which is {}",
                    truth(is_p)
                );
                Some(Finding::new(is_p, by_theorem_3("Theorem 3", text)))
            }
            Shape::Heap(_) | Shape::OddRow(_) | Shape::FourInLine(_) => None,
            Shape::Other => reflected(self).or_else(|| paired(self)),
        }
    }

    /// Returns whether the block is a P-position in misère play.
    pub(crate) fn misere_outcome(&self, unproved: bool) -> Option<Finding<bool>> {
        match shape(self) {
            Shape::Heap(size) => Some(nim::misere_outcome(&[size.into()])),
            Shape::OddRow(piles) => {
                let is_p = odd_row::misere_is_p(&piles);
                let text = format!(
                    "{} piles in one line, an odd number, have the misère outcome of the nim heaps of the same sizes, since taking k from all of them never joins two P-positions: {}",
                    piles.len(),
                    nim::misere_text(&piles.iter().map(|&pile| pile.into()).collect::<Vec<_>>())
                );
                let source = "Bouton 1901 with the argument of Ferguson 2001, section 4";
                let reason = Reason::theorem(source, text).checked_by(ODD_ROW.claims());
                Some(Finding::new(is_p, reason))
            }
            Shape::Wythoff(a, b) => Some(wythoff_pairs::outcome(a, b, Play::Misere)),
            Shape::TwoByTwo([[a, b], [c, d]]) if unproved => {
                let of = |x: u128, y: u128, corners: [u128; 2]| {
                    let [u, v] = corners;
                    (x == y && two_by_two::diagonal(x, u, v) == Diagonal::Dominated).then_some(x)
                };
                let constant = of(b, c, [a, d]).or_else(|| of(a, d, [b, c]))?;
                let is_p = constant >= 2;
                let text = format!(
                    "NOT PROVED, verified for entries up to 47: with the constant diagonal {constant}, {constant} and corners at least as large, a misère P-position exactly if {constant} >= 2"
                );
                Some(Finding::new(
                    is_p,
                    Reason::theorem("observed, not proved", text)
                        .checked_by(MISERE_TYPE_4.claims()),
                ))
            }
            _ => None,
        }
    }
}
