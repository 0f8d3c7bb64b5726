//! The memory that searches take, measured at the allocator: it stays within the budget's bytes.
//!
//! One test only, so that nothing else allocates meanwhile.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use nimfield::{Analyzer, Budget, Play, Query, read};

struct Counting;

static HELD: AtomicU64 = AtomicU64::new(0);
static PEAK: AtomicU64 = AtomicU64::new(0);

fn more(bytes: usize) {
    let held = HELD.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
    PEAK.fetch_max(held, Ordering::Relaxed);
}

// SAFETY: everything is passed on to the system's allocator; only sizes are counted.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        more(layout.size());
        // SAFETY: the promises of the caller are those that the system's allocator needs.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: the pointer came from `alloc` with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new may exist side by side.
        more(size);
        // SAFETY: the promises of the caller are those that the system's allocator needs.
        let moved = unsafe { System.realloc(pointer, layout, size) };
        HELD.fetch_sub(layout.size() as u64, Ordering::Relaxed);
        moved
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What an analysis may take beside the bytes that the budget counts: texts, lists of options, threads.
const BESIDE: u64 = 512 << 10;

#[test]
fn searches_stay_within_their_bytes() {
    let four = "matrix[40000 40001 40003 40007]";
    let cases = [
        (four, Play::Normal, false),
        (four, Play::Misere, false),
        (four, Play::Misere, true),
        ("matrix[5000 6000; 7000 8000]", Play::Misere, true),
        ("matrix[5000 6000; 7000 8000] + nim[3]", Play::Normal, true),
        (
            "matrix[900 800 700 650; 850 870 860 720; 740 990 910 930; 880 760 770 790]",
            Play::Normal,
            false,
        ),
        (
            "matrix[900 800 700 650; 850 870 860 720; 740 990 910 930; 880 760 770 790]",
            Play::Misere,
            true,
        ),
        (
            "matrix[900 800 700 650 500 501; 850 870 860 720 480 490; 740 990 910 930 600 602]",
            Play::Normal,
            false,
        ),
        ("wythoff[30000,70000] + nim[5]", Play::Normal, true),
        (
            "wythoff[30000,70000] + nim[5] + schrage[300x500]",
            Play::Misere,
            true,
        ),
        ("schrage[3000x5000]", Play::Misere, true),
        ("schrage[30000x50000]", Play::Normal, true),
        ("holladay[30 40; 50 61]", Play::Misere, true),
        (
            "holladay[30 40 50; 50 61 20; 30 30 31]",
            Play::Misere,
            false,
        ),
        ("turning(ruler)[(5000)]", Play::Normal, false),
        ("sym[64]", Play::Normal, false),
        ("sym[24]", Play::Misere, true),
        ("sym[40,30]", Play::Misere, false),
        ("grunt[4000]", Play::Normal, true),
        ("grunt[1000,999]", Play::Misere, true),
        ("turning(mock-turtles)[(900)]", Play::Misere, false),
        ("corners[1307^1850]", Play::Normal, false),
        ("hooks[800^800]", Play::Misere, false),
        (
            "slow(1)[9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9]",
            Play::Misere,
            true,
        ),
        ("nim[1000000000000]", Play::Misere, true),
        ("nim[1000000000000] + wythoff[1,3]", Play::Misere, true),
    ];
    for (text, play, value) in cases {
        for threads in [1, 2] {
            for bytes in [1 << 20, 2 << 20] {
                let query = Query {
                    play,
                    value,
                    ..Query::default()
                };
                let budget = Budget::unlimited()
                    .bytes(bytes)
                    .threads(threads)
                    .time(std::time::Duration::from_millis(100));
                let position = read(text).unwrap();
                let mut analyzer = Analyzer::new(query, budget);
                let before = HELD.load(Ordering::Relaxed);
                PEAK.store(before, Ordering::Relaxed);
                let answer = position.analyze(&mut analyzer);
                let peak = PEAK.load(Ordering::Relaxed) - before;
                assert!(peak <= bytes + BESIDE, "{peak} > {bytes}: {answer:?}");
            }
        }
    }
}
