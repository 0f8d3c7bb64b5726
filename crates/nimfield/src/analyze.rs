//! The one place that picks the route: normal form, then theory, then search.

mod misere;
mod taking;

pub use misere::{MisereReport, certify, misere_report};

use std::any::{Any, TypeId};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::component::Component;
use nimfield_core::families::ray::RayGame;
pub use nimfield_core::theory::Undecided;
use nimfield_core::theory::{Finding, Game, Summand, Valued};
use nimfield_core::words::{
    Answer, Effort, Grundy, Outcome, Play, Reason, ReasonKind, WinningMove,
};
use nimfield_engines::genus::{Genus, genus};
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::joint::Joint;
use nimfield_engines::search::{Knowledge, Search};
use nimfield_engines::taking::table::TableSet;

/// What to find out, and how.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// The play convention.
    pub play: Play,
    /// Find the value even where only a search can.
    pub value: bool,
    /// List the winning moves. Without it the answer holds none and is not complete, unless there
    /// are none.
    pub moves: bool,
    /// Use what is verified but not proved; the reason then says so.
    pub unproved: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            play: Play::Normal,
            value: false,
            moves: true,
            unproved: false,
        }
    }
}

/// Moves with a common property.
#[derive(Clone, Debug)]
pub struct MoveList<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Whether these are all of them.
    pub complete: bool,
    /// Why none is found, where theory tells.
    pub gap: Option<String>,
}

impl<M: fmt::Display> MoveList<M> {
    /// Leaves each move once: equal summands, such as two counters in one place, have the same
    /// moves.
    fn without_repetitions(mut self) -> MoveList<M> {
        let mut seen = HashSet::new();
        self.moves.retain(|mv| seen.insert(mv.to_string()));
        self
    }
}

/// A position with more moves than this is not searched move by move.
const MOST_MOVES: u128 = 1_000_000;

/// An engine of a game lists no more winning moves than this.
const MOST_LISTED: usize = 100_000;

/// Tables of more positions are not computed for the value of a single one.
const MOST_CELLS: u64 = 1 << 26;

/// When the memory of past searches exceeds this, the next position begins with an empty one.
const KEPT_BYTES: u64 = 64 << 20;

/// The Grundy values of all positions below a summand.
struct Boxed {
    game: RayGame,
    sizes: Vec<u32>,
    table: GrundyTable,
}

impl Boxed {
    fn value_below(&self, sizes: &[u32]) -> Option<Grundy> {
        Some(u128::from(self.table.value(sizes)?).into())
    }
}

/// A summand of some type with all positions from it on valued, a `Valued<Move>` within.
struct KeptBelow {
    of: (TypeId, Play, String),
    valued: Box<dyn Any + Send>,
    bytes: u64,
}

struct Kept {
    /// The kind of components it is for.
    kind: (TypeId, Play),
    search: Box<dyn Any + Send>,
    bytes: u64,
}

/// Answers questions about positions and remembers what its searches found, so that similar
/// positions come cheaper.
pub struct Analyzer {
    wishes: Wishes,
    budget: Budget,
    /// The search asked last, which may hold what the next question needs. Only one is kept, so
    /// that the budget's bytes bound all memory.
    kept: Option<Kept>,
    /// The table asked last; never beside a search, for the same reason.
    table: Option<Boxed>,
    /// What the engines of games found for the current question.
    below: Vec<KeptBelow>,
    /// Tables of whole boards.
    shelf: Option<Arc<TableSet>>,
    /// Positions searched for the current question.
    positions: u64,
    /// Positions that searches for the current question found in tables of other boards.
    looked_up: u64,
}

impl Analyzer {
    /// An analyser.
    #[must_use]
    pub fn new(wishes: Wishes, budget: Budget) -> Analyzer {
        Analyzer {
            wishes,
            budget,
            kept: None,
            table: None,
            below: Vec::new(),
            shelf: None,
            positions: 0,
            looked_up: 0,
        }
    }

    /// From now on positions on boards are looked up in these tables before they are searched, and
    /// so are parts of them in tables of smaller boards.
    pub fn set_shelf(&mut self, shelf: Arc<TableSet>) {
        self.shelf = Some(shelf);
    }

