//! Rows of coins, and products of such games, as positions.

use nimfield_core::diagram::Mark;
use nimfield_core::pieces::PieceKind;
use nimfield_core::prelude::*;
use nimfield_core::shape::Board;
use std::fmt;
use std::sync::Arc;

use nimbers::Nimber64;

use nimfield_core::moves;
use nimfield_core::theory::{Followers, ValuedBelow};
use nimfield_core::words::ReasonKind;
use nimfield_games::turning::{bytes_listed, moves_by_axes, turned};

use super::acrostic::{Acrostic, along_axes};
use super::factor::Factor;
use super::moves::{CoinMove, FORM, Place, joined};
use crate::info::RULES;

/// A coin-turning game, or a product of several, read from a rule file.
#[derive(Debug)]
pub struct CoinsGame {
    pub(crate) name: String,
    pub(crate) id: u64,
    pub(crate) info: &'static GameInfo,
    /// One for a row of coins.
    pub(crate) factors: Vec<Factor>,
    /// The values of coins of an acrostic product, in which a move turns a set along one axis.
    pub(crate) acrostic: Option<Acrostic>,
    pub(crate) play: Play,
}

/// The values of the coordinates of a coin, and their nim product.
type Worth = (Vec<u64>, u64);

impl CoinsGame {
    /// Returns the values of the coordinates of a place, and their nim product, which is the value of the coin; `None` if
    /// there are too many sets.
    fn value_at(&self, place: &[u64]) -> Option<Worth> {
        if let Some(acrostic) = &self.acrostic {
            return Some((Vec::new(), acrostic.value(&self.factors, place)?));
        }
        let own = self.factors.iter().zip(place);
        let own: Vec<u64> = own
            .map(|(factor, &coin)| factor.value(coin))
            .collect::<Option<_>>()?;
        let product = own
            .iter()
            .fold(Nimber64(1), |product, &value| product * Nimber64(value));
        Some((own, product.0))
    }

    /// Returns by how much a move changes the value.
    fn change(&self, mv: &CoinMove) -> Option<u128> {
        if self.acrostic.is_some() {
            let turned = turned(&[], &mv.0);
            let mut values = turned.iter().map(|place| self.value_at(place));
            let sum = values.try_fold(0, |sum, value| Some(sum ^ value?.1));
            return sum.map(u128::from);
        }
        let mut sums = (self.factors.iter().zip(&mv.0)).map(|(factor, set)| factor.sum(set));
        let product = sums.try_fold(Nimber64(1), |product, sum| Some(product * Nimber64(sum?)));
        product.map(|product| product.0.into())
    }
}

/// Returns the combinations of `sets` and a set of each factor whose last coin is that of the head.
fn products<'a>(
    factors: &'a [Factor],
    head: &'a [u64],
    sets: Vec<Box<[u64]>>,
) -> Moves<'a, CoinMove> {
    let ([factor, factors @ ..], [last, head @ ..]) = (factors, head) else {
        return Box::new(std::iter::once(CoinMove(sets)));
    };
    Box::new((factor.sets(*last)).flat_map(move |set| {
        let longer = sets.iter().cloned().chain([set.into()]);
        products(factors, head, longer.collect())
    }))
}

/// Coins on a row or a board, given by those that show heads.
#[derive(Clone, Debug)]
pub struct CoinRow {
    pub(crate) game: Arc<CoinsGame>,
    /// The places of the heads, ascending: a number for each factor.
    pub(crate) heads: Vec<Place>,
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

