//! Statements about positions, compared with facts that are counted by the definitions.

use std::collections::HashMap;

use nimfield::statement::{
    FactFinder, Statement, StatementCounterexample, StatementTrial, TrialPositions, TrialState,
    TrialStop,
};
use nimfield::tables::{FamilyQuery, FamilyTable, Shown, TableCell};
use nimfield::template::{Letter, Template};
use nimfield::{Budget, Games, Play, Reader, read};
use nimfield_core::sealed::SealedData;

use crate::partition_twin::{Game, Twin, conjugate, text, up_to};

/// The value of a statement without letters, with a fresh memory.
fn value(statement: &str, position: &str, play: Play) -> Result<Option<i128>, String> {
    let statement = Statement::read(statement, &[]).map_err(|error| error.to_string())?;
    let position = read(position).map_err(|error| error.to_string())?;
    let mut facts = FactFinder::new(play, false, Budget::unlimited());
    let found = facts.value(&statement, &position, &[]);
    found.map_err(|error| error.to_string())
}

fn value_of(statement: &str, position: &str) -> i128 {
    value(statement, position, Play::Normal).unwrap().unwrap()
}

/// Hook lengths square by square: count the squares to the right and below.
fn hooks(parts: &[u64]) -> Vec<u64> {
    let columns = conjugate(parts);
    let squares = (0..parts.len()).flat_map(|i| (0..parts[i] as usize).map(move |j| (i, j)));
    let hook = |(i, j): (usize, usize)| {
        let right = (j + 1..parts[i] as usize).count();
        let below = (i + 1..columns[j] as usize).count();
        (right + below + 1) as u64
    };
    squares.map(hook).collect()
}

/// The number of ways to remove a diagram square by square, each time a corner.
fn tableaux(parts: &[u64]) -> i128 {
    if parts.is_empty() {
        return 1;
    }
    let corner = |&i: &usize| parts[i] > parts.get(i + 1).copied().unwrap_or(0);
    let without = |i: usize| {
        let mut rest = parts.to_vec();
        rest[i] -= 1;
        rest.retain(|&part| part > 0);
        tableaux(&rest)
    };
    (0..parts.len()).filter(corner).map(without).sum()
}

#[test]
fn facts_of_partitions_are_those_of_the_definitions() {
    let names = [
        "size",
        "parts",
        "largest",
        "smallest",
        "lines",
        "rank",
        "durfee",
        "hook",
        "odd_hooks",
        "degree",
    ];
    for parts in up_to(9) {
        let columns = parts.first().copied().unwrap_or(0);
        let rows = parts.len() as u64;
        let square = |side: &u64| parts.iter().filter(|part| *part >= side).count() as u64 >= *side;
        let expected = [
            parts.iter().sum(),
            rows,
            columns,
            parts.last().copied().unwrap_or(0),
            rows + columns,
            columns.max(rows) - columns.min(rows),
            (0..=9).filter(square).max().unwrap(),
            hooks(&parts).into_iter().max().unwrap_or(0),
            hooks(&parts).iter().filter(|hook| *hook % 2 == 1).count() as u64,
        ];
        let expected: Vec<i128> = expected.iter().map(|&number| number.into()).collect();
        let position = format!("crim[{}]", text(&parts));
        for (name, expected) in names
            .iter()
            .zip(expected.into_iter().chain([tableaux(&parts)]))
        {
            assert_eq!(value_of(name, &position), expected, "{name} of {position}");
        }
    }
}

#[test]
fn degrees_end_at_the_largest_number() {
    assert_eq!(value_of("degree", "crim[60^60]"), i128::MAX);
    // 20!/(product of hooks) of a staircase, computed with big integers elsewhere: OEIS A005118(6).
    assert_eq!(value_of("degree", "pnim[5,4,3,2,1]"), 292_864);
}

#[test]
fn statements_hold_where_the_definitions_say_so() {
    let statement = Statement::read("P -> even(size + misere_value)", &[]).unwrap();
    let mut twin = Twin::default();
    let mut failed = 0;
    for play in [Play::Normal, Play::Misere] {
        let mut facts = FactFinder::new(play, false, Budget::unlimited());
        for parts in up_to(8) {
            let misere = twin.misere(&[(Game::Crim, parts.clone())]);
            let is_p = match play {
                Play::Normal => twin.value(Game::Crim, &parts) == 0,
                Play::Misere => misere == 0,
            };
            let size: u64 = parts.iter().sum();
            let expected = !is_p || (size + misere).is_multiple_of(2);
            let position = read(&format!("crim[{}]", text(&parts))).unwrap();
            let found = facts.value(&statement, &position, &[]).unwrap();
            assert_eq!(
                found,
                Some(i128::from(expected)),
                "{position} in {play} play"
            );
            failed += u32::from(!expected);
        }
    }
    assert!(
        failed > 10,
        "the statement fails often enough to test both answers: {failed}"
    );
}