    /// From now on this budget counts; a deadline begins with the budget.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// What the analyser is asked to find out.
    #[must_use]
    pub fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    /// Outcome, value, winning moves and the reason.
    ///
    /// Never fails: what the budget did not allow to decide is missing from the answer, whose
    /// reason then is of the kind `budget`.
    ///
    /// ```
    /// use nimfield::{Outcome, analyze::{Analyzer, Wishes}, games::matrix::Matrix, solve::budget::Budget};
    /// let mut analyzer = Analyzer::new(Wishes::default(), Budget::unlimited());
    /// let answer = analyzer.analyze(&Matrix::of([[20, 24], [24, 27]]));
    /// assert_eq!(answer.outcome, Some(Outcome::N));
    /// assert_eq!(answer.winning_moves[0].to_string(), "row 2 by 7 to matrix[20 24; 17 20]");
    /// assert_eq!(answer.reason.source, "Ferguson 2001, Theorem 3");
    /// ```
    pub fn analyze<G: Game>(&mut self, position: &G) -> Answer {
        let start = Instant::now();
        self.positions = 0;
        self.looked_up = 0;
        self.kept.take_if(|kept| kept.bytes > KEPT_BYTES);
        self.below.clear();
        let mut answer = match self.wishes.play {
            Play::Normal => self.analyze_normal(position),
            Play::Misere => self.analyze_misere(position),
        };
        if let Some(reduced) = position.reduced()
            && answer.reason.kind != ReasonKind::Budget
        {
            answer.reason.text = format!("the normal form is {reduced}; {}", answer.reason.text);
        }
        answer.effort = Effort {
            positions: self.positions,
            seconds: start.elapsed().as_secs_f64(),
        };
        answer
    }

    fn analyze_normal<G: Game>(&mut self, position: &G) -> Answer {
        let mut answer = self.blank(position);
        let zero = match self.has_value(position, Grundy::ZERO) {
            Ok(finding) => finding,
            Err(undecided) => {
                answer.reason = not_decided(&undecided);
                return answer;
            }
        };
        answer.outcome = Some(Outcome::impartial(zero.value));
        answer.reason = zero.reason;
        // What an engine has found for the outcome is there already.
        let at_hand = !self.below.is_empty() && position.summands().len() == 1;
        let value = match zero.value {
            true => Some(Grundy::ZERO),
            false if self.wishes.value || at_hand => self.value(position).ok().map(|found| {
                if !self.below.is_empty() && !answer.reason.text.contains(&found.reason.text) {
                    answer
                        .reason
                        .text
                        .push_str(&format!("; {}", found.reason.text));
                }
                found.value
            }),
            false => known_value(&position.summands()).map(|found| found.value),
        };
        answer.value = value;
        answer.complete = zero.value;
        if zero.value {
            self.show_replies(&mut answer, position);
        }
        if !zero.value && self.wishes.moves {
            let list = self.moves_to(position, Grundy::ZERO);
            self.list_moves(&mut answer, position, list);
        }
        answer
    }

    fn analyze_misere<G: Game>(&mut self, position: &G) -> Answer {
        let mut answer = self.blank(position);
        if let Some(heaps) = self.worth_heaps(&position.summands()) {
            if self.wishes.value {
                answer.genus = Genus::of_heaps(&heaps).map(|genus| genus.to_string());
            }
            answer.misere_value = Some(nimfield_core::words::misere_nim_value(heaps));
        } else if self.wishes.value {
            let found = self.misere_value_and_genus(position);
            answer.misere_value = found.as_ref().map(|(value, _)| *value);
            answer.genus = found.map(|(_, genus)| genus.to_string());
        }
        let decided = match self.misere_taking(position) {
            Some(decided) => decided,
            None => self.misere_is_p(position).map(|is_p| (is_p, None)),
        };
        let (is_p, moves) = match decided {
            Ok(decided) => decided,
            Err(undecided) => {
                answer.reason = not_decided(&undecided);
                return answer;
            }
        };
        answer.outcome = Some(Outcome::impartial(is_p.value));
        answer.reason = is_p.reason;
        if is_p.value {
            answer.misere_value = Some(0);
        } else if answer.misere_value.is_none() {
            let value = self.looked_up_value(position, Play::Misere);
            answer.misere_value = value.and_then(Result::ok).map(u128::from);
        }
        answer.complete = is_p.value;
        if is_p.value {
            self.show_replies(&mut answer, position);
        }
        if !is_p.value && self.wishes.moves {
            let list = moves.unwrap_or_else(|| self.misere_moves(position));
            self.list_moves(&mut answer, position, list);
        }
        answer
    }

    fn blank<G: Game>(&self, position: &G) -> Answer {
        Answer {
            position: position.to_string(),
            play: self.wishes.play,
            outcome: None,
            value: None,
            figures: None,
            misere_value: None,
            genus: None,
            winning_moves: Vec::new(),
            complete: false,
            reason: Reason::new(ReasonKind::Budget, "", ""),
            effort: Effort::default(),
        }
    }

