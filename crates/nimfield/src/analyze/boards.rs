//! Positions of taking games: tables of whole boards, and in misère play search over misère forms and
//! sums of two halves.

use std::any::TypeId;

use nimfield_core::budget::Limit;
use nimfield_core::families::taking::Taking;
use nimfield_core::files::FileError;
use nimfield_core::rules::Impartial;
use nimfield_core::theory::{Finding, Undecided};
use nimfield_core::words::{Outcome, Play, Reason, ReasonKind};
use nimfield_engines::misere::{MisereSearch, Split, Trial, winning_split};
use nimfield_engines::taking::table::{BoardTable, Solver};

use super::analyzer::{Analyzer, MoveList};
use super::board_tables::misere_search;
use super::case::{Case, all_heaps};
use super::kept::KeptSearch;
use super::reasons::{board_reason, search_reason, searched};
use crate::sum::Sum;

/// Positions searched before a large table is made, or in misère play the position taken apart into halves.
pub(super) const QUICK: u64 = 20_000;

/// The same for each of the positions that the moves lead to, when they are listed.
const QUICK_FOR_A_MOVE: u64 = 2_000;

/// Boards of at most so many cells are solved for a single position, if search does not decide it soon: a
/// table of 512 MiB, and about a second.
const MOST_SOLVED: u32 = 32;

/// Positions of fewer stones are the business of searches.
const FEWEST_STONES: u32 = 16;

/// Boards of at most so many cells are solved in less time than a search of them takes, unless the position
/// has few stones.
const SMALL: u32 = 16;

/// How many that are on small boards.
const FEWEST_ON_SMALL: u32 = 12;

/// With more moves than this no search is soon over.
const MANY_MOVES: usize = 512;

/// A decided position, with its winning moves where the decision tells them.
pub(super) type Decided = (Finding<bool>, Option<MoveList>);

impl Analyzer {
    /// What a table of the board says, if there is one. A file that is found to be damaged is as good as
    /// none, but for what is said of it at the end: another table of the board is asked, if there is one.
    fn probe<T>(
        &mut self,
        game: &Taking,
        play: Play,
        ask: impl Fn(&BoardTable) -> Result<T, FileError>,
    ) -> Option<T> {
        if let Some(table) = self.solved_for(game, play) {
            return ask(table).ok();
        }
        loop {
            let table = self.boards.as_ref()?.table(game, play)?;
            // A damaged table is at hand only if there is no other.
            let last = table.fault().is_some();
            match ask(&table) {
                Ok(found) => return Some(found),
                Err(error) => self.unusable = Some(error),
            }
            if last {
                return None;
            }
        }
    }

    /// The table that was solved for the current question, if it is of this board and play.
    fn solved_for(&self, game: &Taking, play: Play) -> Option<&BoardTable> {
        let (board, table) = self.solved.as_ref()?;
        ((board, table.rules().play) == (game, play)).then_some(table)
    }

    /// Solves the board of the position, unless there is a table of it already, or it is past reach or
    /// budget; whether it can be looked up in what was solved.
    fn solve_board(&mut self, case: &Case<'_>, play: Play) -> bool {
        let Some((game, state)) = case.taking() else {
            return false;
        };
        let boards = self.boards.as_ref();
        let at_hand = boards.is_some_and(|boards| boards.table(game, play).is_some());
        let states = 1u64 << game.cells().min(MOST_SOLVED);
        if self.solved_for(game, play).is_none()
            && !at_hand
            && within_reach(game, state)
            && states <= self.budget.most_positions()
        {
            // What searches hold would be memory beyond the budget.
            self.set_search_aside();
            (self.table, self.solved) = (None, None);
            let solver = match game.cells() <= SMALL {
                true => Solver::quick(game, &self.budget),
                false => Solver::new(game, &self.budget),
            };
            let solved = solver.and_then(|solver| solver.table(play, &self.budget));
            self.solved = solved.ok().map(|table| (game.clone(), table));
            self.positions += self.solved.as_ref().map_or(0, |_| states);
        }
        self.solved_for(game, play).is_some()
    }

