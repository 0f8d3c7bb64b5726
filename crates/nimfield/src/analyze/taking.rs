//! Taking games in misère play: search over misère forms, and sums of two halves.

use std::any::TypeId;
use std::sync::{Arc, PoisonError, RwLock};

use super::{Analyzer, Kept, MoveList, Undecided, all_heaps, search_reason, searched};
use nimfield_core::budget::{Limit, Unfinished};
use nimfield_core::component::Known;
use nimfield_core::families::taking::Taking;
use nimfield_core::theory::{Finding, Game};
use nimfield_core::words::{Play, Reason, ReasonKind};
use nimfield_engines::misere::{MisereSearch, Split, winning_split};
use nimfield_engines::search::Tables;
use nimfield_engines::taking::Embedding;
use nimfield_engines::taking::table::TableSet;

/// Sums searched before the position is taken apart into halves.
const QUICK: u64 = 20_000;

/// A decided position, with its winning moves where the decision tells them.
pub(super) type Decided<M> = (Finding<bool>, Option<MoveList<M>>);

impl Analyzer {
    /// Whether a position of a taking game is a P-position in misère play: by a table of its board,
    /// by a short search, then
    /// by taking it, or what one move leaves of it, as a sum of two halves, then by a long search.
    /// `None` if it is no taking game, or a sum of nim heaps.
    pub(super) fn misere_taking<G: Game>(
        &mut self,
        position: &G,
    ) -> Option<Result<Decided<G::Move>, Undecided>> {
        let (game, state) = position.taking()?;
        if all_heaps(&position.summands()).is_some() {
            // Theory knows heaps.
            return None;
        }
        if let Some(found) = self.look_up(position, Play::Misere) {
            let moves = self.look_up_moves(position, Play::Misere);
            return Some(found.map(|found| (found, moves)));
        }
        let whole = self.budget.clone();
        self.budget = whole.clone().positions(QUICK.min(whole.most_positions()));
        let quick = self.misere_search(game, state);
        self.budget = whole;
        let stopped = |limit| matches!(limit, Limit::Positions { allowed: QUICK });
        Some(match quick {
            Err(Undecided::Unfinished(Unfinished { limit, .. })) if stopped(limit) => {
                match self.misere_halves(position, game, state) {
                    Some(decided) => Ok(decided),
                    None => self.misere_search(game, state).map(|found| (found, None)),
                }
            }
            quick => quick.map(|found| (found, None)),
        })
    }

