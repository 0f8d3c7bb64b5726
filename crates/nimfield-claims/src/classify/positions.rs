//! The games that are classified, by their names.

use nimfield_core::notation::NotationError;

use nimfield::Reader;
use nimfield::by_size::PositionsBySize;

/// Returns the positions of a game by their sizes. `subtraction(1,3)`, with at least two amounts, is the game in which
/// a move takes one of these amounts.
///
/// # Errors
/// If the text is not the name of a game whose positions have sizes.
pub fn positions(game: &str, reader: &Reader<'static>) -> Result<PositionsBySize, NotationError> {
    let amounts = game.trim().strip_prefix("subtraction(");
    let amounts = amounts.and_then(|amounts| amounts.strip_suffix(')'));
    match amounts.filter(|amounts| amounts.contains(',')) {
        Some(amounts) => PositionsBySize::of(&format!("code(take {amounts})"), reader),
        None => PositionsBySize::of(game, reader),
    }
}
