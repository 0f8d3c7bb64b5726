//! Impartial values are played as written: compared with an oracle that reads the text as a tree of braces, parentheses
//! and small games, and knows no values, theorems or canonical forms.

use std::collections::{BTreeSet, HashMap};

use nimfield::{Analyzer, FormStyle, MisereReport, Query, misere_report};

use nimfield::{Answer, Budget, Outcome, Play, Sum, read};

/// A sum: its parts in order.
pub(crate) type Parts = Vec<Part>;

/// A game that is not written as a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part {
    /// `*n`.
    Star(u32),
    /// Braces: each option is a sum.
    Braces(Vec<Parts>),
    /// Two heaps of Wythoff's game.
    Wythoff(u32, u32),
    /// Neighbouring stones, of which a move takes some neighbouring ones.
    Row(u32),
}

fn sum_of(parts: impl IntoIterator<Item = Part>) -> Parts {
    let empty = |part: &Part| matches!(part, Part::Star(0) | Part::Wythoff(0, 0) | Part::Row(0));
    let mut parts: Parts = parts.into_iter().filter(|part| !empty(part)).collect();
    parts.sort();
    parts
}

fn braces(mut options: Vec<Parts>) -> Parts {
    options.sort();
    options.dedup();
    // The same tree, in shorter notation.
    let stars = (0..options.len() as u32).map(|size| sum_of([Part::Star(size)]));
    match stars.collect::<BTreeSet<_>>() == options.iter().cloned().collect() {
        true => sum_of([Part::Star(options.len() as u32)]),
        false => vec![Part::Braces(options)],
    }
}

impl Part {
    fn options(&self) -> Vec<Parts> {
        match self {
            Part::Star(size) => (0..*size).map(|left| sum_of([Part::Star(left)])).collect(),
            Part::Braces(options) => options.clone(),
            &Part::Wythoff(a, b) => {
                let first = (0..a).map(|left| Part::Wythoff(left, b));
                let second = (0..b).map(|left| Part::Wythoff(a, left));
                let both = (1..=a.min(b)).map(|taken| Part::Wythoff(a - taken, b - taken));
                first
                    .chain(second)
                    .chain(both)
                    .map(|part| sum_of([part]))
                    .collect()
            }
            &Part::Row(stones) => {
                let runs =
                    (0..stones).flat_map(|from| (from + 1..=stones).map(move |to| (from, to)));
                let split = |(from, to)| sum_of([Part::Row(from), Part::Row(stones - to)]);
                runs.map(split).collect()
            }
        }
    }
}

/// The options of a sum, each once.
pub(crate) fn options(sum: &Parts) -> BTreeSet<Parts> {
    let mut found = BTreeSet::new();
    for (i, part) in sum.iter().enumerate() {
        for option in part.options() {
            let others = sum.iter().enumerate().filter(|&(j, _)| j != i);
            found.insert(sum_of(others.map(|(_, part)| part.clone()).chain(option)));
        }
    }
    found
}

/// Grundy values and misère Grundy numbers by plain recursion over whole sums.
#[derive(Default)]
pub(crate) struct Oracle(HashMap<Parts, [u32; 2]>);

impl Oracle {
    fn numbers(&mut self, sum: &Parts) -> [u32; 2] {
        if let Some(&known) = self.0.get(sum) {
            return known;
        }
        let options: Vec<[u32; 2]> = options(sum)
            .iter()
            .map(|option| self.numbers(option))
            .collect();
        let least = |play: usize| (0..).find(|&n| options.iter().all(|option| option[play] != n));
        let normal = least(0).unwrap();
        let misere = match options.is_empty() {
            true => 1,
            false => least(1).unwrap(),
        };
        self.0.insert(sum.clone(), [normal, misere]);
        [normal, misere]
    }

    pub(crate) fn value(&mut self, sum: &Parts, play: Play) -> u32 {
        self.numbers(sum)[usize::from(play == Play::Misere)]
    }

    fn misere_beside(&mut self, sum: &Parts, twos: usize) -> u32 {
        let twos = (0..twos).map(|_| Part::Star(2));
        self.value(&sum_of(sum.iter().cloned().chain(twos)), Play::Misere)
    }

    /// The genus, by its definition.
    fn genus(&mut self, sum: &Parts) -> String {
        let mut misere: Vec<u32> = (0..9).map(|twos| self.misere_beside(sum, twos)).collect();
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        let digits: Vec<String> = misere.iter().map(u32::to_string).collect();
        format!("{}^{}", self.value(sum, Play::Normal), digits.concat())
    }
}

