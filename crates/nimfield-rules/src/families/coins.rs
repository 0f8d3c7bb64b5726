//! Reading coin-turning games from the lines of a rule file.

use std::sync::Arc;

use nimfield_core::notation::{Cursor, NotationError, at_body_end};
use nimfield_core::words::Player;

use crate::about::{About, Refused, compiled, goal, listed};
use crate::amounts::Amounts;
use crate::coins::{Acrostic, CoinRow, CoinsGame, Factor, LETTERS, Place, Shape, Turn, joined};
use crate::keywords::Keyword;
use crate::parameters::Scope;
use crate::position::{Instance, Lines, RulePosition, bracketed};

/// The words that begin lines of this family.
pub(crate) static KEYWORDS: [Keyword; 3] = [
    Keyword::new("coins", "coins from 0; coins from 1"),
    Keyword::new(
        "turn",
        "turn 1..2; turn any neighbours; turn 3 spaced where last < 50",
    ),
    Keyword::new("product", "product; product acrostic"),
];

const COINS: &str = "coins are numbered from 0 or from 1: `coins from 1`";
const TURN: &str = "`turn 1..2` says how many coins a move may turn; perhaps only `neighbours`, `spaced` (at equal \
                    distances) or `symmetric` sets; then perhaps `where` and a condition on first, last and \
                    count; the last coin of the set goes from heads to tails";
const PRODUCT: &str = "`product` is between two games, each with its lines `coins` and `turn`; a move turns the \
    coins at all combinations of a set of each; with `product acrostic` it turns a set of one of them, along its \
    axis";

/// The most factors of a product.
const MOST_FACTORS: usize = 16;
/// The last coin of a row.
const LAST: u64 = 1 << 20;
/// The most combinations of a size and a first coin whose conditions are tested for a single move.
const MOST_IN_VAIN: u64 = 1 << 22;
/// The most coins that a move may turn.
const MOST_TURNED: u64 = 1 << 20;

/// The lines of a coin-turning game, or of a product of several, read so far.
#[derive(Default)]
pub(crate) struct CoinLines {
    /// The factors before the last line `product`.
    before: Vec<FactorLines>,
    last: FactorLines,
    /// Whether moves turn sets along one axis.
    acrostic: bool,
}

#[derive(Default)]
struct FactorLines {
    from: Option<u64>,
    turns: Vec<Turn>,
}

impl Lines for CoinLines {
    fn line(
        &mut self,
        word: &str,
        _player: Option<Player>,
        cursor: &mut Cursor<'_>,
        scope: &Scope,
    ) -> Result<(), NotationError> {
        match word {
            "coins" if self.last.from.is_some() => {
                let message = "`coins` occurs twice; use `product` to begin another game";
                Err(cursor.fault(0..cursor.at(), message, PRODUCT))
            }
            "coins" => {
                cursor.need("from", COINS)?;
                self.last.from = Some(scope.number(cursor, ("the first coin", COINS), 0..=1)?);
                cursor.need_end(COINS)
            }
            "product" => {
                let acrostic = cursor.take("acrostic");
                cursor.need_end(PRODUCT)?;
                if !self.before.is_empty() && acrostic != self.acrostic {
                    let message = "either all `product` lines are acrostic, or none";
                    return Err(cursor.fault(0..cursor.at(), message, PRODUCT));
                }
                self.acrostic = acrostic;
                if self.before.len() + 2 > MOST_FACTORS {
                    let message = format!("a product has at most {MOST_FACTORS} factors");
                    return Err(cursor.fault(0..cursor.at(), message, PRODUCT));
                }
                self.before.push(std::mem::take(&mut self.last));
                Ok(())
            }
            _ => {
                self.last.turns.push(read_turn(cursor, scope)?);
                Ok(())
            }
        }
    }

    fn finish(self: Box<Self>, about: About<'_>) -> Result<Box<dyn Instance>, Refused> {
        let factors = self.before.into_iter().chain([self.last]);
        Ok(Box::new(Arc::new(CoinsGame {
            name: about.name.to_string(),
            id: about.id,
            info: about.info,
            acrostic: self.acrostic.then(Acrostic::default),
            factors: factors.map(FactorLines::finish).collect::<Result<_, _>>()?,
            play: about.play,
        })))
    }
}

impl Instance for Arc<CoinsGame> {
    fn position(&self, cursor: &mut Cursor<'_>) -> Result<RulePosition, NotationError> {
        bracketed(cursor, |cursor| read_body(self, cursor)).map(RulePosition::Coins)
    }

