//! Games on boards against a twin that follows the words of the rules: it knows rows, columns and stones, but no masks,
//! components or theory.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::asked::{analyzed, best_move};
use nimfield::families::taking::permute;
use nimfield::game::{Part, Rules};
use nimfield::opponent::Aim;
use nimfield::words::ReasonKind;
use nimfield::{Analyzer, Budget, Games, Outcome, Play, Query, Sum, read};
use nimfield_engines::taking::table::{BoardTable, TableKind};
use nimfield_games::boards::{
    Board, BoardGame, Direction, Lines, Name, Pairings, Pick, Shape, Take, describe, pairing,
    read_file, row_value, two_rows,
};
use proptest::prelude::*;

/// A board as a picture: `o` a stone, `.` a gap, `_` no cell, in rows and columns. On triangular
/// boards rows are written from the left, and the lines are rows, columns and diagonals.
type Picture = Vec<Vec<char>>;

/// The rules: take stones of one line.
#[derive(Clone, Copy)]
struct Words {
    min: usize,
    max: usize,
    /// Whether the stones need not be neighbours.
    gaps: bool,
    /// Whether there are lines in a third direction, down to the right.
    third: bool,
}

fn picture(rows: &[&str]) -> Picture {
    rows.iter().map(|row| row.chars().collect()).collect()
}

fn at(picture: &Picture, row: i32, column: i32) -> char {
    let place = usize::try_from(row).ok().zip(usize::try_from(column).ok());
    let found = place.and_then(|(row, column)| picture.get(row)?.get(column).copied());
    found.unwrap_or('_')
}

/// All pictures after a move.
fn successors(before: &Picture, words: Words) -> BTreeSet<Picture> {
    let mut after = BTreeSet::new();
    let size = before
        .len()
        .max(before.iter().map(Vec::len).max().unwrap_or(0)) as i32;
    let mut steps = vec![(0, 1), (1, 0)];
    if words.third {
        steps.push((1, 1));
    }
    for row in 0..size {
        for column in 0..size {
            if at(before, row, column) != 'o' {
                continue;
            }
            for &(down, right) in &steps {
                // Stones ahead of this one on the line: all, or those without a gap.
                let mut ahead = Vec::new();
                for step in 1..size {
                    let place = (row + step * down, column + step * right);
                    match at(before, place.0, place.1) {
                        'o' => ahead.push(place),
                        _ if words.gaps => {}
                        _ => break,
                    }
                }
                let mut choices: Vec<Vec<(i32, i32)>> = Vec::new();
                if words.gaps {
                    for subset in 0..1u32 << ahead.len() {
                        let chosen = (0..ahead.len()).filter(|i| subset >> i & 1 == 1);
                        choices.push(chosen.map(|i| ahead[i]).collect());
                    }
                } else {
                    choices.extend((0..=ahead.len()).map(|count| ahead[..count].to_vec()));
                }
                for mut taken in choices {
                    taken.push((row, column));
                    if (words.min..=words.max).contains(&taken.len()) {
                        let mut next = before.clone();
                        for (row, column) in taken {
                            next[row as usize][column as usize] = '.';
                        }
                        after.insert(next);
                    }
                }
            }
        }
    }
    after
}

/// The results of the twin for every position reachable by removing stones: the Grundy value and whether it is lost in
/// misère play.
#[derive(Default)]
struct Twin {
    known: HashMap<Picture, (u32, bool)>,
}

impl Twin {
    fn look(&mut self, picture: &Picture, words: Words) -> (u32, bool) {
        if let Some(&known) = self.known.get(picture) {
            return known;
        }
        let after: Vec<(u32, bool)> = successors(picture, words)
            .iter()
            .map(|next| self.look(next, words))
            .collect();
        let values: BTreeSet<u32> = after.iter().map(|&(value, _)| value).collect();
        let value = (0..).find(|value| !values.contains(value)).expect("a mex");
        // A player who cannot move has won, because the other player moved last.
        let misere_lost = !after.is_empty() && after.iter().all(|&(_, lost)| !lost);
        self.known.insert(picture.clone(), (value, misere_lost));
        (value, misere_lost)
    }
}

/// All pictures with some of the stones of a full one removed.
fn subsets(full: &Picture) -> Vec<Picture> {
    let stones: Vec<(usize, usize)> = (0..full.len())
        .flat_map(|row| (0..full[row].len()).map(move |column| (row, column)))
        .filter(|&(row, column)| full[row][column] == 'o')
        .collect();
    let with = |subset: u32| {
        let mut picture = full.clone();
        for (i, &(row, column)) in stones.iter().enumerate() {
            if subset >> i & 1 == 0 {
                picture[row][column] = '.';
            }
        }
        picture
    };
    (0..1u32 << stones.len()).map(with).collect()
}

fn body(picture: &Picture) -> String {
    let rows: Vec<String> = picture.iter().map(|row| row.iter().collect()).collect();
    rows.join("/")
}

/// The board of a text, and its picture.
fn board(name: &str, picture: &Picture) -> Sum {
    read(&format!("{name}[{}]", body(picture))).expect("a board")
}

/// Small boards of all the games, with their rules in words.
fn boards() -> Vec<(&'static str, Picture, Words)> {
    let runs = Words {
        min: 1,
        max: 99,
        gaps: false,
        third: false,
    };
    let any = Words { gaps: true, ..runs };
    let third = Words {
        third: true,
        ..runs
    };
    let most = |max| Words { max, ..runs };
    let least = |min| Words { min, ..runs };
    vec![
        ("lines", picture(&["ooo", "ooo", "ooo"]), runs),
        ("tactix", picture(&["oooo", "oooo"]), runs),
        ("tactix", picture(&["ooooooooo"]), runs),
        ("tactix", picture(&["oo_o", "_ooo", "oo_o"]), runs),
        ("lines(max=1)", picture(&["ooo", "ooo"]), most(1)),
        ("lines(max=2)", picture(&["ooooo", "ooooo"]), most(2)),
        (
            "lines(max=2)",
            picture(&["o", "o", "o", "o", "o", "o", "o"]),
            most(2),
        ),
        ("lines(max=3)", picture(&["oooo", "o__o", "oooo"]), most(3)),
        ("lines(min=2)", picture(&["ooo", "ooo", "ooo"]), least(2)),
        (
            "lines(min=2,max=2)",
            picture(&["oooo", "oooo"]),
            Words { max: 2, ..least(2) },
        ),
        ("lines(min=3)", picture(&["oooo", "ooo_", "oooo"]), least(3)),
        ("efr", picture(&["ooo", "ooo", "ooo"]), any),
        ("efr", picture(&["oooo", "oooo"]), any),
        ("efr", picture(&["o_oo", "ooo_"]), any),
        ("lines(any)", picture(&["ooooo"]), any),
        (
            "lines(max=2,any)",
            picture(&["oooo", "oooo"]),
            Words { max: 2, ..any },
        ),
        (
            "lines(min=2,max=3,any)",
            picture(&["ooo", "ooo", "oo_"]),
            Words {
                min: 2,
                max: 3,
                ..any
            },
        ),
        ("triangle", picture(&["o", "oo", "ooo", "oooo"]), third),
        ("triangle", picture(&["o", "o_", "oo_", "oooo"]), third),
    ]
}