    /// By search over sums of misère forms.
    pub(super) fn misere_search(
        &mut self,
        game: &Taking,
        state: u64,
    ) -> Result<Finding<bool>, Undecided> {
        let kind = (TypeId::of::<MisereSearch>(), Play::Misere);
        self.table = None;
        self.kept.take_if(|kept| {
            let search = kept.search.downcast_ref::<MisereSearch>();
            kept.kind != kind || search.is_none_or(|search| search.game() != game)
        });
        let shelf = self.shelf.as_ref();
        let kept = self.kept.get_or_insert_with(|| Kept {
            kind,
            search: Box::new(misere_search(game, shelf)),
            bytes: 0,
        });
        let search = kept.search.downcast_mut::<MisereSearch>();
        let search = search.expect("the kind names the type");
        let (before, looked_up) = (search.positions(), search.looked_up());
        let found = search.is_p(state, &self.budget);
        let positions = search.positions() - before;
        self.positions += positions;
        kept.bytes = search.bytes();
        let looked_up = search.looked_up() - looked_up;
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
    fn misere_halves<G: Game>(
        &mut self,
        position: &G,
        game: &Taking,
        state: u64,
    ) -> Option<Decided<G::Move>> {
        // What searches hold would be memory beyond the budget.
        self.kept = None;
        let reason = |text| {
            Reason::new(
                ReasonKind::Table,
                "misère canonical forms: Conway, On Numbers and Games, ch. 12",
                text,
            )
        };
        let counted = |split: &Split| {
            let [left, right] = split.classes();
            match right {
                1 => format!("{left} different misère forms"),
                _ => format!(
                    "all sums of {left} and {right} different misère forms of its two halves"
                ),
            }
        };
        if let Some(split) = Split::new(game, state, &self.budget).ok()? {
            self.positions += split.effort();
            let is_p = split.is_p(state);
            let verdict = match is_p {
                true => "none of its moves leaves a P-position",
                false => "some of its moves leave P-positions",
            };
            let text = format!(
                "misere play: {verdict}, in the table of {}",
                counted(&split)
            );
            let moves = self.moves_leaving(position, |left| split.is_p(left));
            return Some((Finding::new(is_p, reason(text)), Some(moves)));
        }
        let (mask, split) = winning_split(game, state, &self.budget).ok()??;
        self.positions += split.effort();
        let left = game.least_image(state & !mask);
        let mut moves = self.moves_leaving(position, |after| game.least_image(after) == left);
        moves.complete = false;
        let name = moves.moves.first().map(ToString::to_string);
        let text = format!(
            "misere play: {} leaves a sum of two parts that is a P-position, in the table of {}; \
             other moves were not decided",
            name.unwrap_or_default(),
            counted(&split)
        );
        Some((Finding::new(false, reason(text)), Some(moves)))
    }

    /// The moves that leave states with this property.
    fn moves_leaving<G: Game>(
        &self,
        position: &G,
        wanted: impl Fn(u64) -> bool,
    ) -> MoveList<G::Move> {
        let moves = position.moves().filter(|mv| {
            let after = position.clone().play(mv).ok();
            let state = after.as_ref().and_then(|after| Some(after.taking()?.1));
            state.is_some_and(&wanted)
        });
        MoveList {
            moves: moves.collect(),
            complete: true,
            gap: None,
        }
    }
}

/// A search that looks sums up in the tables of other boards on which they fit.
fn misere_search(game: &Taking, shelf: Option<&Arc<TableSet>>) -> MisereSearch {
    let search = MisereSearch::new(game.clone());
    let packings = shelf.map_or_else(Vec::new, |shelf| packings(game, Play::Misere, shelf));
    if packings.is_empty() {
        return search;
    }
    search.with_oracle(Box::new(move |parts| {
        let known = packings.iter().map(|packing| packing.is_p(parts));
        // A damaged table is as good as none: the search goes on without it.
        known.filter_map(Result::ok).flatten().next()
    }))
}

/// So many games are remembered with the tables that serve them.
const GAMES: usize = 8;

/// What tables of normal play know of components of any taking games. The tables are looked for when
/// one is first asked about.
pub(super) fn known_by_tables(shelf: &Arc<TableSet>) -> Box<Tables> {
    let shelf = shelf.clone();
    let games: RwLock<Vec<(Taking, Vec<Embedding>)>> = RwLock::default();
    Box::new(move |game, state| {
        if !shelf.has(Play::Normal) {
            return Known::Nothing;
        }
        let read = games.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, packings)) = read.iter().find(|(other, _)| other == game) {
            return known(packings, state);
        }
        drop(read);
        let packings = packings(game, Play::Normal, &shelf);
        let known = known(&packings, state);
        let mut games = games.write().unwrap_or_else(PoisonError::into_inner);
        if games.len() == GAMES {
            games.remove(0);
        }
        games.push((game.clone(), packings));
        known
    })
}

/// The most that one of the tables knows; a damaged one knows nothing.
fn known(packings: &[Embedding], state: u64) -> Known {
    let known = packings.iter().map(|packing| packing.known(state));
    let rank = |known: &Known| match known {
        Known::Nothing => 0,
        Known::Positive => 1,
        Known::Value(_) => 2,
    };
    let most = known.filter_map(Result::ok).max_by_key(rank);
    most.unwrap_or(Known::Nothing)
}

/// The tables of this play on whose boards components of the game can be laid, small ones first:
/// less of them has to be read.
fn packings(game: &Taking, play: Play, shelf: &TableSet) -> Vec<Embedding> {
    let tables = shelf.tables().filter(|table| table.rules().play == play);
    let mut packings: Vec<Embedding> = tables
        .filter_map(|table| {
            let board = crate::read(&table.rules().text).ok()?;
            let (board, _) = board.components().first()?.taking()?;
            Embedding::new(game, board, table.clone())
        })
        .collect();
    packings.sort_by_key(|packing| packing.table().rules().cells);
    packings
}