    /// Returns the coordinates of a head, each with its factor.
    fn on_axes<'a>(&'a self, head: &'a Place) -> impl Iterator<Item = (&'a Factor, u64)> + Clone {
        self.game.factors.iter().zip(head.iter().copied())
    }

    /// Returns the moves of which this head is the last coin.
    fn moves_of<'a>(&'a self, head: &'a Place) -> Moves<'a, CoinMove> {
        if self.game.acrostic.is_some() {
            return Box::new(along_axes(&self.game.factors, head));
        }
        // However many sets one factor has, a move needs a set of the other factors too.
        let mut axes = self.on_axes(head);
        match axes.all(|(factor, last)| factor.sets(last).next().is_some()) {
            true => products(&self.game.factors, head, Vec::new()),
            false => Box::new(std::iter::empty()),
        }
    }

    /// Returns the values of the heads, each after those of its coordinates, and their nim-sum.
    fn values(&self) -> Option<(Vec<Worth>, u64)> {
        let values = self.heads.iter().map(|place| self.game.value_at(place));
        let values: Vec<Worth> = values.collect::<Option<_>>()?;
        let sum = values.iter().fold(0, |sum, (_, value)| sum ^ value);
        Some((values, sum))
    }

    /// Finds the values of all coins that moves can turn; returns how many are new.
    fn find_values(&self, budget: &Budget) -> Result<u64, Unfinished> {
        if let Some(acrostic) = &self.game.acrostic {
            let mut heads = self.heads.iter();
            return heads.try_fold(0, |new, head| {
                Ok(new + acrostic.tabulate(&self.game.factors, head, budget)?)
            });
        }
        let mut axes = self.heads.iter().flat_map(|head| self.on_axes(head));
        axes.try_fold(0, |new, (factor, last)| {
            Ok(new + factor.tabulate(last, budget)?)
        })
    }

    fn axes(&self) -> usize {
        self.game.factors.len()
    }
}

impl Rules for CoinRow {
    type Move = CoinMove;

    const INFO: GameInfo = RULES;

    fn moves(&self) -> Moves<'_, CoinMove> {
        Box::new(self.heads.iter().flat_map(|head| self.moves_of(head)))
    }

    fn play(&self, mv: &CoinMove) -> Result<CoinRow, String> {
        if mv.0.len() != self.axes() {
            return Err(format!(
                "a move needs a set of coins for each of {} axes",
                self.axes()
            ));
        }
        let last = mv.0.iter().filter_map(|set| set.last().copied());
        let last: Place = last.collect();
        if self.heads.binary_search(&last).is_err() {
            return Err(format!("coin {} does not show heads", joined(&last)));
        }
        let mut sets = self.game.factors.iter().zip(mv.0.iter().map(|set| &**set));
        let allowed = match self.game.acrostic {
            None => sets.all(|(factor, set)| factor.allows(set)),
            Some(_) => {
                let single = mv.0.iter().filter(|set| set.len() == 1).count();
                let along = |(factor, set): (&Factor, &[u64])| {
                    (set.len() > 1 || single == mv.0.len()) && factor.allows(set)
                };
                single + 1 >= mv.0.len() && sets.any(along)
            }
        };
        match allowed {
            true => Ok(self.turned(mv)),
            false => Err("no line `turn` of the rules allows this".to_string()),
        }
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<CoinMove, NotationError> {
        let help = match self.axes() {
            1 => "a move is `turn` and the coins: turn 1,4",
            _ => "a move is `turn` and a set of numbers for each factor: turn {1,4} x {2}",
        };
        let mv = moves::read(&[FORM], cursor, help, &|_| None)?;
        CoinMove::of_move(&mv).ok_or_else(|| cursor.expected("coins below 2^64", help))
    }

    fn shape(&self) -> Shape {
        /// Longer rows are not drawn.
        const MOST: u64 = 200;
        let factors = &self.game.factors;
        if let [factor] = &factors[..] {
            let last = self.heads.last().map_or(factor.from, |place| place[0]);
            if last - factor.from > MOST {
                return Shape::Text(vec![self.to_string()]);
            }
            let cells = (factor.from..=last).map(|coin| {
                let mark = match self.heads.binary_search(&vec![coin]) {
                    Ok(_) => Mark::Stone,
                    Err(_) => Mark::Empty,
                };
                ((coin as usize, 0), mark)
            });
            return Shape::Board(Board {
                cells: cells.collect(),
                triangular: false,
                labels: false,
                noun: "coin",
            });
        }
        let point = |place: &Vec<u64>| place.iter().map(|&coin| coin.into()).collect();
        Shape::Points {
            kind: PieceKind::Coin,
            points: self.heads.iter().map(point).collect(),
            origins: factors.iter().map(|factor| factor.from.into()).collect(),
        }
    }

    fn info(&self) -> &'static GameInfo {
        self.game.info
    }

    fn default_play(&self) -> Play {
        self.game.play
    }
}

