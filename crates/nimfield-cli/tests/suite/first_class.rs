//! Every game, built in or on the shelf, has what the table in the book says: its move, its picture, its handles, its
//! constructor in Python (which the tests of the package run), and families of its positions.

use std::collections::BTreeSet;
use std::path::Path;

use nimfield::Games;
use nimfield::handles::Grip;
use nimfield::info::{GameInfo, Setup};
use nimfield::shape::Shape;

use crate::common::{code, err, out, run};

const BEGIN: &str = "<!-- every game -->\n";
const END: &str = "<!-- end of every game -->";

fn page(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/src")
        .join(name)
}

/// The games that need no rule file of the reader.
fn games() -> impl Iterator<Item = &'static GameInfo> {
    let games = Games::builtin();
    let infos: Vec<_> = games.iter().map(|game| game.info).collect();
    infos.into_iter().filter(|info| !info.name.starts_with('@'))
}

/// The parts of positions, in a word or two.
fn shape_word(shape: &Shape) -> &'static str {
    match shape {
        Shape::Heaps { .. } => "heaps",
        Shape::Named(_) => "named piles",
        Shape::Grid { .. } => "a grid",
        Shape::Diagrams { .. } => "Young diagrams",
        Shape::Board(_) => "a board",
        Shape::Points { .. } => "points",
        Shape::Rectangles(_) => "rectangles",
        Shape::Box(_) => "a box",
        Shape::Value(_) | Shape::Text(_) => "words",
    }
}

/// The action of a hand, in a word.
fn grip_word(grip: &Grip) -> &'static str {
    match grip {
        Grip::Move { .. } => "tap",
        Grip::Set { .. } => "mark",
        Grip::Amount { .. } | Grip::Amounts { .. } => "take an amount",
        Grip::Below { .. } | Grip::Point { .. } => "slide",
        Grip::Listed { .. } => "choose",
    }
}

/// The body of the example, with its parameters.
fn parts(example: &str) -> (&str, &str) {
    let (head, body) = example.split_once('[').expect("a body");
    let options = head
        .split_once('(')
        .map_or("", |(_, options)| options.trim_end_matches(')'));
    (options, body.trim_end_matches(']'))
}

/// The call in Python that makes the example.
fn python(info: &GameInfo) -> String {
    // The capitals of the title, as in `PNim`, unless it has no others.
    let title = info.title.split(':').next().unwrap_or(info.title);
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    let name = match title.eq_ignore_ascii_case(info.name) && title != title.to_uppercase() {
        true if title != title.to_lowercase() => title.to_string(),
        _ => info.name.split('-').map(capital).collect(),
    };
    let (options, body) = parts(info.example);
    let row = |row: &str| -> String {
        let numbers = row.split([',', ' ']).filter(|number| !number.is_empty());
        let quoted = |number: &str| match number.bytes().all(|digit| digit.is_ascii_digit()) {
            true => number.to_string(),
            false => format!("\"{number}\""),
        };
        numbers.map(quoted).collect::<Vec<_>>().join(", ")
    };
    let rows = |body: &str| {
        let rows = body.split("; ").map(|line| format!("[{}]", row(line)));
        format!("[{}]", rows.collect::<Vec<_>>().join(", "))
    };
    let sides = |body: &str| {
        let (sides, place) = body.split_once(" at ").unwrap_or((body, ""));
        let place = (!place.is_empty()).then(|| format!(", \"{place}\""));
        sides.replace('x', ", ") + &place.unwrap_or_default()
    };
    let points = |body: &str| {
        let inside = body.trim_matches(['(', ')']).split(") (");
        let points = inside.map(|point| format!("[{}]", row(point)));
        format!("[{}]", points.collect::<Vec<_>>().join(", "))
    };
    let argument = match info.setup {
        Setup::Matrix => rows(body),
        Setup::Stones { .. } => sides(body),
        Setup::Triangle => body.to_string(),
        Setup::Rows { .. } => format!("\"{body}\""),
        Setup::Partition { several: true } => rows(body),
        Setup::Heaps { count: Some(_), .. } => row(body),
        Setup::Points { .. } => points(body),
        Setup::Rectangles => format!("[({})]", sides(body)),
        Setup::Partition { .. } | Setup::Heaps { .. } | Setup::Coins => format!("[{}]", row(body)),
        Setup::Typed if body.contains(';') => rows(body),
        Setup::Typed if body.contains('x') => sides(body),
        Setup::Typed => format!("[{}]", row(body)),
    };
    // Words come first, numbers by their place or name after what the position is made of.
    let given = || options.split(',').filter(|option| !option.is_empty());
    let word = |option: &&str| !option.contains('=') && option.parse::<u64>().is_err();
    let words: Vec<String> = given()
        .filter(word)
        .map(|option| format!("\"{option}\""))
        .collect();
    // One component is a text, several are a list.
    let words = match words.len() {
        0 | 1 => words,
        _ => vec![format!("[{}]", words.join(", "))],
    };
    let numbers = given().filter(|option| !word(option)).map(str::to_string);
    let arguments: Vec<String> = words.into_iter().chain([argument]).chain(numbers).collect();
    format!("{name}({})", arguments.join(", "))
}

