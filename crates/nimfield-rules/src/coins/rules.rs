//! Rows of coins, and products of such games, as positions.

use std::fmt;
use std::sync::Arc;

use nimbers::Nimber64;
use nimfield_core::diagram::{BoardCell, Diagram, Mark};
use nimfield_core::game::{Game, Moves};
use nimfield_core::info::GameInfo;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::theory::Finding;
use nimfield_core::words::{Grundy, Play, Reason, ReasonKind};
use nimfield_games::turning::turned;

use super::factor::{Factor, MOST_SETS};
use super::moves::{CoinMove, Place, joined, read_move};
use crate::about::goal;
use crate::info::RULES;

/// A coin-turning game, or a product of several, read from a rule file.
#[derive(Debug)]
pub struct CoinsGame {
    pub(super) name: String,
    pub(super) id: u64,
    pub(super) info: &'static GameInfo,
    /// One for a row of coins.
    pub(super) factors: Vec<Factor>,
    pub(super) play: Play,
}

impl CoinsGame {
    /// Describes the game in sentences.
    pub(crate) fn describe(&self) -> String {
        let froms = self.factors.iter().map(|factor| factor.from.to_string());
        let froms = froms.collect::<Vec<_>>().join(", ");
        let (coins, turns) = match self.factors.len() {
            1 => (
                format!("Coins lie in a row, numbered from {froms}."),
                "A move turns the coins of an allowed set; the last of them goes from heads to tails.",
            ),
            axes => (
                format!("Coins lie on a board with {axes} axes, numbered from {froms}."),
                "A move chooses an allowed set on each axis and turns the coins at all combinations; the last of \
                 them goes from heads to tails.",
            ),
        };
        let compiled = match self.factors.len() {
            1 => {
                "Compiled to the values of single coins in normal play, and to searches in misère play."
            }
            _ => {
                "Compiled to the values of single coins and their nim products in normal play, and to searches in \
                 misère play."
            }
        };
        [
            coins,
            turns.to_string(),
            goal(self.play),
            compiled.to_string(),
        ]
        .join("\n")
    }

    /// Returns the values of the coordinates of a place, and their nim product, which is the value of the coin; `None` if
    /// there are too many sets.
    fn value_at(&self, place: &[u64]) -> Option<(Vec<u64>, u64)> {
        let own = self.factors.iter().zip(place);
        let own: Vec<u64> = own
            .map(|(factor, &coin)| factor.value(coin))
            .collect::<Option<_>>()?;
        let product = own
            .iter()
            .fold(Nimber64(1), |product, &value| product * Nimber64(value));
        Some((own, product.0))
    }
}

/// Coins on a row or a board, by those that show heads.
#[derive(Clone, Debug)]
pub struct CoinRow {
    pub(super) game: Arc<CoinsGame>,
    /// The places of the heads, ascending: a number for each factor.
    pub(super) heads: Vec<Place>,
}

impl PartialEq for CoinRow {
    fn eq(&self, other: &CoinRow) -> bool {
        (self.game.id, &self.game.name, &self.heads)
            == (other.game.id, &other.game.name, &other.heads)
    }
}

impl Eq for CoinRow {}

impl fmt::Display for CoinRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axes = self.game.factors.len();
        let heads = self.heads.iter().map(|place| match axes {
            1 => joined(place),
            _ => format!("({})", joined(place)),
        });
        let between = if axes == 1 { "," } else { " " };
        let heads: Vec<String> = heads.collect();
        write!(f, "{}[{}]", self.game.name, heads.join(between))
    }
}

impl CoinRow {
    /// Returns the position with the coins at all combinations turned.
    fn turned(&self, mv: &CoinMove) -> CoinRow {
        CoinRow {
            game: self.game.clone(),
            heads: turned(&self.heads, &mv.0),
        }
    }

