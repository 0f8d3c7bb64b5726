//! Partizan matrix nim for the analyser: blocks of the normal form, and the theorems that cover them.

use crate::matrix::block::{Block, write_canonical};
use crate::matrix::grid::Pile;
use crate::matrix::{Entry, Line, LineMove, Matrix, line_moves, normal_form};
use crate::matrix_partizan::line_value::LineValue;
use crate::matrix_partizan::rules::{PartizanMatrix, owner};
use crate::matrix_partizan::stops::{stops_2x2, stops_figures};
use crate::matrix_partizan::text::{INFO, THEOREM_4, THEOREM_5};
use crate::matrix_partizan::theory::{
    PartizanRow, RowMove, outcome_2x2, outcome_2x2_text, simple_value, winning_moves_2x2,
};
use crate::matrix_partizan::unproved::{constant_part, constant_part_text};
use nimfield_core::heat::Heat;
use nimfield_core::partizan::{
    AnyPartizanComponent, ClosedFigures, ClosedValue, Decided, MoveRun, PartizanComponent,
    PartizanRules, PartizanSummand, PartizanTheory, Simple, moves_of_both,
};
use nimfield_core::prelude::*;

/// The most counters of a matrix whose value is cheap.
const CHEAP_TOTAL: u128 = 60;

/// The largest total size of a block evaluated by recursion; forms of larger ones are out of reach anyway.
const LARGEST_TOTAL: u128 = 2_000;

/// A block of the normal form, as a component for engines.
#[derive(Clone, Debug)]
pub enum PartizanBlock {
    /// A block with entries below 2^32.
    Small(Block<u32>),
    /// The value of a block of any size by a closed form; it has no options here.
    Known(Simple),
    /// The value of a single line, for searches in normal play.
    Line(LineValue),
}

impl PartizanBlock {
    /// Returns the line of `player` and the amount of the option of this number, if it exists.
    fn option_at(block: &Block<u32>, player: Player, mut index: u64) -> Option<(usize, u32)> {
        let (lines, _) = lines(block, player);
        (0..lines).find_map(|line| {
            let limit = u64::from(limit(block, player, line));
            match index < limit {
                true => Some((line, index as u32 + 1)),
                false => {
                    index -= limit;
                    None
                }
            }
        })
    }
}

/// Returns the stops and the temperature of a block, if theory gives them: for a single cell or line, or 2x2.
fn heat<T: Pile>(block: &Block<T>) -> Option<Heat> {
    if let Some(value) = simple_value(block) {
        return Heat::of(value);
    }
    let mut finite = block.entries().filter_map(Pile::finite);
    // A pile that no move can empty: larger than the total that its lines allow to take.
    let infinite = finite.try_fold(1, u128::checked_add)?;
    let piles = block
        .entries()
        .map(|pile| pile.finite().unwrap_or(infinite));
    let piles: Vec<u128> = piles.collect();
    let stops = match (
        block.is_uncapped(),
        block.rows(),
        block.columns(),
        &piles[..],
    ) {
        (true, 2, 2, &[a, b, c, d]) => stops_2x2([[a, b], [c, d]])?,
        (true, 1, _, _) => PartizanRow::of(&piles, false)?.stops(),
        (true, _, 1, _) => PartizanRow::of(&piles, true)?.stops(),
        _ => return None,
    };
    Heat::of_stops(stops)
}

/// Returns the number of lines of `player`, and whether they are rows.
fn lines(block: &Block<u32>, player: Player) -> (usize, bool) {
    match player {
        Player::Left => (block.columns(), false),
        Player::Right => (block.rows(), true),
    }
}

fn limit(block: &Block<u32>, player: Player, line: usize) -> u32 {
    match player {
        Player::Left => block.column_limit(line),
        Player::Right => block.row_limit(line),
    }
}

impl PartizanComponent for PartizanBlock {
    fn key(&self, out: &mut Vec<u8>) {
        match self {
            PartizanBlock::Small(block) => write_canonical(block, false, out),
            PartizanBlock::Known(simple) => out.extend_from_slice(format!("{simple:?}").as_bytes()),
            PartizanBlock::Line(line) => out.extend_from_slice(format!("{line:?}").as_bytes()),
        }
    }

    fn option_count(&self, player: Player) -> u64 {
        let block = match self {
            PartizanBlock::Small(block) => block,
            PartizanBlock::Known(_) => return 0,
            PartizanBlock::Line(line) => return line.option_count(player),
        };
        let limits = (0..lines(block, player).0).map(|line| u64::from(limit(block, player, line)));
        limits.sum()
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<PartizanBlock>) {
        if let PartizanBlock::Small(block) = self
            && let Some((line, amount)) = PartizanBlock::option_at(block, player, index)
        {
            let parts = block.lowered(player == Player::Right, line, amount);
            out.extend(parts.into_iter().map(PartizanBlock::Small));
        }
        if let PartizanBlock::Line(line) = self {
            out.extend(line.option(player, index).map(PartizanBlock::Line));
        }
    }