    /// Solves the board without a search before if it is small, or has so many moves that no search of it is
    /// soon over.
    fn solve_at_once(&mut self, case: &Case<'_>, play: Play) {
        let many_moves = |game: &Taking, state| {
            !case.searched_by_keys() && game.moves(state).take(MANY_MOVES + 1).count() > MANY_MOVES
        };
        if let Some((game, state)) = case.taking()
            && within_reach(game, state)
            && (game.cells() <= SMALL || many_moves(game, state))
        {
            self.solve_board(case, play);
        }
    }

    /// Does something with at most so many positions for each search.
    pub(super) fn quickly<T>(&mut self, most: u64, ask: impl FnOnce(&mut Analyzer) -> T) -> T {
        let whole = self.budget.clone();
        self.budget = whole.clone().positions(most.min(whole.most_positions()));
        let found = ask(self);
        self.budget = whole;
        found
    }

    /// Whether a table may be made for the position where a quick search does not suffice.
    fn may_be_solved(&self, case: &Case<'_>) -> bool {
        let within = |(game, state)| within_reach(game, state);
        case.taking().is_some_and(within) && self.budget.most_positions() > QUICK
    }

    /// Whether the position is a P-position in normal play, by a search that is soon over or by a table
    /// that is made for it; `None` if neither tells.
    pub(super) fn soon_decided(
        &mut self,
        case: &Case<'_>,
        search: impl FnOnce(&mut Analyzer) -> Result<Finding<bool>, Undecided>,
    ) -> Option<Result<Finding<bool>, Undecided>> {
        if !self.may_be_solved(case) {
            return None;
        }
        self.solve_at_once(case, Play::Normal);
        if let Some(found) = self.look_up(case, Play::Normal) {
            return Some(Ok(found));
        }
        match self.quickly(QUICK, search) {
            Err(undecided) if was_quick(&undecided) => {
                self.solve_board(case, Play::Normal);
                self.look_up(case, Play::Normal).map(Ok)
            }
            decided => Some(decided),
        }
    }

    /// The moves to P-positions, by tables, by `list` if searches for it are soon over, or by a table that is
    /// made for it; `None` if all that is not enough.
    pub(super) fn soon_listed(
        &mut self,
        case: &Case<'_>,
        play: Play,
        list: impl FnOnce(&mut Analyzer) -> MoveList,
    ) -> Option<MoveList> {
        self.solve_at_once(case, play);
        if let Some(list) = self.look_up_moves(case, play) {
            return Some(list);
        }
        if !self.may_be_solved(case) {
            return None;
        }
        let list = self.quickly(QUICK_FOR_A_MOVE, list);
        if list.complete {
            return Some(list);
        }
        self.solve_board(case, play);
        self.look_up_moves(case, play)
    }

    /// What tables of its board say of a position, and its moves to P-positions.
    fn looked_up(&mut self, case: &Case<'_>, play: Play) -> Option<Decided> {
        let found = self.look_up(case, play)?;
        Some((found, self.look_up_moves(case, play)))
    }

    /// Whether the position is a P-position, if a table of its board tells.
    pub(super) fn look_up(&mut self, case: &Case<'_>, play: Play) -> Option<Finding<bool>> {
        let (game, state) = case.taking()?;
        let is_p = self.probe(game, play, |table| table.is_p(state))?;
        let outcome = Outcome::impartial(is_p);
        let cells = game.cells();
        let made = match self.solved_for(game, play) {
            Some(_) => ", solved for it",
            None => "",
        };
        let text = format!(
            "{play} play: {} is {} {outcome}-position in the table of the 2^{cells} states of its board{made}",
            case.position,
            if is_p { "a" } else { "an" }
        );
        Some(Finding::new(is_p, board_reason(text)))
    }