    /// Says of a P-position found by search how a move of it is answered.
    fn show_replies<G: Game>(&mut self, answer: &mut Answer, position: &G) {
        /// Positions with more moves are not counted one by one.
        const MOST_COUNTED: u128 = 10_000;
        /// Positions searched for each answer that is tried: most are remembered.
        const MOST_SEARCHED: u64 = 20_000;
        /// Answers that are tried.
        const MOST_TRIED: usize = 1_000;
        let looked_up = answer.reason.kind == ReasonKind::Table && position.taking().is_some();
        let asked = answer.reason.kind == ReasonKind::Search || looked_up;
        if !(self.wishes.moves && asked) || position.move_count() > MOST_COUNTED {
            return;
        }
        let count = position.moves().count();
        let Some(mv) = position.moves().next() else {
            return;
        };
        let s = if count == 1 { "" } else { "s" };
        let mut text = format!("; each of its {count} move{s} leaves an N-position");
        let whole = self.budget.clone();
        self.budget = whole.clone().positions(MOST_SEARCHED);
        if let Ok(after) = position.clone().play(&mv) {
            let reply = after.moves().take(MOST_TRIED).find(|reply| {
                let Ok(lost) = after.clone().play(reply) else {
                    return false;
                };
                let found = match self.wishes.play {
                    Play::Normal => self.has_value(&lost, Grundy::ZERO),
                    Play::Misere => self.misere_is_p(&lost),
                };
                found.is_ok_and(|finding| finding.value)
            });
            if let Some(reply) = reply {
                text.push_str(&format!(", e.g. {mv} is answered by {reply}"));
            }
        }
        self.budget = whole;
        answer.reason.text.push_str(&text);
    }

    fn list_moves<G: Game>(&self, answer: &mut Answer, position: &G, list: MoveList<G::Move>) {
        let after = |mv: &G::Move| position.clone().play(mv).ok();
        let named = list.moves.iter().filter_map(|mv| {
            Some(WinningMove {
                player: None,
                text: mv.to_string(),
                to: Some(after(mv)?.to_string()),
            })
        });
        answer.winning_moves = named.collect();
        answer.complete = list.complete;
        if let Some(why) = list.gap.filter(|_| answer.winning_moves.is_empty()) {
            answer
                .reason
                .text
                .push_str(&format!("; no winning move was constructed: {why}"));
        }
        if answer.reason.kind == ReasonKind::Search
            && let Some(WinningMove {
                text, to: Some(to), ..
            }) = answer.winning_moves.first()
        {
            let more = format!("; {text} leaves a P-position: {to}");
            answer.reason.text.push_str(&more);
        }
    }

    /// The Grundy value in normal play, by theory or search.
    ///
    /// # Errors
    /// If neither finds it within the budget.
    pub fn value<G: Game>(&mut self, position: &G) -> Result<Finding<Grundy>, Undecided> {
        if let Some(value) = self.looked_up_value(position, Play::Normal) {
            let value = Grundy::from(u128::from(value?));
            let text = format!("{position} has the value {value} in the table of its board");
            return Ok(Finding::new(value, board_reason(text)));
        }
        let mut values = Vec::new();
        for summand in position.summands() {
            values.push(self.value_of_summand(&summand)?);
        }
        Ok(nim_sum(values))
    }

    /// Whether the position is a P-position, if there is a table of its board.
    fn look_up<G: Game>(
        &self,
        position: &G,
        play: Play,
    ) -> Option<Result<Finding<bool>, Undecided>> {
        let (game, state) = position.taking()?;
        let table = self.shelf.as_ref()?.table(game, play)?;
        Some(match table.is_p(state) {
            Ok(is_p) => {
                let outcome = Outcome::impartial(is_p);
                let cells = game.cells();
                let text = format!(
                    "{play} play: {position} is {} {outcome}-position in the table of the 2^{cells} states of its board",
                    if is_p { "a" } else { "an" }
                );
                Ok(Finding::new(is_p, board_reason(text)))
            }
            Err(error) => Err(Undecided::OutOfReach(format!(
                "the table cannot be used: {error}"
            ))),
        })
    }

    /// The moves to P-positions, if there is a table of the board.
    fn look_up_moves<G: Game>(&self, position: &G, play: Play) -> Option<MoveList<G::Move>> {
        let (game, _) = position.taking()?;
        let table = self.shelf.as_ref()?.table(game, play)?;
        let mut list = MoveList {
            moves: Vec::new(),
            complete: true,
            gap: None,
        };
        for mv in position.moves() {
            let after = position.clone().play(&mv).ok()?;
            if table.is_p(after.taking()?.1).ok()? {
                list.moves.push(mv);
            }
        }
        Some(list)
    }

    /// The value, if there is a table of the values of its board.
    fn looked_up_value<G: Game>(&self, position: &G, play: Play) -> Option<Result<u8, Undecided>> {
        let (game, state) = position.taking()?;
        let table = self.shelf.as_ref()?.table(game, play)?;
        let value = table.value(state).transpose()?;
        Some(
            value.map_err(|error| {
                Undecided::OutOfReach(format!("the table cannot be used: {error}"))
            }),
        )
    }

    fn value_of_summand<S: Summand>(&mut self, summand: &S) -> Result<Finding<Grundy>, Undecided> {
        if let Some(known) = known_value_of_summand(summand) {
            return Ok(known);
        }
        if let Some(found) = self.value_by_table(summand) {
            return Ok(found);
        }
        if let Some(found) = self.value_below(summand, Play::Normal) {
            return found;
        }
        let small = summand.small().map_err(Undecided::OutOfReach)?;
        let before = self.looked_up;
        let value = self.searching(Play::Normal, |search, budget| search.value(&small, budget))?;
        let tables = match self.looked_up - before {
            0 => "",
            _ => " with parts looked up in tables of other boards",
        };
        let text = format!(
            "{summand} has the value {}, found by search{tables}",
            Grundy::from(value)
        );
        Ok(Finding::new(value.into(), search_reason(text)))
    }