/// Reads a text literally; panics if it is not valid notation.
pub(crate) fn literal(text: &str) -> Parts {
    let characters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut reader = Reader {
        text: characters,
        at: 0,
    };
    let sum = reader.sum();
    assert_eq!(reader.at, reader.text.len(), "{text}");
    sum
}

struct Reader {
    text: Vec<char>,
    at: usize,
}

impl Reader {
    fn next(&self) -> char {
        self.text.get(self.at).copied().unwrap_or('\0')
    }

    fn take(&mut self, c: char) -> bool {
        let here = self.next() == c;
        self.at += usize::from(here);
        here
    }

    fn number(&mut self) -> Option<u32> {
        let start = self.at;
        while self.next().is_ascii_digit() {
            self.at += 1;
        }
        self.text[start..self.at]
            .iter()
            .collect::<String>()
            .parse()
            .ok()
    }

    fn sum(&mut self) -> Parts {
        let mut parts = self.factor();
        while self.take('+') || self.take('-') {
            parts.extend(self.factor());
        }
        sum_of(parts)
    }

    fn copies(count: u32, sum: &Parts) -> Parts {
        sum_of((0..count).flat_map(|_| sum.clone()))
    }

    fn factor(&mut self) -> Parts {
        if self.take('-') {
            return self.factor();
        }
        if self.take('±') {
            let option = self.next() != '{';
            let inner = self.factor();
            return match (option, &inner[..]) {
                (false, [Part::Braces(options)]) => braces(options.clone()),
                (false, [Part::Star(_)]) => inner,
                _ => braces(vec![inner]),
            };
        }
        if let Some(number) = self.number() {
            if number == 0 && self.next() != '*' {
                return Vec::new();
            }
            assert!(self.take('*'));
            let sum = self.factor();
            return Reader::copies(number, &sum);
        }
        let bracket = self.next();
        let sum = self.game();
        if "({".contains(bracket) && self.take('*') {
            let count = self.number().unwrap();
            return Reader::copies(count, &sum);
        }
        sum
    }

    fn game(&mut self) -> Parts {
        if self.take('*') {
            if self.take('[') {
                let mut list = self.stars();
                return match list.len() {
                    1 => list.remove(0),
                    _ => braces(list),
                };
            }
            return sum_of([Part::Star(self.number().unwrap_or(1))]);
        }
        if self.take('(') {
            let sum = self.sum();
            assert!(self.take(')'));
            return sum;
        }
        if self.take('{') {
            let left = self.list();
            if self.take('|') {
                assert_eq!(braces(self.list()), braces(left.clone()));
            }
            assert!(self.take('}'));
            return braces(left);
        }
        let start = self.at;
        while self.next().is_ascii_lowercase() {
            self.at += 1;
        }
        let name: String = self.text[start..self.at].iter().collect();
        assert!(self.take('['), "{name}");
        let mut numbers = Vec::new();
        let mut body = String::new();
        while !self.take(']') {
            body.push(self.next());
            match self.number() {
                Some(number) => numbers.push(number),
                None => self.at += 1,
            }
        }
        match (&*name, &numbers[..]) {
            ("nim", _) => sum_of(numbers.into_iter().map(Part::Star)),
            ("wythoff", &[a, b]) => sum_of([Part::Wythoff(a, b)]),
            ("tactix", &[1, stones]) if body.contains('x') => sum_of([Part::Row(stones)]),
            ("tactix", _) => {
                let rows = numbers[0].to_string();
                let width = body.len().max(rows.len());
                let cells = format!("{rows:0>width$}");
                sum_of(cells.split('0').map(|row| Part::Row(row.len() as u32)))
            }
            _ => panic!("{name}"),
        }
    }

    fn list(&mut self) -> Vec<Parts> {
        let mut list = Vec::new();
        while !"|}".contains(self.next()) {
            list.push(self.sum());
            self.take(',');
        }
        list
    }

    /// Digits, lists in brackets, and sharps.
    fn stars(&mut self) -> Vec<Parts> {
        let mut list: Vec<Parts> = Vec::new();
        while !self.take(']') {
            let item = if self.take('[') {
                braces(self.stars())
            } else if self.take('#') {
                let inner = list.pop().unwrap();
                braces(vec![inner])
            } else if self.take(',') {
                continue;
            } else {
                let digit = self.next().to_digit(10).unwrap();
                self.at += 1;
                sum_of([Part::Star(digit)])
            };
            list.push(item);
        }
        list
    }
}

