//! Welter's game: coins on distinct squares of a strip; a move takes one down to a free square.

use crate::partitions::sentences;
use nimfield_core::families::formulas::FormulaGame;
use nimfield_core::prelude::*;
use std::fmt;

use crate::partitions::coins::sato::Sato;
use crate::partitions::coins::value::{coin_to, value_of_distinct, welter_value};
use nimfield_core::game::searched::component;
use nimfield_core::notation::at_body_end;
use nimfield_core::pieces::PieceKind;

/// The most coins, since the formula uses all pairs of them.
const MOST_COINS: usize = 10_000;

/// A position of Welter's game: the squares of the coins, ascending and distinct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Welter(Vec<u128>);

impl Welter {
    /// Creates the position with coins on these squares, in any order; `None` if two are equal.
    #[must_use]
    pub fn new(mut coins: Vec<u128>) -> Option<Welter> {
        coins.sort_unstable();
        let distinct = coins.windows(2).all(|pair| pair[0] < pair[1]);
        distinct.then_some(Welter(coins))
    }
}

impl fmt::Display for Welter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coins: Vec<String> = self.0.iter().map(u128::to_string).collect();
        write!(f, "welter[{}]", coins.join(","))
    }
}

/// The move of a coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CoinMove {
    /// The square of the coin.
    pub from: u128,
    /// The free square further down that it moves to.
    pub to: u128,
}

const FORM: &str = "{number} to {number}";

impl GameMove for CoinMove {
    fn to_move(&self) -> Move {
        Move::new(FORM, [Arg::Number(self.from), Arg::Number(self.to)])
    }

    fn of_move(mv: &Move) -> Option<CoinMove> {
        match (mv.form(), mv.args()) {
            (FORM, [Arg::Number(from), Arg::Number(to)]) => Some(CoinMove {
                from: *from,
                to: *to,
            }),
            _ => None,
        }
    }
}

displays_as_move!(CoinMove);

/// The value of coins.
const WELTER_FUNCTION: Fact = Fact {
    statement: "the value is the nim-sum of the squares and of d xor (d-1) over the differences \
                d of two of them; at most one winning move for each coin, found bit by bit, \
                whatever the numbers",
    source: "Welter 1954; Conway 1976, ch. 13",
    checked: Checked::By(&["pnim-sato-hooks", "pnim-welter-on-partitions"]),
};

impl Rules for Welter {
    type Move = CoinMove;

    const INFO: GameInfo = GameInfo {
        title: "Welter's game: coins on distinct squares move down",
        plain_rules: "Coins stand on a strip of numbered squares, at most one on each. On your \
                      turn move a coin to a free square with a smaller number; it may jump over \
                      others.",
        rules: "Coins stand on distinct squares of a strip numbered from 0. A move takes one of them to a \
                free square with a smaller number, possibly over others.",
        body: "the squares of the coins, distinct whole numbers from 0 to 2^128-1, separated by commas or \
               blanks; at most 10000",
        forms: &[FORM],
        moves: "`A to B`: a coin and the square it goes to",
        move_example: "4 to 2",
        play: Play::Normal,
        theory: &[
            WELTER_FUNCTION,
            Fact {
                statement: "it is Sato's game on the partition with the parts a_i - i, where a_i is coin \
                            number i from 0, ascending",
                source: "Sato 1970",
                checked: Checked::By(&["pnim-welter-on-partitions"]),
            },
            Fact {
                statement: "misère play by search",
                source: "the rules",
                checked: Checked::BY_TESTS_OF_ENGINES,
            },
        ],
        source: "C. P. Welter, The theory of a class of games on a sequence of squares, in terms of the \
                 advancing operation in a special group, Indagationes Mathematicae 16 (1954)",
        chapter: "partitions",
        group: Group::Heaps,
        setup: Setup::Coins,
        puzzles: &[Puzzle::of(&[3], 10)],
        starts: &["welter[1,4,9]", "welter[2,3,5,8,13]", "welter[3,5,8,12]"],
        ..GameInfo::named("welter", "welter[1,4,9]")
    };

    const EMPTY_BODY: bool = true;