    /// The Grundy value from a table of the whole box below the summand.
    fn value_by_table<S: Summand>(&mut self, summand: &S) -> Option<Finding<Grundy>> {
        let boxed = self.table(summand)?;
        let value = boxed.value_below(&boxed.sizes)?;
        let cells = boxed.table.positions();
        let text = format!(
            "{summand} has the value {value} in the table of all {cells} positions with entries no larger"
        );
        let reason = Reason::new(ReasonKind::Table, "table of Grundy values", text);
        Some(Finding::new(value, reason))
    }

    /// The moves of a summand that leave it with value `target`, from the table of the box below it.
    fn moves_by_table<S: Summand>(&mut self, summand: &S, target: &Grundy) -> Option<Vec<S::Move>> {
        let boxed = self.table(summand)?;
        let mut moves = Vec::new();
        for (ray, piles) in boxed.game.rays().enumerate() {
            let piles: Vec<usize> = piles.collect();
            let mut below = boxed.sizes.clone();
            let limit = piles.iter().map(|&pile| below[pile]).min()?;
            for amount in 1..=limit {
                for &pile in &piles {
                    below[pile] -= 1;
                }
                if boxed.value_below(&below)? == *target {
                    moves.push(summand.ray_move(ray, amount)?);
                }
            }
        }
        Some(moves)
    }

    /// The table of the box below a summand, if there is one and it is small enough; the one asked
    /// for last is kept.
    fn table<S: Summand>(&mut self, summand: &S) -> Option<&Boxed> {
        let (game, sizes) = summand.in_box()?;
        let fresh = |boxed: &Boxed| boxed.game != game || boxed.sizes != sizes;
        if self.table.as_ref().is_none_or(fresh) {
            let volume = sizes.iter().try_fold(1u64, |volume, &size| {
                volume.checked_mul(u64::from(size) + 1)
            });
            volume.filter(|&volume| volume <= MOST_CELLS)?;
            // What searches hold would be memory beyond the budget.
            self.kept = None;
            self.table = None;
            let bounds: Vec<u32> = sizes.iter().map(|size| size + 1).collect();
            let table = GrundyTable::compute(&game, Play::Normal, &bounds, &self.budget).ok()?;
            self.positions += table.positions();
            self.table = Some(Boxed { game, sizes, table });
        }
        self.table.as_ref()
    }

    /// The summand and all positions from it on, by the game's own engine if it has one.
    fn below<S: Summand>(
        &mut self,
        summand: &S,
        play: Play,
    ) -> Option<Result<&Valued<S::Move>, Undecided>> {
        let of = (TypeId::of::<S>(), play, format!("{summand:?}"));
        let place = match self.below.iter().position(|kept| kept.of == of) {
            Some(place) => place,
            None => {
                let valued = match summand.below(play, &self.budget)? {
                    Ok(valued) => valued,
                    Err(undecided) => return Some(Err(undecided)),
                };
                self.positions += valued.positions();
                let bytes = valued.bytes();
                let held: u64 = self.below.iter().map(|kept| kept.bytes).sum();
                if held > KEPT_BYTES {
                    self.below.clear();
                }
                let valued = Box::new(valued);
                self.below.push(KeptBelow { of, valued, bytes });
                self.below.len() - 1
            }
        };
        let valued = self.below[place].valued.downcast_ref();
        Some(Ok(valued.expect("the type is part of the key")))
    }

    /// The value of a summand played alone, by the game's own engine if it has one.
    fn value_below<S: Summand>(
        &mut self,
        summand: &S,
        play: Play,
    ) -> Option<Result<Finding<Grundy>, Undecided>> {
        let found = self.below(summand, play)?;
        Some(found.map(|below| {
            let value = Grundy::from(below.value());
            let positions = below.positions();
            let text = match play {
                Play::Normal => format!("{summand} has the value {value}"),
                Play::Misere => format!("{summand} has the misere value {}", below.value()),
            };
            let remark = below
                .remark()
                .map_or(String::new(), |remark| format!(", {remark}"));
            let text =
                format!("{text} in the table of all {positions} positions from it on{remark}");
            Finding::new(
                value,
                Reason::new(ReasonKind::Table, "table of Grundy values", text),
            )
        }))
    }

    /// Adds the moves of a summand to value `target`, played alone, to `list`, by the game's own engine;
    /// false if it has none.
    fn moves_below<S: Summand>(
        &mut self,
        list: &mut MoveList<S::Move>,
        summand: &S,
        play: Play,
        target: &Grundy,
    ) -> bool {
        let Some(found) = self.below(summand, play) else {
            return false;
        };
        let found = found.map(|below| match target.finite() {
            Some(target) => below.moves_to(target, MOST_LISTED),
            None => (Vec::new(), true),
        });
        match found {
            Ok((moves, complete)) => {
                list.moves.extend(moves);
                list.complete &= complete;
            }
            Err(_) => {
                list.complete = false;
                list.moves
                    .extend(summand.constructed(target).and_then(Result::ok));
            }
        }
        true
    }