/// An impartial value, in any of its notations.
pub(crate) fn any_value(random: &mut fastrand::Rng, depth: u32) -> String {
    if depth == 0 {
        return ["0", "*", "*2", "*3", "*[2#]", "*[[2],1,0]", "{|}"][random.usize(..7)].to_string();
    }
    let mut some = |most: usize| -> Vec<String> {
        let count = 1 + random.usize(..most);
        let below = |_| {
            let below = random.u32(..depth);
            any_value(random, below)
        };
        (0..count).map(below).collect()
    };
    let list = some(3);
    let mut other = list.clone();
    random.shuffle(&mut other);
    let (list, other) = (list.join(","), other.join(" , "));
    match random.u8(..8) {
        0 | 1 => format!("{{{list}|{other}}}"),
        2 => format!("{{{list}}}"),
        3 => format!("±{{{list}}}"),
        4 => format!("2*({})", any_value(random, depth - 1)),
        5 => format!(
            "({} + {})",
            any_value(random, depth - 1),
            any_value(random, 0)
        ),
        6 => format!("({}-{})*2", any_value(random, 0), any_value(random, 0)),
        _ => format!("{{{list},{list} | {list}}}"),
    }
}

/// A sum of values and games.
fn any_sum(random: &mut fastrand::Rng) -> String {
    let mut parts = Vec::new();
    for _ in 0..1 + random.usize(..2) {
        parts.push(match random.u8(..6) {
            0 => format!("wythoff[{},{}]", random.u8(..3), random.u8(..4)),
            1 => format!("tactix[1x{}]", random.u8(1..5)),
            2 => format!("nim[{}]", random.u8(..4)),
            _ => {
                let depth = random.u32(..3);
                any_value(random, depth)
            }
        });
    }
    parts.join(" + ")
}

fn analyzed(sum: &Sum, play: Play) -> Answer {
    let query = Query {
        value: true,
        ..Query::play(play)
    };
    Analyzer::new(query, Budget::unlimited()).analyze(sum)
}

fn report(text: &str) -> MisereReport {
    let style = FormStyle {
        limit: 1 << 16,
        nodes: true,
        ..FormStyle::default()
    };
    misere_report(&read(text).unwrap(), style, &Budget::unlimited()).unwrap()
}

/// Compares all results for a position with the oracle.
fn check(text: &str, oracle: &mut Oracle) {
    let sum = read(text).unwrap_or_else(|error| panic!("{error}"));
    let parts = literal(text);
    assert_eq!(literal(&sum.to_string()), parts, "{text} prints as {sum}");
    assert_eq!(read(&sum.to_string()).as_ref(), Ok(&sum), "{text}");
    for play in [Play::Normal, Play::Misere] {
        let value = oracle.value(&parts, play);
        let answer = analyzed(&sum, play);
        assert_eq!(
            answer.outcome,
            Some(Outcome::impartial(value == 0)),
            "{play} {text}"
        );
        match play {
            Play::Normal => assert_eq!(answer.value, Some(u128::from(value).into()), "{text}"),
            Play::Misere => {
                assert_eq!(answer.misere_value, Some(value.into()), "{text}");
                let genus = answer.genus.as_ref().map(ToString::to_string);
                assert_eq!(genus, Some(oracle.genus(&parts)), "{text}");
                check_moves(&answer, oracle);
            }
        }
    }
    check_report(text, &parts, oracle);
}

/// The list of winning moves in misère play is complete, and each move is read back and played.
fn check_moves(answer: &Answer, oracle: &mut Oracle) {
    let position = &answer.position;
    assert!(answer.complete, "{position}");
    let mut found = BTreeSet::new();
    for winning in &answer.winning_moves {
        let text = winning.mv.to_string();
        let mv = position
            .read_move(&text)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(mv, winning.mv, "{position}: {text}");
        let after = position.after(&mv).unwrap();
        assert_eq!(Some(&after), winning.to().as_ref(), "{position}: {text}");
        found.insert(literal(&after.to_string()));
    }
    let all = options(&literal(&position.to_string()));
    let legal: BTreeSet<Parts> = (position.moves())
        .map(|mv| literal(&position.after(&mv).unwrap().to_string()))
        .collect();
    assert_eq!(legal, all, "{position}");
    let wins = all
        .into_iter()
        .filter(|after| oracle.value(after, Play::Misere) == 0);
    assert_eq!(found, wins.collect(), "{position}");
}

