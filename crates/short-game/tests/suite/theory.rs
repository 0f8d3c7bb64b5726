//! Temperatures, infinitesimals, products and names.

use crate::common;
use crate::common::random::{all_small, recipe};
use proptest::prelude::*;
use short_game::calc::Value;
use short_game::{Arena, Dyadic, Error, Game, Named, Player, Thermographs};

fn d(n: i64, e: u32) -> Dyadic {
    Dyadic::new(n.into(), e).unwrap()
}

/// The stops of `g` cooled by 0, 1/q, 2/q, ... by the definition on this grid: each player pays
/// the temperature, until the scaffolds meet. Exact where all corners lie on the grid; `None` if
/// the scaffolds cross between two points of it.
fn walls_on_a_grid(arena: &Arena, g: Game, step: u32, count: i64) -> Option<Vec<(Dyadic, Dyadic)>> {
    if let Some(x) = arena.to_number(g) {
        return Some(vec![(x, x); count as usize]);
    }
    let (left, right) = arena.options(g).unwrap();
    let side = |options: Vec<Game>| {
        options
            .into_iter()
            .map(|o| walls_on_a_grid(arena, o, step, count))
            .collect::<Option<Vec<_>>>()
    };
    let (left, right) = (side(left)?, side(right)?);
    let mut walls: Vec<(Dyadic, Dyadic)> = Vec::new();
    let mut met = false;
    for i in 0..count {
        let t = d(i, step);
        if met {
            walls.push(*walls.last().unwrap());
            continue;
        }
        let l = left
            .iter()
            .map(|w| w[i as usize].1)
            .max()
            .unwrap()
            .sub(t)
            .unwrap();
        let r = right
            .iter()
            .map(|w| w[i as usize].0)
            .min()
            .unwrap()
            .add(t)
            .unwrap();
        if l < r {
            return None;
        }
        met = l == r;
        walls.push((l, r));
    }
    Some(walls)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn thermographs_are_the_stops_of_the_cooled_game(r in recipe(), n in 0i64..24) {
        let arena = Arena::new();
        let g = r.make(&arena);
        let thermograph = arena.thermograph(g).unwrap();
        // The grid's twin.
        if let Some(walls) = walls_on_a_grid(&arena, g, 6, 64 * 16) {
            for (i, (l, r)) in walls.into_iter().enumerate() {
                let t = d(i as i64, 6);
                prop_assert_eq!(thermograph.stop(Player::Left, t).unwrap(), l);
                prop_assert_eq!(thermograph.stop(Player::Right, t).unwrap(), r);
            }
        }
        // The stops of the game itself, and of the game cooled.
        prop_assert_eq!(thermograph.stop(Player::Left, Dyadic::ZERO).unwrap(), arena.left_stop(g));
        prop_assert_eq!(thermograph.stop(Player::Right, Dyadic::ZERO).unwrap(), arena.right_stop(g));
        let t = d(n, 2);
        let cooled = arena.cool(g, t).unwrap();
        prop_assert_eq!(thermograph.stop(Player::Left, t).unwrap(), arena.left_stop(cooled));
        prop_assert_eq!(thermograph.stop(Player::Right, t).unwrap(), arena.right_stop(cooled));
        prop_assert_eq!(arena.mean(cooled).unwrap(), thermograph.mean());
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        if t > temperature {
            prop_assert_eq!(arena.to_number(cooled), Some(mean));
        } else {
            prop_assert_eq!(arena.temperature(cooled).unwrap(), temperature.sub(t).unwrap());
            // Each move costs t.
            let (left, right) = arena.options(g).unwrap();
            let option = |o, by| arena.add(arena.cool(o, t).unwrap(), arena.number(by).unwrap()).unwrap();
            let left: Vec<_> = left.into_iter().map(|o| option(o, t.neg().unwrap())).collect();
            let right: Vec<_> = right.into_iter().map(|o| option(o, t)).collect();
            if arena.to_number(g).is_none() {
                prop_assert_eq!(arena.game(&left, &right).unwrap(), cooled);
            }
        }
    }

    #[test]
    fn cooling_is_additive_and_heating_undoes_it(a in recipe(), b in recipe(), n in 0i64..12) {
        let arena = Arena::new();
        let (g, h) = (a.make(&arena), b.make(&arena));
        let t = d(n, 1);
        let cool = |g| arena.cool(g, t).unwrap();
        prop_assert_eq!(cool(arena.add(g, h).unwrap()), arena.add(cool(g), cool(h)).unwrap());
        prop_assert_eq!(cool(cool(g)), arena.cool(g, t.add(t).unwrap()).unwrap());
        prop_assert!(!arena.le(g, h).unwrap() || arena.le(cool(g), cool(h)).unwrap());
        let heat = |g| arena.heat(g, arena.number(t).unwrap()).unwrap();
        if t > Dyadic::ZERO {
            prop_assert_eq!(cool(heat(g)), g);
        }
        // Means add, temperatures do not exceed the greater one.
        let sum = arena.thermograph(arena.add(g, h).unwrap()).unwrap();
        let (tg, th) = (arena.thermograph(g).unwrap(), arena.thermograph(h).unwrap());
        prop_assert_eq!(sum.mean(), tg.mean().add(th.mean()).unwrap());
        prop_assert!(sum.temperature() <= tg.temperature().max(th.temperature()));
        let negative = arena.thermograph(arena.neg(g).unwrap()).unwrap();
        prop_assert_eq!(negative.wall(Player::Left).unwrap().into_iter().map(|p| (p.temperature, p.value.neg().unwrap())).collect::<Vec<_>>(),
            tg.wall(Player::Right).unwrap().into_iter().map(|p| (p.temperature, p.value)).collect::<Vec<_>>());
    }

    #[test]
    fn confusion_intervals_hold_the_confused_numbers(r in recipe()) {
        let arena = Arena::new();
        let g = r.make(&arena);
        let interval = arena.confusion_interval(g).unwrap();
        let mut found = false;
        for n in -400..400 {
            let x = d(n, 3);
            let confused = arena.compare(g, arena.number(x).unwrap()).unwrap().is_none();
            found |= confused;
            let above = interval.low < x || interval.low == x && interval.low_included;
            let below = x < interval.high || x == interval.high && interval.high_included;
            prop_assert_eq!(confused, above && below);
        }
        prop_assert!(!(found && interval.is_empty()));
    }

    #[test]
    fn atomic_weights_add(a in all_small(), b in all_small()) {
        let arena = Arena::new();
        let (g, h) = (a.make(&arena), b.make(&arena));
        let weight = |g| arena.atomic_weight(g).unwrap();
        let sum = arena.add(g, h).unwrap();
        prop_assert!(arena.is_all_small(sum).unwrap() && infinitesimal(&arena, sum));
        prop_assert_eq!(weight(sum), arena.add(weight(g), weight(h)).unwrap());
        prop_assert_eq!(weight(arena.neg(g).unwrap()), arena.neg(weight(g)).unwrap());
        // The two-ahead rule.
        if arena.le(arena.integer(2).unwrap(), weight(g)).unwrap() {
            prop_assert!(g != Game::ZERO && arena.le(Game::ZERO, g).unwrap());
        }
        if arena.le(arena.integer(1).unwrap(), weight(g)).unwrap() {
            prop_assert!(!arena.le(g, Game::ZERO).unwrap());
        }
    }

    #[test]
    fn reduced_forms_depend_on_the_class_alone(a in recipe(), b in all_small(), tiny in 0usize..3) {
        let arena = Arena::new();
        let g = a.make(&arena);
        let tiny = arena.read(["0", "Tiny(1)", "Miny(1/2)"][tiny]).unwrap();
        let shift = arena.add(b.make(&arena), tiny).unwrap();
        let reduced = arena.reduced(g).unwrap();
        prop_assert!(close(&arena, g, reduced));
        prop_assert_eq!(arena.reduced(reduced), Ok(reduced));
        let shifted = arena.add(g, shift).unwrap();
        prop_assert_eq!(arena.reduced(shifted), Ok(reduced));
        prop_assert!(arena.birthday(reduced).unwrap() <= arena.birthday(g).unwrap());
        prop_assert!(arena.birthday(reduced).unwrap() <= arena.birthday(shifted).unwrap());
    }

    #[test]
    fn remote_stars_are_exchangeable(a in recipe()) {
        let arena = Arena::new();
        let g = a.make(&arena);
        let first = arena.remote_star(g).unwrap();
        let beside = |n: u32| {
            let star = arena.nimber(n).unwrap();
            arena.outcome(arena.add(g, star).unwrap()).unwrap()
        };
        for n in [1, 2, 5] {
            prop_assert_eq!(beside(first + n), beside(first));
        }
        // The bound is sharp for a nimber.
        prop_assert_eq!(arena.remote_star(arena.nimber(first).unwrap()).unwrap(), first + 1);
    }

    #[test]
    fn norton_products_are_linear_and_keep_the_order(a in recipe(), b in recipe(), unit in 0usize..4) {
        let arena = Arena::new();
        let (g, h) = (a.make(&arena), b.make(&arena));
        let unit = [arena.ups(1), arena.read("^*2").map_err(|_| Error::Memory), arena.integer(1), arena.number(d(1, 1))][unit].unwrap();
        let times = |g| arena.norton_product(g, unit).unwrap();
        prop_assert_eq!(times(arena.add(g, h).unwrap()), arena.add(times(g), times(h)).unwrap());
        prop_assert_eq!(arena.le(g, h).unwrap(), arena.le(times(g), times(h)).unwrap());
        if unit == arena.ups(1).unwrap() {
            // Multiples of up have the multiplier as atomic weight.
            prop_assert_eq!(arena.atomic_weight(times(g)).unwrap(), g);
        }
    }
}