#[test]
fn values_and_outcomes_of_both_plays_can_be_compared() {
    assert_eq!(value_of("10*normal_value + misere_value", "nim[1,1]"), 1);
    assert_eq!(value_of("10*normal_P + misere_P", "nim[1]"), 1);
    assert_eq!(value("value", "nim[1,1]", Play::Misere), Ok(Some(1)));
    let outcomes = "1000*P + 100*N + 10*L + R";
    assert_eq!(value_of(outcomes, "nim[1,1]"), 1000);
    assert_eq!(value_of(outcomes, "nim[1]"), 100);
    assert_eq!(value_of(outcomes, "domineering[2x1]"), 10);
    assert_eq!(value_of(outcomes, "domineering[1x2]"), 1);
}

/// Rows of Kayles beside nim heaps, without theory.
#[derive(Default)]
struct Rows(HashMap<(Vec<u32>, Vec<u32>), bool>);

impl Rows {
    /// The positions after a move.
    fn options(rows: &[u32], heaps: &[u32]) -> Vec<(Vec<u32>, Vec<u32>)> {
        let without = |list: &[u32], at: usize| [&list[..at], &list[at + 1..]].concat();
        let mut options = Vec::new();
        for (at, &row) in rows.iter().enumerate() {
            for taken in 1..=row.min(2) {
                for left in 0..=row - taken {
                    let after = [without(rows, at), vec![left, row - taken - left]].concat();
                    options.push((after, heaps.to_vec()));
                }
            }
        }
        for (at, &heap) in heaps.iter().enumerate() {
            let after = (0..heap).map(|left| [without(heaps, at), vec![left]].concat());
            options.extend(after.map(|after| (rows.to_vec(), after)));
        }
        options
    }

    fn is_misere_p(&mut self, rows: &[u32], heaps: &[u32]) -> bool {
        let sorted = |list: &[u32]| {
            let mut list: Vec<u32> = list.iter().copied().filter(|&size| size > 0).collect();
            list.sort_unstable();
            list
        };
        let key = (sorted(rows), sorted(heaps));
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let options = Rows::options(&key.0, &key.1);
        let is_p = !options.is_empty()
            && options
                .iter()
                .all(|(rows, heaps)| !self.is_misere_p(rows, heaps));
        self.0.insert(key, is_p);
        is_p
    }

    fn misere_value(&mut self, rows: &[u32], heaps: &[u32]) -> u32 {
        let with = |heap| [heaps, &[heap]].concat();
        (0..)
            .find(|&heap| self.is_misere_p(rows, &with(heap)))
            .unwrap()
    }

    fn value(rows: &[u32]) -> u32 {
        let options = Rows::options(rows, &[]);
        let values: Vec<u32> = options.iter().map(|(rows, _)| Rows::value(rows)).collect();
        (0..).find(|value| !values.contains(value)).unwrap()
    }

    fn is_like_nim(&mut self, rows: &[u32]) -> bool {
        let (value, misere) = (Rows::value(rows), self.misere_value(rows, &[]));
        value == misere || matches!((value, misere), (0, 1) | (1, 0))
    }

    /// Returns whether the position and all its followers have genera as nim has.
    fn is_tame(&mut self, rows: &[u32]) -> bool {
        let options = Rows::options(rows, &[]);
        self.is_like_nim(rows) && options.iter().all(|(rows, _)| self.is_tame(rows))
    }
}

