//! What is known of a block of matrix nim.
//!
//! | block | fact | source |
//! |---|---|---|
//! | one line with a cap alone; one entry with at most one cap | nim heap | the definition |
//! | 1xn, n odd | nim-sum | Ferguson 2001, section 4 |
//! | 1x2 | Wythoff's game | Wythoff 1907 |
//! | 1x4 | outcome and all winning moves, from a table over the three least piles | [`four_in_line`](super::four_in_line) |
//! | 2x2 | outcome and all winning moves | Ferguson 2001, Theorem 3 and Lemma 1 |
//! | one entry d with both caps b, c < d: (d b; c 0) | P iff b = c | Ferguson 2001, Theorem 3 |
//! | square, symmetric, each diagonal entry at least twice the least other entry of its row | P | reflection, as in Lemma 1 |
//! | unchanged by swapping its rows in pairs and its columns in pairs | P | pairing |

use std::fmt;

use smallvec::SmallVec;

use crate::matrix::block::Block;
use crate::matrix::four_in_line::FourthPiles;
use crate::matrix::grid::{Entry, Pile};
use crate::matrix::normal_form::PlacedBlock;
use crate::matrix::odd_row;
use crate::matrix::reflection;
use crate::matrix::rules::{Line, LineMove, line_move_count, line_moves};
use crate::matrix::text::{
    FOUR_IN_LINE, MISERE_TYPE_4, ODD_ROW, REFLECTED, SUM_OF_BLOCKS, THEOREM_3,
};
use crate::matrix::two_by_two::{self, Diagonal};
use crate::{nim, wythoff};
use nimfield_core::budget::Budget;
use nimfield_core::component::{AnyComponent, Known};
use nimfield_core::families::ray::RayGame;
use nimfield_core::theory::{Finding, Settled, Summand, Undecided};
use nimfield_core::words::{Grundy, Play, Reason, misere_nim_value};

/// The source of most theorems.
const FERGUSON: &str = "Ferguson 2001";

/// A block that theory knows something of.
enum Shape {
    /// A nim heap.
    Heap(u128),
    /// Three or more piles in one line, an odd number.
    OddRow(SmallVec<[u128; 8]>),
    /// Two piles in one line, the smaller first.
    Wythoff(u128, u128),
    /// Four piles in one line, in order of size.
    FourInLine([u128; 4]),
    /// Two rows and columns, all entries finite.
    TwoByTwo([[u128; 2]; 2]),
    /// Two rows and columns with one entry infinite: the two on the other diagonal; or one entry
    /// with its two caps.
    Open(u128, u128),
    /// None of these.
    Other,
}