    /// Whether the Grundy value in normal play is `target`; for 0, whether it is a P-position.
    ///
    /// # Errors
    /// If neither theory nor search finds out within the budget.
    pub fn has_value<G: Game>(
        &mut self,
        position: &G,
        target: Grundy,
    ) -> Result<Finding<bool>, Undecided> {
        let summands = position.summands();
        let (known, unknown): (Vec<_>, Vec<_>) = summands
            .iter()
            .map(|summand| (summand, known_value_of_summand(summand)))
            .partition(|(_, value)| value.is_some());
        let known = nim_sum(known.into_iter().filter_map(|(_, value)| value).collect());
        let mut unknown: Vec<&G::Summand> =
            unknown.into_iter().map(|(summand, _)| summand).collect();
        // The summand with most moves is left for last: it is only tested.
        unknown.sort_by_key(|summand| summand.move_count());
        let Some(last) = unknown.pop() else {
            return Ok(Finding::new(known.value == target, known.reason));
        };
        let alone = summands.len() == 1;
        if self.shelf.is_some() && target == Grundy::ZERO {
            let theory = || last.outcome(Play::Normal, self.wishes.unproved);
            if !(alone && theory().is_some())
                && let Some(found) = self.look_up(position, Play::Normal)
            {
                return found;
            }
        }
        let mut values = vec![known];
        for summand in &unknown {
            values.push(self.value_of_summand(*summand)?);
        }
        let rest = nim_sum(values);
        let wanted = &rest.value ^ &target;
        let tested = self.summand_has_value(last, wanted.clone())?;
        if alone {
            return Ok(tested);
        }
        let verdict = if tested.value { "has" } else { "does not have" };
        let text = format!(
            "the other summands add up to {} and {last} {verdict} the value {wanted}: {}",
            rest.value, tested.reason.text
        );
        let reason = Reason::new(ReasonKind::Sum, tested.reason.source, text);
        Ok(Finding::new(tested.value, reason))
    }

    fn summand_has_value<S: Summand>(
        &mut self,
        summand: &S,
        value: Grundy,
    ) -> Result<Finding<bool>, Undecided> {
        if let Some(outcome) = summand.outcome(Play::Normal, self.wishes.unproved)
            && (value == Grundy::ZERO || outcome.value)
        {
            let holds = outcome.value == (value == Grundy::ZERO);
            return Ok(Finding::new(holds, outcome.reason));
        }
        // An outcome is mostly found sooner by search than by a table, a value never.
        if value != Grundy::ZERO
            && let Some(found) = self.value_by_table(summand)
        {
            return Ok(Finding::new(found.value == value, found.reason));
        }
        if let Some(found) = self.value_below(summand, Play::Normal) {
            let found = found?;
            return Ok(Finding::new(found.value == value, found.reason));
        }
        let small = summand.small().map_err(Undecided::OutOfReach)?;
        let Some(value) = value.finite() else {
            let text = format!("{summand} is finite and so is its value");
            return Ok(Finding::new(false, search_reason(text)));
        };
        let before = (self.positions, self.looked_up);
        let holds = self.searching(Play::Normal, |search, budget| {
            search.has_value(&small, value, budget)
        })?;
        let searched = searched(self.positions - before.0, self.looked_up - before.1);
        let text = match (value, holds) {
            (0, true) => format!("none of the options of {summand} is a P-position ({searched})"),
            (0, false) => {
                format!("an option of {summand} is a P-position ({searched})")
            }
            (_, true) => format!("found by a search ({searched})"),
            (_, false) => format!("excluded by a search ({searched})"),
        };
        Ok(Finding::new(holds, search_reason(text)))
    }

