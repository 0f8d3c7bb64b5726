//! Tables of other boards as oracles in a search.

use std::sync::{Arc, PoisonError, RwLock};

use nimfield_core::families::taking::Taking;
use nimfield_core::prelude::*;
use nimfield_engines::misere::MisereSearch;
use nimfield_engines::search::Tables;
use nimfield_engines::taking::Embedding;
use nimfield_engines::taking::table::TableSet;

/// Whether table files can exist: a page has none, and need not download the code that reads them.
const FILES: bool = !cfg!(target_family = "wasm");

/// Returns a search that looks sums up in the tables of other boards that can hold them.
pub(super) fn misere_search(game: &Taking, tables: Option<&Arc<TableSet>>) -> MisereSearch {
    let search = MisereSearch::new(game.clone());
    let tables = tables.filter(|_| FILES);
    let embeddings = tables.map_or_else(Vec::new, |tables| embeddings(game, Play::Misere, tables));
    if embeddings.is_empty() {
        return search;
    }
    search.with_oracle(Box::new(move |parts| {
        let known = embeddings.iter().map(|embedding| embedding.is_p(parts));
        // A damaged table counts as missing: the search continues without it.
        known.filter_map(Result::ok).flatten().next()
    }))
}

/// The number of games whose tables are cached.
const GAMES: usize = 8;

/// Returns a lookup in the tables of normal play for components of any taking games. It finds the tables of a game on
/// first use.
pub(super) fn known_by_tables(tables: &Arc<TableSet>) -> Box<Tables> {
    let tables = tables.clone();
    let games: RwLock<Vec<(Taking, Vec<Embedding>)>> = RwLock::default();
    Box::new(move |game, state| {
        if !FILES || !tables.has(Play::Normal) {
            return Known::Nothing;
        }
        let read = games.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, embeddings)) = read.iter().find(|(other, _)| other == game) {
            return known(embeddings, state);
        }
        drop(read);
        let embeddings = embeddings(game, Play::Normal, &tables);
        let known = known(&embeddings, state);
        let mut games = games.write().unwrap_or_else(PoisonError::into_inner);
        if games.len() == GAMES {
            games.remove(0);
        }
        games.push((game.clone(), embeddings));
        known
    })
}

/// Returns the best information in the tables; damaged tables are ignored.
fn known(embeddings: &[Embedding], state: u64) -> Known {
    let known = embeddings.iter().map(|embedding| embedding.known(state));
    let rank = |known: &Known| match known {
        Known::Nothing => 0,
        Known::Positive => 1,
        Known::Value(_) => 2,
    };
    // Unreadable tables are ignored; the search decides.
    let most = known.filter_map(Result::ok).max_by_key(rank);
    most.unwrap_or(Known::Nothing)
}

/// Returns the tables of this play convention whose boards can hold components of the game, small ones first, since
/// these need fewer reads.
fn embeddings(game: &Taking, play: Play, tables: &TableSet) -> Vec<Embedding> {
    let tables = tables.tables().filter(|table| table.rules().play == play);
    let mut embeddings: Vec<Embedding> = tables
        .filter_map(|table| {
            // A table for a game unknown to this program is useless.
            let board = crate::read(&table.rules().text).ok()?;
            let (board, _) = board.components().first()?.taking()?;
            Embedding::new(game, board, table.clone())
        })
        .collect();
    embeddings.sort_by_key(|embedding| embedding.table().rules().cells);
    embeddings
}
