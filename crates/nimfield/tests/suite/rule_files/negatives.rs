//! Negatives of partizan games by rules, compared with the complete game trees with the players exchanged.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use nimfield::{Outcome, Play, Player, Sum};

use super::{analyzed, read};

/// A game by the sets of Left's and of Right's options.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Tree(BTreeSet<Rc<Tree>>, BTreeSet<Rc<Tree>>);

fn tree(sum: &Sum, known: &mut HashMap<String, Rc<Tree>>) -> Rc<Tree> {
    if let Some(tree) = known.get(&sum.to_string()) {
        return tree.clone();
    }
    let mut options = |player| -> BTreeSet<Rc<Tree>> {
        let own = sum.moves_by(player);
        own.map(|mv| tree(&sum.clone().play(&mv).unwrap(), known))
            .collect()
    };
    let found = Rc::new(Tree(options(Player::Left), options(Player::Right)));
    known.insert(sum.to_string(), found.clone());
    found
}

fn exchanged(tree: &Tree) -> Rc<Tree> {
    let all = |options: &BTreeSet<Rc<Tree>>| options.iter().map(|one| exchanged(one)).collect();
    Rc::new(Tree(all(&tree.1), all(&tree.0)))
}

const DOMINEERING: &str = "left place 2x1 fixed\nright place 1x2 fixed\n";
/// Left's tiles are reflections of Right's, and not rotations.
const CORNERS: &str =
    "left place a1,b1,b2 fixed\nright place a1,b1,a2 fixed\nplace cell forbids king\n";

#[test]
fn negatives_are_the_games_with_the_players_exchanged() {
    let sized = |rules: &str| format!("board any\n{rules}");
    let ring = format!("board rect 3 3 minus b2\n{DOMINEERING}");
    let triangle = "board tri 3\nleft place a2,b2 fixed\nright place a1,a2 fixed\n";
    for (text, bodies) in [
        (
            sized(DOMINEERING),
            &["[2x3]", "[3x1]", "[o.o/ooo]", "[oo_/.oo]", "[1x5]"][..],
        ),
        (ring, &["", "[ooo/o_./o.o]", "[o../o_./oo.]"]),
        (sized(CORNERS), &["[2x3]", "[oo./ooo]", "[3x2]"]),
        (triangle.to_string(), &[""]),
        (
            "rectangle\nleft cut columns\nright cut rows\n".to_string(),
            &["[2x3]", "[1x4]", "[2x2; 3x1]"],
        ),
        (
            "rectangle\nright cut rows\nleft cut columns\npoison\n".to_string(),
            &["[2x3 at c2]", "[3x2 at a2]"],
        ),
    ] {
        for body in bodies {
            let position = read(&text, body);
            let negative = read_signed(&text, "-", body);
            let (own, other) = (
                tree(&position, &mut HashMap::new()),
                tree(&negative, &mut HashMap::new()),
            );
            assert!(other == exchanged(&own), "{text}{body}");
            let difference = read_signed(&text, &format!("@random.game{body} - "), body);
            let outcome = analyzed(&difference, Play::Normal).outcome;
            assert_eq!(outcome, Some(Outcome::P), "{text}{body}");
            // The printed position is valid in the game.
            let printed = negative.to_string();
            let printed = printed.strip_prefix("@random.game").unwrap();
            assert_eq!(read(&text, printed).to_string(), negative.to_string());
        }
    }
}

#[test]
fn without_a_map_that_exchanges_the_players_nothing_is_subtracted() {
    for (text, body) in [
        (
            "board any\nleft place 1x2 fixed\nright place 1x3 fixed\n",
            "[3x3]",
        ),
        (
            "board rect 2 3\nleft place 2x1 fixed\nright place 1x2 fixed\n",
            "",
        ),
        ("rectangle\nleft cut columns\nright remove row\n", "[3x3]"),
    ] {
        let error = try_read(text, "nim[1] - ", body).unwrap_err();
        assert_eq!(&error.text[error.span.clone()], "-", "{error}");
        assert!(
            error.message.contains("exchanges Left and Right"),
            "{error}"
        );
    }
}

fn try_read(text: &str, before: &str, body: &str) -> Result<Sum, nimfield::NotationError> {
    let load = |name: &str| match name {
        "random.game" => Ok(text.to_string()),
        _ => Err(format!("there is no file {name}")),
    };
    let games = nimfield::Games::builtin();
    let reader = games.reader().files(load);
    reader.read(&format!("{before}@random.game{body}"))
}

fn read_signed(text: &str, before: &str, body: &str) -> Sum {
    try_read(text, before, body).unwrap_or_else(|error| panic!("{text}\n{error}"))
}