#[test]
fn genera_are_those_of_plain_misere_play() {
    let mut rows = Rows::default();
    let mut tame = [0; 2];
    for (a, b) in (0..=7).flat_map(|a| (0..=(8 - a).min(2)).map(move |b| (a, b))) {
        let position = format!("kayles[{a},{b}]");
        let own = [a, b];
        let genus1 = rows.misere_value(&own, &[2]);
        let genus2 = rows.misere_value(&own, &[2, 2]);
        assert_eq!(
            value_of("genus1", &position),
            i128::from(genus1),
            "{position}"
        );
        assert_eq!(
            value_of("genus2", &position),
            i128::from(genus2),
            "{position}"
        );
        // Reversible options of a tame form need not be tame.
        let is_tame = value_of("tame", &position) == 1;
        assert!(is_tame || !rows.is_tame(&own), "{position}");
        assert!(!is_tame || rows.is_like_nim(&own), "{position}");
        tame[usize::from(is_tame)] += 1;
    }
    assert!(tame.iter().all(|&count| count > 1), "{tame:?}");
    let partizan = value("tame", "domineering[2x2]", Play::Normal).unwrap_err();
    assert!(
        partizan.contains("only impartial positions have a genus"),
        "{partizan}"
    );
}

#[test]
fn moves_are_counted_as_they_are_listed() {
    let options = |a: usize, b: usize| {
        let single = (0..a)
            .map(move |x| (x, b))
            .chain((0..b).map(move |y| (a, y)));
        single.chain((1..=a.min(b)).map(move |k| (a - k, b - k)))
    };
    let mut is_p = [[false; 13]; 13];
    for a in 0..13 {
        for b in 0..13 {
            let winning = options(a, b).filter(|&(x, y)| is_p[x][y]).count() as i128;
            is_p[a][b] = winning == 0;
            let position = format!("wythoff[{a},{b}]");
            assert_eq!(value_of("winning", &position), winning, "{position}");
            assert_eq!(
                value_of("moves", &position),
                options(a, b).count() as i128,
                "{position}"
            );
        }
    }
}

#[test]
fn an_outcome_that_does_not_matter_is_not_computed() {
    let statement = Statement::read("P -> even(rank)", &[]).unwrap();
    let budget = Budget::unlimited().positions(0);
    let mut facts = FactFinder::new(Play::Normal, false, budget);
    let even = read("crim[9,8,7,6,5,4,3,2,1]").unwrap();
    assert_eq!(facts.value(&statement, &even, &[]), Ok(Some(1)));
    let odd = read("crim[10,8,7,6,5,4,3,2,1]").unwrap();
    assert_eq!(facts.value(&statement, &odd, &[]), Ok(None));
}

#[test]
fn letters_hide_facts_and_come_first() {
    let statement = Statement::read("N + 100*size", &['N']).unwrap();
    let mut facts = FactFinder::new(Play::Normal, false, Budget::unlimited());
    let position = read("nim[7,2]").unwrap();
    assert_eq!(facts.value(&statement, &position, &[2]), Ok(Some(902)));
    assert_eq!(statement.names().collect::<Vec<_>>(), ["size"]);
}

#[test]
fn diagrams_of_rule_files_are_partitions() {
    let rules = "partition\nremove row\nremove column\n";
    let games = Games::builtin().with_rules_text("rows", rules).unwrap();
    let position = games.read("rows[4,2^2]").unwrap();
    let statement = Statement::read("100*size + 10*rank + durfee", &[]).unwrap();
    let mut facts = FactFinder::new(Play::Normal, false, Budget::unlimited());
    assert_eq!(facts.value(&statement, &position, &[]), Ok(Some(812)));
}

#[test]
fn facts_that_a_position_lacks_are_named() {
    for (statement, position, name) in [
        ("rank", "nim[3,5]", "`rank`"),
        ("parts", "nim[3] + nim[5]", "`parts`"),
        ("durfee", "crps[2; 1]", "`durfee`"),
        ("largest", "tactix[2x2]", "`largest`"),
        ("size", "matrix[inf 1; 2 inf]", "`size`"),
        ("size", "nim[w]", "`size`"),
        ("remoteness", "domineering[2x2]", "`remoteness`"),
        ("value", "domineering[2x2]", "`value`"),
        ("value", "nim[w]", "`value`"),
        ("odd_hooks", "crim[1000^1000]", "`odd_hooks`"),
    ] {
        let error = value(statement, position, Play::Normal).unwrap_err();
        assert!(error.contains(name) && error.contains(position), "{error}");
    }
    let error = value("even(rnk)", "crim[1]", Play::Normal).unwrap_err();
    assert!(
        error.contains("unknown letter or function `rnk`; did you mean `rank`?"),
        "{error}"
    );
}

