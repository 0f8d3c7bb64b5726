//! Budgets, cancelling, deep and huge forms, threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::matrix::Table2x2;
use crate::common::textbook::Tree;
use short_game::{Arena, DEFAULT_LIMIT, Dyadic, Error, Game, Limits, Printed};

/// The value of the constant 2 x 2 matrix with entries n: H(n) = ±{k + H(n-k) : 1 <= k <= n}.
fn constant_matrix(arena: &Arena, n: i64) -> Game {
    let mut values = vec![Game::ZERO];
    for size in 1..=n {
        let left: Vec<Game> = (1..=size)
            .map(|k| {
                arena
                    .add(arena.integer(k).unwrap(), values[(size - k) as usize])
                    .unwrap()
            })
            .collect();
        let right: Vec<Game> = left.iter().map(|&g| arena.neg(g).unwrap()).collect();
        values.push(arena.game(&left, &right).unwrap());
    }
    values[n as usize]
}

/// How many characters a form takes.
fn written_size(arena: &Arena, g: Game) -> u128 {
    match arena.print(g, 0).unwrap() {
        Printed::Form(text) => text.len() as u128,
        Printed::Summary(summary) => summary.characters,
    }
}

#[test]
fn forms_of_any_size_are_printed_or_summed_up() {
    let arena = Arena::new();
    for n in [4, 34] {
        let g = constant_matrix(&arena, n);
        let size = written_size(&arena, g);
        match arena.print(g, DEFAULT_LIMIT).unwrap() {
            Printed::Form(text) => assert!(n == 4 && text.len() as u128 == size),
            Printed::Summary(summary) => {
                assert!(n > 4 && size > 1_000_000_000_000_000);
                assert_eq!(summary.characters, size);
                assert!(summary.positions < 1000);
                let (mean, temperature) = summary.mean_and_temperature.unwrap();
                assert_eq!((mean, temperature), (Dyadic::ZERO, Dyadic::from(n)));
                assert!(
                    summary.to_string().contains("mean 0, temperature 34"),
                    "{summary}"
                );
            }
        }
        // The shared form is short and reads back in another arena.
        let dag = arena.print_dag(g).unwrap();
        assert!(dag.len() < 200_000);
        assert_eq!(arena.read(&dag).unwrap(), g);
        let other = Arena::new();
        assert_eq!(other.read(&dag).unwrap(), constant_matrix(&other, n));
    }
}

/// A size beyond u128 is said to be at least that.
#[test]
fn sizes_too_large_to_count_saturate() {
    let arena = Arena::new();
    let (far, back) = (arena.integer(1000).unwrap(), arena.integer(-1000).unwrap());
    let mut g = Game::ZERO;
    for n in 1..140 {
        // Both players can threaten to win 1000, which the other answers by moving to g.
        let left = arena.game(&[far], &[g]).unwrap();
        let right = arena.game(&[g], &[back]).unwrap();
        g = arena
            .game(
                &[arena.integer(n).unwrap(), left],
                &[right, arena.integer(-n - 1).unwrap()],
            )
            .unwrap();
    }
    assert_eq!(written_size(&arena, g), u128::MAX);
    assert!(
        arena
            .print(g, DEFAULT_LIMIT)
            .unwrap()
            .to_string()
            .starts_with("a form of more than 10^38 characters")
    );
}

#[test]
fn an_exhausted_budget_is_an_error_and_the_arena_stays_good() {
    assert_eq!(
        Arena::with_limits(Limits {
            bytes: 1000,
            ..Limits::default()
        })
        .unwrap_err(),
        Error::Memory
    );
    let full = Arena::new();
    let expected = Table2x2::new(&full, 10, 1).unwrap();
    let mut failures = 0;
    for bytes in [60_000, 100_000, 200_000, 300_000, 10_000_000] {
        let arena = Arena::with_limits(Limits {
            bytes,
            ..Limits::default()
        })
        .unwrap();
        let half = arena.read("{0|1} + *").unwrap();
        match Table2x2::new(&arena, 10, 1) {
            Ok(table) => {
                assert_eq!(table.distinct().len(), expected.distinct().len());
                assert!(arena.bytes() <= bytes);
            }
            Err(error) => {
                assert_eq!(error, Error::Memory);
                failures += 1;
                assert!(arena.bytes() <= bytes);
                // What was made before is still there, and right; to print it takes a little memory, too.
                arena.set_limits(Limits {
                    bytes: bytes + 4096,
                    ..Limits::default()
                });
                assert_eq!(arena.print(half, 100).unwrap().to_string(), "1/2*");
                assert!(arena.le(half, half).unwrap());
            }
        }
    }
    assert!((1..5).contains(&failures), "{failures}");
}