    /// The moves to positions of Grundy value `target` in normal play.
    pub fn moves_to<G: Game>(&mut self, position: &G, target: Grundy) -> MoveList<G::Move> {
        if target == Grundy::ZERO
            && let Some(list) = self.look_up_moves(position, Play::Normal)
        {
            return list;
        }
        let summands = position.summands();
        let mut values: Vec<Option<Grundy>> = summands
            .iter()
            .map(|summand| known_value_of_summand(summand).map(|known| known.value))
            .collect();
        if summands.len() > 1 {
            for (value, summand) in values.iter_mut().zip(&summands) {
                if value.is_none() {
                    *value = self.value_of_summand(summand).ok().map(|found| found.value);
                }
            }
        }
        let mut list = MoveList {
            moves: Vec::new(),
            complete: true,
            gap: None,
        };
        for (i, summand) in summands.iter().enumerate() {
            let others = (0..summands.len()).filter(|&j| j != i);
            let rest = others
                .map(|j| &values[j])
                .try_fold(target.clone(), |sum, value| Some(&sum ^ value.as_ref()?));
            let candidates = (rest.clone()).and_then(|rest| summand.candidates(Play::Normal, rest));
            if candidates.is_none()
                && let Some(rest) = rest.as_ref().filter(|rest| **rest != Grundy::ZERO)
                && let Some(moves) = self.moves_by_table(summand, rest)
            {
                list.moves.extend(moves);
                continue;
            }
            if candidates.is_none()
                && let Some(rest) = rest.as_ref()
                && self.moves_below(&mut list, summand, Play::Normal, rest)
            {
                if !list.complete && list.moves.is_empty() {
                    list.moves
                        .extend(summand.constructed(rest).and_then(Result::ok));
                }
                continue;
            }
            let too_many = candidates.is_none() && summand.move_count() > MOST_MOVES;
            self.keep(&mut list, summand, candidates, |analyzer, mv| {
                let after = position.clone().play(mv).ok()?;
                Some(analyzer.has_value(&after, target.clone()).ok()?.value)
            });
            match rest
                .filter(|_| too_many)
                .and_then(|rest| summand.constructed(&rest))
            {
                Some(Ok(found)) => list.moves.push(found),
                Some(Err(why)) => list.gap = Some(why),
                None => {}
            }
        }
        if list.moves.is_empty() && !list.complete && target == Grundy::ZERO {
            list.moves.extend(position.constructed_move(Play::Normal));
        }
        list.without_repetitions()
    }

    /// Adds the moves of `summand` that pass `test` to `list`: those among `candidates`, or among
    /// all its moves if these are not too many. `test` says `None` if it cannot decide.
    fn keep<S: Summand>(
        &mut self,
        list: &mut MoveList<S::Move>,
        summand: &S,
        candidates: Option<Vec<S::Move>>,
        mut test: impl FnMut(&mut Analyzer, &S::Move) -> Option<bool>,
    ) {
        let moves: Box<dyn Iterator<Item = S::Move>> = match candidates {
            Some(candidates) => Box::new(candidates.into_iter()),
            None if summand.move_count() <= MOST_MOVES => summand.moves(),
            None => {
                list.complete = false;
                return;
            }
        };
        /// Moves between two looks at the clock: theory alone never looks.
        const POLL: usize = 256;
        for (tested, mv) in moves.enumerate() {
            if tested % POLL == POLL - 1 && self.budget.check(0).is_err() {
                list.complete = false;
                return;
            }
            match test(self, &mv) {
                Some(true) => list.moves.push(mv),
                Some(false) => {}
                None => {
                    list.complete = false;
                    if self.budget.check(self.positions).is_err() {
                        return;
                    }
                }
            }
        }
    }

    /// Whether the position is a P-position in misère play.
    ///
    /// # Errors
    /// If neither theory nor search finds out within the budget.
    pub fn misere_is_p<G: Game>(&mut self, position: &G) -> Result<Finding<bool>, Undecided> {
        let summands = position.summands();
        if let Some(heaps) = all_heaps(&summands) {
            return Ok(nimfield_games::nim::misere_outcome(&heaps));
        }
        if let [summand] = &summands[..]
            && let Some(outcome) = summand.outcome(Play::Misere, self.wishes.unproved)
        {
            return Ok(outcome);
        }
        if let Some(values) = self.pet_values(&summands) {
            return Ok(pet_outcome(values?));
        }
        if let [summand] = &summands[..]
            && let Some(found) = self.value_below(summand, Play::Misere)
        {
            let found = found?;
            return Ok(Finding::new(found.value == Grundy::ZERO, found.reason));
        }
        if let Some(found) = self.look_up(position, Play::Misere) {
            return found;
        }
        if let Some((game, state)) = position.taking() {
            return self.misere_search(game, state);
        }
        let joint = joint(&summands)?;
        let before = self.positions;
        let is_p = self.searching(Play::Misere, |search, budget| {
            search.has_value(&joint, 0, budget)
        })?;
        let searched = searched(self.positions - before, 0);
        let text = match is_p {
            true => format!("misere play: there are moves but none to a P-position ({searched})"),
            false => format!("misere play: some move leads to a P-position ({searched})"),
        };
        Ok(Finding::new(is_p, search_reason(text)))
    }