#[test]
fn positions_of_any_shape_have_a_size() {
    for (position, size) in [
        ("nim[3] + nim[5]", 8),
        ("matrix[1 2; 3 4]", 10),
        ("tactix[3x4]", 12),
        ("lines[101/111]", 5),
        ("nimbi[full]", 12),
        ("domineering[3x4]", 12),
        ("cram[oo./.o.]", 3),
        ("node-kayles[2x3] + tactix[2x2]", 10),
        ("nimbers[(2,2) (4,1)]", 2),
        ("lattice[(3,2)]", 1),
        ("schrage[5x8]", 40),
        ("cutcake[3x4]", 12),
        ("code(0.77)[5,3]", 8),
        ("chomp[3x4]", 12),
        ("crps[2,1; 3]", 6),
    ] {
        assert_eq!(value_of("size", position), size, "{position}");
    }
}

/// The length of a game by the definition, on texts.
fn brute_remoteness(
    text: &str,
    play: Play,
    known: &mut HashMap<String, (bool, i128)>,
) -> (bool, i128) {
    if let Some(&found) = known.get(text) {
        return found;
    }
    let position = nimfield::read(text).unwrap();
    let options: Vec<(bool, i128)> = position
        .moves()
        .map(|mv| brute_remoteness(&position.after(&mv).unwrap().to_string(), play, known))
        .collect();
    let lost = options
        .iter()
        .filter(|(won, _)| !won)
        .map(|(_, moves)| moves + 1)
        .min();
    let found = match (lost, options.iter().map(|(_, moves)| moves + 1).max()) {
        (Some(moves), _) => (true, moves),
        (None, Some(moves)) => (false, moves),
        (None, None) => (play == Play::Misere, 0),
    };
    known.insert(text.to_string(), found);
    found
}

#[test]
fn remoteness_is_that_of_the_definition() {
    for play in [Play::Normal, Play::Misere] {
        let mut known = HashMap::new();
        for text in [
            "nim[3,4]",
            "nim[1,1,1]",
            "wythoff[4,6]",
            "kayles[9]",
            "crim[4,3,1]",
            "tactix[2x3]",
            "slow(2)[4,5,6]",
            "code(8?.3)[11]",
            "nim[2] + kayles[4]",
            "nim[]",
            "cram[2x4]",
        ] {
            let expected = brute_remoteness(text, play, &mut known).1;
            assert_eq!(
                value("remoteness", text, play).unwrap(),
                Some(expected),
                "{text} {play}"
            );
        }
    }
}

/// Gurvich, Martynov, Maximchuk and Vyalyi, arXiv 2304.06498: in exact slow nim on n piles from which a move takes one
/// counter each of n-1, both players keep a least even pile, or a largest one if all are odd; the game then lasts as long
/// as the remoteness says.
#[test]
fn remoteness_of_exact_slow_nim_is_the_length_of_a_game_by_the_rule() {
    let length = |mut piles: Vec<u64>| {
        for moves in 0.. {
            let even = piles.iter().filter(|pile| *pile % 2 == 0).min();
            let kept = *even.or(piles.iter().max()).unwrap();
            let kept = piles.iter().position(|&pile| pile == kept).unwrap();
            let others = || (0..piles.len()).filter(|&pile| pile != kept);
            if others().any(|pile| piles[pile] == 0) {
                return moves;
            }
            for pile in others().collect::<Vec<_>>() {
                piles[pile] -= 1;
            }
        }
        unreachable!()
    };
    let mut facts = FactFinder::new(Play::Normal, false, Budget::unlimited());
    let statement = Statement::read("remoteness", &[]).unwrap();
    for a in 0..=9u64 {
        for b in a..=9 {
            for c in b..=9 {
                let position = nimfield::read(&format!("slow(2)[{a},{b},{c}]")).unwrap();
                let found = facts.value(&statement, &position, &[]).unwrap();
                assert_eq!(found, Some(length(vec![a, b, c])), "{a} {b} {c}");
            }
        }
    }
    let position = nimfield::read("slow(3)[4,5,6,7]").unwrap();
    let found = facts.value(&statement, &position, &[]).unwrap();
    assert_eq!(found, Some(length(vec![4, 5, 6, 7])));
    let mut short = FactFinder::new(Play::Normal, false, Budget::unlimited().positions(10));
    assert_eq!(short.value(&statement, &position, &[]), Ok(None));
}