/// A family of positions: the example with a letter instead of its last number, and the greatest number that the letter may
/// be; `None` if the game has one board.
fn family(info: &GameInfo) -> Option<(String, u32)> {
    let (head, body) = info.example.split_once('[').expect("a body");
    if info.setup == Setup::Coins || matches!(info.name, "sym" | "grunt") {
        return Some((format!("{head}[n]"), 4));
    }
    // A number after a letter names a cell, except for the sides of a rectangle.
    let place = body.split(" at ").next().expect("a first part");
    let digits = |c: char| c.is_ascii_digit();
    let last = place.rfind(digits)?;
    let first = place[..=last]
        .rfind(|c| !digits(c))
        .map_or(0, |before| before + 1);
    let most = place[first..=last].parse().expect("digits");
    let family = format!("{head}[{}n{}", &body[..first], &body[last + 1..]);
    Some((family, most))
}

fn line(info: &GameInfo) -> String {
    let games = Games::builtin();
    let sum = games.read(info.example).expect("an example");
    let term = &sum.components()[0];
    let handles = term.handles();
    let grips: BTreeSet<_> = handles
        .iter()
        .map(|handle| grip_word(&handle.grip))
        .collect();
    let played = sum.read_move(info.move_example).map(|mv| sum.after(&mv));
    assert!(matches!(played, Ok(Ok(_))), "{}: {played:?}", info.example);
    let family = family(info).map_or("one board".to_string(), |(family, _)| format!("`{family}`"));
    format!(
        "| [{}](gallery/game-{0}.svg) | `{}` | `{}` | {} | {} | `{}` | {family} |\n",
        info.name,
        info.example,
        info.move_example,
        shape_word(&term.shape()),
        grips.into_iter().collect::<Vec<_>>().join(", "),
        python(info),
    )
}

/// `UPDATE_DOCS=1` writes the table again.
#[test]
fn the_table_of_the_book_is_that_of_the_games() {
    let head = "| game | example | a move | shape | by hand | in Python | a family |\n|---|---|---|---|---|---|---|\n";
    let table: String = games().map(line).collect();
    let table = format!("\n{head}{table}\n");
    let path = page("adding-a-game.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("where the table begins");
    let (old, after) = rest.split_once(END).expect("where the table ends");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(old, table);
}

/// Tests of pictures draw what the page lists; this checks that it lists all, each with the shape of the game.
#[test]
fn the_gallery_has_a_picture_of_every_game() {
    let gallery = std::fs::read_to_string(page("gallery.md")).unwrap();
    let command = |info: &GameInfo| {
        let (name, example) = (info.name, info.example);
        format!("nimfield draw '{example}' -o gallery/game-{name}.svg\n")
    };
    let missing: String = games()
        .map(command)
        .filter(|command| !gallery.contains(command))
        .collect();
    assert_eq!(missing, "");
    for info in games() {
        assert!(
            !line(info).contains("| words |"),
            "{} is drawn in words",
            info.name
        );
    }
}

#[test]
fn every_game_has_tables_periods_guesses_and_hunts() {
    for info in games() {
        let Some((family, most)) = family(info) else {
            continue;
        };
        let range = format!("n=1..{most}");
        let table = ["table", &family, &range];
        let hunted = format!("{family}: P = P");
        let hunt = ["hunt", "--statement", &hunted, &range];
        let output = run(&table);
        assert_eq!(code(&output), 0, "{table:?}: {}", err(&output));
        assert!(!out(&output).is_empty(), "{table:?}");
        let output = run(&hunt);
        assert_eq!(code(&output), 0, "{hunt:?}: {}", err(&output));
        let output = run(&["guess", &family, &range]);
        assert!(matches!(code(&output), 0 | 1), "{family}: {}", err(&output));
        // Values of partizan games are no numbers, and some are transfinite: both is said.
        let up_to = most.min(4).to_string();
        let output = run(&["period", &family, "--up-to", &up_to]);
        let reasons = ["is partizan", "a term must be a number"];
        let said = reasons.iter().any(|reason| err(&output).contains(reason));
        let answered = matches!(code(&output), 0 | 3);
        assert!(answered || said, "{family}: {}", err(&output));
    }
}
