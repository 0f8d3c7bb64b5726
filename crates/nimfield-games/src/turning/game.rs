//! The interface of products of coin-turning games to the analyser.

use crate::turning::rules::FORM;
use nimbers::{Nimber128, factor};

use super::coin_game::CoinGame;
use super::rules::{Turning, TurningMove, place_text};
use super::theory::{MOST_LISTED, SOURCE, moves_by_axes, product, value, values};
use nimfield_core::component::write_number;
use nimfield_core::info::{GameOption, Takes};
use nimfield_core::notation::{CLOSING, at_body_end, need_opening};
use nimfield_core::pieces::PieceKind;
use nimfield_core::prelude::*;

/// The notation of the factors in parentheses.
const FACTORS: &str =
    "the factors, separated by commas: turtles, mock-turtles, ruler, twins, triplets";

/// The value of a coin.
const TARTAN: Fact = Fact {
    statement: "the value of a coin is the nim product of its values in the factors; coins add up by nim-sum",
    source: "the Tartan theorem, Winning Ways, vol. 2, ch. 14; Lenstra 1978",
    checked: Checked::By(&["nimbers-tartan"]),
};

impl Rules for Turning {
    type Move = TurningMove;

    const INFO: GameInfo = GameInfo {
        also: &[
            ("turningcorners", "turning(turtles,turtles)"),
            ("turning-corners", "turning(turtles,turtles)"),
            ("turtles", "turning(turtles)"),
            ("mock-turtles", "turning(mock-turtles)"),
            ("ruler", "turning(ruler)"),
            ("twins", "turning(twins)"),
            ("triplets", "turning(triplets)"),
        ],
        title: "coin-turning games and their products",
        plain_rules: "Coins lie on a board, heads or tails up. On your turn turn the coins where some rows and \
                      columns cross; the game says which ones you may choose, and the farthest coin must go from \
                      heads to tails.",
        rules: "Coins lie on a board with an axis for each factor, some of them heads up. A move chooses a legal set \
                of each factor and turns the coins at all combinations; the last one, at the largest number of each \
                set, goes from heads to tails. The legal sets are: turtles, one or two coins; mock-turtles, one to \
                three; ruler, any number of neighbours; twins, two; triplets, three.",
        body: "the factors in parentheses, then coins (x,y,…) with a number for each factor, from 1 \
               for turtles and ruler and from 0 for the others",
        forms: &[FORM],
        moves: "`turn {1,3} x {4}`: the numbers of the coins on each axis; `5..9` for a run",
        move_example: "turn {1,3} x {4}",
        play: Play::Normal,
        theory: &[
            TARTAN,
            Fact {
                statement: "coin n alone is worth n in turtles and twins, the n-th odious number \
                            in mock-turtles and, from coin 2, in triplets, the largest power of \
                            two that divides n in ruler",
                source: "Winning Ways, vol. 2, ch. 14",
                checked: Checked::BY_TESTS_OF_THE_GAME,
            },
            Fact {
                statement: "misère play is not solved by theory; few coins are searched",
                source: "the rules",
                checked: Checked::BY_TESTS_OF_ENGINES,
            },
        ],
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for Your Mathematical \
                 Plays, vol. 2 (1982), ch. 14",
        chapter: "nimbers",
        group: Group::Plane,
        options: &[GameOption {
            name: "games",
            takes: Takes::Words(&["turtles", "mock-turtles", "ruler", "twins", "triplets"]),
            meaning: "a coin-turning game for each coordinate",
        }],
        setup: Setup::Points { ordinals: false },
        starts: &[
            "turning(turtles,ruler)[(2,1) (3,2)]",
            "turning(turtles,ruler)[(2,3) (3,2)]",
            "turning(turtles,ruler)[(2,3) (3,1)]",
        ],
        ..GameInfo::named("turning", "turning(turtles,ruler)[(3,4)]")
    };

    fn moves(&self) -> Moves<'_, TurningMove> {
        Box::new(self.heads().iter().flat_map(|head| self.moves_of(head)))
    }

    fn play(&self, mv: &TurningMove) -> Result<Turning, String> {
        let mut games = self.factors().iter().zip(&mv.sets);
        if mv.sets.len() != self.factors().len() {
            return Err(format!(
                "a move takes a set of coins for each of the {} factors",
                self.factors().len()
            ));
        }
        if let Some((game, _)) = games.find(|(game, set)| !game.is_legal(set)) {
            return Err(format!("no move of {game} turns exactly these coins"));
        }
        let last = mv.last();
        match self.heads().binary_search(&last) {
            Ok(_) => Ok(self.turned(&mv.sets)),
            Err(_) => Err(format!(
                "the last coin, at {}, is not heads up",
                place_text(&last)
            )),
        }
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Turning, NotationError> {
        Err(cursor.expected("`(`", FACTORS))
    }

    fn read_component(cursor: &mut Cursor<'_>) -> Result<Turning, NotationError> {
        cursor.need("(", FACTORS)?;
        let mut factors = Vec::new();
        loop {
            cursor.blanks();
            let start = cursor.at();
            let name = cursor.word();
            let game = CoinGame::ALL
                .iter()
                .find(|game| game.name().eq_ignore_ascii_case(name));
            let Some(&game) = game else {
                let end = cursor.at();
                return Err(match name {
                    "" => cursor.expected("a coin-turning game", FACTORS),
                    _ => cursor.fault(start..end, format!("unknown factor `{name}`"), FACTORS),
                });
            };
            factors.push(game);
            if !cursor.take(",") {
                break;
            }
        }
        cursor.need(")", FACTORS)?;
        need_opening(cursor)?;
        let at = cursor.at();
        let fault = |cursor: &Cursor<'_>, start: usize, error: String| {
            cursor.fault(start..cursor.at(), error, Self::INFO.body)
        };
        // An empty board is a position: there are no moves.
        let empty =
            Turning::new(factors.clone(), Vec::new()).map_err(|error| fault(cursor, at, error))?;
        let mut heads = Vec::new();
        while !at_body_end(cursor) {
            if !heads.is_empty() {
                cursor.take(",");
            }
            cursor.blanks();
            let start = cursor.at();
            let head = read_place(cursor)?;
            empty
                .check(&head)
                .map_err(|error| fault(cursor, start, error))?;
            heads.push(head);
        }
        if !cursor.take_any(&CLOSING) {
            return Err(cursor.expected("`]`", Self::INFO.body));
        }
        Turning::new(factors, heads).map_err(|error| fault(cursor, at, error))
    }

    fn shape(&self) -> Shape {
        let point = |head: &Vec<u64>| head.iter().map(|&coin| coin.into()).collect();
        Shape::Points {
            kind: PieceKind::Coin,
            points: self.heads().iter().map(point).collect(),
            origins: self
                .factors()
                .iter()
                .map(|game| game.first().into())
                .collect(),
        }
    }
}