#[test]
fn cores_count_the_squares_without_hooks() {
    for (name, position, expected) in [
        ("core3", "crim[6,3,2,2]", 4),
        ("core3", "crim[11,5,5,3,2,2,2]", 0),
        ("core2", "pnim[3,2,1]", 6),
        ("core5", "lctr[5]", 0),
        ("core7", "crim[8]", 1),
        ("core7", "crim[7,1]", 8),
    ] {
        assert_eq!(value_of(name, position), expected, "{name} {position}");
    }
}

#[test]
fn tables_show_statements_row_by_row() {
    let letters = vec![
        Letter::read("a=0..4").unwrap(),
        Letter::read("b=a..4").unwrap(),
    ];
    let family = Template::new("nim[a b]", letters).unwrap();
    let statement = Statement::read("10*value + P + a - b", &['a', 'b']).unwrap();
    let query = FamilyQuery {
        statement: Some(statement),
        ..FamilyQuery::new(Shown::Numbers)
    };
    let table = FamilyTable::new(family, query, Budget::unlimited()).unwrap();
    assert_eq!(table.shown(), Shown::Numbers);
    let rows = table.rows().map(|row| row.unwrap());
    let mut count = 0;
    for row in rows {
        let [a, b] = row.values[..] else { panic!() };
        let (a, b) = (i128::from(a), i128::from(b));
        let expected = 10 * (a ^ b) + i128::from(a == b) + a - b;
        assert_eq!(row.cell, TableCell::Number(expected));
        count += 1;
    }
    assert_eq!(count, 15);
    assert_eq!(TableCell::Number(-1).term(), None);
    assert_eq!(TableCell::Number(7).term(), Some(7));
}

fn builtin() -> Reader<'static> {
    Games::builtin().reader().files(no_files)
}

fn no_files(_: &str) -> Result<String, String> {
    Err("no files".to_string())
}

fn trial(game: &str, statement: &str) -> StatementTrial {
    let cases = TrialPositions::by_size(game, &builtin()).unwrap();
    StatementTrial::new(cases, statement, None, false).unwrap()
}

#[test]
fn hunts_find_the_first_counterexample_in_order_of_size() {
    let mut twin = Twin::default();
    let fails = |parts: &Vec<u64>| parts.iter().sum::<u64>() % 2 == 1;
    let mut found: Vec<String> = up_to(7)
        .into_iter()
        .filter(fails)
        .filter(|parts| twin.value(Game::Crim, parts) == 0)
        .map(|parts| text(&parts))
        .collect();
    let smallest = |text: &String| {
        text.split(',')
            .map(|part| part.parse::<u64>().unwrap())
            .sum::<u64>()
    };
    found.sort_by_key(smallest);
    let mut trial = trial("crim", "P -> even(size)");
    trial.run(Some(9), &Budget::unlimited(), |_| {}).unwrap();
    let counterexample = trial.state().counterexample.clone().unwrap();
    assert_eq!(counterexample.position, format!("crim[{}]", found[0]));
    assert_eq!(
        counterexample.facts,
        [("P".to_string(), 1), ("size".to_string(), 3)]
    );
    assert_eq!(trial.state().size, Some(2));
}

#[test]
fn hunts_look_at_every_partition_once() {
    let mut trial = trial("crim", "size >= 0");
    trial.run(Some(12), &Budget::unlimited(), |_| {}).unwrap();
    assert_eq!(trial.state().held, up_to(12).len() as u64);
    assert_eq!(trial.state().size, Some(12));
    // They continue where they stopped.
    trial.run(Some(13), &Budget::unlimited(), |_| {}).unwrap();
    assert_eq!(trial.state().held, up_to(13).len() as u64);
}

