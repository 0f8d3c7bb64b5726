//! Rows of coins as positions.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use nimfield_core::diagram::{BoardCell, Diagram, Mark};
use nimfield_core::game::{Game, Moves};
use nimfield_core::info::GameInfo;
use nimfield_core::mex::mex;
use nimfield_core::notation::{Cursor, NotationError};
use nimfield_core::sorting::Sort as _;
use nimfield_core::theory::Finding;
use nimfield_core::words::{Grundy, Play, Reason, ReasonKind};

use super::turns::Turn;
use crate::about::goal;
use crate::info::RULES;

/// A coin-turning game, read from a rule file.
#[derive(Debug)]
pub struct CoinsGame {
    pub(crate) name: String,
    pub(crate) id: u64,
    pub(crate) info: &'static GameInfo,
    /// The number of the first coin.
    pub(crate) from: u64,
    pub(crate) turns: Vec<Turn>,
    pub(crate) play: Play,
    /// The values of single coins, from the first on, as far as they have been asked for.
    pub(crate) values: Mutex<Vec<u64>>,
}

/// Sets that are gone through for the values of single coins, at most.
const MOST_SETS: u64 = 1 << 24;

impl CoinsGame {
    /// Calls `each` with the sets that have `last` for their last coin, as long as it returns true.
    fn sets(&self, last: u64, each: &mut dyn FnMut(&[u64]) -> bool) -> bool {
        let mut turns = self.turns.iter();
        turns.all(|turn| turn.sets(self.from, last, each))
    }

    /// Returns the values of the coins up to one, from the first on; `None` if there are too many sets.
    ///
    /// A row of coins is the sum of its coins alone: of two sums with the same coin twice, the two cancel (Winning
    /// Ways, ch. 14).
    fn values_to(&self, last: u64) -> Option<Vec<u64>> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sets = 0;
        while (values.len() as u64) <= last.checked_sub(self.from)? {
            let coin = self.from + values.len() as u64;
            let mut seen = Vec::new();
            let finished = self.sets(coin, &mut |set| {
                sets += 1;
                let others = set[..set.len() - 1].iter();
                let left = others.map(|other| values[(other - self.from) as usize]);
                seen.push(left.fold(0, |sum, value| sum ^ value));
                sets <= MOST_SETS
            });
            if !finished {
                return None;
            }
            values.push(mex(seen));
        }
        Some(values.clone())
    }

    /// Describes the game in sentences.
    pub(crate) fn describe(&self) -> String {
        let lines = [
            format!("Coins lie in a row, numbered from {}.", self.from),
            "A move turns the coins of an allowed set; the last of them goes from heads to tails.".to_string(),
            goal(self.play),
            "Compiled to the values of single coins in normal play, and to searches in misère play.".to_string(),
        ];
        lines.join("\n")
    }
}

/// A row of coins, by those that show heads.
#[derive(Clone, Debug)]
pub struct CoinRow {
    pub(crate) game: Arc<CoinsGame>,
    /// Ascending.
    pub(crate) heads: Vec<u64>,
}

impl PartialEq for CoinRow {
    fn eq(&self, other: &CoinRow) -> bool {
        (self.game.id, &self.game.name, &self.heads)
            == (other.game.id, &other.game.name, &other.heads)
    }
}

impl Eq for CoinRow {}

/// A move: the coins that it turns, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CoinMove(Box<[u64]>);

impl fmt::Display for CoinMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coins: Vec<String> = self.0.iter().map(u64::to_string).collect();
        write!(f, "turn {}", coins.join(","))
    }
}

impl fmt::Display for CoinRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads: Vec<String> = self.heads.iter().map(u64::to_string).collect();
        write!(f, "{}[{}]", self.game.name, heads.join(","))
    }
}

impl CoinRow {
    /// Returns the row with the coins of a set turned.
    fn turned(&self, set: &[u64]) -> CoinRow {
        let mut heads = self.heads.clone();
        for coin in set {
            match heads.binary_search(coin) {
                Ok(at) => {
                    heads.remove(at);
                }
                Err(at) => heads.insert(at, *coin),
            }
        }
        CoinRow {
            game: self.game.clone(),
            heads,
        }
    }
}

impl Game for CoinRow {
    type Move = CoinMove;

    const INFO: GameInfo = RULES;

    fn moves(&self) -> Moves<'_, CoinMove> {
        Box::new(self.heads.iter().flat_map(move |&last| {
            let mut sets = Vec::new();
            self.game.sets(last, &mut |set| {
                sets.push(CoinMove(set.into()));
                (sets.len() as u64) < MOST_SETS
            });
            // Two lines can allow the same set.
            sets.put_in_order_by(|a, b| a.0.cmp(&b.0));
            sets.dedup();
            sets
        }))
    }

    fn play(&self, mv: &CoinMove) -> Result<CoinRow, String> {
        let last = mv.0.last().copied().unwrap_or(0);
        if self.heads.binary_search(&last).is_err() {
            return Err(format!("coin {last} does not show heads"));
        }
        let found = !self.game.sets(last, &mut |set| *set != *mv.0);
        match found {
            true => Ok(self.turned(&mv.0)),
            false => Err("no line `turn` of the rules allows this".to_string()),
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<CoinRow, NotationError> {
        Err(cursor.expected("the name of a rule file", RULES.body))
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<CoinMove, NotationError> {
        const HELP: &str = "a move is `turn` and the coins: turn 1,4";
        cursor.need("turn", HELP)?;
        let mut coins = Vec::new();
        loop {
            coins.push(cursor.need_between("a coin", 0u64, u64::MAX)?);
            if !cursor.take(",") {
                break;
            }
        }
        coins.put_in_order();
        Ok(CoinMove(coins.into()))
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info
    }

    fn default_play(&self) -> Play {
        self.game.play
    }

    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.game.id.to_le_bytes());
        for coin in &self.heads {
            out.extend_from_slice(&coin.to_le_bytes());
        }
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let values = match self.heads.last() {
            Some(&last) => self.game.values_to(last)?,
            None => Vec::new(),
        };
        let own = self
            .heads
            .iter()
            .map(|coin| values[(coin - self.game.from) as usize]);
        let value = own.clone().fold(0, |sum, value| sum ^ value);
        let shown: Vec<String> = own.take(20).map(|value| value.to_string()).collect();
        let text = format!(
            "a row is worth the nim-sum of its heads alone, whose values are {}: {value}",
            shown.join(", ")
        );
        let reason = Reason::new(ReasonKind::Theorem, "Winning Ways, ch. 14", text);
        Some(Finding::new(u128::from(value).into(), reason))
    }

    fn diagram(&self) -> Diagram {
        /// Longer rows are not drawn.
        const MOST: u64 = 200;
        let last = self.heads.last().copied().unwrap_or(self.game.from);
        if last - self.game.from > MOST {
            return Diagram::Text(vec![self.to_string()]);
        }
        let cells = (self.game.from..=last).map(|coin| BoardCell {
            halves: 2 * (coin - self.game.from) as usize,
            row: 0,
            mark: match self.heads.binary_search(&coin) {
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