#[test]
fn cancelling_stops_at_once_and_can_be_undone() {
    let cancel = Arc::new(AtomicBool::new(true));
    let arena = Arena::with_limits(Limits {
        cancel: Some(cancel.clone()),
        ..Limits::default()
    })
    .unwrap();
    assert_eq!(
        arena.game(&[Game::ZERO], &[Game::ZERO]),
        Err(Error::Cancelled)
    );
    assert_eq!(
        arena.evaluate("{2|-1} + ^").unwrap_err().cause,
        Some(Error::Cancelled)
    );
    cancel.store(false, Ordering::Relaxed);
    assert_eq!(arena.game(&[Game::ZERO], &[Game::ZERO]), arena.nimber(1));
}

/// Expressions that would take very long, each in another part of the calculator.
fn endless() -> Vec<String> {
    let mut texts: Vec<String> = [
        "heat(*400, 1000)",
        "heat(*4000, 1)",
        "cool(*4000, 1)",
        "conway(2147483648, Miny(1))",
        "2147483648 * Miny(1)",
        "norton(1000000, Tiny({5|*4000}))",
        "+-{{|}|^3*92} - heat(*400, 1000)",
        "ordinal_sum(*4000, 4000)",
        "ordinal_sum({*4000|^}, {*300|^300})",
        "{3|1} + *4000",
        "atomic_weight(*4000)",
        "birthday(*4000)",
        "thermograph(*4000)",
        "dag({1*4000|*3000})",
        "is_all_small(*4000)",
        "incentives(*4000)",
        "explain(*4000)",
        "{{3|1},*4000|-{{3|1}*1000}}",
        "{*4000|*3999} > {*3000,^|*3500}",
        "+-{{*4000|{1|*}},^4000|-3}",
        "tiny(*4000 + {2|1})",
        "svg(*4000)",
    ]
    .map(String::from)
    .into();
    // 20,000 terms, all different: ups, stars and switches.
    let terms = (0..20_000).map(|i| format!("{{{}v{}*{}|-{}}}", i % 97, i % 89, i % 83, i % 79));
    texts.push(terms.collect::<Vec<_>>().join(" + "));
    texts
}

#[test]
fn the_calculator_obeys_the_time_and_a_flag_in_all_its_parts() {
    let raised = Arc::new(AtomicBool::new(true));
    for text in endless() {
        let start: String = text.chars().take(60).collect();
        for (limits, expected) in [
            (Limits::default().time(Duration::ZERO), Error::Time),
            (
                Limits {
                    cancel: Some(raised.clone()),
                    ..Limits::default()
                },
                Error::Cancelled,
            ),
        ] {
            let arena = Arena::with_limits(limits).unwrap();
            let error = arena.evaluate(&text).unwrap_err();
            assert_eq!(error.cause, Some(expected), "{start}");
            assert!(expected.is_limit());
        }
    }
}

/// Whoever raises a flag while the work is under way need not wait for its end: these would take
/// hours.
#[test]
fn a_flag_raised_in_the_midst_ends_the_work() {
    for text in [
        "heat(*4000, 1000)",
        "2147483648 * Miny(1)",
        "ordinal_sum(*4000, 4000)",
    ] {
        let flag = Arc::new(AtomicBool::new(false));
        let arena = Arena::with_limits(Limits {
            cancel: Some(flag.clone()),
            ..Limits::default()
        })
        .unwrap();
        std::thread::scope(|scope| {
            let work = scope.spawn(|| arena.evaluate(text));
            // Once forms have been made the work is under way.
            while arena.forms() < 50 {
                std::thread::yield_now();
            }
            flag.store(true, Ordering::Relaxed);
            let error = work.join().unwrap().unwrap_err();
            assert_eq!(error.cause, Some(Error::Cancelled), "{text}");
        });
        // The arena goes on with the next question.
        arena.set_limits(Limits::default());
        assert_eq!(arena.read("{2|1} - {2|1}").unwrap(), Game::ZERO);
    }
}

#[test]
fn limits_can_be_set_for_each_question() {
    let arena = Arena::new();
    let before = arena.read("{2|-1} + ^3*2").unwrap();
    arena.set_limits(Limits::default().time(Duration::ZERO));
    assert_eq!(arena.add(before, before), Err(Error::Time));
    assert_eq!(arena.print(before, 100).unwrap_err(), Error::Time);
    assert_eq!(arena.thermograph(before).unwrap_err(), Error::Time);
    arena.set_limits(Limits {
        bytes: 0,
        ..Limits::default()
    });
    assert_eq!(arena.integer(12_345_678), Err(Error::Memory));
    assert_eq!(arena.limits().bytes, 0);
    // What is there can still be compared.
    assert!(arena.le(before, before).unwrap());
    arena.set_limits(Limits::default());
    assert_eq!(arena.sub(before, before), Ok(Game::ZERO));
    assert_eq!(
        arena.print(before, 100).unwrap().to_string(),
        "{2+^3*2|-1+^3*2}"
    );
}

/// The second summand's key used to drive out all others.
#[test]
fn a_nimber_and_a_switch_are_added_without_forgetting() {
    for text in ["*17 + {3|1}", "{3|1} + *17", "*40 + {3|1} + {9|-9}"] {
        let arena = Arena::new();
        let sum = arena.read(text).unwrap();
        assert!(arena.forms() < 2000, "{text}: {}", arena.forms());
        assert_eq!(arena.add(sum, arena.neg(sum).unwrap()), Ok(Game::ZERO));
    }
}