    fn known(&self) -> Option<Simple> {
        match self {
            PartizanBlock::Small(block) => simple_value(block),
            PartizanBlock::Known(simple) => Some(*simple),
            PartizanBlock::Line(_) => None,
        }
    }

    fn with_integer_apart(&self) -> Option<(i128, Option<PartizanBlock>)> {
        if let PartizanBlock::Line(line) = self {
            let (integer, rest) = line.with_integer_apart();
            return Some((integer, rest.map(PartizanBlock::Line)));
        }
        Some((self.known()?.integer()?, None))
    }

    fn heat(&self) -> Option<Heat> {
        match self {
            PartizanBlock::Small(block) => heat(block),
            PartizanBlock::Known(simple) => Heat::of(*simple),
            PartizanBlock::Line(line) => line.heat(),
        }
    }
}

impl PartizanMatrix {
    /// Returns the entries, if it is 2x2 and they are finite.
    fn as_2x2(&self) -> Option<[[u128; 2]; 2]> {
        let grid = self.0.grid();
        match (grid.rows(), grid.cells()) {
            (
                2,
                &[
                    Entry::Finite(a),
                    Entry::Finite(b),
                    Entry::Finite(c),
                    Entry::Finite(d),
                ],
            ) => Some([[a, b], [c, d]]),
            _ => None,
        }
    }

    /// Returns the single row or column that the normal form is, if it is one.
    fn as_row(&self) -> Option<(PartizanRow, Vec<MoveRun<LineMove>>)> {
        let blocks = normal_form(self.0.grid());
        let [placed] = &blocks[..] else {
            return None;
        };
        let (rows, columns) = (placed.block.rows(), placed.block.columns());
        let alone = placed.block.is_uncapped() && rows.min(columns) == 1 && rows.max(columns) > 1;
        let piles: Option<Vec<u128>> = placed.block.entries().map(Pile::finite).collect();
        let piles = piles.filter(|_| alone)?;
        let row = PartizanRow::of(&piles, columns == 1)?;
        let moves = row.winning_moves(&piles).into_iter().map(|(mv, from, to)| {
            let line = match (mv, columns == 1) {
                (RowMove::Pile(j), false) => Line::Column(placed.columns[j]),
                (RowMove::Pile(i), true) => Line::Row(placed.rows[i]),
                (RowMove::All, false) => Line::Row(placed.rows[0]),
                (RowMove::All, true) => Line::Column(placed.columns[0]),
            };
            MoveRun {
                player: owner(line),
                first: LineMove { line, amount: from },
                to: (to > from).then_some(to),
            }
        });
        // Left's moves come first, as everywhere.
        let (left, right): (Vec<_>, Vec<_>) = moves.partition(|run| run.player == Player::Left);
        Some((row, left.into_iter().chain(right).collect()))
    }

    /// Returns the value, if closed forms give that of every block and can add them.
    #[must_use]
    pub fn closed_form(&self) -> Option<ClosedValue> {
        ClosedValue::sum(&self.simple_parts()?)
    }

    /// Returns the values of all blocks, if closed forms give them.
    fn simple_parts(&self) -> Option<Vec<Simple>> {
        let blocks = normal_form(self.0.grid());
        let parts = blocks.iter().map(|placed| simple_value(&placed.block));
        parts.collect()
    }
}

/// Returns a block for engines.
fn component(block: Block<u32>) -> AnyPartizanComponent {
    AnyPartizanComponent::new(PartizanBlock::Small(block))
}

impl Rules for PartizanMatrix {
    type Move = LineMove;

    const INFO: GameInfo = INFO;

    fn moves(&self) -> Moves<'_, LineMove> {
        moves_of_both(self)
    }

    fn owner(&self, mv: &LineMove) -> Option<Player> {
        Some(owner(mv.line))
    }

    /// Returns the position after a move of the owner of the line.
    fn play(&self, mv: &LineMove) -> Result<PartizanMatrix, String> {
        self.0.play(mv).map(PartizanMatrix)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<PartizanMatrix, NotationError> {
        Matrix::read(cursor).map(PartizanMatrix)
    }

    fn shape(&self) -> Shape {
        self.0.shape()
    }
}

by_default!(PartizanMatrix: Shown);

