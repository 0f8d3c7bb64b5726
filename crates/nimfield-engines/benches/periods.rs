//! Values of heaps by sparse spaces against the plain quadratic way, in the same run, and whole searches for periods.
//! `cargo bench -p nimfield-engines --bench periods`

use divan::Bencher;
use divan::counter::ItemsCount;
use nimfield_core::budget::{Budget, Unfinished};
use nimfield_core::families::heaps::HeapRules;
use nimfield_core::notation::Cursor;
use nimfield_engines::heaps::{HeapValues, PeriodStatus, search_period};

fn main() {
    divan::main();
}

/// Codes of which values are computed both ways.
const BOTH: [&str; 5] = ["0.16", "0.56", "0.6", "0.06", "4!.0"];

/// Heaps that the plain way computes in seconds.
const PLAIN: usize = 1 << 16;

/// Codes whose periods are searched for and proved.
const PERIODIC: [&str; 7] = ["0.77", "0.127", "0.165", "0.16", "0.56", "0.376", "0.354"];

fn rules(code: &str) -> HeapRules {
    HeapRules::read(&mut Cursor::new(code)).expect("a code")
}

fn extended(mut heaps: HeapValues, len: usize) -> HeapValues {
    let done = heaps.extend(len, &Budget::unlimited());
    done.expect("nothing limits it");
    heaps
}

#[divan::bench(args = BOTH, sample_count = 3, sample_size = 1)]
fn plain(bencher: Bencher, code: &str) {
    let bencher = bencher.counter(ItemsCount::new(PLAIN));
    bencher.bench(|| extended(HeapValues::plain(rules(code)), PLAIN));
}

#[divan::bench(args = BOTH, sample_count = 10, sample_size = 1)]
fn sparse(bencher: Bencher, code: &str) {
    let bencher = bencher.counter(ItemsCount::new(PLAIN));
    bencher.bench(|| extended(HeapValues::new(rules(code)), PLAIN));
}

/// 4,194,304 heaps of codes without a known period.
#[divan::bench(args = ["0.6", "0.04", "0.06", "4!.0"], sample_count = 1, sample_size = 1)]
fn four_million(bencher: Bencher, code: &str) {
    let bencher = bencher.counter(ItemsCount::new(1usize << 22));
    bencher.bench(|| extended(HeapValues::new(rules(code)), 1 << 22));
}

#[divan::bench(args = PERIODIC, sample_count = 1, sample_size = 1)]
fn period(bencher: Bencher, code: &str) {
    bencher.bench(|| {
        let mut heaps = HeapValues::new(rules(code));
        let pause = |_: &HeapValues| Ok::<(), Unfinished>(());
        let found = search_period(&mut heaps, 1 << 25, &Budget::unlimited(), pause);
        let status = found.expect("nothing limits it").map(|(_, status)| status);
        assert!(matches!(status, Some(PeriodStatus::Proved(_))));
    });
}