/// The misère form: it behaves like the position in sums with other games, and reads back.
fn check_report(text: &str, parts: &Parts, oracle: &mut Oracle) {
    let report = report(text);
    let nodes = report.nodes.as_ref().unwrap();
    let again = self::report(nodes);
    assert_eq!(
        (&again.genus, again.followers),
        (&report.genus, report.followers),
        "{text}: {nodes}"
    );
    assert_eq!(report.genus, oracle.genus(parts), "{text}");
    let value = Part::Star(oracle.value(parts, Play::Normal));
    assert_eq!(literal(&report.value), sum_of([value]), "{text}");
    // Forms of many kilobytes are not written.
    let Some(form) = &report.form else { return };
    let played = literal(form);
    for beside in [
        "0",
        "*2",
        "*3 + *2",
        "{*2}",
        "{*2} + *2",
        "{{*2},0}",
        "{*2,*3}",
    ] {
        let beside = literal(beside);
        let with = |sum: &Parts| sum_of(sum.iter().chain(&beside).cloned());
        let [own, formed] = [parts, &played].map(|sum| oracle.value(&with(sum), Play::Misere) == 0);
        assert_eq!(own, formed, "{text} beside {beside:?}");
    }
    // The order of options in print may differ.
    let read_again = self::report(form).form.unwrap();
    assert_eq!(literal(&read_again), played, "{text}: {form}");
}

#[test]
fn values_are_played_as_they_are_written() {
    let mut oracle = Oracle::default();
    for (text, is_p, genus) in [
        ("(*2+*2)", true, "0^02"),
        ("(*3+*2)+*1", true, "0^02"),
        ("{*2|*2}", true, "0^02"),
        ("{*2,*3|*2,*3}", true, "0^02"),
        ("{{*2|*2},0|{*2|*2},0}", false, "1^20"),
        ("{{*2|*2}|{*2|*2}}", false, "1^13"),
        ("tactix[1x2] + {*2|*2}", false, ""),
        ("-*2", false, "2^20"),
        ("2*(*2)", true, "0^02"),
        ("3*{*2|*2}", true, ""),
        ("{|}", false, "0^120"),
        ("{*2,*3}", true, "0^02"),
        ("*[2#]", true, "0^02"),
        ("*[2##]", false, ""),
        ("*[2#320]", false, ""),
        ("*[[4,2],4,3,1]", false, ""),
    ] {
        check(text, &mut oracle);
        let answer = analyzed(&read(text).unwrap(), Play::Misere);
        assert_eq!(answer.outcome, Some(Outcome::impartial(is_p)), "{text}");
        if !genus.is_empty() {
            assert_eq!(answer.genus.unwrap().to_string(), genus, "{text}");
        }
    }
}

#[test]
fn random_values_are_played_as_they_are_written() {
    check_random(60, 1);
}

/// `NIMFIELD_CASES` and `NIMFIELD_SEED` set the number of cases and the seed.
#[test]
#[ignore = "as long as is asked for"]
fn many_random_values_are_played_as_they_are_written() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed = number("NIMFIELD_SEED").unwrap_or(2);
    check_random(number("NIMFIELD_CASES").unwrap_or(5_000), seed);
}

fn check_random(cases: u64, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut oracle = Oracle::default();
    for _ in 0..cases {
        check(&any_sum(&mut random), &mut oracle);
    }
}

/// Forms in CGSuite's notation are short, and are read back as the same forms.
#[test]
fn forms_are_read_back_from_the_notation_of_cgsuite() {
    let cgsuite = |text: &str, limit| {
        let style = FormStyle {
            limit,
            cgsuite: true,
            ..FormStyle::default()
        };
        let sum = read(text).unwrap();
        misere_report(&sum, style, &Budget::unlimited())
            .unwrap()
            .form
    };
    for (text, printed) in [
        ("0", "*[0]"),
        ("*2", "*[2]"),
        ("*9", "*[9]"),
        // Ten is not a digit.
        ("*10", "*10"),
        ("{*2}", "*[2#]"),
        ("{{*2}}", "*[2##]"),
        ("{{*2},*3,*2,0}", "*[2#320]"),
        ("{*2,*3}", "*[2[2]]"),
        ("{*2,*4}", "*[4,2]"),
        ("(*2+*2)", "*[2[2]]"),
        ("(*2+*3+*2)", "*[2[23]]"),
        ("{*2+*2}", "*[2[2]#]"),
        ("{*2+*2,*2}", "*[2[2]2]"),
        ("{{*2,*3},0}", "*[2[2]0]"),
        ("{{*2,*4},0}", "*[(42)0]"),
        ("{*2,*4} + *2", "*[2[(42)]]"),
        ("{*10}", "{*10}"),
    ] {
        let found = cgsuite(text, 1 << 12).unwrap();
        assert_eq!(found, printed, "{text}");
        let length = found.len();
        assert_eq!(cgsuite(text, length), Some(found), "{text}");
        assert_eq!(cgsuite(text, length - 1), None, "{text}");
    }
    let mut random = fastrand::Rng::with_seed(41);
    for _ in 0..300 {
        let depth = random.u32(..3);
        let text = any_value(&mut random, depth);
        let printed = cgsuite(&text, 1 << 12).unwrap();
        assert_eq!(
            report(&printed).form,
            report(&text).form,
            "{text}: {printed}"
        );
    }
}