    /// The moves to P-positions in misère play.
    pub fn misere_moves<G: Game>(&mut self, position: &G) -> MoveList<G::Move> {
        if let Some(list) = self.look_up_moves(position, Play::Misere) {
            return list;
        }
        let summands = position.summands();
        let heaps = all_heaps(&summands);
        let pets = match heaps {
            Some(_) => None,
            None => self.pet_values(&summands).and_then(Result::ok),
        };
        let mut list = MoveList {
            moves: Vec::new(),
            complete: true,
            gap: None,
        };
        for (i, summand) in summands.iter().enumerate() {
            if let Some(pets) = &pets {
                let others = pets.iter().enumerate().filter(|&(j, _)| j != i);
                let others: Vec<Grundy> = others.map(|(_, pet)| pet.value.clone()).collect();
                let target = misere_nim_reply(&others);
                let candidates = summand.candidates(Play::Normal, target.clone());
                if candidates.is_none()
                    && self.moves_below(&mut list, summand, Play::Normal, &target)
                {
                    continue;
                }
                self.keep(&mut list, summand, candidates, |analyzer, mv| {
                    let after = position.clone().play(mv).ok()?;
                    Some(analyzer.misere_is_p(&after).ok()?.value)
                });
                continue;
            }
            // Theory lists candidates only for nim heaps together, or for a summand alone.
            let rest = match &heaps {
                Some(heaps) => {
                    let others = heaps.iter().enumerate().filter(|&(j, _)| j != i);
                    Some(others.map(|(_, heap)| heap).sum())
                }
                None => (summands.len() == 1).then_some(Grundy::ZERO),
            };
            let candidates = rest.and_then(|rest| summand.candidates(Play::Misere, rest));
            if candidates.is_none()
                && summands.len() == 1
                && self.moves_below(&mut list, summand, Play::Misere, &Grundy::ZERO)
            {
                continue;
            }
            self.keep(&mut list, summand, candidates, |analyzer, mv| {
                let after = position.clone().play(mv).ok()?;
                Some(analyzer.misere_is_p(&after).ok()?.value)
            });
        }
        list.without_repetitions()
    }

    /// The Grundy values of summands, each pet or a nim heap; `None` if one is neither.
    fn pet_values<S: Summand>(
        &mut self,
        summands: &[S],
    ) -> Option<Result<Vec<Finding<Grundy>>, Undecided>> {
        let pet = |summand: &S| summand.pet().is_some() || summand.heap().is_some();
        if !summands.iter().all(pet) {
            return None;
        }
        let values = summands.iter().map(|summand| {
            let mut found = self.value_of_summand(summand)?;
            if let Some(source) = summand.pet() {
                found.reason.source = format!("{}; {source}", found.reason.source);
            }
            Ok(found)
        });
        Some(values.collect())
    }

    /// The nim heaps that the summands are worth in misère play, where theory knows them, or where the
    /// value is asked for.
    fn worth_heaps<S: Summand>(&mut self, summands: &[S]) -> Option<Vec<u128>> {
        if let Some(heaps) = finite_heaps(summands) {
            return Some(heaps);
        }
        let known = summands
            .iter()
            .all(|summand| known_value_of_summand(summand).is_some());
        if !known && !self.wishes.value {
            return None;
        }
        let values = self.pet_values(summands)?.ok()?;
        values.iter().map(|found| found.value.finite()).collect()
    }

    /// The misère Grundy number and the genus, if the budget allows.
    fn misere_value_and_genus<G: Game>(&mut self, position: &G) -> Option<(u128, Genus)> {
        let joint = joint(&position.summands()).ok()?;
        let found = genus(&joint, &self.budget).ok()?;
        self.positions += found.positions;
        Some((found.genus.misere_value().into(), found.genus))
    }

    /// Runs a search that remembers, and counts its positions.
    fn searching<C: Component + 'static, T>(
        &mut self,
        play: Play,
        question: impl FnOnce(&Search<C>, &Budget) -> Result<T, Unfinished>,
    ) -> Result<T, Undecided> {
        let kind = (TypeId::of::<C>(), play);
        let shelf = self.shelf.as_ref().filter(|_| play == Play::Normal);
        let new = || {
            let search = Search::<C>::new(play, Knowledge::Theory);
            let search = match shelf {
                Some(shelf) => search.with_tables(taking::known_by_tables(shelf)),
                None => search,
            };
            Kept {
                kind,
                search: Box::new(search),
                bytes: 0,
            }
        };
        self.table = None;
        self.kept.take_if(|kept| kept.kind != kind);
        let kept = self.kept.get_or_insert_with(new);
        let search = kept.search.downcast_ref::<Search<C>>();
        let search = search.expect("the kind names the type");
        let before = (search.positions(), search.looked_up());
        let result = question(search, &self.budget);
        self.positions += search.positions() - before.0;
        self.looked_up += search.looked_up() - before.1;
        kept.bytes = search.bytes();
        Ok(result?)
    }
}

/// The Grundy value of a summand, if theory knows it.
fn known_value_of_summand<S: Summand>(summand: &S) -> Option<Finding<Grundy>> {
    summand.value().or_else(|| {
        let outcome = summand.outcome(Play::Normal, false)?;
        (outcome.value).then(|| Finding::new(Grundy::ZERO, outcome.reason))
    })
}

/// The Grundy value of a sum, if theory knows it.
fn known_value<S: Summand>(summands: &[S]) -> Option<Finding<Grundy>> {
    let values: Option<Vec<_>> = summands.iter().map(known_value_of_summand).collect();
    values.map(nim_sum)
}