/// Nimbi in the twin's picture: the last row begins a column further to the right.
fn nimbi() -> Picture {
    picture(&["oo", "ooo", "oooo", "_ooo"])
}

fn answer(sum: &Sum, play: Play, value: bool) -> nimfield::Answer {
    let query = Query {
        play,
        value,
        ..Query::default()
    };
    Analyzer::new(query, Budget::unlimited()).analyze(sum)
}

/// The positions after one move, as they are printed.
fn after_moves(sum: &Sum) -> BTreeSet<String> {
    let after = |mv| sum.clone().play(&mv).expect("a listed move").to_string();
    sum.moves().map(after).collect()
}

#[test]
fn the_moves_of_every_state_follow_the_described_rules() {
    for (name, full, words) in boards().into_iter().chain([(
        "nimbi",
        nimbi(),
        Words {
            min: 1,
            max: 99,
            gaps: false,
            third: true,
        },
    )]) {
        // A step prime to all sizes: every cell is seen with and without each other one.
        for state in subsets(&full).into_iter().step_by(7) {
            let sum = board(name, &state);
            let expected = successors(&state, words);
            let expected: BTreeSet<String> = expected
                .iter()
                .map(|next| board(name, next).to_string())
                .collect();
            assert_eq!(after_moves(&sum), expected, "{sum}");
            assert_eq!(sum.move_count(), expected.len() as u128, "{sum}");
        }
    }
}

/// Outcomes, Grundy values, misère outcomes and winning moves of all states by the analyser.
#[test]
fn the_analyser_agrees_with_the_described_rules() {
    let third = Words {
        min: 1,
        max: 99,
        gaps: false,
        third: true,
    };
    let mut all = boards();
    all.push(("nimbi", nimbi(), third));
    for (name, full, words) in all {
        let mut twin = Twin::default();
        let mut analyzers = [Play::Normal, Play::Misere].map(|play| {
            let query = Query {
                play,
                value: play == Play::Normal,
                ..Query::default()
            };
            Analyzer::new(query, Budget::unlimited())
        });
        for state in subsets(&full).into_iter().step_by(11) {
            let sum = board(name, &state);
            let (value, misere_lost) = twin.look(&state, words);
            let normal = sum.analyze(&mut analyzers[0]);
            let misere = sum.analyze(&mut analyzers[1]);
            assert_eq!(
                normal.outcome,
                Some(Outcome::impartial(value == 0)),
                "{sum}"
            );
            assert_eq!(normal.value, Some(u128::from(value).into()), "{sum}");
            assert_eq!(
                misere.outcome,
                Some(Outcome::impartial(misere_lost)),
                "{sum}"
            );
            for (answer, lost) in [(&normal, 0), (&misere, 1)] {
                assert!(answer.complete, "{sum}");
                let expected: BTreeSet<String> = successors(&state, words)
                    .iter()
                    .filter(|next| match (lost, twin.look(next, words)) {
                        (0, (value, _)) => value == 0,
                        (_, (_, lost)) => lost,
                    })
                    .map(|next| board(name, next).to_string())
                    .collect();
                let found = answer.winning_moves.iter();
                let found: BTreeSet<String> =
                    found.filter_map(|mv| Some(mv.to()?.to_string())).collect();
                assert_eq!(found, expected, "{sum}");
            }
        }
    }
}

/// The states of a board that the next player loses, by a plain pass over all of them.
fn lost_states(game: &BoardGame, play: Play) -> Vec<bool> {
    let taking = game.taking();
    let mut lost = vec![false; taking.full() as usize + 1];
    for state in 0..lost.len() {
        let mut moves = taking.moves(state as u64).peekable();
        lost[state] = match moves.peek() {
            None => play == Play::Normal,
            Some(_) => moves.all(|mask| !lost[state & !mask as usize]),
        };
    }
    lost
}

fn game(text: &str) -> Arc<BoardGame> {
    let name = text.split('[').next().expect("a name");
    let sum = read(text).expect(text);
    let (taking, _) = sum.components()[0].taking().expect("a board");
    // The same game by its parts: the public way to make one.
    let take = match name {
        "efr" => Take::ANY,
        "lines(max=3)" => Take {
            max: Some(3),
            ..Take::RUNS
        },
        _ => Take::RUNS,
    };
    let sizes: Vec<usize> = text
        .trim_end_matches(']')
        .split('[')
        .nth(1)
        .expect("a body")
        .split('x')
        .map(|size| size.parse().expect("a size"))
        .collect();
    let shape = Shape::rectangle(sizes[0], sizes[1]).unwrap();
    let lines = Lines::Along(vec![Direction::Row, Direction::Column]);
    let name = match name {
        "efr" => Name::Efr,
        "tactix" => Name::Tactix,
        _ => Name::Lines,
    };
    let game = BoardGame::new(name, shape, lines, take, Play::Misere).unwrap();
    assert_eq!(game.taking(), taking);
    game
}

fn count(lost: &[bool]) -> usize {
    lost.iter().filter(|&&lost| lost).count()
}

#[test]
fn published_counts() {
    let lost = |text, play| count(&lost_states(&game(text), play));
    assert_eq!(lost("tactix[3x3]", Play::Normal), 88);
    assert_eq!(lost("tactix[3x3]", Play::Misere), 89);
    assert_eq!(lost("tactix[4x4]", Play::Normal), 8_380);
    assert_eq!(lost("tactix[4x4]", Play::Misere), 8_568);
    assert_eq!(65_536 - lost("lines(max=3)[4x4]", Play::Misere), 55_664);
}

