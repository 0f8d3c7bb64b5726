//! Periods in matrix nim, by the rules alone, with proofs:
//!
//! ```sh
//! cargo run --release -p nimfield --example matrix_lines -- row 4 24     # P-positions of 1x4
//! cargo run --release -p nimfield --example matrix_lines -- square 8     # Grundy values of 2x2
//! cargo run --release -p nimfield --example matrix_lines -- corner 60 3   # with a = 0 and d-c <= 3
//! ```
//!
//! `row n most`: fix all piles but two of a row of n, n even. f(c) is the last pile of the P-position whose
//! last but one is c: the least number that is no f(c') with c' < c, no f(c) of the fixed piles with one of
//! them lowered, and no f(c-k)+k of the fixed piles all lowered by k.
//!
//! `square most`: fix the upper row a b, and a difference d-c. g(s) is the Grundy value of (a b; c d) with
//! s = min(c, d): the least number that is no g(s') with s' < s and no value of another move, which leads to
//! another line of this kind. If d-c is more than b, d never limits a move, and may as well be b+c; likewise c.
//!
//! Both are *lines*: s(c) is the least number that is neither an s(c') with c' < c nor one of m numbers s_i(c-k_i)+p_i
//! of other lines. Then s(c)-c is between -m and m. So which numbers have been values before c is one of finitely many
//! *states*, relative to c. Where the s_i have their periods, the state and c modulo their common period determine what
//! follows: the same state at two c, a multiple of that period apart, proves a period. The program searches for it, and
//! reports the least period and pre-period.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).map_or("", String::as_str).parse();
    let lines = match arguments.first().map(String::as_str) {
        Some("row") => rows(number(1)?, number(2)?),
        Some("square") => squares(number(1)?, number(1)?, number(1)?),
        Some("corner") => squares(0, number(1)?, number(2)?),
        _ => return Err("row PILES MOST, square MOST or corner MOST DIFFERENCE".into()),
    };
    let mut periods = BTreeMap::new();
    println!("fixed,pre-period,period,common period of the others,least s(c)-c,greatest s(c)-c");
    for (fixed, line) in lines {
        let (least, greatest) = (line.excess.iter().min(), line.excess.iter().max());
        println!(
            "{fixed},{},{},{},{},{}",
            line.start,
            line.period(),
            line.others,
            least.expect("a period"),
            greatest.expect("a period")
        );
        *periods.entry(line.period()).or_insert(0) += 1;
    }
    for (period, count) in periods {
        println!("# period {period}: {count}");
    }
    Ok(())
}

/// Rows of this many piles, an even number; all but two of them are at most `most`.
fn rows(piles: usize, most: usize) -> Vec<(String, Rc<Line>)> {
    assert!(piles >= 4 && piles.is_multiple_of(2), "even, at least four");
    let mut known: HashMap<Vec<usize>, Rc<Line>> = HashMap::new();
    let mut lines = Vec::new();
    for fixed in ascending(piles - 2, most) {
        let mut others = Vec::new();
        for (place, &pile) in fixed.iter().enumerate() {
            for lower in 0..pile {
                let mut after = fixed.clone();
                after[place] = lower;
                after.sort_unstable();
                others.push(Other::new(&known[&after], 0, 0));
            }
        }
        for amount in 1..=fixed[0] {
            let after: Vec<usize> = fixed.iter().map(|pile| pile - amount).collect();
            others.push(Other::new(&known[&after], amount, amount));
        }
        let line = Rc::new(Line::of(&others));
        let name: Vec<String> = fixed.iter().map(usize::to_string).collect();
        lines.push((name.join(" "), line.clone()));
        known.insert(fixed, line);
    }
    lines
}

/// All ascending lists of this many numbers up to `most`, the least sums first.
fn ascending(length: usize, most: usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..length {
        let longer = |list: Vec<usize>| {
            let last = list.last().copied().unwrap_or(0);
            (last..=most).map(move |next| [&list[..], &[next]].concat())
        };
        lists = lists.into_iter().flat_map(longer).collect();
    }
    lists.sort_by_key(|list| list.iter().sum::<usize>());
    lists
}

