//! Holladay's game: the interface to the analyser.

use crate::holladay::component::HolladayComponent;
use crate::holladay::criterion::{Figures, is_p, is_p_of_piles, winning_move};
use crate::holladay::laws::LAWS;
use crate::holladay::rules::FORMS;
use crate::holladay::rules::{Amounts, Holladay, HolladayMove, product};
use crate::matrix::{Entry, Matrix};
use crate::nim;
use nimfield_core::prelude::*;

/// The P-positions.
const P_POSITIONS: Fact = Fact {
    statement: "P exactly if all column sums are equal and the nim-sum of the row minima \
                is 0; a winning move by construction",
    source: "Holladay 1958",
    checked: Checked::By(&[
        "holladay-2x2",
        "holladay-2x3",
        "holladay-3x2",
        "holladay-one-column",
    ]),
};

impl Rules for Holladay {
    type Move = HolladayMove;

    const INFO: GameInfo = GameInfo {
        title: "Holladay's matrix nim: any amounts within a row, or beside an untouched column",
        plain_rules: "Piles of counters stand in rows and columns. On your turn take what you \
                      like from the piles of one row, or from any piles as long as one whole \
                      column stays as it is.",
        rules: "A position is a matrix of piles. A move takes any amounts, not all of them 0, from \
                the piles of one row, or from any piles provided one column is left untouched. \
                With one column it is nim.",
        body: "rows are separated by ; or line ends, entries by blanks or commas; an entry is a \
               whole number, and all piles together hold less than 2^128",
        forms: FORMS,
        moves: "`row I by A B …` (an amount for each pile of the row) or `take A B …; C D …` (an \
                amount for each pile)",
        move_example: "row 2 by 2 0",
        play: Play::Normal,
        theory: &[P_POSITIONS],
        source: "J. C. Holladay, Matrix nim, American Mathematical Monthly 65 (1958), 107-109",
        chapter: "holladay",
        group: Group::Matrices,
        setup: Setup::Matrix,
        laws: LAWS,
        starts: &[
            "holladay[2 1; 1 3]",
            "holladay[3 2; 1 4]",
            "holladay[3 2; 2 4]",
        ],
        ..GameInfo::named("holladay", "holladay[1 2; 3 4]")
    };

    fn moves(&self) -> Moves<'_, HolladayMove> {
        let whole = |amounts: Vec<u128>| HolladayMove::new(self.columns, amounts);
        let in_row = move |i: usize| {
            let cells: Vec<usize> = (i * self.columns..(i + 1) * self.columns).collect();
            Amounts::new(self, cells).map(whole)
        };
        // The first untouched column determines the list of a move, so no move occurs twice.
        let beside = move |j: usize| {
            let cells = (0..self.piles.len())
                .filter(|at| at % self.columns != j)
                .collect();
            let moves = Amounts::new(self, cells).map(whole);
            moves.filter(move |mv| mv.free_column() == Some(j) && mv.only_row().is_none())
        };
        Box::new(
            (0..self.rows())
                .flat_map(in_row)
                .chain((0..self.columns).flat_map(beside)),
        )
    }

    fn play(&self, mv: &HolladayMove) -> Result<Holladay, String> {
        let mut pairs = self.piles.iter().zip(&mv.amounts);
        if mv.columns != self.columns || mv.amounts.len() != self.piles.len() {
            let rows = counted(self.rows(), "row");
            let columns = counted(self.columns, "column");
            return Err(format!("the matrix has {rows} and {columns}"));
        }
        if mv.amounts.iter().all(|&amount| amount == 0) {
            return Err("a move takes at least 1".to_string());
        }
        if let Some(at) = pairs.position(|(pile, amount)| amount > pile) {
            let (row, column) = (at / self.columns + 1, at % self.columns + 1);
            let pile = self.piles[at];
            return Err(format!(
                "the pile in row {row} and column {column} holds only {pile}"
            ));
        }
        if mv.only_row().is_none() && mv.free_column().is_none() {
            let reason = "a move stays in one row or leaves one column untouched";
            return Err(reason.to_string());
        }
        let mut after = self.clone();
        for (pile, amount) in after.piles.iter_mut().zip(&mv.amounts) {
            *pile -= amount;
        }
        Ok(after)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Holladay, NotationError> {
        let start = cursor.at();
        let (columns, piles) = read_matrix(cursor)?;
        Holladay::new(columns, piles)
            .map_err(|fault| cursor.fault(start..cursor.at(), fault, Self::INFO.body))
    }

    /// Returns the move with an amount for each pile of the position.
    fn typed_move(&self, mv: &Move) -> Option<HolladayMove> {
        let (row, amounts) = match mv.args() {
            [Arg::Amounts(_, amounts)] => (0, amounts),
            [Arg::Place(row), Arg::Amounts(_, amounts)] => (*row, amounts),
            _ => return None,
        };
        let mut all = vec![0; self.piles.len()];
        let from = row.checked_mul(self.columns)?;
        all.get_mut(from..from.checked_add(amounts.len())?)?
            .copy_from_slice(amounts);
        Some(HolladayMove::new(self.columns, all))
    }

    fn shape(&self) -> Shape {
        Shape::Grid {
            columns: self.columns(),
            piles: self.piles().iter().copied().map(Some).collect(),
        }
    }
}