#[test]
fn names_are_recognised_and_made_as_defined() {
    let arena = Arena::new();
    // By the definition of nimbers and ups, with sums and no shortcut in between.
    let mut stars = vec![Game::ZERO];
    for _ in 0..8 {
        stars.push(arena.game(&stars, &stars).unwrap());
    }
    let up = arena.game(&[Game::ZERO], &[stars[1]]).unwrap();
    for number in [Dyadic::ZERO, d(3, 0), d(-5, 2)] {
        let x = arena.number(number).unwrap();
        for ups in -5i32..=5 {
            for (star, &nimber) in stars.iter().enumerate() {
                let made = arena.number_up_star(number, ups, star as u32).unwrap();
                // {GL + x | GR + x}, one option at a time.
                let mut sum = nimber;
                for _ in 0..ups.abs() {
                    let term = if ups > 0 { up } else { arena.neg(up).unwrap() };
                    let add = |player: bool| {
                        let pick = |g| {
                            let (l, r) = arena.options(g).unwrap();
                            if player { l } else { r }
                        };
                        let mut all: Vec<Game> = pick(sum)
                            .into_iter()
                            .map(|o| arena.add(o, term).unwrap())
                            .collect();
                        all.extend(pick(term).into_iter().map(|o| arena.add(sum, o).unwrap()));
                        all
                    };
                    sum = arena.game(&add(true), &add(false)).unwrap();
                }
                assert_eq!(made, arena.add(sum, x).unwrap());
                assert_eq!(
                    arena.named(made),
                    Some(Named::NumberUpStar {
                        number,
                        ups,
                        star: star as u32
                    })
                );
            }
        }
    }
    assert_eq!(
        arena.named(arena.switch(d(5, 1), d(-1, 0)).unwrap()),
        Some(Named::Switch {
            left: d(5, 1),
            right: d(-1, 0)
        })
    );
    let two = arena.integer(2).unwrap();
    assert_eq!(
        arena.named(arena.tiny(two).unwrap()),
        Some(Named::Tiny(d(2, 0)))
    );
    assert_eq!(
        arena.named(arena.neg(arena.tiny(two).unwrap()).unwrap()),
        Some(Named::Miny(d(2, 0)))
    );
    assert_eq!(arena.named(arena.read("{3||1|0}").unwrap()), None);
}

