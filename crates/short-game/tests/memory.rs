//! The arena's budget against what is really taken from the system.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use short_game::{Arena, DEFAULT_LIMIT, Error, Limits};

/// Counts the bytes in use and their greatest number.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps to the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The only test of this file, so that nothing else takes memory meanwhile.
#[test]
fn the_budget_counts_what_is_taken() {
    let wide = (0..40).map(|i| format!("{{{}|-{}}}", i * i % 997, i * i % 991));
    let wide = wide.collect::<Vec<_>>().join(" + ");
    let dag = "g := {9|^*2||-7}; h := g + {5|*} + {4|^3*|||-2}; dag(h + h + {17|*7||-3})";
    let texts = [
        "heat(*16, 1000)",
        "*200 + {3|1}",
        "cool(*150, 1)",
        "atomic_weight(*150)",
        "birthday(*1500)",
        "thermograph(*120 + {3|1})",
        "dag({1*1200|*1000})",
        "size(*60 + {3|1||-2})",
        "2147483648 * Miny(1)",
        "ordinal_sum(*30, 1000)",
        "norton(1000001/1024, {2|1})",
        "norton(1000001/1024, {2|1||1*})",
        dag,
        &wide,
    ];
    const SLACK: usize = 1 << 17;
    let (mut failed, mut done) = (0, 0);
    for text in texts {
        for bytes in [1 << 20, 2 << 20, 12 << 20] {
            let before = USED.load(Ordering::Relaxed);
            PEAK.store(before, Ordering::Relaxed);
            let arena = Arena::with_limits(Limits {
                bytes,
                ..Limits::default()
            })
            .unwrap();
            let result = arena.evaluate(text);
            match result {
                Ok(value) => {
                    let text = value.to_text(&arena, DEFAULT_LIMIT);
                    assert!(matches!(text, Ok(_) | Err(Error::Memory)));
                    done += 1;
                }
                Err(error) => {
                    let cause = error.cause;
                    assert!(
                        matches!(cause, Some(Error::Memory | Error::TooDeep)),
                        "{error}"
                    );
                    failed += 1;
                }
            }
            let taken = PEAK.load(Ordering::Relaxed) - before;
            let start: String = text.chars().take(40).collect();
            println!("{start}: {taken} of {bytes}");
            // A table that grows occurs twice for a moment.
            assert!(
                taken < bytes + bytes / 5 + SLACK,
                "{start}: {taken} of {bytes}"
            );
            assert!(arena.bytes() <= bytes);
        }
    }
    assert!(failed > 2 && done > 5, "{failed} {done}");
}