/// The shape of a block. Cheap: searches ask at every position.
fn shape<T: Pile>(block: &Block<T>) -> Shape {
    let number = |pile: T| pile.finite().unwrap_or(u128::MAX);
    let (rows, columns) = (block.rows(), block.columns());
    match (rows, columns) {
        (1, 0) => Shape::Heap(number(block.row_cap(0))),
        (0, 1) => Shape::Heap(number(block.column_cap(0))),
        (1, 1) => match (block.row_cap(0).finite(), block.column_cap(0).finite()) {
            (Some(b), Some(c)) => Shape::Open(b, c),
            // A move across the cap takes from the entry freely.
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

/// The heap that the block is, if it is one.
pub(super) fn heap<T: Pile>(block: &Block<T>) -> Option<u128> {
    match shape(block) {
        Shape::Heap(size) => Some(size),
        _ => None,
    }
}

/// What proven theory says at once, for searches.
pub(super) fn known<T: Pile>(block: &Block<T>, play: Play) -> Known {
    match (shape(block), play) {
        (Shape::Heap(size), Play::Normal) => Known::Value(size),
        (Shape::OddRow(piles), Play::Normal) => Known::Value(odd_row::nim_sum(&piles)),
        (Shape::Wythoff(a, b), _) => Known::outcome(wythoff::is_p(a, b, play)),
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
    /// The lines of the position that the block's lines are, and their limits.
    fn lines(&self) -> impl Iterator<Item = (Line, u128)> + '_ {
        let rows = (0..self.rows.len()).map(|i| (Line::Row(self.rows[i]), self.block.row_limit(i)));
        let columns = (0..self.columns.len())
            .map(|j| (Line::Column(self.columns[j]), self.block.column_limit(j)));
        rows.chain(columns)
            .map(|(line, limit)| (line, limit.finite().unwrap_or(0)))
    }

    /// The legal ones among some moves.
    fn legal(&self, wanted: impl Fn(Line, u128) -> Vec<u128>) -> Vec<LineMove> {
        let mut moves = Vec::new();
        for (line, limit) in self.lines() {
            let mut amounts = wanted(line, limit);
            amounts.sort();
            amounts.dedup();
            amounts.retain(|&amount| (1..=limit).contains(&amount));
            moves.extend(amounts.into_iter().map(|amount| LineMove { line, amount }));
        }
        moves
    }

    /// The move amounts for a row of piles: what makes one pile any of `wanted`, and what takes
    /// `common` from all.
    fn row_candidates(
        &self,
        piles: &[u128],
        wanted: impl Fn(u128) -> Vec<u128>,
        common: &[u128],
    ) -> Vec<LineMove> {
        let across = self.rows.len() == 1;
        self.legal(|line, _| {
            let single = match line {
                Line::Row(i) if !across => self.rows.iter().position(|&row| row == i),
                Line::Column(j) if across => self.columns.iter().position(|&column| column == j),
                _ => None,
            };
            match single {
                Some(index) => {
                    let pile = piles[index];
                    let lower = wanted(pile).into_iter();
                    lower.filter_map(|left| pile.checked_sub(left)).collect()
                }
                None => common.to_vec(),
            }
        })
    }

    /// The finite entries as piles of a ray game, with this position's sizes; the rays are the lines.
    fn as_ray_game(&self) -> Option<(RayGame, Vec<u32>)> {
        let block = self.block.small()?;
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
        Some((RayGame::new(sizes.len(), rays).ok()?, sizes))
    }
}

impl Summand for PlacedBlock<Entry> {
    type Move = LineMove;

    fn value(&self) -> Option<Finding<Grundy>> {
        match shape(&self.block) {
            Shape::Heap(size) => Some(Finding::new(
                size.into(),
                Reason::theorem(
                    format!("{FERGUSON}, Theorem 2"),
                    format!("{} stands alone and is the nim heap *{size}", self.place()),
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

    fn outcome(&self, play: Play, unproved: bool) -> Option<Finding<bool>> {
        match play {
            Play::Normal => self.normal_outcome(),
            Play::Misere => self.misere_outcome(unproved),
        }
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<LineMove>> {
        match (shape(&self.block), play) {
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
                let piles: Vec<u128> = self.block.entries().filter_map(Entry::finite).collect();
                let wanted = |pile: u128| wythoff::partner_candidates(a ^ b ^ pile, play);
                Some(self.row_candidates(&piles, wanted, &wythoff::common_candidates(a, b, play)))
            }
            (Shape::TwoByTwo(matrix), Play::Normal) if target == Grundy::ZERO => {
                let candidates = two_by_two::candidates(matrix);
                let lift = |line: Line| match line {
                    Line::Row(i) => Line::Row(self.rows[i]),
                    Line::Column(j) => Line::Column(self.columns[j]),
                };
                let moves = candidates.iter().map(|&(line, amount)| LineMove {
                    line: lift(line),
                    amount,
                });
                Some(moves.collect())
            }
            (Shape::Open(b, c), Play::Normal) if target == Grundy::ZERO => {
                Some(self.legal(|_, _| vec![b.abs_diff(c)]))
            }
            _ => None,
        }
    }

    fn settled(&self, play: Play, budget: &Budget) -> Option<Result<Settled<LineMove>, Undecided>> {
        match play {
            Play::Normal => self.four_in_line(budget),
            Play::Misere => None,
        }
    }

    fn moves(&self) -> Box<dyn Iterator<Item = LineMove> + '_> {
        Box::new(line_moves(self.lines()))
    }

    fn move_count(&self) -> u128 {
        line_move_count(self.lines())
    }

    fn small(&self) -> Result<AnyComponent, String> {
        let block = self.block.small().map(AnyComponent::new);
        block.ok_or_else(|| {
            format!("{self} has entries past 2^32, which no search or table reaches")
        })
    }

    fn in_box(&self) -> Option<(RayGame, Vec<u32>)> {
        self.as_ray_game()
    }

    fn ray_move(&self, ray: usize, amount: u32) -> Option<LineMove> {
        let (line, _) = self.lines().nth(ray)?;
        let amount = amount.into();
        Some(LineMove { line, amount })
    }

    fn heap(&self) -> Option<Grundy> {
        heap(&self.block).map(Into::into)
    }
}

impl PlacedBlock<Entry> {
    /// Where the block lies, in words.
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

    fn normal_outcome(&self) -> Option<Finding<bool>> {
        match shape(&self.block) {
            Shape::Wythoff(a, b) => Some(wythoff::outcome(a, b, Play::Normal)),
            Shape::TwoByTwo(matrix) => Some(theorem_3(&self.block, matrix)),
            Shape::Open(b, c) if self.block.rows() == 1 => {
                let is_p = b == c;
                let text = format!(
                    "{} is (0 {b}; {c} d) with d larger than both: a P-position exactly if {b} = {c}, which is {}",
                    self.block,
                    truth(is_p)
                );
                Some(Finding::new(is_p, by_theorem_3("Theorem 3", text)))
            }
            Shape::Open(b, c) => {
                let is_p = b == c;
                let text = format!(
                    "{} has an entry that never matters, so it is a P-position exactly if its finite diagonal is constant: {b} = {c}, which is {}",
                    self.block,
                    truth(is_p)
                );
                Some(Finding::new(is_p, by_theorem_3("Theorem 3", text)))
            }
            Shape::Heap(_) | Shape::OddRow(_) => self.value().map(Finding::is_p),
            Shape::FourInLine(_) => None,
            Shape::Other => self.reflected().or_else(|| self.paired()),
        }
    }

    /// Four piles in a line, by the table of their fourth piles; `None` where it would be too large.
    fn four_in_line(&self, budget: &Budget) -> Option<Result<Settled<LineMove>, Undecided>> {
        let Shape::FourInLine(sorted @ [a, b, c, d]) = shape(&self.block) else {
            return None;
        };
        let small = |pile: u128| u32::try_from(pile).ok();
        let table = match FourthPiles::new([small(a)?, small(b)?, small(c)?], budget)? {
            Ok(table) => table,
            Err(unfinished) => return Some(Err(unfinished.into())),
        };
        let piles: Vec<u128> = self.block.entries().filter_map(Entry::finite).collect();
        let after = |piles: [u128; 4]| table.is_p(piles).unwrap_or(false);
        let moves = self.legal(|line, limit| {
            let across = matches!(line, Line::Row(_)) == (self.rows.len() == 1);
            let own = match line {
                Line::Row(i) => self.rows.iter().position(|&row| row == i),
                Line::Column(j) => self.columns.iter().position(|&column| column == j),
            };
            let lowered = |amount: &u128| {
                let lowered = |(at, &pile): (usize, &u128)| match across || own == Some(at) {
                    true => pile - amount,
                    false => pile,
                };
                let left: Vec<u128> = piles.iter().enumerate().map(lowered).collect();
                left.try_into().is_ok_and(after)
            };
            // The least piles tell what the greatest must become; it may be too large to try all.
            match own.filter(|_| !across).map(|at| piles[at]) {
                Some(pile) if pile == d => {
                    let fourth = table.fourth([a, b, c]);
                    fourth
                        .and_then(|left| pile.checked_sub(left))
                        .into_iter()
                        .collect()
                }
                _ => (1..=limit).filter(lowered).collect(),
            }
        });
        let fourth = table.fourth([a, b, c]).unwrap_or_default();
        let compared = if fourth == d { "which is" } else { "not" };
        let text = format!(
            "exactly one pile beside {a}, {b} and {c} makes a P-position of one line, f({a},{b},{c}) = {fourth}, {compared} {d}: f is the mex of its values for one of the three lowered, and of f + k for k taken from all three"
        );
        let reason =
            Reason::theorem("the fourth pile as a mex", text).checked_by(FOUR_IN_LINE.claims());
        debug_assert_eq!(table.is_p(sorted), Some(fourth == d));
        Some(Ok(Settled {
            is_p: Finding::new(fourth == d, reason),
            moves,
            positions: table.positions(),
        }))
    }

    fn misere_outcome(&self, unproved: bool) -> Option<Finding<bool>> {
        match shape(&self.block) {
            Shape::Heap(size) => Some(nim::misere_outcome(&[size.into()])),
            Shape::OddRow(piles) => {
                let is_p = odd_row::misere_is_p(&piles);
                let text = format!(
                    "{} piles in one line, an odd number, have the misere outcome of the nim heaps of the same sizes, since taking k from all of them never joins two P-positions: {}",
                    piles.len(),
                    nim::misere_text(&piles.iter().map(|&pile| pile.into()).collect::<Vec<_>>())
                );
                let source = "Bouton 1901 with the argument of Ferguson 2001, section 4";
                let reason = Reason::theorem(source, text).checked_by(ODD_ROW.claims());
                Some(Finding::new(is_p, reason))
            }
            Shape::Wythoff(a, b) => Some(wythoff::outcome(a, b, Play::Misere)),
            Shape::TwoByTwo([[a, b], [c, d]]) if unproved => {
                let of = |x: u128, y: u128, corners: [u128; 2]| {
                    let [u, v] = corners;
                    (x == y && two_by_two::diagonal(x, u, v) == Diagonal::Dominated).then_some(x)
                };
                let constant = of(b, c, [a, d]).or_else(|| of(a, d, [b, c]))?;
                let is_p = constant >= 2;
                let text = format!(
                    "NOT PROVED, verified for entries up to 47: with the constant diagonal {constant}, {constant} and corners at least as large, a misere P-position exactly if {constant} >= 2"
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

    /// Symmetric with a heavy diagonal, in some order of its lines: a move in row i is answered by the
    /// column that belongs to it, and conversely.
    fn reflected(&self) -> Option<Finding<bool>> {
        let block = &self.block;
        let partners = reflection::heavy_reflection(block)?;
        let pairs: Vec<String> = partners
            .iter()
            .enumerate()
            .map(|(i, j)| format!("row {} with column {}", i + 1, j + 1))
            .collect();
        let text = match partners.iter().enumerate().all(|(i, &j)| i == j) {
            true => format!(
                "{block} is symmetric and each diagonal entry is at least twice the least other entry of its row, so taking k from a row is answered by taking k from the same column, and conversely"
            ),
            false => format!(
                "{block} is symmetric when its rows and columns are put in order ({}), and where a row meets its column the entry is at least twice the least other entry of the row, so taking k from a row is answered by taking k from its column, and conversely",
                pairs.join(", ")
            ),
        };
        Some(Finding::new(
            true,
            Reason::theorem("Ferguson 2001, the argument of Lemma 1", text)
                .checked_by(REFLECTED.claims()),
        ))
    }

    /// Unchanged by swapping rows in pairs and columns in pairs: a move is answered by its mirror
    /// image.
    fn paired(&self) -> Option<Finding<bool>> {
        let block = &self.block;
        let (by_row, by_column) = reflection::pairing(block)?;
        let show = |pairing: &[usize]| -> String {
            let pairs = pairing.iter().enumerate().filter(|&(a, &b)| a < b);
            let pairs: Vec<String> = pairs
                .map(|(a, b)| format!("{} and {}", a + 1, b + 1))
                .collect();
            pairs.join(", ")
        };
        let text = format!(
            "{block} stays the same when its rows ({}) and its columns ({}) change places, so every move is answered by its mirror image",
            show(&by_row),
            show(&by_column)
        );
        Some(Finding::new(
            true,
            Reason::theorem("pairing strategy", text),
        ))
    }
}

fn truth(holds: bool) -> &'static str {
    if holds { "true" } else { "false" }
}

/// A reason that rests on Theorem 3, cited by its place in the paper.
fn by_theorem_3(place: &str, text: String) -> Reason {
    Reason::theorem(format!("{FERGUSON}, {place}"), text).checked_by(THEOREM_3.claims())
}

/// The outcome of a 2x2 block by Theorem 3, with the numbers.
fn theorem_3(block: &Block<Entry>, [[a, b], [c, d]]: [[u128; 2]; 2]) -> Finding<bool> {
    let diagonals = [(b, c, a, d), (a, d, b, c)];
    let mut failures = Vec::new();
    for (b, other, x, y) in diagonals {
        if b != other {
            continue;
        }
        let (x, y) = (x.min(y), x.max(y));
        match two_by_two::diagonal(b, x, y) {
            Diagonal::Dominated => {
                let text = format!(
                    "{block} has the constant diagonal {b}, {b} and the corners {x} and {y} are at least {b} (type 4): taking k from a row is answered by taking k from the other row"
                );
                return Finding::new(true, by_theorem_3("Lemma 1 and Theorem 3", text));
            }
            Diagonal::Inside => {
                let text = format!(
                    "{block} has the constant diagonal {b}, {b} with {x} < {b} < {y}, and {x} mod ({y}-{x}) = {} < {y}-{b} = {} (type 5)",
                    x % (y - x),
                    y - b
                );
                return Finding::new(true, by_theorem_3("Theorem 3", text));
            }
            Diagonal::Neither if b >= y => failures.push(format!(
                "has the constant diagonal {b}, {b}, but neither are both corners {x} and {y} at least {b} nor is {x} < {b} < {y}"
            )),
            Diagonal::Neither => failures.push(format!(
                "has the constant diagonal {b}, {b} with {x} < {b} < {y}, but {x} mod ({y}-{x}) = {} is not less than {y}-{b} = {}",
                x % (y - x),
                y - b
            )),
        }
    }
    let text = match failures.is_empty() {
        true => format!("{block} has no constant diagonal ({a}, {d} and {b}, {c})"),
        false => format!("{block} {}", failures.join("; it ")),
    };
    Finding::new(false, by_theorem_3("Theorem 3", text))
}