/// The claims of the article "A 2D Nim Game", the source of `lines(max=3)[4x4]`.
#[test]
fn the_article_on_2d_nim() {
    let game = game("lines(max=3)[4x4]");
    let lost = lost_states(&game, Play::Misere);
    let state = |rows: &str| {
        let board = read(&format!("lines(max=3)[{rows}]")).unwrap();
        board.components()[0].taking().unwrap().1 as usize
    };
    // The first player loses the whole board, and four states known from the school.
    for rows in [
        "1111/1111/1111/1111",
        "1100/1100/0000/0000",
        "1001/1001/1001/0000",
        "1011/0111/0000/0000",
        "1010/1010/0000/0000",
    ] {
        assert!(lost[state(rows)], "{rows}");
        let text = format!("lines(max=3)[{rows}]");
        assert_eq!(
            answer(&read(&text).unwrap(), Play::Misere, false).outcome,
            Some(Outcome::P)
        );
    }
    let single = |state: usize| state.count_ones() == 1;
    assert_eq!(
        (0..65_536)
            .filter(|&state| single(state) && lost[state])
            .count(),
        16
    );
    // Six states that are won by leaving the stone in the first corner.
    let moves = |state: usize| {
        let moves = game.taking().moves(state as u64).map(|mask| mask as usize);
        moves.map(move |mask| state & !mask)
    };
    let corner = state("1000/0000/0000/0000");
    for rows in [
        "1100/0000/0000/0000",
        "1110/0000/0000/0000",
        "1111/0000/0000/0000",
        "1000/1000/0000/0000",
        "1000/1000/1000/0000",
        "1000/0100/0000/0000",
    ] {
        assert!(!lost[state(rows)]);
        assert!(moves(state(rows)).any(|next| next == corner), "{rows}");
    }
    // "600+" states that lead to a single stone at once.
    let first = (0..65_536usize).filter(|&state| moves(state).any(single));
    assert_eq!(first.count(), 604);
    // Its number for the state 1111/0000/1111/1111, read from the top left.
    let number = "1111000011111111".chars();
    assert_eq!(
        number.fold(0, |n, c| 2 * n + c.to_digit(2).unwrap()),
        61_695
    );
    // The most moves: for every n by n board and limit K, 2 * sum (n (n-l+1)) - n^2.
    for n in 1..=6usize {
        for limit in 1..=n {
            let text = format!("lines(max={limit})[{n}x{n}]");
            let runs: usize = (1..=limit).map(|length| n * (n - length + 1)).sum();
            let sum = read(&text).unwrap();
            assert_eq!(sum.move_count(), (2 * runs - n * n) as u128, "{text}");
        }
    }
    assert_eq!(read("lines(max=3)[4x4]").unwrap().move_count(), 56);
}

/// The rule of misère nim on Grundy values is no rule for boards.
#[test]
fn grundy_values_do_not_decide_misere_play() {
    let game = game("lines(max=3)[4x4]");
    let taking = game.taking();
    let lost = lost_states(&game, Play::Misere);
    let mut values = vec![0u32; 65_536];
    for state in 1..65_536usize {
        let seen = taking
            .moves(state as u64)
            .map(|mask| values[state & !mask as usize]);
        let seen: BTreeSet<u32> = seen.collect();
        values[state] = (0..).find(|value| !seen.contains(value)).expect("a mex");
    }
    let wrong = (0..65_536usize).filter(|&state| {
        let parts = game.components(state as u64);
        let large = parts.iter().any(|&part| values[part as usize] > 1);
        (values[state] == 0) == large && !lost[state]
            || (values[state] == 0) != large && lost[state]
    });
    let wrong = wrong.count();
    assert!((65_536 / 10..65_536 / 8).contains(&wrong), "{wrong}");
}

/// Reflection is correct for every state of boards with many symmetric ones.
#[test]
fn answering_by_reflection_is_sound() {
    for text in [
        "tactix[3x4]",
        "lines(max=3)[4x4]",
        "efr[3x4]",
        "efr[2x6]",
        "tactix[2x6]",
    ] {
        let game = game(text);
        let lost = lost_states(&game, Play::Normal);
        let mut proved = 0;
        let mut pairings = Pairings::new(&game);
        for (state, &lost) in lost.iter().enumerate().skip(1) {
            let symmetry = pairing(&game, state as u64);
            assert_eq!(pairings.of(state as u64), symmetry, "{text}: {state:b}");
            if symmetry.is_some() {
                assert!(lost, "{}", Board::new(game.clone(), state as u64));
                proved += 1;
            }
        }
        assert!(proved >= 10, "{text}: {proved}");
    }
    for n in 1..=4 {
        let game = game(&format!("tactix[{}x{}]", 2, 2 * n));
        assert!(pairing(&game, game.taking().full()).is_some());
    }
}

/// The results of theory for full boards far beyond a search, in normal play.
#[test]
fn full_boards_in_normal_play() {
    for (text, outcome, first) in [
        ("tactix[8x8]", Outcome::P, None),
        ("lines(max=3)[6x8]", Outcome::P, None),
        ("efr[6x6]", Outcome::P, None),
        ("tactix[7x7]", Outcome::N, Some("d4")),
        ("lines(max=1)[7x7]", Outcome::N, Some("d4")),
        ("lines(max=2)[6x7]", Outcome::N, Some("d3-d4")),
        ("efr[6x7]", Outcome::N, Some("d1-d6")),
    ] {
        let sum = read(text).unwrap();
        let query = Query::default();
        // No search can decide this.
        let budget = Budget::unlimited().positions(2_000);
        let answer = Analyzer::new(query, budget).analyze(&sum);
        assert_eq!(answer.outcome, Some(outcome), "{text}");
        let found: Vec<String> = answer
            .winning_moves
            .iter()
            .map(|mv| mv.mv.to_string())
            .collect();
        if let Some(first) = first {
            assert!(found.iter().any(|mv| mv == first), "{text}: {found:?}");
        }
        // Theory states nothing about misère play.
        let query = Query {
            play: Play::Misere,
            ..Query::default()
        };
        let budget = Budget::unlimited().positions(200);
        let answer = Analyzer::new(query, budget).analyze(&sum);
        let parity = text == "lines(max=1)[7x7]";
        assert!(answer.outcome.is_none() || parity, "{text}");
    }
}

