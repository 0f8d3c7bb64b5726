//! Products of coin-turning games in notation.

use super::coin_game::CoinGame;
use super::rules::{Turning, TurningMove, place_text};
use nimfield_core::diagram::{Diagram, Mark};
use nimfield_core::info::{Checked, Fact, GameInfo, GameOption, Group, Setup, Takes};
use nimfield_core::notation::{CLOSING, Cursor, Notation, NotationError, OPENING, at_body_end};
use nimfield_core::pieces::{Piece, PieceKind, Pieces};
use nimfield_core::words::Play;

/// What stands in the parentheses.
const FACTORS: &str =
    "the factors, separated by commas: turtles, mock-turtles, ruler, twins, triplets";

/// The value of a coin.
pub(super) const TARTAN: Fact = Fact {
    statement: "a coin has the nim product of its values in the factors for its value; \
                coins add up by nim-sum",
    source: "the Tartan theorem, Winning Ways, vol. 2, ch. 14; Lenstra 1978",
    checked: Checked::By(&["nimbers-tartan"]),
};

impl Notation for Turning {
    const INFO: GameInfo = GameInfo {
        title: "coin-turning games and their products",
        rules: "Coins lie on a board with an axis for each factor, some of them heads up. A move \
                chooses a legal set of each factor and turns the coins at all combinations; the \
                last one, at the largest number of each set, goes from heads to tails. Legal are: \
                turtles, one or two coins; mock-turtles, one to three; ruler, any number of \
                neighbours; twins, two; triplets, three.",
        body: "the factors in parentheses, then coins (x,y,…) with a number for each factor, from 1 \
               for turtles and ruler and from 0 for the others",
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
                statement: "misere play is not solved by theory; few coins are searched",
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
        ..GameInfo::named("turning", "turning(turtles,ruler)[(3,4)]")
    };

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
                    _ => cursor.fault(start..end, format!("there is no factor `{name}`"), FACTORS),
                });
            };
            factors.push(game);
            if !cursor.take(",") {
                break;
            }
        }
        cursor.need(")", FACTORS)?;
        if !cursor.take_any(&OPENING) {
            return Err(cursor.expected("`[`", "the body of a position stands in brackets"));
        }
        let at = cursor.at();
        let fault = |cursor: &Cursor<'_>, start: usize, error: super::TurningError| {
            cursor.fault(start..cursor.at(), error.to_string(), Self::INFO.body)
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

    fn read(cursor: &mut Cursor<'_>) -> Result<Turning, NotationError> {
        Err(cursor.expected("`(`", FACTORS))
    }

    fn pieces(&self) -> Option<Pieces> {
        let piece = |place: &Vec<u64>| Piece {
            label: place_text(place),
            numbers: place.iter().map(u64::to_string).collect(),
        };
        Some(Pieces {
            what: PieceKind::Coin,
            pieces: self.heads().iter().map(piece).collect(),
        })
    }

    fn read_move(&self, cursor: &mut Cursor<'_>) -> Result<TurningMove, NotationError> {
        cursor.need("turn", Self::INFO.moves)?;
        let mut sets = vec![read_set(cursor)?];
        while cursor.take_any(&["x", "×"]) {
            sets.push(read_set(cursor)?);
        }
        Ok(TurningMove { sets })
    }

    fn diagram(&self) -> Diagram {
        let heads = self.heads().iter().map(|head| {
            let place = head.iter().map(|&coin| coin.into());
            (place.collect(), Mark::Stone)
        });
        let heads: Vec<_> = heads.collect();
        let origins = self.factors().iter().map(|game| game.first().into());
        Diagram::of_places(&heads, &origins.collect::<Vec<_>>())
    }
}

fn read_coin(cursor: &mut Cursor<'_>) -> Result<u64, NotationError> {
    cursor.blanks();
    let start = cursor.at();
    let number = cursor.need_number("the number of a coin")?;
    u64::try_from(number).map_err(|_| {
        let message = "the number of a coin is too large";
        cursor.fault(
            start..cursor.at(),
            message,
            "coins are numbered up to 2^64-1",
        )
    })
}

/// `(3,4)`.
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

/// `{1,3}` or `{5..9}`.
fn read_set(cursor: &mut Cursor<'_>) -> Result<Vec<u64>, NotationError> {
    let help = Turning::INFO.moves;
    cursor.need("{", help)?;
    let mut set = Vec::new();
    loop {
        cursor.blanks();
        let start = cursor.at();
        let from = read_coin(cursor)?;
        let to = if cursor.take("..") {
            read_coin(cursor)?
        } else {
            from
        };
        // No move turns more coins, so nothing is lost by refusing to hold them.
        if u128::from(to.saturating_sub(from)) + set.len() as u128 > super::MOST_TURNED {
            let message = "a move never turns so many coins";
            return Err(cursor.fault(start..cursor.at(), message, help));
        }
        set.extend(from..=to);
        if !cursor.take(",") {
            cursor.need("}", help)?;
            set.sort_unstable();
            return Ok(set);
        }
    }
}