    /// Returns the moves of which this head is the last coin.
    fn moves_of(&self, head: &Place) -> Vec<CoinMove> {
        let mut moves = vec![Vec::new()];
        for (factor, &last) in self.game.factors.iter().zip(head) {
            let sets = factor.listed(last);
            let longer = moves.iter().flat_map(|own: &Vec<Box<[u64]>>| {
                sets.iter()
                    .map(|set| [&own[..], std::slice::from_ref(set)].concat())
            });
            moves = longer.take(MOST_SETS as usize).collect();
        }
        moves.into_iter().map(CoinMove).collect()
    }

    fn axes(&self) -> usize {
        self.game.factors.len()
    }
}

impl Game for CoinRow {
    type Move = CoinMove;

    const INFO: GameInfo = RULES;

    fn moves(&self) -> Moves<'_, CoinMove> {
        Box::new(self.heads.iter().flat_map(|head| self.moves_of(head)))
    }

    fn play(&self, mv: &CoinMove) -> Result<CoinRow, String> {
        if mv.0.len() != self.axes() {
            return Err(format!(
                "a move has a set of coins for each of {} axes",
                self.axes()
            ));
        }
        let last = mv.0.iter().filter_map(|set| set.last().copied());
        let last: Place = last.collect();
        if self.heads.binary_search(&last).is_err() {
            return Err(format!("coin {} does not show heads", joined(&last)));
        }
        let mut sets = self.game.factors.iter().zip(&mv.0);
        match sets.all(|(factor, set)| factor.allows(set)) {
            true => Ok(self.turned(mv)),
            false => Err("no line `turn` of the rules allows this".to_string()),
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<CoinRow, NotationError> {
        Err(cursor.expected("the name of a rule file", RULES.body))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<CoinMove, NotationError> {
        read_move(cursor, self.axes())
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info
    }

    fn default_play(&self) -> Play {
        self.game.play
    }

    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.game.id.to_le_bytes());
        for coin in self.heads.iter().flatten() {
            out.extend_from_slice(&coin.to_le_bytes());
        }
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        /// Coins that are shown one by one.
        const SHOWN: usize = 20;
        let values = self.heads.iter().map(|place| self.game.value_at(place));
        let values: Vec<(Vec<u64>, u64)> = values.collect::<Option<_>>()?;
        let value = values.iter().fold(0, |sum, (_, value)| sum ^ value);
        let shown = values.iter().take(SHOWN).map(|(factors, product)| {
            let factors: Vec<String> = factors.iter().map(u64::to_string).collect();
            match factors.len() {
                1 => product.to_string(),
                _ => format!("{} = {product}", factors.join(" x ")),
            }
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        let (source, text) = match self.axes() {
            1 => (
                "Winning Ways, ch. 14",
                format!(
                    "a row is worth the nim-sum of its heads alone, whose values are {shown}: {value}"
                ),
            ),
            _ => (
                "the Tartan theorem, Winning Ways, ch. 14",
                format!(
                    "a coin is worth the nim product of its values in the factors: {shown}, with the nim-sum {value}"
                ),
            ),
        };
        let reason = Reason::new(ReasonKind::Theorem, source, text);
        Some(Finding::new(u128::from(value).into(), reason))
    }

    fn diagram(&self) -> Diagram {
        /// Longer rows are not drawn.
        const MOST: u64 = 200;
        let [factor] = &self.game.factors[..] else {
            let heads = self.heads.iter().map(|place| {
                let place = place.iter().map(|&coin| coin.into());
                (place.collect(), Mark::Stone)
            });
            let origins = self.game.factors.iter().map(|factor| factor.from.into());
            return Diagram::of_places(&heads.collect::<Vec<_>>(), &origins.collect::<Vec<_>>());
        };
        let last = self.heads.last().map_or(factor.from, |place| place[0]);
        if last - factor.from > MOST {
            return Diagram::Text(vec![self.to_string()]);
        }
        let cells = (factor.from..=last).map(|coin| BoardCell {
            halves: 2 * (coin - factor.from) as usize,
            row: 0,
            mark: match self.heads.binary_search(&vec![coin]) {
                Ok(_) => Mark::Stone,
                Err(_) => Mark::Empty,
            },
        });
        Diagram::Board {
            cells: cells.collect(),
            column_labels: Vec::new(),
            row_labels: Vec::new(),
        }
    }
}