#[test]
fn two_rows_of_efr() {
    for text in ["efr[2x5]", "efr[5x2]", "efr[2x6]", "efr[3x4]"] {
        let game = game(text);
        let lost = lost_states(&game, Play::Normal);
        let mut known = 0;
        for (state, &lost) in lost.iter().enumerate() {
            if let Some((is_p, _)) = two_rows(&game, state as u64) {
                assert_eq!(is_p, lost, "{}", Board::new(game.clone(), state as u64));
                known += 1;
            }
        }
        assert!(known > 400, "{text}: {known}");
    }
    let runs = game("tactix[2x2]");
    assert_eq!(two_rows(&runs, runs.taking().full()), None);
}

#[test]
fn rows_have_their_number_as_value() {
    let mut twin = Twin::default();
    let words = Words {
        min: 1,
        max: 99,
        gaps: false,
        third: false,
    };
    for n in 1..=10usize {
        let game = game(&format!("tactix[1x{n}]"));
        let row = vec![vec!['o'; n]];
        assert_eq!(twin.look(&row, words).0, n as u32);
        assert_eq!(row_value(&game, game.taking().full()), Some(n as u32));
    }
    // Not for other stones or other moves.
    let square = game("tactix[2x2]");
    assert_eq!(row_value(&square, square.taking().full()), None);
    assert_eq!(row_value(&square, 0b0101), Some(2));
    assert_eq!(row_value(&square, 0b1001), None);
    let efr = game("efr[1x5]");
    assert_eq!(row_value(&efr, efr.taking().full()), None);
    let limited = game("lines(max=3)[1x4]");
    assert_eq!(row_value(&limited, limited.taking().full()), None);
    assert_eq!(row_value(&limited, 0b0111), Some(3));
}

/// Kayles, the octal game 0.77: a row of which a move takes one or two neighbours.
#[test]
fn a_row_with_at_most_two_is_kayles() {
    let values = [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1];
    for (n, value) in (1..).zip(values) {
        let sum = read(&format!("lines(max=2)[1x{n}]")).unwrap();
        let found = answer(&sum, Play::Normal, true);
        assert_eq!(found.value, Some(value.into()), "{n}");
    }
}

/// The machine leaves a lost position wherever it can, so it never loses a won game.
#[test]
fn the_machine_keeps_what_is_won() {
    for (text, play, step) in [
        ("tactix[3x3]", Play::Misere, 5),
        ("tactix[3x3]", Play::Normal, 5),
        ("lines(max=2)[3x4]", Play::Misere, 37),
        ("efr[3x3]", Play::Misere, 7),
        ("tactix[4x4]", Play::Misere, 1_999),
    ] {
        let (name, _) = text.split_once('[').expect("a body");
        let sum = read(text).unwrap();
        let (taking, full) = sum.components()[0].taking().unwrap();
        let mut lost = vec![false; full as usize + 1];
        for state in 0..lost.len() {
            let mut moves = taking.moves(state as u64).peekable();
            lost[state] = match moves.peek() {
                None => play == Play::Normal,
                Some(_) => moves.all(|mask| !lost[state & !mask as usize]),
            };
        }
        let columns = text
            .split('x')
            .next_back()
            .and_then(|end| end.strip_suffix(']'));
        let columns: usize = columns.and_then(|n| n.parse().ok()).expect("a size");
        for state in (1..lost.len()).step_by(step).chain([full as usize]) {
            if lost[state] {
                continue;
            }
            let cells =
                (0..taking.cells() as usize).map(|i| char::from(b'0' + (state >> i & 1) as u8));
            let cells: Vec<char> = cells.collect();
            let rows: Vec<String> = cells
                .chunks(columns)
                .map(|row| row.iter().collect())
                .collect();
            let sum = read(&format!("{name}[{}]", rows.join("/"))).unwrap();
            let choice = best_move(&sum, play, Budget::unlimited()).expect("a move");
            assert_eq!(choice.aim, Aim::Win, "{sum}");
            let after = sum.play(&choice.mv).unwrap();
            let (_, left) = after.components()[0].taking().unwrap();
            assert!(lost[left as usize], "{after}");
        }
    }
}