#[test]
fn known_atomic_weights() {
    let arena = Arena::new();
    for (game, weight) in [
        ("0", "0"),
        ("*5", "0"),
        ("^", "1"),
        ("v3*2", "-3"),
        ("{^|v}", "0"),
        ("{^^|vv}", "*"),
        ("{^|*}", "1"),
        ("{^3|v3}", "+-1"),
        ("{^^*|*}", "1"),
        ("norton({2|-1}, ^)", "{2|-1}"),
        ("norton(1/2, ^)", "1/2"),
    ] {
        let g = arena.read(game).unwrap();
        let found = arena.atomic_weight(g).unwrap();
        assert_eq!(
            arena.print(found, 100).unwrap().to_string(),
            weight,
            "{game}"
        );
    }
    for none in ["1", "1*", "+-1", "{1|v}", "{0||1|{v|-1}}"] {
        assert_eq!(
            arena.atomic_weight(arena.read(none).unwrap()),
            Err(Error::NotAtomic),
            "{none}"
        );
    }
}

/// The weight is what the definition says: beside any game and a remote star, so many ups have the
/// same outcome.
#[test]
fn atomic_weights_of_games_that_are_not_all_small() {
    let arena = Arena::new();
    let read = |text: &str| arena.read(text).unwrap();
    let besides = [
        "0",
        "*",
        "^",
        "v",
        "^^",
        "v3*",
        "1",
        "-1",
        "1/2",
        "+-1",
        "{1|*}",
        "{*|-1}",
        "Tiny(1)",
        "Miny(2)",
        "{2|^}",
        "{0|v4}",
        "{^5|0}",
        "{1||0|-4}",
        "{3|^^*}",
        "{v|-3}",
    ];
    for (text, weight) in [
        ("Tiny(3/2)", "0"),
        ("Miny(1)", "0"),
        ("{1|^^||^}", "2"),
        ("{v||vv|-1}", "-2"),
        ("Tiny(1) + ^3*", "3"),
        ("Tiny(2) - Tiny(1) + *3", "0"),
        ("{0||0|-2} + {^^|*}", "1"),
    ] {
        let (g, weight) = (read(text), read(weight));
        assert_eq!(arena.atomic_weight(g), Ok(weight), "{text}");
        let ups = arena.norton_product(weight, arena.ups(1).unwrap()).unwrap();
        for beside in besides {
            let x = read(beside);
            let remote = [g, ups, x].map(|h| arena.remote_star(h).unwrap());
            let remote = remote.into_iter().max().unwrap().max(4).next_power_of_two();
            let rest = arena.add(x, arena.nimber(remote).unwrap()).unwrap();
            let outcome = |h| arena.outcome(arena.add(h, rest).unwrap()).unwrap();
            assert_eq!(outcome(g), outcome(ups), "{text} beside {beside}");
        }
    }
}

