//! Tables of other boards as oracles in a search.

use std::sync::{Arc, PoisonError, RwLock};

use nimfield_core::families::taking::Taking;
use nimfield_core::prelude::*;
use nimfield_engines::misere::MisereSearch;
use nimfield_engines::search::Tables;
use nimfield_engines::taking::Embedding;
use nimfield_engines::taking::table::TableSet;

/// Whether there can be files of tables: a page has none, and need not fetch what looks boards up in them.
const FILES: bool = !cfg!(target_family = "wasm");

/// Returns a search that looks sums up in the tables of other boards on which they fit.
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

/// The number of games that are remembered with the tables for them.
const GAMES: usize = 8;

/// Returns what tables of normal play know of components of any taking games. The tables are looked for when one is
/// first asked about.
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

/// Returns the most that one of the tables knows; a damaged one knows nothing.
fn known(embeddings: &[Embedding], state: u64) -> Known {
    let known = embeddings.iter().map(|embedding| embedding.known(state));
    let rank = |known: &Known| match known {
        Known::Nothing => 0,
        Known::Positive => 1,
        Known::Value(_) => 2,
    };
    // A table that cannot be read knows nothing; the search decides.
    let most = known.filter_map(Result::ok).max_by_key(rank);
    most.unwrap_or(Known::Nothing)
}

/// Returns the tables of this play on whose boards components of the game can be laid, small ones first: less of them
/// has to be read.
fn embeddings(game: &Taking, play: Play, tables: &TableSet) -> Vec<Embedding> {
    let tables = tables.tables().filter(|table| table.rules().play == play);
    let mut embeddings: Vec<Embedding> = tables
        .filter_map(|table| {
            // The table of a game that this program does not know serves nothing.
            let board = crate::read(&table.rules().text).ok()?;
            let (board, _) = board.components().first()?.taking()?;
            Embedding::new(game, board, table.clone())
        })
        .collect();
    embeddings.sort_by_key(|embedding| embedding.table().rules().cells);
    embeddings
}
