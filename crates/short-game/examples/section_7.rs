//! The corrected conjecture on 2x2 partizan matrix nim, for all positive entries up to a bound, both
//! ways: `cargo run --release -p short-game --example section_7 -- 39`.
//!
//! Left lowers a column of (a b; c d) by an amount, Right a row. Let the least entry a be first, b >= c,
//! x = min(b-c, a+d-2c), and H_a the value of (a a; a a). Then the value is x + H_a exactly if a = c or
//! d >= c + min(b-a, c+1). Every value is found option by option, one for each class of matrices that
//! differ in the order of rows and columns, or in what is a row and what a column (the negative);
//! with a second argument, `plain`, one for each matrix.

use std::time::Instant;

use short_game::{Arena, Error, Game, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let most: usize = arguments.next().as_deref().unwrap_or("24").parse()?;
    let plain = arguments.next().as_deref() == Some("plain");
    let began = Instant::now();
    let arena = Arena::with_limits(Limits {
        bytes: 3 << 30,
        ..Limits::default()
    })?;
    let mut values = Values::new(most + 1);
    // After each greatest entry the statement is known so far.
    for greatest in 0..=most {
        values.extend(&arena, greatest, plain)?;
        let counted = values.check(&arena, greatest)?;
        println!(
            "entries to {greatest}: {} matrices, {} of the form; {} forms, {} MB, {:.1} s",
            counted.matrices,
            counted.of_the_form,
            arena.forms(),
            (arena.bytes() + values.games.len() * size_of::<Game>()) / 1_000_000,
            began.elapsed().as_secs_f64()
        );
    }
    println!("the statement holds for all positive entries up to {most}");
    Ok(())
}

/// The values of all matrices with entries below `side`.
struct Values {
    side: usize,
    games: Vec<Game>,
    counted: Counted,
}

/// Classes of matrices looked at.
#[derive(Clone, Copy, Default)]
struct Counted {
    matrices: u64,
    of_the_form: u64,
}

type Matrix = [usize; 4];

impl Values {
    fn new(side: usize) -> Values {
        Values {
            side,
            games: vec![Game::ZERO; side.pow(4)],
            counted: Counted::default(),
        }
    }

    fn place(&self, m: Matrix) -> usize {
        m.iter().fold(0, |place, &entry| place * self.side + entry)
    }

    fn at(&self, m: Matrix) -> Game {
        self.games[self.place(m)]
    }

    /// Values the matrices with this greatest entry.
    fn extend(&mut self, arena: &Arena, greatest: usize, plain: bool) -> Result<(), Error> {
        for m in with_greatest(greatest) {
            let (least, negative) = least_image(m);
            let game = if plain || least == m {
                self.option_by_option(arena, m)?
            } else {
                let game = self.at(least);
                if negative { arena.neg(game)? } else { game }
            };
            let place = self.place(m);
            self.games[place] = game;
        }
        Ok(())
    }

    fn option_by_option(&self, arena: &Arena, m: Matrix) -> Result<Game, Error> {
        let line = |line: [usize; 2]| {
            (1..=m[line[0]].min(m[line[1]])).map(move |amount| {
                let mut after = m;
                line.iter().for_each(|&entry| after[entry] -= amount);
                self.at(after)
            })
        };
        let left: Vec<Game> = line([0, 2]).chain(line([1, 3])).collect();
        let right: Vec<Game> = line([0, 1]).chain(line([2, 3])).collect();
        arena.game(&left, &right)
    }

    /// Compares the statement with the values of matrices with this greatest entry.
    ///
    /// # Panics
    /// If it is false.
    fn check(&mut self, arena: &Arena, greatest: usize) -> Result<Counted, Error> {
        for m @ [a, b, c, d] in with_greatest(greatest) {
            if a == 0 || a > c || c > b || a > d {
                continue;
            }
            let x = (b as i64 - c as i64).min(a as i64 + d as i64 - 2 * c as i64);
            let expected = arena.add(arena.integer(x)?, self.at([a; 4]))?;
            let of_the_form = self.at(m) == expected;
            let claimed = a == c || d >= c + (b - a).min(c + 1);
            assert_eq!(of_the_form, claimed, "({a} {b}; {c} {d})");
            self.counted.matrices += 1;
            self.counted.of_the_form += u64::from(of_the_form);
        }
        Ok(self.counted)
    }
}

/// All matrices with this greatest entry, ascending.
fn with_greatest(greatest: usize) -> impl Iterator<Item = Matrix> {
    let side = greatest + 1;
    let all = (0..side.pow(4))
        .map(move |place| [3, 2, 1, 0].map(|power: u32| place / side.pow(power) % side));
    all.filter(move |m| m.contains(&greatest))
}

/// The least of the matrices with other orders of rows and columns, or with these exchanged; whether
/// they are.
fn least_image([a, b, c, d]: Matrix) -> (Matrix, bool) {
    let straight = [[a, b, c, d], [b, a, d, c], [c, d, a, b], [d, c, b, a]];
    let turned = straight.map(|[a, b, c, d]| ([a, c, b, d], true));
    let images = straight.map(|m| (m, false)).into_iter().chain(turned);
    images.min().expect("eight images")
}
