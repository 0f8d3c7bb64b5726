//! What values 2x2 partizan matrix nim has, for all entries up to a bound, and how their forms are made:
//! `cargo run --release -p short-game --example two_by_two -- 16`.
//!
//! Left lowers a column of (a b; c d) by an amount, Right a row. Every value is found option by option.
//! A value with positive entries is required to be
//! - *a + *d or *b + *c, if neither entry of the other diagonal is less than the sum of this one's,
//! - otherwise hot, and then each player's options in canonical form are one number x, the stop of the
//!   value on that side, and hot games with the same stop x on that side, all of them values of moves.

use std::collections::{BTreeMap, HashMap};

use short_game::{Arena, Error, Game, Kind, Limits, Player};

type Matrix = [usize; 4];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most: usize = std::env::args().nth(1).as_deref().unwrap_or("16").parse()?;
    let arena = Arena::with_limits(Limits {
        bytes: 3 << 30,
        ..Limits::default()
    })?;
    let side = most + 1;
    let mut matrices: Vec<Matrix> = (0..side.pow(4))
        .map(|place| [3, 2, 1, 0].map(|power: u32| place / side.pow(power) % side))
        .collect();
    matrices.sort_by_key(|m| m.iter().sum::<usize>());
    let mut values: HashMap<Matrix, Game> = HashMap::new();
    for &m in &matrices {
        let [left, right] = [Player::Left, Player::Right].map(|player| moves(&values, m, player));
        values.insert(m, arena.game(&left, &right)?);
    }
    let mut kinds: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for &m in &matrices {
        let kind = kind(&arena, &values, m)?;
        kinds.entry(kind).or_default()[usize::from(!m.contains(&0))] += 1;
        check(&arena, &values, m)?;
    }
    println!("entries to {most}: with a zero, positive");
    for (kind, [with_zero, positive]) in kinds {
        println!("{kind:20} {with_zero:9} {positive:9}");
    }
    println!("{} forms, {} MB", arena.forms(), arena.bytes() / 1_000_000);
    Ok(())
}

/// The values of the positions that a player's moves lead to.
fn moves(values: &HashMap<Matrix, Game>, m: Matrix, player: Player) -> Vec<Game> {
    let lines = match player {
        Player::Left => [[0, 2], [1, 3]],
        Player::Right => [[0, 1], [2, 3]],
    };
    let mut found = Vec::new();
    for line in lines {
        for amount in 1..=m[line[0]].min(m[line[1]]) {
            let mut after = m;
            line.iter().for_each(|&entry| after[entry] -= amount);
            found.push(values[&after]);
        }
    }
    found
}

fn kind(arena: &Arena, values: &HashMap<Matrix, Game>, m: Matrix) -> Result<&'static str, Error> {
    let game = values[&m];
    if let Some(number) = arena.to_number(game) {
        let whole = (-64..=64).any(|n| arena.integer(n) == Ok(game));
        assert!(
            number.to_f64().abs() <= 64.0,
            "too large for this list of integers"
        );
        return Ok(match (game == Game::ZERO, whole) {
            (true, _) => "0",
            (_, true) => "integers",
            _ => "dyadic fractions",
        });
    }
    let greatest = *m.iter().max().expect("four entries") as u32;
    // A nim-sum of two entries has no more bits than the greatest.
    for n in 1..(greatest + 1).next_power_of_two() {
        if game == arena.nimber(n)? {
            return Ok("nimbers");
        }
    }
    if arena.kind(game) == Kind::Switch {
        return Ok("switches");
    }
    assert_eq!(arena.kind(game), Kind::Hot, "{m:?}");
    let (mean, temperature) = (arena.mean(game)?, arena.temperature(game)?);
    for a in 2..=greatest as usize {
        if arena.integer(a as i64)? == arena.number(temperature)?
            && arena.add(arena.number(mean)?, values[&[a; 4]])? == game
        {
            return Ok("x + H_a, a >= 2");
        }
    }
    Ok("other hot games")
}

/// The statements on positive entries.
///
/// # Panics
/// If one is false.
fn check(arena: &Arena, values: &HashMap<Matrix, Game>, m: Matrix) -> Result<(), Error> {
    let [a, b, c, d] = m;
    if m.contains(&0) {
        return Ok(());
    }
    let game = values[&m];
    let nimber = if b.min(c) >= a + d {
        Some(a ^ d)
    } else if a.min(d) >= b + c {
        Some(b ^ c)
    } else {
        None
    };
    if let Some(nimber) = nimber {
        assert_eq!(game, arena.nimber(nimber as u32)?, "{m:?}");
        return Ok(());
    }
    let (left, right) = arena.options(game)?;
    for (player, options) in [(Player::Left, left), (Player::Right, right)] {
        let stop = |game| match player {
            Player::Left => arena.left_stop(game),
            Player::Right => arena.right_stop(game),
        };
        let moves = moves(values, m, player);
        let mut numbers = 0;
        for option in options {
            assert!(moves.contains(&option), "{m:?}");
            assert_eq!(stop(option), stop(game), "{m:?}");
            match arena.to_number(option) {
                Some(_) => numbers += 1,
                None => assert!(arena.left_stop(option) > arena.right_stop(option), "{m:?}"),
            }
        }
        assert_eq!(numbers, 1, "{m:?}");
    }
    assert!(arena.left_stop(game) > arena.right_stop(game), "{m:?}");
    Ok(())
}
