//! The games on boards: the interface to the analyser.

use crate::boards::cell::BoardMove;
use crate::boards::cells::read_cells;
use crate::boards::cluster::Cluster;
use crate::boards::draw::board_shape;
use crate::boards::game::Name;
use crate::boards::kinds::{EFR_TWO_ROWS, LINES, ROW};
use crate::boards::pairing::Pairings;
use crate::boards::rules::Board;
use crate::boards::text::{read_board, read_lines};
use crate::boards::theory::{row_value, rows_apart, two_rows};
use nimfield_core::diagram::Mark;
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::families::taking::Taking;
use nimfield_core::prelude::*;

impl Rules for Board {
    type Move = BoardMove;

    const INFO: GameInfo = LINES;

    fn moves(&self) -> Moves<'_, BoardMove> {
        let masks = self.game().taking().moves(self.stones());
        Box::new(masks.map(|mask| self.game().move_of(mask)))
    }

    fn play(&self, mv: &BoardMove) -> Result<Board, String> {
        let mask = self.game().check(self.stones(), mv.cells())?;
        Ok(Board::new(self.game().clone(), self.stones() & !mask))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Board, NotationError> {
        read_lines(cursor)
    }

    fn read_component(cursor: &mut Cursor<'_>) -> Result<Board, NotationError> {
        read_board(&Name::Lines, cursor)
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<BoardMove, NotationError> {
        let cells = read_cells(cursor, self.info().moves)?;
        Ok(BoardMove::new(cells))
    }

    fn info(&self) -> &'static GameInfo {
        self.game().name().info()
    }

    fn default_play(&self) -> Play {
        self.game().play()
    }

    fn shape(&self) -> Shape {
        let mark = |number: u8| match self.stones() >> number & 1 {
            1 => Mark::Stone,
            _ => Mark::Empty,
        };
        board_shape(self.game().shape(), "stone", mark)
    }
}

impl Shown for Board {
    /// Returns the part as a position on the smallest board, if the board does not matter.
    fn part_text(&self) -> String {
        self.cropped().as_ref().unwrap_or(self).to_string()
    }
}

impl Search for Board {
    fn move_count(&self) -> u128 {
        self.game().taking().moves(self.stones()).count() as u128
    }

    fn parts(&self) -> Vec<Part<Board>> {
        let parts = self.game().components(self.stones()).into_iter();
        let part = |stones| Part::whole(Board::new(self.game().clone(), stones));
        parts.map(part).collect()
    }

    fn moves_to_try(&self) -> Moves<'_, BoardMove> {
        // Moves that win in normal play by theory come first, so that they are found even with little time.
        let mut pairings = Pairings::new(self.game());
        let moves = self.game().taking().moves(self.stones());
        let (known, others): (Vec<u64>, Vec<u64>) =
            moves.partition(|mask| pairings.of(self.stones() & !mask).is_some());
        let moves = known.into_iter().chain(others);
        Box::new(moves.map(|mask| self.game().move_of(mask)))
    }

    fn component(&self) -> Option<Result<AnyComponent, String>> {
        let cluster = Cluster::new(self.game().clone(), self.stones());
        Some(Ok(AnyComponent::new(cluster)))
    }
}

impl Theory for Board {
    fn value(&self) -> Option<Finding<Grundy>> {
        let (value, source, claims, text) = if let Some(heap) = self.heap() {
            let text = format!("{} has the moves of a nim heap of {heap}", self.part_text());
            (heap, "the rules", &[][..], text)
        } else {
            let count = row_value(self.game(), self.stones())?;
            let text = format!(
                "{count} stones in a row, of which a move takes any run, have the value {count}"
            );
            (
                u128::from(count).into(),
                "Guy and Smith 1956, octal game 0.777…",
                ROW.claims(),
                text,
            )
        };
        let reason = Reason::theorem(source, text).checked_by(claims);
        Some(Finding::new(value, reason))
    }

    fn outcome(&self, play: Play, _unproved: bool) -> Option<Finding<bool>> {
        if play == Play::Misere {
            return None;
        }
        if let Some(found) = self.value() {
            return Some(found.is_p());
        }
        if let Some((is_p, [full, upper, lower])) = two_rows(self.game(), self.stones()) {
            let verdict = if is_p { "" } else { "not " };
            let text = format!(
                "two lines with {full} full columns, {upper} and {lower} single stones: P exactly if \
                 {full} is even and {upper} = {lower}, which is {verdict}the case"
            );
            let reason =
                Reason::theorem("two rows of Eggleton, Fraenkel and Rothschild's game", text)
                    .checked_by(EFR_TWO_ROWS.claims());
            return Some(Finding::new(is_p, reason));
        }
        self.reflection()
    }

    fn heap(&self) -> Option<Grundy> {
        Cluster::new(self.game().clone(), self.stones())
            .heap()
            .map(Grundy::from)
    }
}

impl Engines for Board {
    fn taking(&self) -> Option<(&Taking, u64)> {
        Some((self.game().taking(), self.stones()))
    }

    fn prefers_keys(&self) -> bool {
        self.game().is_rows_and_columns()
    }

    fn as_code_heaps(&self) -> Option<(HeapRules, Vec<u128>)> {
        rows_apart(self.game(), self.stones())
    }
}