#[test]
fn incentives_are_moves_minus_the_game() {
    let arena = Arena::new();
    let read = |text| arena.read(text).unwrap();
    assert_eq!(arena.incentives(read("{5|1}")).unwrap(), [read("{4|0}")]);
    assert_eq!(
        arena.evaluate("left_incentives(0)"),
        Ok(Value::Games(vec![]))
    );
    assert_eq!(arena.incentives(read("^")).unwrap(), [read("^*")]);
    assert_eq!(arena.incentives(read("1/2")).unwrap(), [read("-1/2")]);
}

#[test]
fn products_and_temperatures_out_of_range_are_refused() {
    let arena = Arena::new();
    let read = |text| arena.read(text).unwrap();
    assert_eq!(
        arena.conway_product(read("3/4"), read("-5/2")),
        Ok(read("-15/8"))
    );
    assert_eq!(
        arena.conway_product(read("{2|1}"), read("-2")),
        Ok(read("-({2|1}) - {2|1}"))
    );
    assert_eq!(
        arena.norton_product(read("1/2"), read("*")),
        Err(Error::NotPositive)
    );
    assert_eq!(
        arena.norton_product(read("1/2"), Game::ZERO),
        Err(Error::NotPositive)
    );
    assert_eq!(
        arena.cool(read("*"), d(-1, 0)),
        Err(Error::TemperatureTooLow)
    );
}

/// Conway's product by its definition, on forms written out; knows no shortcut.
fn product_by_definition(arena: &Arena, g: Game, h: Game) -> Game {
    let times = |a, b| product_by_definition(arena, a, b);
    let (g_left, g_right) = arena.options(g).unwrap();
    let (h_left, h_right) = arena.options(h).unwrap();
    let side = |pairs: [(&[Game], &[Game]); 2]| {
        let mut options = Vec::new();
        for (of_g, of_h) in pairs {
            for &a in of_g {
                for &b in of_h {
                    let sum = arena.add(times(a, h), times(g, b)).unwrap();
                    options.push(arena.sub(sum, times(a, b)).unwrap());
                }
            }
        }
        options
    };
    arena
        .game(
            &side([(&g_left, &h_left), (&g_right, &h_right)]),
            &side([(&g_left, &h_right), (&g_right, &h_left)]),
        )
        .unwrap()
}

