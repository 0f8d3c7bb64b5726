//! Reading coin-turning games from the lines of a rule file.

use std::sync::{Arc, Mutex};

use nimfield_core::expression::Expression;
use nimfield_core::notation::{Cursor, NotationError, at_body_end};

use super::rules::{CoinRow, CoinsGame};
use super::turns::{LETTERS, Shape, Turn};
use crate::about::{About, Refused};
use crate::amounts::Amounts;
use crate::parameters::Scope;

/// The words with which the lines of this family begin.
pub(crate) const LINES: [&str; 2] = ["coins", "turn"];

const COINS: &str = "coins are numbered from 0 or from 1: `coins from 1`";
const TURN: &str = "a move may `turn` so many coins, `turn 1..2`; perhaps only `neighbours`, `spaced` (at equal \
                    distances) or `symmetric` sets; then perhaps `where` and a condition on first, last and \
                    count; the last coin of the set goes from heads to tails";

/// The lines of a coin-turning game as they are found.
#[derive(Default)]
pub(crate) struct CoinLines {
    from: Option<u64>,
    turns: Vec<Turn>,
}

impl CoinLines {
    /// Reads what follows the first word of a line, one of [`LINES`].
    pub(crate) fn line(
        &mut self,
        word: &str,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<(), NotationError> {
        if word == "coins" {
            cursor.need("from", COINS)?;
            self.from = Some(scope.number(cursor, "the first coin", 0..=1)?);
            return cursor.need_end(COINS);
        }
        let sizes = Amounts::read(cursor, scope)?;
        let shape = match () {
            () if cursor.take_any(&["neighbours", "neighbors"]) => Shape::Neighbours,
            () if cursor.take("spaced") => Shape::Spaced,
            () if cursor.take("symmetric") => Shape::Symmetric,
            () => Shape::Any,
        };
        let guard = match cursor.take("where") {
            true => {
                let names = [&LETTERS[..], &scope.names()].concat();
                Some(Expression::read_from(cursor, &names)?)
            }
            false => None,
        };
        cursor.need_end(TURN)?;
        self.turns.push(Turn {
            sizes,
            shape,
            guard,
            scope: scope.values().to_vec(),
        });
        Ok(())
    }

    /// Makes the game.
    pub(crate) fn finish(self, about: &About<'_>) -> Result<Arc<CoinsGame>, Refused> {
        if self.turns.is_empty() {
            return Err(("a line `turn` is missing".to_string(), TURN));
        }
        let Some(from) = self.from else {
            return Err(("the line `coins` is missing".to_string(), COINS));
        };
        Ok(Arc::new(CoinsGame {
            name: about.name.to_string(),
            id: about.id,
            info: about.info,
            from,
            turns: self.turns,
            play: about.play,
            values: Mutex::default(),
        }))
    }
}

/// Reads the coins that show heads, up to the closing bracket.
pub(crate) fn read_body(
    game: &Arc<CoinsGame>,
    cursor: &mut Cursor<'_>,
) -> Result<CoinRow, NotationError> {
    /// The last coin of a row.
    const MOST: u64 = 1 << 20;
    let mut heads: Vec<u64> = Vec::new();
    while !at_body_end(cursor) {
        cursor.blanks();
        let start = cursor.at();
        let coin = cursor.need_between("a coin", game.from, MOST)?;
        match heads.binary_search(&coin) {
            Ok(_) => {
                let message = format!("coin {coin} occurs twice");
                return Err(cursor.fault(
                    start..cursor.at(),
                    message,
                    "name each coin that shows heads once",
                ));
            }
            Err(at) => heads.insert(at, coin),
        }
        cursor.take(",");
    }
    Ok(CoinRow {
        game: game.clone(),
        heads,
    })
}
