//! Reading moves by the forms of a game.

use crate::info::GameInfo;
use crate::moves::{Forms, GameMove, Move, Piece, pieces, read};
use crate::notation::{Cursor, NotationError, read_printed};

/// Reads a move of a game: in one of its forms, or without forms the `legal` move that prints as the text. `typed`
/// converts it into the game's own type of move.
///
/// # Errors
/// Where the text is not a move.
pub(crate) fn read_move<M: GameMove>(
    info: &GameInfo,
    cursor: &mut Cursor<'_>,
    legal: impl Iterator<Item = M>,
    count: impl Fn(&str) -> Option<usize>,
    typed: impl Fn(&Move) -> Option<M>,
) -> Result<M, NotationError> {
    let own_reader = |form: &&str| {
        pieces(form).any(|piece| matches!(piece, Piece::Hole("text" | "places" | "cells" | "cell")))
    };
    if info.forms.is_empty() || info.forms.iter().any(own_reader) {
        return read_printed(legal, cursor);
    }
    read_in_forms(info.forms, info, cursor, count, typed)
}

/// Reads a move in one of these forms, those of the game or, for a game of a rule file, those of its kind. `count` returns
/// the number of places with a given noun, and `typed` converts the move into the game's own type.
///
/// # Errors
/// Where the text is not a move.
pub fn read_in_forms<M: GameMove>(
    forms: Forms,
    info: &GameInfo,
    cursor: &mut Cursor<'_>,
    count: impl Fn(&str) -> Option<usize>,
    typed: impl Fn(&Move) -> Option<M>,
) -> Result<M, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let help = info.moves_in_words();
    let mv = read(forms, cursor, &help, &count)?;
    typed(&mv).ok_or_else(|| {
        let message = format!("`{mv}` is not a move of {}", info.name);
        cursor.fault(start..cursor.at(), message, &*help)
    })
}