#[test]
fn a_game_is_described_in_sentences() {
    let text = describe(&file(NIMBI_FILE));
    for part in [
        "@board.txt: Nimbi",
        "A triangular board of 12 cells, 6 symmetries.",
        "Lines are rows, columns, diagonals.",
        "On your turn take any number of stones that are neighbours on a line.",
        "The player who makes the last move loses.",
        "       a b\n  2   o o c\n  3  o o o d\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = describe(&file("board rect 1 2 \ntake 2 whole\nline a1 b1"));
    for part in [
        "@board.txt\n",
        "Lines: a1 b1.",
        "On your turn take 2 stones that make up a whole line.",
        "has 1 move.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn misere_nimbi_and_tactix_are_won_by_the_second_player() {
    for text in ["nimbi[full]", "tactix[4x4]", "lines(max=3)[4x4]"] {
        let found = answer(&read(text).unwrap(), Play::Misere, false);
        assert_eq!(found.outcome, Some(Outcome::P), "{text}");
        assert!(
            found.reason.text.contains("leaves an N-position, e.g. "),
            "{}",
            found.reason.text
        );
    }
}

const NIMBI_FILE: &str = "\
# Nimbi, as a file
name   Nimbi
board  tri 5 minus corners
lines  q r s
take   1..any contiguous
play   misere
";

fn file(text: &str) -> Arc<BoardGame> {
    read_file("board.txt", text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn board_files_make_the_games_they_describe() {
    let same = |text: &str, other: &str| {
        let game = file(text);
        let other = read(other).unwrap();
        let (taking, _) = other.components()[0].taking().unwrap();
        assert_eq!(game.taking().masks(), taking.masks(), "{text}");
        assert_eq!(game.taking(), taking, "{text}");
    };
    same(NIMBI_FILE, "nimbi[full]");
    same("board rect 4 5", "tactix[4x5]");
    same(
        "board rect 4x5\ntake 1..3 contiguous\n",
        "lines(max=3)[4x5]",
    );
    same("board rect 3 3\ntake any subset\nplay normal", "efr[3x3]");
    same(
        "board rect 3 3\ntake 2..3 subset\r\nlines cols rows",
        "lines(min=2,max=3,any)[3x3]",
    );
    same("board tri 4", "triangle[4]");
    same("board map tri\n  o\n  oo\n  ooo\n", "triangle[3]");
    same(
        "board map\n  o o o\n  o . o\n  ooo\n\ntake any",
        "lines[111/1_1/111]",
    );
    same("board cells a1-c1 a2 c2 a3-c3", "lines[111/1_1/111]");
    same(
        "board rect 3 3 minus b2\ntake any contiguous",
        "lines[111/1_1/111]",
    );
    same(
        "board rect 2 2\nline a1-b1\nline a2-b2\nline a1 a2\nline b1,b2",
        "tactix[2x2]",
    );
    let default = |text| Board::full(file(text));
    assert_eq!(
        nimfield::game::Rules::default_play(&default(NIMBI_FILE)),
        Play::Misere
    );
    assert_eq!(
        nimfield::game::Rules::default_play(&default("board hex 2")),
        Play::Normal
    );
    assert_eq!(file("board hex 3").taking().symmetries().len(), 12);
    assert_eq!(file("board hex 3 minus corners").taking().cells(), 13);
    assert_eq!(file("board rect 4 4 minus corners").taking().cells(), 12);
    // Diagonals, whole lines, and holes that join.
    let moves = |text: &str| file(text).taking().masks().len();
    assert_eq!(moves("board rect 2 2\nlines diagonals antidiagonals"), 6);
    assert_eq!(moves("board rect 3 3\ntake whole"), 6);
    assert_eq!(
        moves("board rect 3 3\ntake 3 whole\nline a1 b2 c3\nline a1-b1"),
        1
    );
    assert_eq!(moves("board rect 1 3 minus b1"), 2);
    assert_eq!(moves("board rect 1 3 minus b1\nholes join"), 3);
    assert_eq!(moves("board rect 1 3 minus b1\ntake any subset"), 3);
    assert_eq!(
        moves("board rect 1 3 minus b1\ntake any subset\nholes break"),
        2
    );
}

#[test]
fn faults_in_board_files_are_shown_where_they_are() {
    for (text, place, message) in [
        (
            "board rect 4 4\nlinse rows\n",
            "line 2, column 1",
            "unknown word `linse`",
        ),
        ("board ract 4 4", "line 1, column 7", "unknown board `ract`"),
        ("board rect 9 9", "line 1, column 7", "81 cells"),
        ("board rect 4", "line 1, column 13", "expected a size"),
        (
            "board rect 4 4 plus",
            "line 1, column 16",
            "expected the end",
        ),
        ("board tri 11", "line 1, column 7", "66 cells"),
        (
            "# none\nname none\n",
            "line 1, column 1",
            "a line `board` is missing",
        ),
        ("", "line 1, column 1", "a line `board` is missing"),
        (
            "board rect 2 2\nboard rect 2 2",
            "line 2, column 1",
            "board occurs twice",
        ),
        (
            "board rect 2 2\n\n  take 3..1\n",
            "line 3, column 8",
            "contains no number",
        ),
        (
            "board rect 2 2\ntake 0",
            "line 2, column 6",
            "1 to 64 stones",
        ),
        (
            "board rect 2 2\ntake 2 each",
            "line 2, column 8",
            "expected `contiguous`",
        ),
        (
            "board rect 2 2\nlines up",
            "line 2, column 7",
            "unknown direction `up`",
        ),
        (
            "board rect 2 2\nplay nicely",
            "line 2, column 6",
            "expected `normal`",
        ),
        (
            "board rect 2 2\nholes sew",
            "line 2, column 7",
            "expected `break`",
        ),
        (
            "board rect 2 2\nline a1 a3",
            "line 1, column 1",
            "cell a3 is not on the board",
        ),
        (
            "board rect 2 2\nline a1 a1",
            "line 1, column 1",
            "a1 occurs twice",
        ),
        (
            "board rect 2 2\nline a1 ?",
            "line 2, column 9",
            "expected a cell",
        ),
        (
            "board rect 2 2\nline b1-a1",
            "line 2, column 6",
            "ends before it starts",
        ),
        (
            "board rect 2 2 minus c3",
            "line 1, column 7",
            "cell c3 cannot be left out",
        ),
        (
            "board rect 2 2 minus a1-b1 a2-b2",
            "line 1, column 7",
            "at least one cell",
        ),
        (
            "board rect 2 2\nlines rows\nline a1",
            "line 1, column 1",
            "not both",
        ),
        (
            "board map\ntake any",
            "line 1, column 1",
            "at least one cell",
        ),
        ("board map\n  oo\n  o?o\n", "line 3, column 4", "found `?`"),
        ("board map\n  ..\n", "line 2, column 1", "at least one cell"),
        (
            "board rect 8 8\ntake any subset\nholes join\nboard",
            "line 4, column 1",
            "twice",
        ),
        (
            "board rect 1 40\ntake any subset",
            "line 1, column 1",
            "more than",
        ),
        ("12 34", "line 1, column 1", "expected a keyword"),
    ] {
        let error = read_file("my.txt", text).expect_err(text);
        assert_eq!(error.text, text);
        assert!(text.get(error.span.clone()).is_some());
        let shown = error.to_string();
        let start = format!("my.txt, {place}: ");
        assert!(
            shown.starts_with(&start) && error.message.contains(message),
            "{shown}"
        );
        assert!(shown.contains('^'), "{shown}");
    }
}

#[test]
fn positions_on_the_board_of_a_file() {
    let load = |name: &str| match name {
        "nimbi.txt" => Ok(NIMBI_FILE.to_string()),
        "my board.txt" => Ok("board map\n  .oo\n  o.o\n".to_string()),
        _ => Err(format!("there is no file {name}")),
    };
    let games = Games::builtin();
    let read = |text: &str| games.reader().files(load).read(text);
    for (loose, strict) in [
        ("@nimbi.txt", "@nimbi.txt"),
        ("@nimbi.txt[full]", "@nimbi.txt"),
        ("@nimbi.txt[11/111/1111/111]", "@nimbi.txt"),
        (
            "@nimbi.txt[_/1_0/11._/x..x/___ooo]",
            "@nimbi.txt[10/110/1001/111]",
        ),
        ("@\"my board.txt\"[1_1/_01]", "@\"my board.txt\"[11/01]"),
        ("nim[3] + @nimbi.txt + *2", "nim[3] + @nimbi.txt + nim[2]"),
    ] {
        let sum = read(loose).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(sum.to_string(), strict);
        assert_eq!(read(strict).unwrap(), sum);
        assert!(!sum.components()[0].draw().is_empty());
        for mv in sum.moves() {
            let after = sum.clone().play(&mv).unwrap();
            assert_eq!(read(&after.to_string()).unwrap(), after);
            assert_eq!(sum.read_move(&mv.to_string()).unwrap(), mv);
        }
    }
    for (text, message) in [
        ("@", "expected the name"),
        ("@none.txt", "there is no file none.txt"),
        ("@\"nimbi.txt", "expected `\"`"),
        ("@nimbi.txt[11/111/111/111]", "this row has 4 cells, not 3"),
        ("@nimbi.txt[11/111]", "the board has 4 rows, not 2"),
        ("@nimbi.txt[11/111/1111/111/1]", "the board has only 4 rows"),
        ("@nimbi.txt[]", "expected a board"),
        ("@nimbi.txt[11", "expected `]`"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.message.contains(message), "{error}");
    }
    // Without files there are no such games.
    assert!(
        nimfield::read("@nimbi.txt")
            .unwrap_err()
            .message
            .contains("cannot be read here")
    );
}

/// A position from a file is analysed like the same position by name.
#[test]
fn files_are_analysed_like_named_games() {
    let game = file(NIMBI_FILE);
    let named = read("nimbi[full]").unwrap();
    let (_, full) = named.components()[0].taking().unwrap();
    let mut twin = Twin::default();
    let words = Words {
        min: 1,
        max: 99,
        gaps: false,
        third: true,
    };
    let pictures = subsets(&nimbi());
    for (state, picture) in pictures.iter().enumerate().step_by(7) {
        let position = Board::new(game.clone(), state as u64 & full);
        let (value, lost) = twin.look(picture, words);
        for (play, is_p) in [(Play::Normal, value == 0), (Play::Misere, lost)] {
            let query = Query {
                play,
                ..Query::default()
            };
            let mut analyzer = Analyzer::new(query, Budget::unlimited());
            assert_eq!(
                analyzer.analyze(&position).outcome,
                Some(Outcome::impartial(is_p)),
                "{position}"
            );
        }
    }
}

#[test]
fn boards_are_read_as_people_write_them() {
    for (loose, strict) in [
        ("lines(max=3)[1111/1111/1111/1111]", "lines(max=3)[4x4]"),
        ("LINES( MAX = 3 , min=1 ) [ 4 X 4 ]", "lines(max=3)[4x4]"),
        ("lines[x.o/#0-/_1_]", "lines[101/100/_1_]"),
        ("lines[11\n01\n]", "lines[11/01]"),
        ("lines[\n1 1\n0 1;\n1 1]", "lines[11/01/11]"),
        ("tactix⟦2×3⟧", "tactix[2x3]"),
        ("tactix[1x1]", "tactix[1x1]"),
        ("tactix[o]", "tactix[1x1]"),
        ("tactix[xx]", "tactix[1x2]"),
        ("lines(any)[3x3]", "lines(any)[3x3]"),
        ("lines(any,min=2,max=4)[3x3]", "lines(min=2,max=4,any)[3x3]"),
        ("lines()[1x2]", "lines[1x2]"),
        ("efr[0]", "efr[0]"),
        ("triangle[1/11/111]", "triangle[3]"),
        ("triangle[-]", "triangle[0]"),
        ("triangle[o]", "triangle[1]"),
        ("triangle[1/1_/1.1]", "triangle[1/1_/101]"),
        ("nimbi[FULL]", "nimbi[full]"),
        ("nimbi[oo/ooo/oooo/_ooo]", "nimbi[full]"),
        ("tactix[1x64]", "tactix[1x64]"),
        ("tactix[8x8]", "tactix[8x8]"),
    ] {
        let sum = read(loose).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(sum.to_string(), strict);
        assert_eq!(read(strict).unwrap(), sum);
    }
    for (text, fault, message) in [
        ("lines[5x13]", "5x13", "5 x 13 = 65 cells; at most 64"),
        (
            "tactix[9999999999999999999x9999999999999999999]",
            "9999999999999999999x",
            "cells",
        ),
        ("triangle[11]", "11", "66 cells; at most 64"),
        ("lines[0x3]", "0x3", "at least one cell"),
        ("lines[__/__]", "__/__", "at least one cell"),
        (
            "lines[111/11]",
            "11]",
            "the first row has 3 places, but this one has 2",
        ),
        (
            "triangle[1/111]",
            "111",
            "row 2 of a triangle has 2 places, not 3",
        ),
        ("nimbi[11/111/1111]", "11/", "the board has 4 rows, not 3"),
        (
            "nimbi[11/111/11111/111]",
            "11111",
            "this row has 4 cells, not 5",
        ),
        ("lines(max=0)[2x2]", "0)", "1 to 64 stones, not 0"),
        ("lines(max=65)[2x2]", "65)", "1 to 64 stones, not 65"),
        (
            "lines(min=3,max=2)[2x2]",
            "max=2",
            "max=2 is less than min=3",
        ),
        ("lines(max=2,max=3)[2x2]", "max=3", "max occurs twice"),
        ("lines(most=2)[2x2]", "most", "unknown option `most`"),
        ("lines(max)[2x2]", ")", "expected `=`"),
        ("lines(max=2[2x2]", "[", "expected `,` or `)`"),
        ("tactix(max=3)[2x2]", "(", "tactix takes no options"),
        ("lines[12]", "2", "expected a stone, a gap or `/`"),
        ("tactix[.#./..#]", ".#.", "can be read in two ways"),
        ("lines[1//1]", "/1]", "expected a row"),
        ("lines[]", "]", "expected a board"),
        ("lines", "", "expected `[`"),
        ("lines[11", "", "expected `]`"),
        ("efr[1x30]", "1x30", "more than 262144"),
        ("efr[8x8] + ", "", "expected a game"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.message.contains(message), "{text}: {error}");
        let start = match fault {
            "" => text.trim_end().len().max(error.span.start),
            _ => text.find(fault).unwrap(),
        };
        assert_eq!(error.span.start, start, "{text}: {error}");
    }
    // 65 stones in a picture, and a picture too wide.
    let wide = format!("lines[{}]", "1".repeat(65));
    assert!(read(&wide).unwrap_err().message.contains("65 cells"));
    let wide = format!("lines[1{}1]", "_".repeat(300));
    assert!(read(&wide).unwrap_err().message.contains("302 columns"));
}

#[test]
fn moves_are_read_and_refused() {
    let sum = read("lines(max=3)[1111/1011/1111/1111]").unwrap();
    for (loose, strict) in [
        ("b3", "b3"),
        ("B3-B4", "b3-b4"),
        ("a1 - a3", "a1-a3"),
        ("a1,a2,a3", "a1-a3"),
        ("a3, a2", "a2-a3"),
        ("c1-c1", "c1"),
        ("a1,a3", "a1,a3"),
    ] {
        assert_eq!(sum.read_move(loose).unwrap().to_string(), strict);
    }
    for (text, message) in [
        ("", "expected a cell"),
        ("1a", "expected a cell"),
        ("a", "expected a row"),
        ("a0", "unknown row"),
        ("a999", "unknown row"),
        ("zzz1", "unknown column zzz"),
        ("a1-b3", "are not on one line"),
        // No run ends before it starts: in misère play nobody may pass.
        ("a3-a1", "the run ends before it starts: write a1-a3"),
        ("c1-a1", "the run ends before it starts: write a1-c1"),
        ("a1-", "expected a cell"),
        ("a1,", "expected a cell"),
        ("a1 and b1", "expected the end"),
    ] {
        let error = sum.read_move(text).expect_err(text);
        assert!(error.message.contains(message), "{text}: {error}");
    }
    for (text, reason) in [
        ("b2", "no stone is at b2"),
        ("e1", "cell e1 is not on the board"),
        ("a5", "cell a5 is not on the board"),
        ("a1-d1", "at most 3 stones"),
        ("a1,c1", "not neighbours: b1 is between them"),
        ("a2,c2", "not neighbours: b2 is between them"),
        ("a3-b4", "are not on one line"),
        ("a1,b3", "are not on one line"),
    ] {
        let mv = sum.read_move(text).unwrap();
        let illegal = sum.clone().play(&mv).expect_err(text);
        assert!(
            illegal.reason.contains(reason),
            "{text}: {}",
            illegal.reason
        );
        assert_eq!(illegal.position, sum);
    }
    let refuse = |board: &str, mv: &str, reason: &str| {
        let sum = read(board).unwrap();
        let mv = sum.read_move(mv).unwrap();
        let illegal = sum.play(&mv).expect_err(board);
        assert!(illegal.reason.contains(reason), "{}", illegal.reason);
    };
    refuse("lines(min=2)[3x3]", "a1", "at least 2 stones");
    refuse("lines(max=2,any)[3x3]", "a1,b1,c1", "at most 2 stones");
    refuse("lines[1_1]", "a1-c1", "cell b1 is not on the board");
    refuse("lines[1_1]", "a1,c1", "are not on one line");
    refuse("efr[1_1]", "a1-c1", "cell b1 is not on the board");
    let across = read("efr[1_1]").unwrap();
    let mv = across.read_move("a1,c1").unwrap();
    assert_eq!(mv.to_string(), "a1,c1");
    assert!(across.play(&mv).is_ok());
}

#[test]
fn boards_are_drawn_with_their_labels() {
    let draw = |text: &str| {
        let sum = read(text).unwrap_or_else(|error| panic!("{error}"));
        sum.components()[0].draw()
    };
    assert_eq!(draw("lines[110/1_1]"), "  a b c\n1 o o .\n2 o   o");
    assert_eq!(
        draw("triangle[1/01/111]"),
        "     a\n1   o b\n2  . o c\n3 o o o"
    );
    assert_eq!(
        draw("nimbi[full]"),
        "     a b\n1   o o c\n2  o o o d\n3 o o o o\n4  o o o"
    );
    let long = draw("tactix[1x28]");
    assert!(long.lines().next().unwrap().ends_with(" z aa ab"), "{long}");
    let tall = draw("tactix[11x1]");
    assert!(tall.starts_with("   a\n 1 o\n"), "{tall}");
}

fn options() -> impl Strategy<Value = String> {
    let limits = (1..5u8, prop::option::of(0..4u8), any::<bool>());
    limits.prop_map(|(min, more, any)| {
        let mut options = Vec::new();
        if min > 1 {
            options.push(format!("min={min}"));
        }
        if let Some(more) = more {
            options.push(format!("max={}", min + more));
        }
        if any {
            options.push("any".to_string());
        }
        match options.is_empty() {
            true => "lines".to_string(),
            false => format!("lines({})", options.join(",")),
        }
    })
}

/// A rectangle of places, stones, gaps and holes.
fn places(most: usize) -> impl Strategy<Value = Picture> {
    (1..=most, 1..=most).prop_flat_map(|(rows, columns)| {
        let place = prop::sample::select(vec!['1', '1', '1', '0', '_']);
        prop::collection::vec(prop::collection::vec(place, columns), rows)
    })
}

fn has_cells(picture: &Picture) -> bool {
    picture.iter().flatten().any(|&c| c != '_')
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Positions and moves read back; listed moves are legal and lead to positions that read back.
    #[test]
    fn boards_and_moves_read_back(name in options(), picture in places(7)) {
        prop_assume!(has_cells(&picture));
        let text = format!("{name}[{}]", body(&picture));
        let sum = read(&text).unwrap();
        let strict = sum.to_string();
        prop_assert_eq!(&read(&strict).unwrap(), &sum);
        let full = !body(&picture).contains(['0', '_']);
        prop_assert!(full || strict == text, "{} {}", strict, text);
        prop_assert!(!sum.components()[0].draw().is_empty());
        for mv in sum.moves().take(60) {
            prop_assert_eq!(&sum.read_move(&mv.to_string()).unwrap(), &mv);
            let after = sum.clone().play(&mv).unwrap();
            prop_assert_eq!(&read(&after.to_string()).unwrap(), &after);
            prop_assert!(after != sum);
        }
    }

    /// Outcomes do not change when a board is turned or reflected, or grows by holes and gaps.
    #[test]
    fn symmetric_boards_have_the_same_outcome(name in options(), picture in places(4), n in 0..4u8) {
        prop_assume!(has_cells(&picture));
        let turned: Picture = match n {
            0 => picture.iter().rev().cloned().collect(),
            1 => picture.iter().map(|row| row.iter().rev().copied().collect()).collect(),
            2 => (0..picture[0].len())
                .map(|column| picture.iter().map(|row| row[column]).collect())
                .collect(),
            _ => picture
                .iter()
                .map(|row| [&['_', '0'], &row[..], &['0']].concat())
                .collect(),
        };
        for play in [Play::Normal, Play::Misere] {
            let one = answer(&board(&name, &picture), play, true);
            let other = answer(&board(&name, &turned), play, true);
            prop_assert_eq!(one.outcome, other.outcome);
            prop_assert_eq!(one.value, other.value);
            prop_assert_eq!(one.misere_value, other.misere_value);
            prop_assert_eq!(one.genus, other.genus);
            prop_assert_eq!(one.winning_moves.len(), other.winning_moves.len());
        }
    }

    /// The symmetries of a board form a group that keeps the outcome of every state.
    #[test]
    fn symmetries_form_a_group(picture in places(4), state in any::<u64>()) {
        prop_assume!(has_cells(&picture));
        let sum = board("lines(max=2)", &picture);
        let (taking, _) = sum.components()[0].taking().unwrap();
        let group = taking.symmetries();
        let state = state & taking.full();
        for one in group {
            prop_assert_eq!(taking.least_image(permute(state, one)), taking.least_image(state));
            for other in group {
                let product: Vec<u8> = one.iter().map(|&i| other[usize::from(i)]).collect();
                prop_assert!(group.contains(&product));
            }
        }
    }

    /// Components are those of the engine's own definition.
    #[test]
    fn components_are_what_no_move_joins(name in options(), picture in places(6)) {
        prop_assume!(has_cells(&picture));
        let sum = board(&name, &picture);
        let (taking, state) = sum.components()[0].taking().unwrap();
        let parts = taking.components(state);
        let summands = sum.summands();
        prop_assert_eq!(parts.len(), summands.len());
        let moves: u128 = summands.iter().map(|summand| summand.move_count()).sum();
        prop_assert_eq!(moves, taking.moves(state).count() as u128);
    }
}

#[test]
fn whole_lines_and_listed_lines_are_played_as_described() {
    let game = file("board rect 2 2\ntake whole\nline a1 b1\nline a1 b2\nline b2\n");
    let full = Board::full(game.clone());
    let moves: Vec<String> = full.moves().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["a1-b1", "b2", "a1-b2"]);
    // The stone at a2 is not on any line.
    assert_eq!(Part::of(&full).len(), 1);
    let refuse = |mv: &str| {
        let mut cursor = nimfield::notation::Cursor::new(mv);
        let mv = full.read_move(&mut cursor).unwrap();
        full.play(&mv).unwrap_err()
    };
    assert!(
        refuse("a2").contains("a2 is not on any line"),
        "{}",
        refuse("a2")
    );
    assert!(
        refuse("a1").contains("as a whole: a1-b1"),
        "{}",
        refuse("a1")
    );
    assert!(refuse("a1,a2").contains("one line"), "{}", refuse("a1,a2"));
    assert_eq!(game.take().pick, Pick::Whole);
}

/// Boards within reach of a table are solved for one position: the outcome and all moves are those of the
/// table, just below, at and past the number of stones from which that is done.
#[test]
fn boards_within_reach_are_solved_for_one_position() {
    let mut random = fastrand::Rng::with_seed(12);
    for (text, open, rows) in [
        ("lines(max=3)[4x5]", "lines(max=3)", &[5usize; 4][..]),
        ("triangle[6]", "triangle", &[1, 2, 3, 4, 5, 6]),
        ("efr[3x6]", "efr", &[6; 3]),
    ] {
        let board = read(text).unwrap();
        let (game, _) = board.components()[0].taking().unwrap();
        let cells: usize = rows.iter().sum();
        for play in [Play::Normal, Play::Misere] {
            let budget = Budget::unlimited().threads(2);
            let table = BoardTable::solve(game, play, TableKind::Outcomes, &budget).unwrap();
            for stones in [16, cells] {
                let mut signs: Vec<char> = (0..cells)
                    .map(|cell| if cell < stones { '1' } else { '0' })
                    .collect();
                random.shuffle(&mut signs);
                let mut signs = signs.into_iter();
                let rows = rows
                    .iter()
                    .map(|&width| signs.by_ref().take(width).collect());
                let rows: Vec<String> = rows.collect();
                let sum = read(&format!("{open}[{}]", rows.join("/"))).unwrap();
                let state = |sum: &Sum| sum.components()[0].taking().unwrap().1;
                let answer = analyzed(&sum.to_string(), play);
                let is_p = table.is_p(state(&sum)).unwrap();
                assert_eq!(answer.outcome, Some(Outcome::impartial(is_p)), "{sum}");
                assert!(answer.complete, "{sum} {play}: {}", answer.reason.text);
                let found: BTreeSet<String> = (answer.winning_moves.iter())
                    .map(|mv| mv.mv.to_string())
                    .collect();
                for mv in sum.moves() {
                    let after = sum.clone().play(&mv).unwrap();
                    let wins = table.is_p(state(&after)).unwrap();
                    assert_eq!(found.contains(mv.to_string().as_str()), wins, "{sum}: {mv}");
                }
            }
        }
    }
}

#[test]
fn no_table_is_made_for_what_a_search_decides_soon() {
    for play in [Play::Normal, Play::Misere] {
        let answer = analyzed("lines(max=2)[1x32]", play);
        assert!(answer.complete && !answer.winning_moves.is_empty());
        assert!(answer.effort.positions < 1 << 20, "{:?}", answer.effort);
    }
}

/// Boards of `efr` in misère play by search up to exchanges of rows and columns; up to 36 cells the tables of all their
/// states say the same.
#[test]
fn boards_of_efr_in_misere_play() {
    check_efr_in_misere_play(&[
        ("efr[2x9]", Outcome::N),
        ("efr[2x11]", Outcome::P),
        ("efr[3x6]", Outcome::P),
        ("efr[4x5]", Outcome::N),
    ]);
}

#[test]
#[ignore = "ten seconds"]
fn larger_boards_of_efr_in_misere_play() {
    check_efr_in_misere_play(&[
        ("efr[2x12]", Outcome::N),
        ("efr[3x14]", Outcome::N),
        ("efr[5x5]", Outcome::P),
        ("efr[5x6]", Outcome::N),
    ]);
}

fn check_efr_in_misere_play(boards: &[(&str, Outcome)]) {
    let query = Query {
        play: Play::Misere,
        ..Query::default()
    };
    for &(text, outcome) in boards {
        let mut analyzer = Analyzer::new(query.clone(), Budget::unlimited());
        let answer = analyzer.analyze(&read(text).unwrap());
        assert_eq!(answer.outcome, Some(outcome), "{text}");
        assert_eq!(answer.reason.kind, ReasonKind::Search, "{text}");
    }
}