    /// The moves to P-positions, if a table of the board tells.
    pub(super) fn look_up_moves(&mut self, case: &Case<'_>, play: Play) -> Option<MoveList> {
        let (game, _) = case.taking()?;
        let moves = self.probe(game, play, |table| {
            let mut moves = Vec::new();
            for mv in case.position.moves() {
                let after = case.position.after(&mv).ok();
                let Some(state) = after.as_ref().and_then(state_of) else {
                    return Ok(None);
                };
                if table.is_p(state)? {
                    moves.push(mv);
                }
            }
            Ok(Some(moves))
        });
        Some(MoveList {
            moves: moves??,
            complete: true,
            gap: None,
        })
    }

    /// The value, if a table of the values of its board tells.
    pub(super) fn looked_up_value(&mut self, case: &Case<'_>, play: Play) -> Option<u8> {
        let (game, state) = case.taking()?;
        self.probe(game, play, |table| table.value(state))?
    }

    /// Whether a position of a taking game is a P-position in misère play: by a table of its board,
    /// by a short search, by a table made for it, then by taking it, or what one move leaves of it, as a
    /// sum of two halves, then by a long search.
    /// `None` if it is no taking game, or a sum of nim heaps.
    pub(super) fn misere_taking(&mut self, case: &Case<'_>) -> Option<Result<Decided, Undecided>> {
        let (game, state) = case.taking()?;
        if all_heaps(&case.parts).is_some() {
            // Theory knows heaps.
            return None;
        }
        self.solve_at_once(case, Play::Misere);
        if let Some(decided) = self.looked_up(case, Play::Misere) {
            return Some(Ok(decided));
        }
        if self
            .resumed
            .as_ref()
            .is_some_and(|search| search.positions() > QUICK)
        {
            // Nothing shorter has helped before.
            return Some(self.misere_search(game, state).map(|found| (found, None)));
        }
        let found = match self.quickly(QUICK, |analyzer| analyzer.misere_by_search(case)) {
            Err(undecided) if was_quick(&undecided) => {
                self.solve_board(case, Play::Misere);
                let decided = self.looked_up(case, Play::Misere);
                if let Some(decided) = decided.or_else(|| self.misere_halves(case, game, state)) {
                    return Some(Ok(decided));
                }
                self.misere_by_search(case)
            }
            found => found,
        };
        Some(found.map(|found| (found, None)))
    }

    /// By search over sums of misère forms.
    pub(super) fn misere_search(
        &mut self,
        game: &Taking,
        state: u64,
    ) -> Result<Finding<bool>, Undecided> {
        let kind = (TypeId::of::<MisereSearch>(), Play::Misere);
        (self.table, self.solved) = (None, None);
        self.kept.take_if(|kept| {
            let search = kept.search.downcast_ref::<MisereSearch>();
            kept.kind != kind || search.is_none_or(|search| search.game() != game)
        });
        let (tables, resumed) = (self.boards.as_ref(), &mut self.resumed);
        let kept = self.kept.get_or_insert_with(|| {
            let resumed = resumed.take_if(|search| search.game() == game);
            let search = resumed.unwrap_or_else(|| misere_search(game, tables));
            KeptSearch {
                kind,
                search: Box::new(search),
                bytes: 0,
            }
        });
        let search = kept.search.downcast_mut::<MisereSearch>();
        let search = search.expect("the kind names the type");
        let (before, looked_up) = (search.positions(), search.looked_up());
        let kept_in = &mut self.kept_in;
        let found = search.is_p_keeping(state, &self.budget, &mut |search| {
            if let Some(kept_in) = kept_in {
                kept_in.save_in_time(search);
            }
        });
        let positions = search.positions() - before;
        self.positions += positions;
        kept.bytes = search.bytes();
        // A search that is kept tells of all its runs.
        let (positions, looked_up) = match self.kept_in {
            Some(_) => (search.positions(), search.looked_up()),
            None => (positions, search.looked_up() - looked_up),
        };
        let is_p = found?;
        let searched = match (positions, looked_up) {
            (0, 0) => "by misère canonical forms".to_string(),
            _ => searched(positions, looked_up),
        };
        let text = match (is_p, game.moves(state).next()) {
            (true, _) => {
                format!("misere play: there are moves but none to a P-position ({searched})")
            }
            (false, Some(_)) => {
                format!("misere play: some move leads to a P-position ({searched})")
            }
            (false, None) => "misere play: no move is left, so the player to move has won".into(),
        };
        Ok(Finding::new(is_p, search_reason(text)))
    }