impl PartizanRules for PartizanMatrix {
    fn moves_of(&self, player: Player) -> Moves<'_, LineMove> {
        let lines = self.0.lines();
        Box::new(line_moves(
            lines.filter(move |&(line, _)| owner(line) == player),
        ))
    }

    fn is_move_of(&self, mv: &LineMove, player: Player) -> bool {
        owner(mv.line) == player
    }

    fn negative(&self) -> Option<PartizanMatrix> {
        Some(PartizanMatrix::negative(self))
    }

    fn parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let blocks = normal_form(self.0.grid()).into_iter();
        let small = blocks.map(|placed| placed.block.small().map(component));
        let parts: Option<Vec<_>> = small.collect();
        parts.ok_or_else(|| format!("{self} has an entry of 2^32 or more, too large for a search"))
    }

    /// Splits a single line into an integer and the rest of its value, which does not depend on its other piles.
    fn equal_parts(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let blocks = normal_form(self.0.grid()).into_iter();
        let parts = blocks.map(|placed| {
            let small = placed.block.small()?;
            Some(match LineValue::of(&small) {
                Some(line) => AnyPartizanComponent::new(PartizanBlock::Line(line)),
                None => component(small),
            })
        });
        match parts.collect() {
            Some(parts) => Ok(parts),
            None => self.parts(),
        }
    }

    fn parts_for_forms(&self) -> Result<Vec<AnyPartizanComponent>, String> {
        let blocks = normal_form(self.0.grid()).into_iter();
        let parts = blocks.map(|placed| {
            if let Some(simple) = simple_value(&placed.block) {
                return Some(AnyPartizanComponent::new(PartizanBlock::Known(simple)));
            }
            let small = placed.block.small()?;
            let piles = small.entries().filter_map(Pile::finite);
            let total = piles.fold(0u128, u128::saturating_add);
            (total <= LARGEST_TOTAL).then(|| component(small))
        });
        let parts: Option<Vec<_>> = parts.collect();
        parts.ok_or_else(|| {
            format!(
                "canonical forms are computed for piles of at most {LARGEST_TOTAL} counters together"
            )
        })
    }
}

impl PartizanTheory for PartizanMatrix {
    /// Decides a single 2x2 matrix with finite entries: outcome and moves of any size by Theorem 4.
    fn decided(&self) -> Option<Decided<LineMove>> {
        let matrix = self.as_2x2()?;
        let (figures, figures_reason) = match self.closed_form() {
            Some(value) => (Some(ClosedFigures::Value(value)), None),
            None => (
                stops_2x2(matrix).and_then(stops_figures),
                Some("the stops are those of the greatest moves, valued by Theorem 5"),
            ),
        };
        let moves = [Player::Left, Player::Right]
            .into_iter()
            .flat_map(|player| {
                let runs = winning_moves_2x2(matrix, player).into_iter();
                runs.map(move |(line, from, to)| MoveRun {
                    player,
                    first: LineMove { line, amount: from },
                    to: (to > from).then_some(to),
                })
            });
        Some(Decided {
            outcome: outcome_2x2(matrix),
            reason: Reason::theorem(THEOREM_4.source, outcome_2x2_text(matrix))
                .checked_by(THEOREM_4.claims()),
            moves: Some(moves.collect()),
            figures_reason: figures_reason.filter(|_| figures.is_some()),
            figures,
        })
    }

    /// Decides a single row or column: outcome, stops, mean, temperature and moves. Also decides sums of closed forms.
    fn when_large(&self) -> Option<Decided<LineMove>> {
        if let Some(parts) = self.simple_parts() {
            let value = ClosedValue::sum(&parts)?;
            return Some(Decided {
                outcome: value.outcome(),
                reason: Reason::theorem(
                    "Ferguson 2001, Theorems 2 and 5",
                    format!("the value is {value}"),
                )
                .checked_by(THEOREM_5.claims()),
                moves: None,
                figures: Some(ClosedFigures::Value(value)),
                figures_reason: None,
            });
        }
        let (row, moves) = self.as_row()?;
        Some(Decided {
            outcome: row.outcome(),
            reason: Reason::theorem("closed form of a single line", row.text()),
            moves: Some(moves),
            figures: Some(row.figures()),
            figures_reason: None,
        })
    }

    fn observed(&self) -> Option<String> {
        Some(constant_part_text(constant_part(self.as_2x2()?)?))
    }

    fn summands(&self) -> Option<Vec<PartizanSummand>> {
        let blocks = normal_form(self.0.grid()).into_iter();
        let summand = |block: Block<Entry>| {
            let key = |block: &Block<Entry>| {
                let mut key = Vec::new();
                write_canonical(block, false, &mut key);
                key
            };
            PartizanSummand {
                key: key(&block),
                negative: key(&block.transposed()),
                heat: heat(&block),
            }
        };
        Some(blocks.map(|placed| summand(placed.block)).collect())
    }

    fn closed_value(&self) -> Option<Fact> {
        let blocks = normal_form(self.0.grid());
        let simple = blocks
            .iter()
            .all(|placed| simple_value(&placed.block).is_some());
        simple.then_some(Fact {
            source: "Ferguson 2001, Theorems 2 and 5",
            ..THEOREM_5
        })
    }

    fn is_cheap(&self) -> bool {
        let sizes = self.0.grid().cells().iter();
        let sizes = sizes.filter_map(|entry| entry.finite());
        sizes.fold(0, u128::saturating_add) <= CHEAP_TOTAL || self.closed_value().is_some()
    }
}