#[test]
fn conway_products_are_those_of_the_definition() {
    let arena = Arena::new();
    let games = [
        "0", "1", "-2", "1/2", "-3/4", "*", "*2", "*3", "^", "v*", "+-1", "{1|*}", "{2|1/2}",
    ];
    for a in games {
        for b in games {
            let (g, h) = (arena.read(a).unwrap(), arena.read(b).unwrap());
            assert_eq!(
                arena.conway_product(g, h).unwrap(),
                product_by_definition(&arena, g, h),
                "{a}, {b}"
            );
        }
    }
    // The nim product by its rule of exclusion.
    let mut table = vec![vec![0u32; 32]; 32];
    for a in 0..32usize {
        for b in 0..32usize {
            let met: Vec<u32> = (0..a)
                .flat_map(|c| (0..b).map(move |d| (c, d)))
                .map(|(c, d)| table[c][b] ^ table[a][d] ^ table[c][d])
                .collect();
            table[a][b] = (0..).find(|n| !met.contains(n)).unwrap();
            let [g, h] = [a, b].map(|n| arena.nimber(n as u32).unwrap());
            let product = arena.nimber(table[a][b]).unwrap();
            assert_eq!(arena.conway_product(g, h), Ok(product), "{a}, {b}");
        }
    }
}

/// Options plus `gain` for Left and minus it for Right, down to leaves; knows nothing else.
fn rebuilt(arena: &Arena, g: Game, gain: Game, leaf: &dyn Fn(Game) -> Option<Game>) -> Game {
    if let Some(image) = leaf(g) {
        return image;
    }
    let (left, right) = arena.options(g).unwrap();
    let image = |o| rebuilt(arena, o, gain, leaf);
    let left: Vec<Game> = left
        .into_iter()
        .map(|o| arena.add(image(o), gain).unwrap())
        .collect();
    let right: Vec<Game> = right
        .into_iter()
        .map(|o| arena.sub(image(o), gain).unwrap())
        .collect();
    arena.game(&left, &right).unwrap()
}

#[test]
fn cooling_heating_and_overheating_are_those_of_the_definition() {
    let arena = Arena::new();
    let read = |text: &str| arena.read(text).unwrap();
    for text in [
        "0",
        "3",
        "1/2",
        "-3/4",
        "5/8",
        "*",
        "^",
        "*2",
        "+-1",
        "{5|1}",
        "{5||3|1}",
        "{2||1|-3}",
        "{1/2|-1/4}",
        "1/2*",
    ] {
        let g = read(text);
        // A number that a cooler game reaches stays: the simplest one, where both walls meet.
        for t in [
            d(-3, 2),
            d(-1, 1),
            d(-1, 2),
            d(-1, 3),
            d(0, 0),
            d(1, 1),
            d(2, 0),
        ] {
            let cold = |h| {
                let temperature = arena.temperature(h).unwrap();
                (temperature < t).then(|| arena.number(arena.mean(h).unwrap()).unwrap())
            };
            let tax = arena.number(t.neg().unwrap()).unwrap();
            let cooled = arena.cool(g, t).unwrap();
            assert_eq!(cooled, rebuilt(&arena, g, tax, &cold), "{text} by {t}");
        }
        for gain in ["1", "-1/2", "*", "^", "+-1", "0"] {
            let t = read(gain);
            let number = |h| arena.to_number(h).map(|_| h);
            assert_eq!(
                arena.heat(g, t).unwrap(),
                rebuilt(&arena, g, t, &number),
                "{text}, {gain}"
            );
            for unit in ["1", "^", "1/2", "*"] {
                let s = read(unit);
                let integer = |h| {
                    let n = arena
                        .to_number(h)
                        .filter(|x| x.exponent() == 0)?
                        .numerator();
                    let term = if n < 0 { arena.neg(s).unwrap() } else { s };
                    Some((0..n.abs()).fold(Game::ZERO, |sum, _| arena.add(sum, term).unwrap()))
                };
                let found = read(&format!("overheat({text}, {unit}, {gain})"));
                assert_eq!(
                    found,
                    rebuilt(&arena, g, t, &integer),
                    "{text}, {unit}, {gain}"
                );
            }
        }
        let frozen = read(&format!("freeze({text})"));
        let (left, right) = (arena.left_stop(frozen), arena.right_stop(frozen));
        assert_eq!(
            (left, right),
            (arena.mean(g).unwrap(), arena.mean(g).unwrap()),
            "{text}"
        );
    }
}