impl Search for Holladay {
    /// Returns an upper bound: a move that touches one row, or leaves two columns untouched, counts more than once.
    fn move_count(&self) -> u128 {
        let choices = |pile: &u128| pile.saturating_add(1);
        let in_rows = (0..self.rows()).map(|i| product(self.row(i).iter().map(choices)));
        let beside = (0..self.columns).map(|j| {
            let cells = self.piles.iter().enumerate();
            let others = cells.filter(|(at, _)| at % self.columns != j);
            product(others.map(|(_, pile)| choices(pile)))
        });
        let counts = in_rows.chain(beside).map(|choices| choices - 1);
        counts.fold(0, u128::saturating_add)
    }

    /// Returns false, since a move that is in a row and beside a column is counted twice.
    fn counts_exactly(&self) -> bool {
        false
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        let position = HolladayComponent::new(self).map(AnyComponent::new);
        Some(
            position
                .ok_or_else(|| format!("{self} has more than 2^64 options, too many for a search")),
        )
    }
}

impl Theory for Holladay {
    fn built_winning_move(&self, play: Play, _budget: &Budget) -> Option<HolladayMove> {
        match play {
            Play::Normal => winning_move(self),
            Play::Misere => None,
        }
    }

    fn number_formula(&self, play: Play, _count: usize) -> Option<NumberFormula> {
        match (self.columns, play) {
            (1, _) => Some(nim::number_formula(play)),
            (_, Play::Misere) => None,
            (columns, Play::Normal) => Some(NumberFormula::of_outcomes(move |piles| {
                is_p_of_piles(columns, piles)
            })),
        }
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let heaps = self.heaps()?;
        let value = heaps.iter().sum::<Grundy>();
        let text = format!(
            "with one column the game is nim: nim-sum {}",
            value.ordinal_text()
        );
        Some(Finding::new(value, by_holladay(text)))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if play == Play::Misere {
            return self.heaps().map(|heaps| nim::misere_outcome(&heaps));
        }
        let figures = Figures::of(self);
        let list = |numbers: &[u128]| -> String {
            let shown: Vec<String> = numbers.iter().take(20).map(u128::to_string).collect();
            shown.join(", ") + if numbers.len() > 20 { ", …" } else { "" }
        };
        let sums = if figures.even() {
            "equal"
        } else {
            "not all equal"
        };
        let text = format!(
            "the column sums {} are {sums} and the row minima {} have nim-sum {}; a P-position has equal column sums and nim-sum 0",
            list(&figures.sums),
            list(&figures.minima),
            figures.nim_sum
        );
        Some(Finding::new(is_p(self), by_holladay(text)))
    }

    fn candidates(
        &self,
        play: Play,
        target: Grundy,
        _budget: &Budget,
    ) -> Option<Vec<HolladayMove>> {
        let heaps = self.heaps()?;
        let rest = &heaps.iter().sum::<Grundy>() ^ &target;
        let mut moves = Vec::new();
        for (row, heap) in heaps.iter().enumerate() {
            for left in nim::candidates(heap, &rest ^ heap, play) {
                let mut amounts = vec![0; heaps.len()];
                amounts[row] = self.piles()[row] - left.finite()?;
                moves.push(HolladayMove::new(1, amounts));
            }
        }
        Some(moves)
    }

    fn heap(&self) -> Option<Grundy> {
        let mut heaps = self.heaps()?;
        heaps.retain(|heap| *heap != Grundy::ZERO);
        <[Grundy; 1]>::try_from(heaps).ok().map(|[heap]| heap)
    }
}

by_default!(Holladay: Shown, Engines);

/// Returns a reason by Holladay's theorem.
fn by_holladay(text: String) -> Reason {
    Reason::theorem(P_POSITIONS.source, text).checked_by(P_POSITIONS.claims())
}

/// Reads finite numbers in rows of equal length, as for matrix nim.
fn read_matrix(cursor: &mut Cursor<'_>) -> Result<(usize, Vec<u128>), NotationError> {
    let start = cursor.at();
    let matrix = <Matrix as Rules>::read(cursor)?;
    let numbers = matrix.grid().cells().iter().map(|entry| match entry {
        Entry::Finite(number) => Some(*number),
        Entry::Infinite => None,
    });
    match numbers.collect() {
        Some(numbers) => Ok((matrix.grid().columns(), numbers)),
        None => Err(cursor.fault(
            start..cursor.at(),
            "all entries of this game are finite",
            "an entry is a whole number",
        )),
    }
}