    fn describe(&self) -> String {
        let froms = self.factors.iter().map(|factor| factor.from.to_string());
        let froms = froms.collect::<Vec<_>>().join(", ");
        let sets = |factor: &Factor| {
            let sets = factor.turns.iter().map(turn_in_words);
            listed(&sets.collect::<Vec<_>>(), "or")
        };
        let mut lines = match &self.factors[..] {
            [factor] => vec![
                format!("Coins lie in a row, numbered from {froms}."),
                format!("On your turn flip {}.", sets(factor)),
            ],
            factors => {
                let axes = factors.len();
                let mut lines = vec![format!(
                    "Coins lie on a board with {axes} axes, numbered from {froms}."
                )];
                lines.push(match self.acrostic.is_some() {
                    true => "On your turn choose coins of a line along one axis, and flip them.".to_string(),
                    false => "On your turn choose numbers on each axis, and flip the coins at all combinations."
                        .to_string(),
                });
                let axis = |(axis, factor)| {
                    format!("On axis {} you may choose {}.", axis + 1, sets(factor))
                };
                lines.extend(factors.iter().enumerate().map(axis));
                lines
            }
        };
        lines.push(
            "Of the coins that you flip, the one with the largest number must show heads."
                .to_string(),
        );
        let engine = match self.factors.len() {
            _ if self.acrostic.is_some() => "tables of the values of single coins",
            1 => "the values of single coins",
            _ => "the values of single coins and their nim products",
        };
        lines.push(goal(self.play));
        lines.extend(compiled(&format!(
            "{engine} in normal play, and to searches in misère play"
        )));
        lines.join("\n")
    }
}

/// Returns the sets of coins of a line in words.
fn turn_in_words(turn: &Turn) -> String {
    let coins = turn.sizes.in_words("coins");
    let shape = match turn.shape {
        Shape::Any => "",
        Shape::Neighbours => " beside each other",
        Shape::Spaced => " at equal distances",
        Shape::Symmetric => " that are symmetric about their middle",
    };
    let guard = match &turn.guard {
        Some(guard) => format!(
            " where {guard} (first and last are the smallest and the largest of their numbers, count is how many they are)"
        ),
        None => String::new(),
    };
    format!("{coins}{shape}{guard}")
}

impl FactorLines {
    fn finish(self) -> Result<Factor, Refused> {
        if self.turns.is_empty() {
            return Err(("a line `turn` is missing".to_string(), TURN));
        }
        let Some(from) = self.from else {
            return Err(("the line `coins` is missing".to_string(), COINS));
        };
        Ok(Factor::new(from, self.turns))
    }
}

/// Reads what follows the word `turn`.
fn read_turn(cursor: &mut Cursor<'_>, scope: &Scope) -> Result<Turn, NotationError> {
    let sizes = Amounts::read(cursor, scope)?;
    let shape = match () {
        () if cursor.take_any(&["neighbours", "neighbors"]) => Shape::Neighbours,
        () if cursor.take("spaced") => Shape::Spaced,
        () if cursor.take("symmetric") => Shape::Symmetric,
        () => Shape::Any,
    };
    let guard = scope.read_guard(cursor, &LETTERS)?;
    cursor.need_end(TURN)?;
    Ok(Turn {
        sizes,
        shape,
        guard,
        scope: scope.values().to_vec(),
    })
}

/// Reads the coins that show heads, up to the closing bracket.
fn read_body(game: &Arc<CoinsGame>, cursor: &mut Cursor<'_>) -> Result<CoinRow, NotationError> {
    const HELP: &str = "name each coin that shows heads once: `[1,4]`; in a product by a number for each factor: \
                        `[(1,4) (2,2)]`";
    let mut heads: Vec<Place> = Vec::new();
    while !at_body_end(cursor) {
        cursor.blanks();
        let start = cursor.at();
        let place = match &game.factors[..] {
            [factor] => vec![cursor.need_between("a coin", factor.from, LAST)?],
            factors => {
                cursor.need("(", HELP)?;
                let mut place = Vec::new();
                for (number, factor) in factors.iter().enumerate() {
                    if number > 0 {
                        cursor.need(",", HELP)?;
                    }
                    place.push(cursor.need_between("a coin", factor.from, LAST)?);
                }
                cursor.need(")", HELP)?;
                place
            }
        };
        let axes = game.factors.iter().zip(&place);
        let mut in_vain = axes
            .clone()
            .map(|(factor, &coin)| factor.most_in_vain(coin));
        if in_vain.any(|count| count > MOST_IN_VAIN) {
            let message = "there are too many sets to test their conditions";
            let help =
                "coins with lower numbers have fewer sets, and so do lines that `turn` fewer coins";
            return Err(cursor.fault(start..cursor.at(), message, help));
        }
        let longest = axes.map(|(factor, &coin)| factor.longest(coin));
        if game.factors.len() > 1
            && game.acrostic.is_none()
            && longest.fold(1, u64::saturating_mul) > MOST_TURNED
        {
            let message = format!("a move with this coin could turn more than {MOST_TURNED} coins");
            return Err(cursor.fault(start..cursor.at(), message, HELP));
        }
        match heads.binary_search(&place) {
            Ok(_) => {
                let message = format!("coin {} occurs twice", joined(&place));
                return Err(cursor.fault(start..cursor.at(), message, HELP));
            }
            Err(at) => heads.insert(at, place),
        }
        cursor.take(",");
    }
    Ok(CoinRow {
        game: game.clone(),
        heads,
    })
}