/// The value of a sum from those of its summands.
fn nim_sum(mut values: Vec<Finding<Grundy>>) -> Finding<Grundy> {
    if values.len() == 1 {
        return values.remove(0);
    }
    let value: Grundy = values.iter().map(|part| &part.value).sum();
    let text = match values.len() {
        0 => "there is no move".to_string(),
        _ => {
            /// Summands that are shown one by one.
            const SHOWN: usize = 12;
            let shown: Vec<String> = values
                .iter()
                .take(SHOWN)
                .map(|part| part.value.to_string())
                .collect();
            let more = if values.len() > SHOWN { " + …" } else { "" };
            format!("the values add up to {}{more} = {value}", shown.join(" + "))
        }
    };
    let mut sources: Vec<&str> = values
        .iter()
        .map(|part| part.reason.source.as_str())
        .collect();
    sources.sort_unstable();
    sources.dedup();
    let source = match values.len() {
        0 => "the rules".to_string(),
        _ => format!("Sprague 1935 and Grundy 1939; {}", sources.join("; ")),
    };
    Finding::new(value, Reason::new(ReasonKind::Sum, source, text))
}

/// The outcome in misère play of a sum of pet summands and nim heaps with these values.
///
/// **Source**: Conway 1976, p. 178; Gurvich and Ho 2018, Theorem 11, for miserable games, which pet ones
/// are.
fn pet_outcome(values: Vec<Finding<Grundy>>) -> Finding<bool> {
    let heaps: Vec<Grundy> = values.iter().map(|found| found.value.clone()).collect();
    let nim = nimfield_games::nim::misere_outcome(&heaps);
    let text = format!(
        "pet positions are worth the nim heaps of their values in misere sums: {}",
        nim.reason.text
    );
    let theorem = values
        .iter()
        .all(|found| found.reason.kind == ReasonKind::Theorem);
    let kind = if theorem {
        ReasonKind::Theorem
    } else {
        ReasonKind::Sum
    };
    let mut sources: Vec<&str> = values
        .iter()
        .flat_map(|found| found.reason.source.split("; "))
        .collect();
    sources.sort_unstable();
    sources.dedup();
    let source = format!(
        "Conway 1976 and Gurvich and Ho 2018; {}",
        sources.join("; ")
    );
    Finding::new(nim.value, Reason::new(kind, source, text))
}

/// The size of the one heap that beside `others` makes a P-position of misère nim.
fn misere_nim_reply(others: &[Grundy]) -> Grundy {
    let one = Grundy::from(1);
    let sum = others.iter().sum::<Grundy>();
    match others.iter().any(|heap| *heap > one) {
        true => sum,
        false => sum ^ one,
    }
}

/// The nim heaps that the summands are, if all are.
fn all_heaps<S: Summand>(summands: &[S]) -> Option<Vec<Grundy>> {
    summands.iter().map(Summand::heap).collect()
}

/// The sizes of [`all_heaps`], if all are finite.
fn finite_heaps<S: Summand>(summands: &[S]) -> Option<Vec<u128>> {
    let finite = |summand: &S| summand.heap()?.finite();
    summands.iter().map(finite).collect()
}

/// The whole sum as one component.
fn joint<S: Summand>(summands: &[S]) -> Result<Joint<S::Small>, Undecided> {
    let small: Result<Vec<_>, String> = summands.iter().map(Summand::small).collect();
    Ok(Joint::new(small.map_err(Undecided::OutOfReach)?))
}

/// The whole position as one component, move for move; `None` if no search can reach it.
pub(crate) fn joint_exactly<G: Game>(
    position: &G,
) -> Option<Joint<<G::Summand as Summand>::Small>> {
    let summands = position.summands();
    let small: Result<Vec<_>, String> = summands.iter().map(Summand::small).collect();
    Some(Joint::exactly(small.ok()?))
}

/// `1 position searched`, `57 positions searched`.
/// How many positions were searched, and how many were not because a table had them.
fn searched(positions: u64, looked_up: u64) -> String {
    let s = if positions == 1 { "" } else { "s" };
    match (positions, looked_up) {
        (0, 1..) => "looked up in the table of another board".to_string(),
        (_, 0) => format!("{positions} position{s} searched"),
        _ => format!(
            "{positions} position{s} searched, {looked_up} looked up in tables of other boards"
        ),
    }
}

fn board_reason(text: String) -> Reason {
    Reason::new(ReasonKind::Table, "table of the whole board", text)
}

fn search_reason(text: String) -> Reason {
    Reason::new(
        ReasonKind::Search,
        "exhaustive search with proven shortcuts",
        text,
    )
}

fn not_decided(undecided: &Undecided) -> Reason {
    let text = match undecided {
        Undecided::Unfinished(unfinished) => format!("not decided within the budget: {unfinished}"),
        Undecided::OutOfReach(why) => format!("not decided: no theorem applies and {why}"),
    };
    Reason::new(ReasonKind::Budget, "", text)
}