impl Search for Turning {
    fn bytes_outside(&self) -> u64 {
        // Each place is a separate list.
        (self.heads().len() * (40 + 8 * self.factors().len())) as u64
    }

    fn move_count(&self) -> u128 {
        let counts = self.heads().iter().map(|head| self.count_of(head));
        counts.fold(0, u128::saturating_add)
    }

    fn key(&self, out: &mut Vec<u8>) {
        let factors = self.factors();
        write_number(out, factors.len() as u64);
        out.extend(factors.iter().map(|&game| game as u8));
        for &x in self.heads().iter().flatten() {
            write_number(out, x);
        }
    }
}

impl Theory for Turning {
    fn value(&self) -> Option<Finding<Grundy>> {
        /// The most coins to show one by one.
        const SHOWN: usize = 12;
        let heads = self.heads();
        let shown = heads.iter().take(SHOWN).map(|head| {
            let values = values(self, head);
            let factors: Vec<String> = values.iter().map(ToString::to_string).collect();
            match factors.len() {
                1 => factors.concat(),
                _ => format!("{} = {}", factors.join(" x "), product(&values)),
            }
        });
        let shown: Vec<String> = shown.collect();
        let more = if heads.len() > SHOWN { ", …" } else { "" };
        let value = value(self);
        let text = format!(
            "a coin is worth the nim product of its values in the factors: {}{more}, with the nim-sum {value}",
            shown.join(", ")
        );
        Some(Finding::new(
            value.into(),
            Reason::theorem(SOURCE, text).checked_by(TARTAN.claims()),
        ))
    }

    fn candidates(&self, play: Play, target: Grundy, budget: &Budget) -> Option<Vec<TurningMove>> {
        if play == Play::Misere {
            return None;
        }
        // Values are finite, so an infinite target is out of reach.
        let Some(change) = target.finite().map(|target| target ^ value(self)) else {
            return Some(Vec::new());
        };
        // Even astronomically many sets of one factor give no move if another factor has none.
        let heads = self.heads().iter();
        let heads = heads.filter(|head| change != 0 && self.count_of(head) > 0);
        let sets = |axis: usize, coin| {
            let game = self.factors()[axis];
            let few = game.set_count(coin) <= MOST_LISTED as u128;
            few.then(|| game.weighed_sets(coin).collect())
        };
        let moves = moves_by_axes(heads, &sets, change, budget)?;
        Some(moves.into_iter().map(|sets| TurningMove { sets }).collect())
    }

    fn candidates_are_exact(&self) -> bool {
        true
    }

    fn move_to_value(
        &self,
        play: Play,
        target: &Grundy,
        _budget: &Budget,
    ) -> Option<Result<TurningMove, String>> {
        if play == Play::Misere {
            return None;
        }
        let change = Nimber128(target.finite()? ^ value(self));
        let found = self.heads().iter().find_map(|head| {
            let values = values(self, head);
            let sides = factor::decreasing(&change, &values)?;
            let games = self
                .factors()
                .iter()
                .zip(head)
                .zip(values.iter().zip(sides));
            let sets =
                games.map(|((game, &coin), (value, side))| game.set_to(coin, value.0 ^ side.0));
            Some(TurningMove {
                sets: sets.collect(),
            })
        });
        found.map(Ok)
    }
}

by_default!(Turning: Shown, Engines);

fn read_coin(cursor: &mut Cursor<'_>) -> Result<u64, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let number = cursor.need_power("the number of a coin")?;
    u64::try_from(number).map_err(|_| {
        let message = "the number of a coin is too large";
        cursor.fault(
            start..cursor.at(),
            message,
            "coins are numbered up to 2^64-1",
        )
    })
}

/// Reads a place such as `(3,4)`.
fn read_place(cursor: &mut Cursor<'_>) -> Result<Vec<u64>, NotationError> {
    let help = Turning::INFO.body;
    cursor.need("(", help)?;
    let mut place = vec![read_coin(cursor)?];
    while cursor.take(",") {
        place.push(read_coin(cursor)?);
    }
    cursor.need(")", help)?;
    Ok(place)
}
