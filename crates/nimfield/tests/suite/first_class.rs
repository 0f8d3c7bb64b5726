//! Every game has all features: built in, on the shelf, from a file, or written in Rust. It has its own words, it is
//! drawn with its shape, and every move can be made by hand.

use nimfield::diagram::Diagram;
use nimfield::handles::{Grip, Handle};
use nimfield::info::GameInfo;
use nimfield::prelude::*;
use nimfield::usual_start;

/// Rows of pins, of which a move takes one or two neighbours: a game by its rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bowling(Vec<u128>);

displays_as_shape!(Bowling);
by_default!(Bowling);

const TAKE: &str = "row {place} by {amount} into {heaps}";

impl Rules for Bowling {
    type Move = Move;

    const INFO: GameInfo = GameInfo {
        forms: &[TAKE],
        ..GameInfo::named("bowling", "bowling[9]")
    };

    fn shape(&self) -> Shape {
        Shape::heaps("row", self.0.iter().copied())
    }

    fn of_numbers(rows: &[u128]) -> Result<Bowling, String> {
        Ok(Bowling(rows.to_vec()))
    }

    fn moves(&self) -> Moves<'_, Move> {
        let rows = self.0.iter().enumerate();
        Box::new(rows.flat_map(|(row, &pins)| {
            (1..=pins.min(2)).flat_map(move |taken| {
                let left = move |left| Arg::list([left, pins - taken - left]);
                let args = move |left| [Arg::Place(row), Arg::Number(taken), left];
                (0..=(pins - taken) / 2).map(move |pins| Move::new(TAKE, args(left(pins))))
            })
        }))
    }
}

fn games() -> Games {
    Games::builtin().with_game::<Bowling>()
}

/// Returns whether a handle of this component can make the move with this text.
fn makes(handle: &Handle, player: Option<Player>, text: &str) -> bool {
    if handle.player.is_some() && handle.player != player {
        return false;
    }
    match &handle.grip {
        Grip::Move { text: own } => own == text,
        Grip::Set { before, items } if before.is_empty() => text.split([',', '-']).all(|cell| {
            // A run names its ends.
            items.iter().any(|item| item.text == cell)
        }),
        Grip::Amount { before, .. }
        | Grip::Below { before, .. }
        | Grip::Point { before, .. }
        | Grip::Amounts { before, .. }
        | Grip::Set { before, .. }
        | Grip::Listed { before } => text.starts_with(before),
    }
}

#[test]
fn the_move_of_the_description_is_read_and_played() {
    for game in games().iter() {
        let info = game.info;
        let example = match info.move_example {
            "" => continue,
            example => example,
        };
        let positions = info.starts.iter().chain([&info.example]);
        let played = positions.filter_map(|position| {
            let sum = games().read(position).ok()?;
            let mv = sum.read_move(example).ok()?;
            sum.after(&mv).ok()
        });
        assert!(
            played.count() > 0,
            "{}: `{example}` plays from no start",
            info.name
        );
    }
}

#[test]
fn moves_read_back_as_they_print() {
    for game in games().iter() {
        let sum = games().read(game.info.usual_start()).unwrap();
        for mv in sum.moves().take(300) {
            let player = mv.player().unwrap_or(Player::Left);
            let read = sum.read_move_of(&mv.to_string(), player);
            assert_eq!(read.as_ref(), Ok(&mv), "{}", game.info.name);
            assert_eq!(read.unwrap().to_string(), mv.to_string());
        }
    }
}

#[test]
fn every_game_says_how_its_own_moves_are_written() {
    for game in games().iter() {
        let words = game.info.moves_in_words();
        assert!(words.contains('`'), "{}: {words}", game.info.name);
        // The forms themselves stand between backquotes.
        let piles = words
            .split('`')
            .skip(1)
            .step_by(2)
            .any(|form| form.contains("pile"));
        let sum = games().read(game.info.usual_start()).unwrap();
        let has_piles = sum
            .moves()
            .take(50)
            .any(|mv| mv.to_string().contains("pile"));
        assert_eq!(piles, has_piles, "{}: {words}", game.info.name);
    }
}

#[test]
fn parameters_are_described_with_their_ranges() {
    let all = games();
    let moore = all.find("moore").unwrap().info;
    assert!(moore.body.contains("from"), "{}", moore.body);
    assert!(
        moore.options[0].meaning.contains("from"),
        "{}",
        moore.options[0].meaning
    );
    let kayles = all.find("kayles").unwrap().info;
    assert!(!kayles.body.contains("parameters"), "{}", kayles.body);
}

#[test]
fn every_start_is_drawn_with_its_shape() {
    for game in games().iter() {
        let sum = games().read(game.info.usual_start()).unwrap();
        for term in sum.components() {
            let diagram = term.diagram();
            let words = matches!(diagram, Diagram::Text(_));
            assert!(!words, "{} is drawn in words: {diagram:?}", game.info.name);
        }
    }
}

#[test]
fn a_hand_can_make_every_move_of_a_start() {
    let mut missing: Vec<String> = Vec::new();
    for game in games().iter() {
        let name = game.info.name;
        let sum = games().read(game.info.usual_start()).unwrap();
        let handles: Vec<Vec<Handle>> =
            sum.components().iter().map(|term| term.handles()).collect();
        for mv in sum.moves().take(500) {
            let text = mv.text_in_component();
            let own = &handles[mv.component()];
            let made = own.iter().any(|handle| makes(handle, mv.player(), &text));
            missing.extend((!made).then(|| format!("{name}: no handle makes {mv}")));
        }
        for (component, own) in handles.iter().enumerate() {
            let diagram = sum.components()[component].diagram();
            let (rows, columns) = diagram.size();
            for handle in own {
                assert!(!handle.cells.is_empty(), "{name}: {handle:?} holds nothing");
                assert!(rows > 0 && columns > 0, "{name}");
            }
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn a_game_in_rust_is_analysed_like_any_other() {
    let sum = games().read("bowling[9] + nim[3]").unwrap();
    let answer = nimfield::analyze(&sum);
    assert_eq!(answer.outcome, Some(Outcome::N));
    assert_eq!(usual_start("bowling"), None);
    let error = sum.read_move("1: row 3 by 1 into 0+0").unwrap_err();
    assert!(error.message.contains("numbered 1 to 1"), "{error}");
}