/// Lines of 2x2 matrices with upper entries a and b at most these, a <= b, and with d-c at most `farthest`:
/// no move raises d-c if a = 0; otherwise it has to be b or more.
fn squares(first: usize, most: usize, farthest: usize) -> Vec<(String, Rc<Line>)> {
    let mut known: HashMap<[i64; 3], Rc<Line>> = HashMap::new();
    let mut lines = Vec::new();
    let [first, most, farthest] = [first, most, farthest].map(|number| number as i64);
    let mut upper: Vec<(i64, i64)> = (0..=first)
        .flat_map(|a| (0..=most).map(move |b| (a, b)))
        .collect();
    upper.sort_by_key(|(a, b)| a + b);
    for (a, b) in upper {
        for difference in -a..=b.min(farthest) {
            let (c, d) = (0.max(-difference), 0.max(difference));
            // The line of (a b; c d), and how much earlier than the given one it stands there.
            let other = |[a, b, c, d]: [i64; 4]| {
                let line = &known[&[a, b, (d - c).clamp(-a, b)]];
                Other::new(line, (-c.min(d)) as usize, 0)
            };
            let mut others = Vec::new();
            others.extend((1..=a.min(b)).map(|k| other([a - k, b - k, c, d])));
            others.extend((1..=a).map(|k| other([a - k, b, c - k, d])));
            others.extend((1..=b).map(|k| other([a, b - k, c, d - k])));
            let line = Rc::new(Line::of(&others));
            if a <= b {
                lines.push((format!("{a} {b} {difference}"), line.clone()));
            }
            known.insert([a, b, difference], line);
        }
    }
    lines
}

/// The numbers s_i(c-k_i)+p_i.
struct Other {
    line: Rc<Line>,
    earlier: usize,
    plus: usize,
}

impl Other {
    fn new(line: &Rc<Line>, earlier: usize, plus: usize) -> Other {
        let line = line.clone();
        Other {
            line,
            earlier,
            plus,
        }
    }
}

struct Line {
    /// s(c)-c, to the end of the first period.
    excess: Vec<i64>,
    /// Where that begins.
    start: usize,
    /// The least common multiple of the periods of the other lines.
    others: usize,
}

impl Line {
    fn period(&self) -> usize {
        self.excess.len() - self.start
    }

    fn at(&self, c: usize) -> usize {
        let place = match c.checked_sub(self.start) {
            Some(past) => self.start + past % self.period(),
            None => c,
        };
        c.checked_add_signed(self.excess[place] as isize)
            .expect("a number")
    }

    fn of(others: &[Other]) -> Line {
        let common = others.iter().fold(1, |common, other| {
            let period = other.line.period();
            common / divisor(common, period) * period
        });
        let begin = others
            .iter()
            .map(|other| other.line.start + other.earlier)
            .max()
            .unwrap_or(0);
        let mut excess: Vec<i64> = Vec::new();
        let mut seen: HashMap<(usize, VecDeque<bool>), usize> = HashMap::new();
        // All numbers below `low` have been values, and of the others those in `taken`.
        let (mut low, mut taken) = (0, VecDeque::new());
        // By the distance from `low`, the last c for which a number was barred, plus 1.
        let mut barred: Vec<usize> = Vec::new();
        for c in 0.. {
            if c >= begin
                && (c - begin).is_multiple_of(common)
                && let Some(before) = seen.insert((c - low, taken.clone()), c)
            {
                return Line::repeated(excess, before, common);
            }
            for other in others.iter().filter(|other| other.earlier <= c) {
                let number = other.line.at(c - other.earlier) + other.plus;
                if let Some(place) = number.checked_sub(low) {
                    barred.resize(barred.len().max(place + 1), 0);
                    barred[place] = c + 1;
                }
            }
            let free = |&place: &usize| {
                taken.get(place) != Some(&true) && barred.get(place) != Some(&(c + 1))
            };
            let place = (0..).find(free).expect("a free number");
            excess.push((low + place) as i64 - c as i64);
            taken.resize(taken.len().max(place + 1), false);
            taken[place] = true;
            while taken.front() == Some(&true) {
                taken.pop_front();
                low += 1;
            }
        }
        unreachable!("there are finitely many states")
    }

    /// What is given from `start` on is repeated forever: with the least period and pre-period.
    fn repeated(mut excess: Vec<i64>, mut start: usize, others: usize) -> Line {
        let end = &excess[start..];
        let repeats = |period: &usize| {
            end.len().is_multiple_of(*period) && end[*period..] == end[..end.len() - period]
        };
        let period = (1..=end.len()).find(repeats).expect("its length");
        while start > 0 && excess[start - 1] == excess[start - 1 + period] {
            start -= 1;
        }
        excess.truncate(start + period);
        Line {
            excess,
            start,
            others,
        }
    }
}

fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}