#[test]
fn powers_of_up() {
    let arena = Arena::new();
    let read = |text: &str| arena.read(text).unwrap();
    for (text, same) in [
        ("^<0>", "0"),
        ("^<1>", "^"),
        ("^[1]", "^"),
        ("^<2>", "{0|v*}"),
        ("^<3>", "{0|v* - ^<2>}"),
        ("^[2]", "{^|*}"),
        ("^[3]", "{{^|*}|*}"),
        ("v<2>", "-^<2>"),
        ("↓[3]", "-^[3]"),
        ("^[4]", "^<1> + ^<2> + ^<3> + ^<4>"),
        ("3^<2>*", "3 + ^<2> + *"),
        ("^<2>*2 + *2", "^<2>"),
        ("-1/2v[2]", "-1/2 - ^[2]"),
    ] {
        assert_eq!(read(text), read(same), "{text}");
        let printed = arena.print(read(text), 10_000).unwrap().to_string();
        assert_eq!(read(&printed), read(text));
    }
    // Each is infinitesimal beside the one before.
    assert!(
        arena
            .le(arena.multiple(50, read("^<3>")).unwrap(), read("^<2>"))
            .unwrap()
    );
    // A comparison stays one.
    let truth = arena.evaluate("^ < 2").unwrap();
    assert_eq!(arena.evaluate("^<2").unwrap(), truth);
    assert!(arena.read("^[5000]").is_err());
    assert!(arena.read("^<99999999999>").is_err());
    for (text, what) in [("on", "loopy"), ("Over + 1", "loopy"), ("*[2#]", "misère")] {
        let error = arena.read(text).unwrap_err();
        assert!(error.message.contains(what), "{text}: {error}");
    }
}

/// Between all negative and all positive numbers.
fn infinitesimal(arena: &Arena, g: Game) -> bool {
    arena.left_stop(g) == Dyadic::ZERO && arena.right_stop(g) == Dyadic::ZERO
}

/// Infinitesimally close.
fn close(arena: &Arena, g: Game, h: Game) -> bool {
    let rest = arena.sub(g, h).unwrap();
    infinitesimal(arena, rest)
}

#[test]
fn reduced_forms_are_the_simplest_close_games() {
    let arena = Arena::new();
    // All games born by day 2, and the reduced forms among them.
    let mut born = vec![Game::ZERO];
    for _ in 0..2 {
        let sides: Vec<Vec<Game>> = (0..1u32 << born.len())
            .map(|set| {
                (0..born.len())
                    .filter(|i| set >> i & 1 == 1)
                    .map(|i| born[i])
                    .collect()
            })
            .collect();
        let mut next: Vec<Game> = Vec::new();
        for left in &sides {
            for right in &sides {
                let g = arena.game(left, right).unwrap();
                if !next.contains(&g) {
                    next.push(g);
                }
            }
        }
        born = next;
    }
    assert_eq!(born.len(), 22);
    let birthday = |g| arena.birthday(g).unwrap();
    for &g in &born {
        let reduced = arena.reduced(g).unwrap();
        assert!(close(&arena, g, reduced));
        for &h in born.iter().filter(|&&h| close(&arena, g, h)) {
            assert_eq!(arena.reduced(h).unwrap(), reduced);
            assert!(birthday(reduced) <= birthday(h));
        }
    }
}