impl Search for CoinRow {
    fn move_count(&self) -> u128 {
        let counts = self.heads.iter().map(|head| {
            let counts = self
                .on_axes(head)
                .map(|(factor, last)| factor.set_count(last));
            match self.game.acrostic {
                None => counts.fold(1, u128::saturating_mul),
                Some(_) => {
                    // A coin alone is a set on several axes, and one move.
                    let alone = self
                        .on_axes(head)
                        .filter(|(factor, last)| factor.allows(&[*last]));
                    let twice = alone.count().saturating_sub(1) as u128;
                    counts.fold(0, u128::saturating_add).saturating_sub(twice)
                }
            }
        });
        counts.fold(0, u128::saturating_add)
    }

    fn bytes_outside(&self) -> u64 {
        // Each place is a separate list.
        (self.heads.len() * (40 + 8 * self.axes())) as u64
    }

    fn key(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.game.id.to_le_bytes());
        for coin in self.heads.iter().flatten() {
            out.extend_from_slice(&coin.to_le_bytes());
        }
    }
}

impl Theory for CoinRow {
    fn value(&self) -> Option<Finding<Grundy>> {
        /// The most coins that are shown one by one.
        const SHOWN: usize = 20;
        let (values, value) = self.values()?;
        let shown = values.iter().take(SHOWN).map(|(factors, product)| {
            let factors: Vec<String> = factors.iter().map(u64::to_string).collect();
            match factors.len() {
                0 | 1 => product.to_string(),
                _ => format!("{} = {product}", factors.join(" x ")),
            }
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        let (source, text) = match self.axes() {
            _ if self.game.acrostic.is_some() => (
                "Winning Ways, ch. 14",
                format!(
                    "a board is worth the nim-sum of its heads alone, whose values by the rules are {shown}: {value}"
                ),
            ),
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

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<CoinMove>> {
        if play == Play::Misere || self.game.acrostic.is_some() {
            return None;
        }
        let (_, value) = self.values()?;
        // Values are finite: an infinite target is out of reach.
        let Some(change) = target.finite().map(|target| target ^ u128::from(value)) else {
            return Some(Vec::new());
        };
        let heads = self.heads.iter().filter(|_| change != 0);
        let sets = |axis: usize, coin| self.game.factors[axis].weighed(coin);
        let moves = moves_by_axes(heads, &sets, change, budget)?;
        let boxed = |sets: Vec<Vec<u64>>| sets.into_iter().map(Box::from).collect();
        Some(moves.into_iter().map(boxed).map(CoinMove).collect())
    }

    fn candidates_are_exact(&self) -> bool {
        true
    }
}

impl Engines for CoinRow {
    fn tabulate(&self, budget: &Budget) -> Result<(), Undecided> {
        self.find_values(budget)?;
        Ok(())
    }

    fn followers(&self, play: Play, budget: &Budget) -> Option<ValuedBelow<CoinMove>> {
        let found = match play {
            Play::Normal => self.find_values(budget),
            Play::Misere => return None,
        };
        found
            .map_err(Undecided::from)
            .map(|new| {
                let found = self.value()?;
                let row = self.clone();
                let budget = budget.clone();
                Some(Box::new(CoinValues {
                    row,
                    found,
                    new,
                    budget,
                }) as _)
            })
            .transpose()
    }
}

/// A position with the values of its coins.
struct CoinValues {
    row: CoinRow,
    found: Finding<Grundy>,
    /// How many values of coins are new.
    new: u64,
    /// The budget of the search for moves.
    budget: Budget,
}

impl Followers<CoinMove> for CoinValues {
    fn value(&self) -> u128 {
        self.found.value.finite().expect("coins have finite values")
    }

    fn moves_to(&self, target: u128, most: usize) -> (Vec<CoinMove>, bool) {
        let (mut found, mut bytes) = (Vec::new(), 0u64);
        let change = self.value() ^ target;
        // The value of a set is never 0.
        for mv in self.row.moves().filter(|_| change != 0) {
            if self.budget.check(0).is_err() {
                return (found, false);
            }
            if self.row.game.change(&mv) == Some(change) {
                bytes = bytes.saturating_add(bytes_listed(mv.0.iter().map(|set| set.len())));
                if found.len() == most || self.budget.fits(bytes).is_err() {
                    return (found, false);
                }
                found.push(mv);
            }
        }
        (found, true)
    }

    fn reason(&self) -> Option<Reason> {
        Some(self.found.reason.clone())
    }

    fn positions(&self) -> u64 {
        self.new
    }

    fn bytes(&self) -> u64 {
        // The values belong to the game.
        0
    }
}

by_default!(CoinRow: Shown);