    /// By the outcomes of all sums below two halves of the position or of what one move leaves.
    fn misere_halves(&mut self, case: &Case<'_>, game: &Taking, state: u64) -> Option<Decided> {
        if case.searched_by_keys() {
            // Many positions are one up to their keys, but have forms each.
            return None;
        }
        // What searches hold would be memory beyond the budget.
        self.set_search_aside();
        let reason = |text| {
            Reason::new(
                ReasonKind::Table,
                "misère canonical forms: Conway, On Numbers and Games, ch. 12",
                text,
            )
        };
        let counted = |split: &Split| {
            let [left, right] = split.classes();
            match (right, split.is_listed()) {
                (1, _) => format!("in the table of {left} different misère forms"),
                (_, true) => format!(
                    "in the table of all sums of {left} and {right} different misère forms of its \
                     two halves"
                ),
                (_, false) => format!(
                    "by a search through {} sums of the {left} and {right} different misère forms \
                     of its two halves",
                    split.pairs()
                ),
            }
        };
        if let Some(mut split) = Split::new(game, state, &self.budget).ok()? {
            let is_p = split.is_p(state, &self.budget).ok()?;
            let verdict = match is_p {
                true => "none of its moves leaves a P-position",
                false => "some of its moves leave P-positions",
            };
            let mut complete = true;
            let budget = self.budget.clone();
            let mut moves = match is_p {
                true => self.moves_leaving(case, |_| false),
                false => self.moves_leaving(case, |left| {
                    let is_p = split.is_p(left, &budget);
                    complete &= is_p.is_ok();
                    is_p == Ok(true)
                }),
            };
            moves.complete = complete;
            self.positions += split.effort();
            let text = format!("misere play: {verdict}, {}", counted(&split));
            return Some((Finding::new(is_p, reason(text)), Some(moves)));
        }
        let (mask, split) = winning_split(game, state, Trial::Promising, &self.budget).ok()??;
        self.positions += split.effort();
        let left = game.least_image(state & !mask);
        let mut moves = self.moves_leaving(case, |after| game.least_image(after) == left);
        moves.complete = false;
        let name = moves.moves.first().map(ToString::to_string);
        let text = format!(
            "misere play: {} leaves a sum of two parts that is a P-position, {}; \
             other moves were not decided",
            name.unwrap_or_default(),
            counted(&split)
        );
        Some((Finding::new(false, reason(text)), Some(moves)))
    }

    /// The moves that leave states with this property.
    fn moves_leaving(&self, case: &Case<'_>, mut wanted: impl FnMut(u64) -> bool) -> MoveList {
        let moves = case.position.moves().filter(|mv| {
            let after = case.position.after(mv).ok();
            after.as_ref().and_then(state_of).is_some_and(&mut wanted)
        });
        MoveList {
            moves: moves.collect(),
            complete: true,
            gap: None,
        }
    }
}

/// Whether the board is small enough for a table, and the position too large for a search to be the
/// shorter way in any case.
fn within_reach(game: &Taking, state: u64) -> bool {
    let fewest = match game.cells() <= SMALL {
        true => FEWEST_ON_SMALL,
        false => FEWEST_STONES,
    };
    game.cells() <= MOST_SOLVED && state.count_ones() >= fewest
}

/// Whether only the limit of a quick search stood in the way.
fn was_quick(undecided: &Undecided) -> bool {
    match undecided {
        Undecided::Unfinished(unfinished) => {
            unfinished.limit == (Limit::Positions { allowed: QUICK })
        }
        _ => false,
    }
}

/// The state of a board that is alone in a sum.
fn state_of(sum: &Sum) -> Option<u64> {
    match sum.components() {
        [board] => Some(board.taking()?.1),
        _ => None,
    }
}
