//! Mistakes that were reported in public about other programs: here the same questions are answered correctly.
//!
//! Each answer is computed again by the definitions alone: plays, mexes and literal game trees.

use std::collections::HashMap;
use std::path::Path;

use nimbers::Interrupt;
use nimfield::periods::{self, PeriodQuery};
use nimfield::{Analyzer, Budget, Play, Query, read};
use serde::Deserialize;
use short_game::Arena;

use crate::brute::mex;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reports {
    position: Vec<Position>,
    period: Vec<Period>,
    value: Vec<Expression>,
    nimber: Vec<Expression>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    link: String,
    reported: String,
    how: String,
    question: String,
    #[serde(default)]
    play: Option<String>,
    outcome: String,
    value: Option<String>,
    winning: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Period {
    link: String,
    reported: String,
    how: String,
    question: String,
    period: usize,
    preperiod: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expression {
    link: String,
    reported: String,
    how: String,
    question: String,
    answer: String,
}

fn reports() -> Reports {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/public_reports.toml");
    let text = std::fs::read_to_string(path).expect("the reports");
    toml::from_str(&text).expect("well-formed")
}

#[test]
fn every_report_has_its_source() {
    let Reports {
        position,
        period,
        value,
        nimber,
    } = reports();
    let of = |link: &str, reported: &str, how: &str| {
        assert!(link.starts_with("http"), "{link}");
        assert!(!reported.is_empty() && !how.is_empty(), "{link}");
    };
    position
        .iter()
        .for_each(|row| of(&row.link, &row.reported, &row.how));
    period
        .iter()
        .for_each(|row| of(&row.link, &row.reported, &row.how));
    let expressions = value.iter().chain(&nimber);
    expressions.for_each(|row| of(&row.link, &row.reported, &row.how));
    assert!(position.len() + period.len() + value.len() + nimber.len() >= 40);
}

/// The positions one move away.
type Rules = fn(&[u32]) -> Vec<Vec<u32>>;

fn lowered(heaps: &[u32], most: u32) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    for (i, &heap) in heaps.iter().enumerate() {
        for amount in 1..=heap.min(most) {
            let mut after = heaps.to_vec();
            after[i] -= amount;
            found.push(after);
        }
    }
    found
}

fn wythoff(heaps: &[u32]) -> Vec<Vec<u32>> {
    let both = (1..=heaps[0].min(heaps[1])).map(|k| vec![heaps[0] - k, heaps[1] - k]);
    lowered(heaps, u32::MAX).into_iter().chain(both).collect()
}

/// Rows of squares; a bite takes everything below and to the right of a square, which is not the poisoned one.
fn chomp(rows: &[u32]) -> Vec<Vec<u32>> {
    let squares = (0..rows.len()).flat_map(|row| (0..rows[row]).map(move |column| (row, column)));
    let bites = squares.filter(|&square| square != (0, 0));
    let bitten = |(row, column): (usize, u32)| {
        let left = |(i, &length): (usize, &u32)| match i < row {
            true => length,
            false => length.min(column),
        };
        rows.iter().enumerate().map(left).collect()
    };
    bites.map(bitten).collect()
}

/// Whether the player to move wins, by playing everything out.
fn wins(rules: Rules, position: &[u32], play: Play, known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let options = rules(position);
    let stuck = options.is_empty() && play == Play::Misere;
    let won = stuck || options.iter().any(|to| !wins(rules, to, play, known));
    known.insert(position.to_vec(), won);
    won
}

/// The values of the heaps of an octal code, by the definition.
fn octal(code: &str, most: usize) -> Vec<u32> {
    let digits = code.strip_prefix("0.").expect("an octal code");
    let digits: Vec<u32> = digits
        .chars()
        .filter_map(|digit| digit.to_digit(8))
        .collect();
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=most {
        let mut options = Vec::new();
        for (taken, digit) in (1..).zip(&digits).filter(|&(taken, _)| taken <= heap) {
            let left: usize = heap - taken;
            if digit & 1 > 0 && left == 0 {
                options.push(0);
            }
            if digit & 2 > 0 && left > 0 {
                options.push(values[left]);
            }
            if digit & 4 > 0 {
                options.extend((1..left).map(|part| values[part] ^ values[left - part]));
            }
        }
        values.push(mex(options));
    }
    values
}

/// The numbers between brackets.
fn numbers(text: &str) -> Vec<u32> {
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

/// Whether the first player wins a position, the number of winning moves, and the value if there is one.
fn by_definition(question: &str, play: Play) -> (bool, Option<usize>, Option<u32>) {
    if question.starts_with("code") {
        let value = question.split(" + ").fold(0, |sum, term| {
            let (code, heap) = term[5..].split_once(")[").expect("a code and a heap");
            let heap = numbers(heap)[0] as usize;
            sum ^ octal(code, heap)[heap]
        });
        return (value > 0, None, Some(value));
    }
    let (name, body) = question.split_once('[').expect("a body");
    let (rules, start): (Rules, Vec<u32>) = match name {
        "nim" => (|heaps| lowered(heaps, u32::MAX), numbers(body)),
        "subtraction(3)" => (|heaps| lowered(heaps, 3), numbers(body)),
        "wythoff" => (wythoff, numbers(body)),
        "chomp" => (chomp, vec![numbers(body)[0]; numbers(body)[1] as usize]),
        _ => panic!("no rules of {name}"),
    };
    let mut known = HashMap::new();
    let won = wins(rules, &start, play, &mut known);
    let options = rules(&start);
    let winning = options
        .iter()
        .filter(|to| !wins(rules, to, play, &mut known));
    let winning = winning.count();
    (won, Some(winning), None)
}

#[test]
fn positions_of_public_reports() {
    for row in reports().position {
        let place = format!("{} ({})", row.question, row.link);
        let play = row.play.as_deref().unwrap_or("normal").parse();
        let play: Play = play.expect("a play convention");
        let sum = read(&row.question).unwrap_or_else(|error| panic!("{place}: {error}"));
        let query = Query {
            value: row.value.is_some(),
            ..Query::play(play)
        };
        let answer = Analyzer::new(query, Budget::unlimited()).analyze(&sum);
        let outcome = answer.outcome.map(|outcome| outcome.to_string());
        assert_eq!(outcome.as_ref(), Some(&row.outcome), "{place}");
        if row.value.is_some() {
            let value = answer.value.as_ref().map(ToString::to_string);
            assert_eq!(value, row.value, "{place}");
        }
        let moves = answer.winning_moves.iter();
        let mut found: Vec<String> = moves.map(|found| found.mv.to_string()).collect();
        if let Some(mut winning) = row.winning.clone() {
            found.sort_unstable();
            winning.sort_unstable();
            assert_eq!(found, winning, "{place}");
        }
        // On a square of two by two, the first player reserves two cells.
        if row.question.starts_with("domineering") {
            continue;
        }
        let (won, winning, value) = by_definition(&row.question, play);
        assert_eq!(row.outcome == "N", won, "{place}");
        if let Some(winning) = winning {
            assert_eq!(found.len(), winning, "{place}");
        }
        if let Some(value) = value {
            let found = answer.value.as_ref().and_then(|value| value.finite());
            assert_eq!(found, Some(value.into()), "{place}");
        }
    }
}

#[test]
fn periods_of_public_reports() {
    for row in reports().period {
        let place = format!("{} ({})", row.question, row.link);
        let query = PeriodQuery::new(&format!("code({})[n]", row.question));
        let report = periods::find(&query, &Budget::unlimited()).unwrap();
        assert!(report.proof.is_some(), "{place}");
        let law = report.law.expect("a period");
        let found = (law.period as usize, law.preperiod as usize, law.saltus);
        assert_eq!(found, (row.period, row.preperiod, 0), "{place}");
        let (period, preperiod) = (row.period, row.preperiod);
        let values = octal(&row.question, preperiod + 3 * period);
        let holds = |n: usize, period: usize| values[n + period] == values[n];
        let mut law = preperiod..preperiod + 2 * period;
        assert!(law.all(|n| holds(n, period)), "{place}");
        assert!(preperiod == 0 || !holds(preperiod - 1, period), "{place}");
        let mut smaller = 1..period;
        assert!(
            smaller.all(|less| (preperiod..preperiod + period).any(|n| !holds(n, less))),
            "{place}"
        );
    }
}

/// Literal game trees, each kept once: nothing is simplified.
#[derive(Default)]
struct Trees {
    options: Vec<[Vec<usize>; 2]>,
    kept: HashMap<[Vec<usize>; 2], usize>,
    at_most: HashMap<(usize, usize), bool>,
    sums: HashMap<(usize, usize), usize>,
    products: HashMap<(usize, usize), usize>,
}

impl Trees {
    fn tree(&mut self, mut options: [Vec<usize>; 2]) -> usize {
        for side in &mut options {
            side.sort_unstable();
            side.dedup();
        }
        if let Some(&known) = self.kept.get(&options) {
            return known;
        }
        self.options.push(options.clone());
        self.kept.insert(options, self.options.len() - 1);
        self.options.len() - 1
    }

    fn heap(&mut self, size: usize) -> usize {
        let options: Vec<usize> = (0..size).map(|size| self.heap(size)).collect();
        self.tree([options.clone(), options])
    }

    fn up(&mut self) -> usize {
        let (zero, star) = (self.heap(0), self.heap(1));
        self.tree([vec![zero], vec![star]])
    }

    /// The number `n` over 2^`exponent`.
    fn number(&mut self, n: i32, exponent: u32) -> usize {
        match (n, exponent) {
            (0, _) => self.heap(0),
            (_, 1..) if n % 2 == 0 => self.number(n / 2, exponent - 1),
            (1.., 0) => {
                let less = self.number(n - 1, 0);
                self.tree([vec![less], vec![]])
            }
            (_, 0) => {
                let more = self.number(n + 1, 0);
                self.tree([vec![], vec![more]])
            }
            _ => {
                let [less, more] = [n - 1, n + 1].map(|n| self.number(n, exponent));
                self.tree([vec![less], vec![more]])
            }
        }
    }

    fn negative(&mut self, a: usize) -> usize {
        let [left, right] = self.options[a].clone();
        let sides = [right, left];
        let sides = sides.map(|side| side.into_iter().map(|of| self.negative(of)).collect());
        self.tree(sides)
    }

    fn sum(&mut self, a: usize, b: usize) -> usize {
        if let Some(&known) = self.sums.get(&(a, b)) {
            return known;
        }
        let sides = [0, 1].map(|side| {
            let [of_a, of_b] = [a, b].map(|of| self.options[of][side].clone());
            let of_a: Vec<usize> = of_a.into_iter().map(|of| self.sum(of, b)).collect();
            let of_b: Vec<usize> = of_b.into_iter().map(|of| self.sum(a, of)).collect();
            [of_a, of_b].concat()
        });
        let found = self.tree(sides);
        self.sums.insert((a, b), found);
        found
    }

    /// Conway's product, by the definition.
    fn product(&mut self, a: usize, b: usize) -> usize {
        if let Some(&known) = self.products.get(&(a, b)) {
            return known;
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side_a, side_b) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
            for x in self.options[a][side_a].clone() {
                for y in self.options[b][side_b].clone() {
                    let [one, other] = [self.product(x, b), self.product(a, y)];
                    let both = self.product(x, y);
                    let both = self.negative(both);
                    let sum = self.sum(one, other);
                    let option = self.sum(sum, both);
                    sides[usize::from(side_a != side_b)].push(option);
                }
            }
        }
        let found = self.tree(sides);
        self.products.insert((a, b), found);
        found
    }

    fn at_most(&mut self, a: usize, b: usize) -> bool {
        if let Some(&known) = self.at_most.get(&(a, b)) {
            return known;
        }
        let left = self.options[a][0].clone();
        let right = self.options[b][1].clone();
        let found = !left.into_iter().any(|of| self.at_most(b, of))
            && !right.into_iter().any(|of| self.at_most(of, a));
        self.at_most.insert((a, b), found);
        found
    }

    fn equal(&mut self, a: usize, b: usize) -> bool {
        self.at_most(a, b) && self.at_most(b, a)
    }

    /// Two trees that are equal if the answer to a question is right.
    fn sides_of(&mut self, question: &str) -> [usize; 2] {
        match question {
            "{0,1/8|1/4,3/8,3/4}" => {
                let left = [(0, 0), (1, 3)].map(|(n, exponent)| self.number(n, exponent));
                let right = [(1, 2), (3, 3), (3, 2)].map(|(n, exponent)| self.number(n, exponent));
                [
                    self.tree([left.to_vec(), right.to_vec()]),
                    self.number(3, 4),
                ]
            }
            "1 - 1 - 2 + 3/16 + 1 + 1/4 + 1/2" => {
                let terms = [(1, 0), (-1, 0), (-2, 0), (3, 4), (1, 0), (1, 2), (1, 1)];
                let zero = self.number(0, 0);
                let sum = terms.into_iter().fold(zero, |sum, (n, exponent)| {
                    let term = self.number(n, exponent);
                    self.sum(sum, term)
                });
                [sum, self.number(-1, 4)]
            }
            "conway(^,^) - (^+*3)" => {
                let (up, heap) = (self.up(), self.heap(3));
                [self.product(up, up), self.sum(up, heap)]
            }
            "conway(*3,^) - conway(*3,*2)" => {
                let (up, two, three) = (self.up(), self.heap(2), self.heap(3));
                [self.product(three, up), self.product(three, two)]
            }
            "{0,1|2}" => {
                let [zero, one, two] = [0, 1, 2].map(|n| self.number(n, 0));
                [self.tree([vec![zero, one], vec![two]]), self.number(3, 1)]
            }
            // Its options are born on day zero.
            "birthday({0|0})" => [self.heap(1), self.heap(1)],
            _ => panic!("no trees of {question}"),
        }
    }
}

#[test]
fn values_of_public_reports() {
    let arena = Arena::new();
    let mut trees = Trees::default();
    for row in reports().value {
        let place = format!("{} ({})", row.question, row.link);
        let value = arena.evaluate(&row.question).unwrap();
        let text = value.to_text(&arena, 1000).unwrap();
        assert_eq!(text, row.answer, "{place}");
        let [one, other] = trees.sides_of(&row.question);
        assert!(trees.equal(one, other), "{place}");
    }
}

#[test]
fn nimbers_of_public_reports() {
    // The product by its definition.
    const SIZE: usize = 17;
    let mut product = [[0u32; SIZE]; SIZE];
    for a in 0..SIZE {
        for b in 0..SIZE {
            let smaller = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
            product[a][b] =
                mex(smaller.map(|(x, y)| product[x][b] ^ product[a][y] ^ product[x][y]));
        }
    }
    for row in reports().nimber {
        let place = format!("{} ({})", row.question, row.link);
        let value = nimbers::calc::evaluate(&row.question, Interrupt::NEVER).unwrap();
        assert_eq!(value.to_string(), row.answer, "{place}");
        let expected: u32 = row.answer.parse().unwrap();
        match numbers(&row.question)[..] {
            // The inverse is the one number with this product.
            [a, again] if row.question.contains("inv") => {
                let inverse = (0..16).find(|&b| product[a as usize][b] == 1).unwrap();
                assert_eq!(
                    (a, expected),
                    (again, product[a as usize][inverse]),
                    "{place}"
                );
            }
            [a, b] => assert_eq!(product[a as usize][b as usize], expected, "{place}"),
            _ => panic!("{place}"),
        }
    }
}
