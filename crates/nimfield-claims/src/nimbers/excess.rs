//! Claims on the excesses of odd primes, and on coin-turning games.

use nimbers::excess::{self, Excesses};

use super::tables::Products;
use crate::cases::too_large;
use crate::claim::Status::{Observed, Proved};
use crate::claim::{BySize, Case, Cases, CheckError, Claim, Frame, Sizes, by};
use nimfield_core::budget::Budget;
use nimfield_core::mex::mex;
use nimfield_games::turning::CoinGame;

pub(crate) const CLAIMS: &[Claim] = &[
    Observed.claim(
        "nimbers-excess-pattern",
        "the excess of an odd prime p is 0 unless Q(f(p)) is a single power of an odd prime; then it is 4 if f(p) = 2*3^k with k >= 1, and otherwise 1 (f(p) is the order of 2 modulo p)",
        "observed in all that is known; nobody has a proof. Lenstra 1977 has the lower bounds",
        "odd primes, as long as their excesses are known",
        &by("prime", 50..=709).excesses(|f, single, excess| {
            let claimed = match single {
                false => 0,
                true if is_twice_power_of_3(f) => 4,
                true => 1,
            };
            excess == claimed
        }),
    ),
    Proved.claim(
        "nimbers-excess-lower-bounds",
        "the excess of p is at least 1 if Q(f(p)) is a single power of an odd prime, and at least 4 if f(p) = 2*3^k with k >= 1",
        "Lenstra 1977, On the algebraic closure of two",
        "odd primes, as long as their excesses are known",
        &by("prime", 50..=709).excesses(|f, single, excess| {
            (!single || excess >= 1) && (!is_twice_power_of_3(f) || excess >= 4)
        }),
    ),
    Proved.claim(
        "nimbers-tartan",
        "a coin of the product of two coin-turning games has the nim product of its values in the two: the Tartan theorem",
        "Lenstra 1978; Winning Ways, chapter 14. Le Bruyn, How to play Nimbers?, for Turning Corners, the product of Turning Turtles with itself",
        "products of two of turtles, mock-turtles, ruler, twins and triplets; all values by mex",
        &by("greater one of the two coordinates", 4..=8).cases(|size, _| {
            too_large(size, 31)?;
            let games = CoinGame::ALL;
            let tables = games.map(|first| games.map(|second| product_values(first, second, size)));
            let singles = games.map(|game| single_values(game, size));
            let products = Products::new(64);
            let side = u64::from(size) + 1;
            Ok(Cases::new(25 * side * side, move |number| {
                let pair = (number / (side * side)) as usize;
                let [i, j] = [pair / 5, pair % 5];
                let [x, y] = [number / side % side, number % side];
                let on_board = x >= games[i].first() && y >= games[j].first();
                (x.max(y) == u64::from(size) && on_board).then(|| {
                    let values = [singles[i][x as usize], singles[j][y as usize]];
                    let [first, second] = [i, j].map(|game| games[game].name());
                    Case::value(
                        format_args!("turning({first},{second})[({x},{y})]"),
                        products.times(values[0], values[1]),
                        tables[i][j][x as usize][y as usize],
                    )
                })
            }))
        }),
    ),
];

impl Sizes {
    /// Makes a claim about an odd prime: the order f of 2, whether Q(f) is one power of an odd prime, and the excess.
    const fn excesses(self, holds: fn(u32, bool, u32) -> bool) -> BySize<impl Frame> {
        self.cases(move |size, _: &Budget| {
            let mut divisors = (2..size).take_while(|d| d * d <= size);
            if size < 3 || divisors.any(|d| size.is_multiple_of(d)) {
                return Ok(Cases::none());
            }
            let known = excess::table().find(|&(p, _)| p == size);
            let unknown =
                || CheckError::too_large(format_args!("the excess of {size} is not known"));
            let (p, excess) = known.ok_or_else(unknown)?;
            let plan = Excesses::shipped().plan(p).map_err(CheckError::too_large)?;
            let single = plan.q_set.len() == 1 && plan.q_set[0].prime > 2;
            let case = format_args!("p = {p}, f = {}, Q = {:?}", plan.order, plan.q_set);
            let holds = holds(plan.order, single, excess);
            let case = Case::plain(holds, case, "another excess", excess);
            Ok(Cases::single(case))
        })
    }
}

/// Returns whether f = 2*3^k with k >= 1.
fn is_twice_power_of_3(f: u32) -> bool {
    let mut rest = f;
    while rest.is_multiple_of(3) {
        rest /= 3;
    }
    rest == 2 && f > 2
}

/// Returns the values of single coins of a game, up to a number, by mex.
fn single_values(game: CoinGame, most: u32) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for coin in 0..=u64::from(most) {
        let value = match coin < game.first() {
            true => 0,
            false => mex(game.sets(coin).map(|set| {
                let others = set.iter().filter(|&&other| other != coin);
                others.fold(0, |sum, &other| sum ^ values[other as usize])
            })) as u32,
        };
        values.push(value);
    }
    values
}

/// Returns the values of single coins of a product, up to a number on both axes, by mex.
fn product_values(first: CoinGame, second: CoinGame, most: u32) -> Vec<Vec<u32>> {
    let side = most as usize + 1;
    let mut values = vec![vec![0; side]; side];
    let sets = |game: CoinGame| -> Vec<Vec<Vec<u64>>> {
        let coins = 0..=u64::from(most);
        let sets = coins.map(|coin| match coin < game.first() {
            true => Vec::new(),
            false => game.sets(coin).collect(),
        });
        sets.collect()
    };
    let (rows, columns) = (sets(first), sets(second));
    for x in 0..side {
        for y in 0..side {
            let moves = rows[x]
                .iter()
                .flat_map(|a| columns[y].iter().map(move |b| (a, b)));
            let value = mex(moves.map(|(a, b)| {
                let turned = a
                    .iter()
                    .flat_map(|&i| b.iter().map(move |&j| (i as usize, j as usize)));
                turned
                    .filter(|&place| place != (x, y))
                    .fold(0, |sum, (i, j)| sum ^ values[i][j])
            }));
            values[x][y] = value as u32;
        }
    }
    values
}