#[test]
fn thermographs_of_all_matrices_below_8_are_those_of_the_grid() {
    let arena = Arena::new();
    let table = common::matrix::Table2x2::new(&arena, 8, 1).unwrap();
    let mut thermographs = Thermographs::new(&arena);
    let mut compared = 0;
    for g in table.distinct() {
        let thermograph = thermographs.get(g).unwrap().clone();
        let Some(walls) = walls_on_a_grid(&arena, g, 5, 32 * 8) else {
            continue;
        };
        compared += 1;
        for (i, (l, r)) in walls.into_iter().enumerate() {
            let t = d(i as i64, 5);
            assert_eq!(thermograph.stop(Player::Left, t).unwrap(), l);
            assert_eq!(thermograph.stop(Player::Right, t).unwrap(), r);
        }
    }
    assert!(compared > 100, "{compared}");
    let before = arena.bytes();
    drop(thermographs);
    assert!(arena.bytes() < before);
}

#[test]
fn drawings_have_left_on_the_left() {
    let arena = Arena::new();
    let thermograph = arena.thermograph(arena.read("{5|{3|1}}").unwrap()).unwrap();
    let text = thermograph.to_text(40, 10).unwrap();
    let bottom: &str = text.lines().nth(9).unwrap();
    assert!(
        bottom.starts_with('\\') && bottom.contains("/  t = 0"),
        "{text}"
    );
    assert!(text.ends_with("left wall: 5 at t=0, 7/2 at t=3/2\nright wall: 3 at t=0, 3 at t=1, 7/2 at t=3/2\nmean 7/2, temperature 3/2"), "{text}");
    let svg = thermograph.to_svg(300, 200).unwrap();
    assert!(
        svg.starts_with("<svg ")
            && svg.matches("<polyline").count() == 2
            && svg.contains("mean 7/2, t = 3/2")
    );
    // Numbers and infinitesimals are masts.
    for game in ["3/4", "^", "*"] {
        let text = arena
            .thermograph(arena.read(game).unwrap())
            .unwrap()
            .to_text(20, 5)
            .unwrap();
        assert!(
            text.lines().take(5).all(|line| line.contains('|')),
            "{text}"
        );
    }
}

#[test]
fn multiples_are_repeated_sums() {
    for text in [
        "{3||2|1}",
        "{1/2||0|-5}",
        "{5,{7|2}||1|-3}",
        "{4||3|1}",
        "{9|5|||4||2|1}",
        "{3|^||-1}",
        "{7|5||2|1}",
        "{2|-1}",
        "^",
        "{1|^*}",
        "+-{2,1*}",
    ] {
        let arena = Arena::new();
        let g = arena.read(text).unwrap();
        let mut sum = Game::ZERO;
        for n in 0..=150 {
            if [0, 1, 5, 63, 64, 65, 100, 127, 128, 150].contains(&n)
                && (n <= 64 || text != "{3|^||-1}")
            {
                assert_eq!(arena.multiple(n, g), Ok(sum), "{n} {text}");
                assert_eq!(arena.multiple(-n, g), arena.neg(sum), "-{n} {text}");
            }
            if n <= 64 || text != "{3|^||-1}" {
                sum = arena.add(sum, g).unwrap();
            }
        }
    }
}

/// By doubling the sums of the positions of both halves are made: some hundred thousand forms.
#[test]
fn many_copies_share_their_positions() {
    for (text, n) in [("{3||2|1}", 1000), ("{9|5|||4||2|1}", 500)] {
        let arena = Arena::new();
        let g = arena.read(text).unwrap();
        let many = arena.multiple(n, g).unwrap();
        assert_eq!(
            Ok(arena.mean(many).unwrap()),
            Dyadic::new(
                n * arena.mean(g).unwrap().numerator(),
                arena.mean(g).unwrap().exponent()
            )
        );
        assert!(arena.forms() < 60_000, "{text}: {}", arena.forms());
    }
}

/// Walls that rise together from where they meet are one: the mast begins there, with one corner a wall.
#[test]
fn masts_begin_where_walls_meet() {
    let arena = Arena::new();
    for text in ["{0,{2|0}|0,{0|-2}}", "*", "*2", "^"] {
        let game = arena.read(text).unwrap();
        let thermograph = arena.thermograph(game).unwrap();
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        assert_eq!((mean, temperature), (Dyadic::ZERO, Dyadic::ZERO), "{text}");
        for player in [Player::Left, Player::Right] {
            let wall = thermograph.wall(player).unwrap();
            assert_eq!(wall.len(), 1, "{text}: {wall:?}");
        }
    }
}