    fn moves(&self) -> Moves<'_, CoinMove> {
        let free = |to: &u128| self.0.binary_search(to).is_err();
        let moves = move |&from| (0..from).filter(free).map(move |to| CoinMove { from, to });
        Box::new(self.0.iter().flat_map(moves))
    }

    fn play(&self, mv: &CoinMove) -> Result<Welter, String> {
        match (self.0.binary_search(&mv.from), self.0.binary_search(&mv.to)) {
            (Err(_), _) => Err(format!("no coin is on {}", mv.from)),
            (Ok(_), _) if mv.to >= mv.from => Err("a coin must move to a lower square".to_string()),
            (Ok(_), Ok(_)) => Err(format!("there is a coin on {}", mv.to)),
            (Ok(coin), Err(place)) => {
                let mut coins = self.0.clone();
                coins.remove(coin);
                coins.insert(place, mv.to);
                Ok(Welter(coins))
            }
        }
    }

    fn shape(&self) -> Shape {
        Shape::Points {
            kind: PieceKind::Coin,
            points: self.0.iter().map(|&coin| vec![coin.into()]).collect(),
            origins: vec![0],
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Welter, NotationError> {
        let mut coins: Vec<u128> = Vec::new();
        cursor.blanks();
        let start = cursor.at();
        let mut comma = false;
        while comma || !at_body_end(cursor) {
            coins.push(cursor.need_power("a square")?);
            if coins.len() > MOST_COINS {
                let message = format!("there are more than {MOST_COINS} coins");
                return Err(cursor.fault(start..cursor.at(), message, Self::INFO.body));
            }
            comma = cursor.take(",");
        }
        let end = cursor.at();
        Welter::new(coins).ok_or_else(|| {
            let message = "two coins are on the same square";
            cursor.fault(start..end, message, Self::INFO.body)
        })
    }
}

impl Search for Welter {
    fn move_count(&self) -> u128 {
        let coins = self.0.iter().enumerate();
        let free = coins.map(|(below, &coin)| coin - below as u128);
        free.fold(0, u128::saturating_add)
    }

    /// Returns the component for searches, which is that of Sato's game.
    fn component(&self) -> Option<Result<AnyComponent, String>> {
        let coins = self.0.iter().enumerate();
        let parts = coins.map(|(below, &coin)| u64::try_from(coin - below as u128).ok());
        let parts: Option<Vec<u64>> = parts.collect();
        // Searches refuse Sato's game only for the same reason.
        let component = parts.and_then(|parts| component(&Sato(Partition::new(parts))).ok());
        Some(
            component
                .ok_or_else(|| format!("{self} has 2^64 moves or more, too many for a search")),
        )
    }
}

impl Theory for Welter {
    fn number_formula(&self, play: Play, count: usize) -> Option<NumberFormula> {
        /// The most coins; the pairs of more take long.
        const MOST: usize = 64;
        let value = |coins: &[u64]| u64::try_from(value_of_distinct(coins)?).ok();
        (play == Play::Normal && count <= MOST).then(|| NumberFormula::of_values(value))
    }

    fn value(&self) -> Option<Finding<Grundy>> {
        let value = welter_value(&self.0);
        let text = format!(
            "the nim-sum of the squares of {self} and of d xor (d-1) over their differences d is {value}"
        );
        let reason = Reason::theorem("Welter 1954", text).checked_by(WELTER_FUNCTION.claims());
        Some(Finding::new(value.into(), reason))
    }

    fn candidates(&self, play: Play, target: Grundy, _budget: &Budget) -> Option<Vec<CoinMove>> {
        if play == Play::Misere {
            return None;
        }
        let coins = &self.0;
        let target = target.finite()?;
        let value = welter_value(coins);
        let moves = (0..coins.len()).filter_map(|coin| {
            let to = coin_to(coins, coin, value, target)?;
            Some(CoinMove {
                from: coins[coin],
                to,
            })
        });
        Some(moves.collect())
    }
}

by_default!(Welter: Shown);

impl Engines for Welter {
    fn as_formulas(&self) -> Option<Result<FormulaGame, String>> {
        // Sentences use numbers below 2^64.
        let squares: Option<Vec<u64>> = self.0.iter().map(|&own| own.try_into().ok()).collect();
        Some(sentences::coins(squares?.into_iter()))
    }
}
