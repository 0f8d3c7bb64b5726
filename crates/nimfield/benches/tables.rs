//! Whole-box tables: the sieve and the Grundy tables against plain dynamic programming over all
//! options, in the same run. `cargo bench -p nimfield --bench tables`

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nimfield::Budget;
use nimfield::families::ray::RayGame;
use nimfield::tables::{FamilyQuery, FamilyTable, Shown};
use nimfield::template::{Letter, Template};
use nimfield::words::Play;
use nimfield_engines::grundy_table::GrundyTable;
use nimfield_engines::sieve::OutcomeTable;
use std::fmt;

fn main() {
    divan::main();
}

/// A game and the bound of all its entries.
struct Case {
    name: &'static str,
    game: RayGame,
    bound: u32,
}

impl Case {
    fn bounds(&self) -> Vec<u32> {
        vec![self.bound; self.game.piles()]
    }

    fn positions(&self) -> ItemsCount {
        ItemsCount::new((self.bound as u64).pow(self.game.piles() as u32))
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} < {}", self.name, self.bound)
    }
}

fn case(name: &'static str, bound: u32) -> Case {
    let game = match name {
        "nim3" => RayGame::nim(3).unwrap(),
        "wythoff" => RayGame::wythoff(),
        "1x4" => RayGame::matrix(1, 4).unwrap(),
        "2x2" => RayGame::matrix(2, 2).unwrap(),
        "2x3" => RayGame::matrix(2, 3).unwrap(),
        "3x3" => RayGame::matrix(3, 3).unwrap(),
        _ => unreachable!("the cases are listed in this file"),
    };
    Case { name, game, bound }
}

fn large() -> Vec<Case> {
    vec![
        case("2x2", 64),
        case("2x2", 128),
        case("2x3", 32),
        case("3x3", 10),
        case("1x4", 128),
        case("nim3", 512),
        case("wythoff", 16384),
    ]
}

fn middling() -> Vec<Case> {
    vec![
        case("2x2", 64),
        case("2x3", 16),
        case("3x3", 6),
        case("1x4", 64),
        case("nim3", 256),
        case("wythoff", 2048),
    ]
}

fn small() -> Vec<Case> {
    vec![
        case("2x2", 32),
        case("2x3", 10),
        case("3x3", 4),
        case("1x4", 32),
        case("nim3", 64),
        case("wythoff", 256),
    ]
}

fn sieve(bencher: Bencher, case: &Case, threads: usize) {
    let budget = Budget::unlimited().threads(threads);
    bencher.counter(case.positions()).bench(|| {
        OutcomeTable::sieve(&case.game, Play::Normal, &case.bounds(), black_box(&budget)).unwrap()
    });
}

#[divan::bench(args = large(), sample_count = 5, sample_size = 1)]
fn sieve_1_thread(bencher: Bencher, case: &Case) {
    sieve(bencher, case, 1);
}

#[divan::bench(args = large(), sample_count = 5, sample_size = 1)]
fn sieve_2_threads(bencher: Bencher, case: &Case) {
    sieve(bencher, case, 2);
}

fn grundy(bencher: Bencher, case: &Case, threads: usize) {
    let budget = Budget::unlimited().threads(threads);
    bencher.counter(case.positions()).bench(|| {
        GrundyTable::compute(&case.game, Play::Normal, &case.bounds(), black_box(&budget)).unwrap()
    });
}

#[divan::bench(args = middling(), sample_count = 5, sample_size = 1)]
fn grundy_1_thread(bencher: Bencher, case: &Case) {
    grundy(bencher, case, 1);
}

#[divan::bench(args = middling(), sample_count = 5, sample_size = 1)]
fn grundy_2_threads(bencher: Bencher, case: &Case) {
    grundy(bencher, case, 2);
}