#[test]
fn a_hunt_in_two_steps_is_one_hunt() {
    let statement = "P -> even(rank)";
    let mut whole = trial("crim", statement);
    whole.run(Some(9), &Budget::unlimited(), |_| {}).unwrap();
    let cancel = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let budget = Budget::unlimited().cancel(cancel.clone());
    let mut first = trial("crim", statement);
    let stop = first.run(Some(9), &budget, |state| {
        cancel.store(state.next == 20, std::sync::atomic::Ordering::Relaxed)
    });
    assert!(matches!(stop, Err(TrialStop::Unfinished(_))));
    assert_eq!(first.state().next, 20);
    let name = format!("nimfield-statement-{}", std::process::id());
    let file = std::env::temp_dir().join(name);
    first.state().save(&file).unwrap();
    let state = TrialState::load(&file, u64::MAX).unwrap().unwrap();
    let budget = Budget::unlimited();
    let second = trial("crim", statement).from_state(state.clone(), &budget);
    let mut second = second.unwrap();
    second.run(Some(9), &Budget::unlimited(), |_| {}).unwrap();
    assert_eq!(second.state(), whole.state());
    let other = trial("crim", "P -> odd(rank)").from_state(state, &budget);
    assert!(matches!(other, Err(TrialStop::Foreign { .. })));
    // A changed file is refused.
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[30] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    assert!(TrialState::load(&file, u64::MAX).is_err());
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn shards_find_what_one_hunt_finds() {
    for statement in ["P -> even(rank)", "P -> even(size)", "P -> durfee < 3"] {
        let mut whole = trial("crim", statement);
        whole.run(Some(10), &Budget::unlimited(), |_| {}).unwrap();
        let shards = nimfield_core::shard::Shard::all(3);
        let parts = shards.map(|shard| {
            let mut part = trial("crim", statement).shard(shard);
            part.run(Some(10), &Budget::unlimited(), |_| {}).unwrap();
            part.state().clone()
        });
        let parts: Vec<TrialState> = parts.collect();
        let joined = trial("crim", statement).joined(&parts, &Budget::unlimited());
        let joined = joined.unwrap().expect("they are of this test");
        assert_eq!(joined.state(), whole.state(), "{statement}");
        let other = trial("cris", statement).joined(&parts, &Budget::unlimited());
        assert!(other.unwrap().is_none(), "{statement}");
    }
}

/// Most texts of this family are not positions: the parts of a partition do not rise.
#[test]
fn texts_that_are_not_positions_do_not_count_in_any_shard() {
    let statement = || {
        let letters = ["a=0..9", "b=0..9"].map(|letter| Letter::read(letter).unwrap());
        let family = Template::new("welter[a,b]", letters.to_vec()).unwrap();
        let cases = TrialPositions::family(family).unwrap();
        StatementTrial::new(cases, "a < 6 or not P", None, false).unwrap()
    };
    let budget = Budget::unlimited();
    let mut whole = statement();
    whole.run(None, &budget, |_| {}).unwrap();
    assert!(whole.state().counterexample.is_some());
    let parts = nimfield_core::shard::Shard::all(4).map(|shard| {
        let mut part = statement().shard(shard);
        part.run(None, &budget, |_| {}).unwrap();
        part.state().clone()
    });
    let parts: Vec<TrialState> = parts.collect();
    let joined = statement().joined(&parts, &budget).unwrap().unwrap();
    assert_eq!(joined.state(), whole.state());
    assert!(whole.state().held + 1 < whole.state().next);
}

/// A cake has at most 255 rows or columns.
#[test]
fn a_position_of_a_game_that_cannot_be_read_does_not_count_as_tested() {
    let mut hunt = trial("cutcake", "1 = 1");
    let end = hunt.run(Some(300), &Budget::unlimited(), |_| {});
    let Err(TrialStop::Undecided { position, .. }) = end else {
        panic!("{end:?}");
    };
    assert_eq!(position, "cutcake[1x256]");
    assert_eq!(hunt.state().size, Some(255));
}

#[test]
fn going_on_and_joining_ask_the_budget() {
    let mut begun = trial("nim", "size >= 0");
    begun.run(Some(22), &Budget::unlimited(), |_| {}).unwrap();
    assert!(begun.state().next > 4000);
    let (budget, left) = Budget::unlimited().cancel_after(1);
    let state = begun.state().clone();
    let again = trial("nim", "size >= 0").from_state(state, &Budget::unlimited());
    let mut again = again.unwrap();
    let stop = again.run(Some(22), &budget, |_| {});
    assert!(matches!(stop, Err(TrialStop::Unfinished(_))), "{left:?}");
    let mut found = begun.state().clone();
    found.held -= 1;
    found.counterexample = Some(nimfield::statement::StatementCounterexample {
        number: found.next - 1,
        position: "nim[22]".to_string(),
        facts: Vec::new(),
    });
    let (budget, _) = Budget::unlimited().cancel_after(1);
    let joined = trial("nim", "size >= 0").joined(&[found], &budget);
    assert!(matches!(joined, Err(TrialStop::Unfinished(_))));
}

/// The author of a state can give it a valid seal, so its statements about positions are checked again.
#[test]
fn states_that_no_test_finds_are_refused() {
    let statement = "P -> even(size)";
    let budget = Budget::unlimited();
    let state = |up_to| {
        let mut begun = trial("crim", "P -> size < 9");
        begun
            .run(Some(up_to), &Budget::unlimited(), |_| {})
            .unwrap();
        begun.state().clone()
    };
    let (held, refuted) = (state(6), state(12));
    let found = refuted.counterexample.clone().expect("a counterexample");
    assert!(held.counterexample.is_none());
    let accepted = |state: &TrialState| {
        let one = trial("crim", "P -> size < 9").from_state(state.clone(), &budget);
        let joined = trial("crim", "P -> size < 9").joined(std::slice::from_ref(state), &budget);
        let words = |stop| match stop {
            TrialStop::Impossible(_) => false,
            stop => panic!("{stop}"),
        };
        let (one, joined) = (
            one.map_or_else(words, |_| true),
            joined.map_or_else(words, |joined| joined.is_some()),
        );
        assert_eq!(one, joined);
        one
    };
    assert!(accepted(&held) && accepted(&refuted));
    let next = held.next;
    for forged in [
        TrialState {
            held: held.held + 1,
            ..held.clone()
        },
        TrialState {
            held: u64::MAX,
            ..held.clone()
        },
        TrialState {
            held: refuted.held - 1,
            ..refuted.clone()
        },
        TrialState {
            held: 0,
            ..refuted.clone()
        },
        TrialState {
            size: Some(7),
            ..held.clone()
        },
        TrialState {
            size: Some(u64::MAX),
            ..held.clone()
        },
        TrialState {
            next: 1 << 32,
            ..held.clone()
        },
        // Sizes that were not tested, and one that was not tested to its end.
        TrialState {
            next: next - 1,
            held: held.held - 1,
            ..held.clone()
        },
        TrialState {
            counterexample: Some(StatementCounterexample {
                number: next - 1,
                ..found.clone()
            }),
            held: held.held - 1,
            ..held.clone()
        },
        TrialState {
            counterexample: Some(StatementCounterexample {
                number: 0,
                ..found.clone()
            }),
            ..held.clone()
        },
        TrialState {
            counterexample: Some(StatementCounterexample {
                position: "crim[9]".into(),
                ..found.clone()
            }),
            ..refuted.clone()
        },
        TrialState {
            counterexample: Some(StatementCounterexample {
                facts: Vec::new(),
                ..found.clone()
            }),
            ..refuted.clone()
        },
    ] {
        assert!(!accepted(&forged), "{forged:?}");
    }
    // A state of a statement that fails early, with the name of one that holds longer.
    let mut early = trial("crim", statement);
    early.run(Some(6), &budget, |_| {}).unwrap();
    assert!(early.state().counterexample.is_some());
    let forged = TrialState {
        of: early.state().of.clone(),
        ..held.clone()
    };
    let refused = trial("crim", statement).from_state(forged, &budget);
    assert!(matches!(refused, Err(TrialStop::Impossible(_))));
    // A family has finitely many members.
    let family = || {
        let letters = vec![Letter::read("a=0..9").unwrap()];
        let cases = TrialPositions::family(Template::new("nim[a]", letters).unwrap()).unwrap();
        StatementTrial::new(cases, "a >= 0", None, false).unwrap()
    };
    let mut whole = family();
    whole.run(None, &budget, |_| {}).unwrap();
    let state = whole.state().clone();
    assert!(family().from_state(state.clone(), &budget).is_ok());
    let (next, held) = (state.next + 1, state.held + 1);
    let forged = TrialState {
        next,
        held,
        ..state
    };
    let refused = family().from_state(forged, &budget);
    assert!(matches!(refused, Err(TrialStop::Impossible(_))));
}

/// Members that a state reports not to be positions are checked again.
#[test]
fn states_that_leave_positions_out_are_refused() {
    let budget = Budget::unlimited();
    let family = || {
        let letters = ["a=0..29", "b=0..29"].map(|letter| Letter::read(letter).unwrap());
        let template = Template::new("crim[a,b]", letters.to_vec()).unwrap();
        let cases = TrialPositions::family(template).unwrap();
        StatementTrial::new(cases, "size >= 0", None, false).unwrap()
    };
    let mut whole = family();
    whole.run(None, &budget, |_| {}).unwrap();
    let state = whole.state().clone();
    assert!(0 < state.held && state.held < state.next, "{state:?}");
    let left_out = whole.left_out();
    let accepted = |held: u64| {
        let forged = TrialState {
            held,
            ..state.clone()
        };
        family().from_state(forged, &budget)
    };
    assert_eq!(accepted(state.held).unwrap().left_out(), left_out);
    for held in [0, 5, state.held - 1, state.held + 1, state.next] {
        let refused = accepted(held);
        assert!(matches!(refused, Err(TrialStop::Impossible(_))), "{held}");
    }
    // A field that this version does not know may mean something else.
    let mut text = serde_json::to_value(&state).unwrap();
    text["extra"] = 1.into();
    assert!(serde_json::from_value::<TrialState>(text).is_err());
}

#[test]
fn what_is_not_decided_names_the_limit() {
    let positions = Budget::unlimited().positions(3);
    let bytes = Budget::unlimited().bytes(100);
    for (statement, budget, limit) in [
        ("misere_value >= 0", &positions, "the limit of 3 positions"),
        ("misere_value >= 0", &bytes, "the memory limit ("),
        ("value >= 0", &bytes, "the memory limit ("),
    ] {
        let stop = trial("cris", statement).run(Some(12), budget, |_| {});
        let stop = stop.unwrap_err().to_string();
        assert!(stop.contains(limit), "{statement}: {stop}");
        assert!(stop.starts_with("cris["), "{stop}");
    }
}

#[test]
fn families_are_tested_over_their_letters() {
    let letters = vec![
        Letter::read("a=0..6").unwrap(),
        Letter::read("b=a..6").unwrap(),
    ];
    let family = Template::new("wythoff[a b]", letters).unwrap();
    let cases = TrialPositions::family(family).unwrap();
    let mut trial = StatementTrial::new(cases, "P -> b < 2a or a = 0", None, false).unwrap();
    trial.run(None, &Budget::unlimited(), |_| {}).unwrap();
    let found = trial.state().counterexample.clone().unwrap();
    // (1,2) is the first cold pair.
    assert_eq!(found.position, "wythoff[1,2]");
    let named: Vec<_> = found
        .facts
        .iter()
        .map(|(name, fact)| (name.as_str(), *fact))
        .collect();
    assert_eq!(named, [("a", 1), ("b", 2), ("P", 1)]);
}

#[test]
fn hunts_refuse_games_that_they_cannot_list() {
    let refused = |game: &str| {
        TrialPositions::by_size(game, &builtin())
            .err()
            .unwrap()
            .to_string()
    };
    assert!(refused("matrix").contains("the positions of `matrix` have no size"));
    assert!(refused("crimm").contains("did you mean `crim`?"));
    assert!(refused("@my.game").contains("no files"));
    let rules = |_: &str| Ok("partition\nremove row\nremove column\n".to_string());
    assert!(TrialPositions::by_size("@my.game", &builtin().files(rules)).is_ok());
    let cases = TrialPositions::by_size("crim", &builtin()).unwrap();
    assert!(StatementTrial::new(cases, "P -> even(n)", None, false).is_err());
    let mut trial = trial("cris", "degree < 0 or durfee >= 0");
    trial.run(Some(3), &Budget::unlimited(), |_| {}).unwrap();
    assert_eq!(trial.state().held, 7);
}

/// Letters have no size, so their state cannot say that all positions of one are tested.
#[test]
fn states_of_families_have_no_size() {
    let statement = || {
        let letters = ["a=0..9", "b=a..9"].map(|letter| Letter::read(letter).unwrap());
        let family = Template::new("wythoff[a,b]", letters.to_vec()).unwrap();
        let cases = TrialPositions::family(family).unwrap();
        StatementTrial::new(cases, "P -> a <= b", None, false).unwrap()
    };
    let budget = Budget::unlimited();
    let mut whole = statement();
    whole.run(None, &budget, |_| {}).unwrap();
    for (size, accepted) in [(None, true), (Some(0), false), (Some(9), false)] {
        let state = TrialState {
            size,
            ..whole.state().clone()
        };
        let again = statement().from_state(state, &budget);
        assert_eq!(again.is_ok(), accepted, "{size:?}");
    }
}