#[test]
fn large_numbers_are_shallow() {
    let arena = Arena::new();
    let read = |text: &str| arena.read(text).unwrap();
    assert_eq!(read("1000000000000000000 - 999999999999999999"), read("1"));
    assert_eq!(read("{1000000000000000000|}"), read("1000000000000000001"));
    assert_eq!(
        read("{99999999999999|100000000000000}"),
        read("199999999999999/2")
    );
    assert_eq!(
        read("{1000000000000|-1000000000000} + 5"),
        read("{1000000000005|-999999999995}")
    );
    assert_eq!(read("1000000000000000001 * +-1"), read("+-1"));
    assert_eq!(
        arena
            .evaluate("170141183460469231731687303715884105727 + 1")
            .unwrap_err()
            .cause,
        Some(Error::NumberRange)
    );
    let finest = Dyadic::new(1, 127).unwrap();
    let finest = arena.number(finest).unwrap();
    assert_eq!(
        arena.game(&[Game::ZERO], &[finest]),
        Err(Error::NumberRange)
    );
    assert!(arena.forms() < 100);
}

#[test]
fn names_at_the_limit_are_not_taken_for_others() {
    // On the way to 3 ups and *4096 stand 2 ups and *4097, which is too deep; ^3 is another value.
    let arena = Arena::new();
    let ups = arena.ups(3).unwrap();
    let deep = arena.number_up_star(Dyadic::ZERO, 3, 4096);
    assert_eq!(deep, Err(Error::TooDeep));
    assert_eq!(arena.ups(3), Ok(ups));
}

#[test]
fn deep_forms_need_no_deep_stack() {
    // A test's thread has 2 MB; these recursions take more.
    let arena = Arena::new();
    let depth = 4096 - 1;
    let (up, almost) = (arena.ups(depth).unwrap(), arena.ups(depth - 1).unwrap());
    assert!(arena.le(almost, up).unwrap() && !arena.le(up, almost).unwrap());
    assert_eq!(arena.sub(up, almost).unwrap(), arena.ups(1).unwrap());
    assert_eq!(arena.ups(depth + 1), Err(Error::TooDeep));
    // A ladder of hot games: {big | {big' | ...}}.
    let mut ladder = arena.nimber(1).unwrap();
    for n in 1..3000 {
        let far = arena.integer(-n).unwrap();
        ladder = if n % 2 == 0 {
            arena.game(&[ladder], &[far]).unwrap()
        } else {
            arena.game(&[arena.integer(n).unwrap()], &[ladder]).unwrap()
        };
    }
    let negative = arena.neg(ladder).unwrap();
    assert_eq!(arena.neg(negative).unwrap(), ladder);
    let sum = arena.add(ladder, arena.nimber(2).unwrap()).unwrap();
    assert_eq!(arena.compare(sum, ladder).unwrap(), None);
    assert_eq!(arena.add(sum, arena.nimber(2).unwrap()).unwrap(), ladder);
    assert_eq!(arena.birthday(ladder).unwrap(), 3000);
    assert!(matches!(
        arena.print(ladder, usize::MAX).unwrap(),
        Printed::Summary(_)
    ));
    let mut deepest = ladder;
    let error = loop {
        match arena.game(&[arena.integer(90_000).unwrap()], &[deepest]) {
            Ok(next) => {
                deepest = arena
                    .game(&[next], &[arena.integer(-90_000).unwrap()])
                    .unwrap_or(next)
            }
            Err(error) => break error,
        }
        if arena.forms() > 40_000 {
            break Error::TooDeep;
        }
    };
    assert_eq!(error, Error::TooDeep);
}

#[test]
fn threads_share_an_arena_and_agree() {
    let alone = Arena::new();
    let expected = Table2x2::new(&alone, 9, 1).unwrap();
    for _ in 0..3 {
        let arena = Arena::new();
        let shared = Table2x2::new(&arena, 9, 4).unwrap();
        assert_eq!(shared.distinct().len(), expected.distinct().len());
        for m in [[8, 8, 8, 8], [3, 7, 8, 5], [1, 2, 2, 2], [8, 3, 5, 7]] {
            assert_eq!(
                Tree::of(&arena, shared.get(m)).canonical(),
                Tree::of(&alone, expected.get(m)).canonical()
            );
        }
        // The same sums at the same time.
        let games = shared.distinct();
        let sums: Vec<Vec<Game>> = std::thread::scope(|scope| {
            let run = || {
                games
                    .iter()
                    .step_by(7)
                    .map(|&g| arena.add(g, games[games.len() / 2]).unwrap())
                    .collect()
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert!(sums.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

#[test]
fn arenas_may_be_shared_and_sent() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Arena>();
    shared::<Game>();
    shared::<Error>();
}