/// Visits the box in lexicographic order. `settle` gets the table so far and, for each ray, how
/// far back its first option lies and how many there are; it returns what the position is.
fn naive<T: Copy + Default>(
    case: &Case,
    mut settle: impl FnMut(&[T], &[(usize, usize)]) -> T,
) -> Vec<T> {
    let (piles, bound) = (case.game.piles(), case.bound as usize);
    let rays: Vec<Vec<usize>> = case.game.rays().map(Iterator::collect).collect();
    let stride = |&pile: &usize| bound.pow((piles - 1 - pile) as u32);
    let mut options: Vec<(usize, usize)> = rays
        .iter()
        .map(|ray| (ray.iter().map(stride).sum(), 0))
        .collect();
    let mut table = Vec::with_capacity(bound.pow(piles as u32));
    let mut position = vec![0; piles];
    for _ in 0..table.capacity() {
        for (ray, (_, most)) in rays.iter().zip(&mut options) {
            *most = ray.iter().map(|&pile| position[pile]).min().unwrap();
        }
        table.push(settle(&table, &options));
        for entry in position.iter_mut().rev() {
            *entry += 1;
            if *entry < bound {
                break;
            }
            *entry = 0;
        }
    }
    table
}

#[divan::bench(args = small(), sample_count = 3, sample_size = 1)]
fn naive_outcomes(bencher: Bencher, case: &Case) {
    bencher.counter(case.positions()).bench(|| {
        naive::<bool>(case, |table, options| {
            options
                .iter()
                .all(|&(step, most)| (1..=most).all(|amount| !table[table.len() - amount * step]))
        })
    });
}

#[divan::bench(args = small(), sample_count = 3, sample_size = 1)]
fn naive_grundy(bencher: Bencher, case: &Case) {
    bencher.counter(case.positions()).bench(|| {
        let (mut seen, mut stamp) = (vec![0u32; 4096], 0);
        naive::<u16>(case, |table, options| {
            stamp += 1;
            for &(step, most) in options {
                for amount in 1..=most {
                    seen[table[table.len() - amount * step] as usize] = stamp;
                }
            }
            seen.iter().position(|&last| last != stamp).unwrap() as u16
        })
    });
}

/// Counts the P-positions of a family whose letter runs from 1 to a bound.
fn count_family(bencher: Bencher, text: &str, bound: u64, play: Play) {
    let letter = Letter::read(&format!("n=1..{bound}")).unwrap();
    let family = Template::new(text, vec![letter]).unwrap();
    let query = FamilyQuery {
        play: Some(play),
        ..FamilyQuery::new(Shown::Outcomes)
    };
    bencher.counter(ItemsCount::new(bound)).bench(|| {
        let table = FamilyTable::new(family.clone(), query.clone(), Budget::unlimited()).unwrap();
        black_box(table.count_p().unwrap())
    });
}

#[divan::bench(args = [1 << 26, 1 << 30], sample_count = 3, sample_size = 1)]
fn nim_sums(bencher: Bencher, bound: u64) {
    count_family(bencher, "nim[n 2n 3n]", bound, Play::Normal);
}

#[divan::bench(args = [1 << 26], sample_count = 3, sample_size = 1)]
fn nim_sums_misere(bencher: Bencher, bound: u64) {
    count_family(bencher, "nim[n 2n 3n]", bound, Play::Misere);
}

/// A family of a closed form, and how many positions are read one by one for comparison.
const CLOSED_FORMS: [&str; 9] = [
    "wythoff[n 2n]",
    "matrix[n 2n; n+1 3n]",
    "matrix[n 2n; 2n 3n]",
    "matrix[n 2n 3n]",
    "holladay[n 2n; 2n n]",
    "lattice[(n,2n) (2n,n)]",
    "nimbers[(n,2n) (3,n)]",
    "rnim[n 2n 3n]",
    "welter[n 2n 3n]",
];

#[divan::bench(args = CLOSED_FORMS, sample_count = 3, sample_size = 1)]
fn closed_forms(bencher: Bencher, text: &str) {
    count_family(bencher, text, 1 << 24, Play::Normal);
}

#[divan::bench(args = ["wythoff[n 2n]", "lattice[(n,2n) (2n,n)]", "rnim[n 2n 3n]"], sample_count = 3, sample_size = 1)]
fn closed_forms_misere(bencher: Bencher, text: &str) {
    count_family(bencher, text, 1 << 24, Play::Misere);
}

/// The same positions and analysed by itself: a sum of two components is not compiled.
#[divan::bench(args = [1 << 14], sample_count = 3, sample_size = 1)]
fn nim_sums_one_by_one(bencher: Bencher, bound: u64) {
    count_family(bencher, "nim[n 2n] + nim[3n]", bound, Play::Normal);
}
