//! Claims of "How to win transfinite Nimbers?".

use nimbers::{Interrupt, Ordinal};
use std::fmt::Display;

use super::cubic_field::{Element, Field, add, as_stone, corners, ordinal, stone};
use super::tables::{Products, Table, of_nine};
use crate::brute_force::wins_by;
use crate::cases::{each_of, numbered};
use crate::claim::Status::{Example, Misprint, Proved};
use crate::claim::{BySize, Case, CheckError, Claim, Frame, Sizes, by, once, other_outcome};
use nimfield_core::words::{Outcome, Play};
use nimfield_games::nimbers::{Stone, all_moves};

pub(crate) const CLAIMS: &[Claim] = &[
    Example.claim(
        "nimbers-example-field",
        "with t = 2, f = 4 and o = w: t^2 = t+1, f^2 = f+t, o^3 = t, (o+t)(o+t+1) = o^2+o+1 and (o+f)(o+1) = f*o+o^2+f+o",
        "Le Bruyn, How to win transfinite Nimbers?, the field of 4096 elements in Sage",
        "the five products, by the arithmetic of ordinals and by polynomials in w over 16 elements",
        &each_of(
            &[
                ([[2, 0, 0], [2, 0, 0]], [3, 0, 0]),
                ([[4, 0, 0], [4, 0, 0]], [6, 0, 0]),
                ([[0, 0, 1], [0, 1, 0]], [2, 0, 0]),
                ([[2, 1, 0], [3, 1, 0]], [1, 1, 1]),
                ([[4, 1, 0], [1, 1, 0]], [4, 5, 1]),
            ],
            |&([x, y], claimed)| {
                let found = Field::new().times(x, y);
                let [x, y, claimed, found] = [x, y, claimed, found].map(ordinal);
                let holds = found == claimed && x.times(&y, Interrupt::NEVER)? == claimed;
                let case = format_args!("{x} (x) {y}");
                Ok::<_, CheckError>(Case::plain(holds, case, claimed, found))
            },
        ),
    ),
    Proved.claim(
        "nimbers-sage-field",
        "the quotient of the polynomials over two elements by x^2+x+1, y^2+y+x and z^3+x is isomorphic to the field of the nimbers a+b*w+c*w^2 with a, b, c below 16, with x to 2, y to 4 and z to w",
        "Le Bruyn, How to win transfinite Nimbers?, the ring S in Sage",
        "all products of two of its 12 monomials, on which all others rest, by the arithmetic of ordinals; the images are the 12 powers of 2 times powers of w",
        &numbered(144, |number| {
            let (i, j) = (number as u32 / 12, number as u32 % 12);
            let exponents = |bit: u32| [bit % 2, bit / 2 % 2, bit / 4];
            let sum = [0, 1, 2].map(|k| exponents(i)[k] + exponents(j)[k]);
            let [one, other] = [i, j].map(|bit| image(1 << bit));
            let (found, claimed) = (one.times(&other, Interrupt::NEVER)?, image(in_quotient(sum)));
            let holds = found == claimed && (i == j || one != other);
            let case = format_args!("{one} (x) {other}");
            Ok::<_, CheckError>(Case::plain(holds, case, claimed, found))
        }),
    ),
    Proved.claim(
        "nimbers-universal-truth-3d",
        "in three-dimensional Nimbers on the ordinals below w^w toggling one ball on the diagonal, at the cube root of the value, which is below w^w, makes the value 0",
        "Le Bruyn, n-dimensional and transfinite Nimbers, with toggling in place of adding",
        "a ball beside one at (1,2,w), coordinates from a list of eight ordinals; the roots multiplied out",
        &by("place in the list", 2..=7)
            .last(7)
            .over_vectors(|places: [u32; 3]| {
                let ball = places.map(|place| BELOW[place as usize]);
                truth(&[ball.to_vec(), vec!["1", "2", "w"]], Some("w^w"))
            }),
    ),
    Proved.claim(
        "nimbers-universal-truth",
        "in n-dimensional Nimbers on the ordinals below w^(w^w) toggling one ball on the diagonal, at the n-th root of the value, makes the value 0",
        "Le Bruyn, n-dimensional and transfinite Nimbers, with toggling in place of adding",
        "two balls with coordinates from a list of eight ordinals, n from 2 to 5; the roots multiplied out",
        &by("place in the list", 3..=7)
            .last(7)
            .over_vectors(|places: [u32; 2]| {
                let [x, y] = places.map(|place| BELOW[place as usize]);
                for n in 2..=5usize {
                    let balls = [vec![x; n], (0..n).map(|k| [y, x, "1"][k.min(2)]).collect()];
                    match truth(&balls, None)? {
                        Case::Holds => {}
                        other => return Ok(other),
                    }
                }
                Ok(Case::Holds)
            }),
    ),
    Example.claim(
        "nimbers-transfinite-values",
        "the stones (2,2), (4,w), (w+2,w+3) and (w+4,w+1) have the values 3, w*4, w^2+w+1 and w^2+w*5+4, the position has the value 6, and the other stones together 5, w*4+6, w^2+w+7 and w^2+w*5+2",
        "Le Bruyn, How to win transfinite Nimbers?",
        "the four stones and the total, by polynomials in w over 16 elements",
        &numbered(4, |at| {
            let field = Field::new();
            let claimed = [[3, 0, 0], [0, 4, 0], [1, 1, 1], [4, 5, 1]][at];
            let others = [[5, 0, 0], [6, 4, 0], [7, 1, 1], [2, 5, 1]][at];
            let [x, y] = TRANSFINITE[at];
            let (found, total) = (field.times(x, y), field.total(&TRANSFINITE));
            let holds = found == claimed && total == [6, 0, 0] && add(total, found) == others;
            Case::plain(holds, stone([x, y]), ordinal(claimed), ordinal(found))
        }),
    ),
    Misprint.claim(
        "nimbers-who-wins-as-printed",
        "a position whose value is not 0 is won by the second player",
        "Le Bruyn, How to win transfinite Nimbers?, as printed (\"the 2nd player has a winning strategy\")",
        "positions on the 3x3 board, values by nim products, outcomes from those of all options",
        &of_nine(2..=3).who_wins(true),
    ),
    Proved.claim(
        "nimbers-who-wins",
        "a position whose value is not 0 is won by the player to move, one of value 0 by the other",
        "Le Bruyn, How to win transfinite Nimbers?, corrected",
        "positions on the 3x3 board, values by nim products, outcomes from those of all options",
        &of_nine(9..=9).who_wins(false),
    ),
    Misprint.claim(
        "nimbers-which-stone-as-printed",
        "if one stone only has a value greater than the sum of the others, the winning moves are moves of this stone",
        "Le Bruyn, How to win transfinite Nimbers?, as printed (\"so we know we have to make our move with stone d\")",
        "positions on the 3x3 board, by the values of all options",
        &of_nine(3..=4).which_stone(false),
    ),
    Proved.claim(
        "nimbers-which-stone",
        "every stone with a value greater than the sum of the others has a winning move",
        "what holds of Le Bruyn, How to win transfinite Nimbers?: a stone has options of every smaller value",
        "positions on the 3x3 board, by the values of all options",
        &of_nine(9..=9).which_stone(true),
    ),
    Example.claim(
        "nimbers-unique-winning-move",
        "in the transfinite example one move wins: stone d, (w+4,w+1), with the corner (w+2,w); the other three corners are empty",
        "Le Bruyn, How to win transfinite Nimbers?",
        "all stones and all corners with coordinates n and w+n, n below 16; and the complete lists of moves that change the value by 6",
        &numbered(4, |at| {
            let field = Field::new();
            let total = field.total(&TRANSFINITE);
            let chosen = TRANSFINITE[at];
            let [x, y] = chosen;
            let wins = |corner: &[Element; 2]| {
                let [u, v] = *corner;
                field.times(add(x, u), add(y, v)) == total
            };
            let found: Vec<[Element; 2]> = corners(chosen).into_iter().filter(wins).collect();
            let claimed = match at {
                3 => vec![[[2, 1, 0], [0, 1, 0]]],
                _ => Vec::new(),
            };
            let complete = all_moves(&as_stone(chosen), &ordinal(total), Interrupt::NEVER)
                .map_err(CheckError::too_large)?;
            let complete = complete.into_iter().map(|mv| mv.corner);
            let listed = claimed.iter().map(|&corner| as_stone(corner));
            let new = claimed.iter().flat_map(|&[u, v]| [[u, y], [x, v], [u, v]]);
            let empty = new.into_iter().all(|corner| !TRANSFINITE.contains(&corner));
            let holds = found == claimed && complete.eq(listed) && empty;
            let [claimed, found] = [&claimed, &found].map(|corners| format!("{corners:?}"));
            Ok::<_, CheckError>(Case::plain(holds, stone(chosen), claimed, found))
        }),
    ),
    Example.claim(
        "nimbers-case-analysis",
        "the left side u v + u(w+1) + (w+4)v has no w^2 for finite u and v, is w^2+w*4+u for v = w and finite u, has i+1 for the coefficient of w for u = w+i and finite v, and is w^2+w*5+i for u = w+i and v = w",
        "Le Bruyn, How to win transfinite Nimbers?",
        "u and v below 16, i below 4",
        &numbered(20 * 17, |number| {
            let field = Field::new();
            let (u, v) = ((number / 17) as u32, (number % 17) as u32);
            let u = if u < 16 { [u, 0, 0] } else { [u - 16, 1, 0] };
            let v = if v < 16 { [v, 0, 0] } else { [0, 1, 0] };
            let left = add(
                field.times(u, v),
                add(field.times(u, [1, 1, 0]), field.times([4, 1, 0], v)),
            );
            let holds = match (u, v) {
                ([_, 0, _], [_, 0, _]) => left[2] == 0,
                ([u, 0, _], _) => left == [u, 4, 1],
                ([i, ..], [_, 0, _]) => left[1] == i ^ 1,
                ([i, ..], _) => left == [i, 5, 1],
            };
            let case = format_args!("u = {}, v = {}", ordinal(u), ordinal(v));
            Case::plain(holds, case, "as stated", ordinal(left))
        }),
    ),
    Example.claim(
        "nimbers-follow-up",
        "after the unique winning move and the opponent's (w+2,w+3) -> (w+2,256) a winning move is (w+2,w) -> (257,2), which puts stones at (257,2), (257,w) and (w+2,2)",
        "Le Bruyn, How to win transfinite Nimbers?, the last sentence",
        "the one move",
        &once(|_| {
            let after = [
                ["2", "2"],
                ["4", "w"],
                ["w+2", "256"],
                ["w+2", "w+1"],
                ["w+4", "w"],
                ["257", "2"],
                ["257", "w"],
                ["w+2", "2"],
            ];
            let case = "the position after the move";
            Ok(Case::equal(case, Ordinal::ZERO, total(&after)?))
        }),
    ),
    Example.claim(
        "nimbers-follow-up-moves",
        "in the follow-up position, of value w^2+w*257+513, exactly six moves win: (w+2,w) -> (257,2) and (0,259), (w+2,w+1) -> (0,258) and (257,3), (w+4,w) -> (6,259) and (263,2)",
        "what Le Bruyn, How to win transfinite Nimbers?, calls one possible winning move; by the complete lists of moves, each verified",
        "the six stones",
        &numbered(6, |at| {
            let claimed: [&[[&str; 2]]; 6] = [
                &[],
                &[],
                &[],
                &[["0", "259"], ["257", "2"]],
                &[["0", "258"], ["257", "3"]],
                &[["6", "259"], ["263", "2"]],
            ];
            let value = total(&FOLLOW_UP)?;
            let is_stated = value.to_string() == "w^2+w*257+513";
            let chosen @ [x, y] = FOLLOW_UP[at];
            let moves = all_moves(&read_stone(&chosen), &value, Interrupt::NEVER)
                .map_err(CheckError::too_large)?;
            let corners: Vec<Stone> = moves.into_iter().map(|mv| mv.corner).collect();
            let listed: Vec<Stone> = claimed[at].iter().map(read_stone).collect();
            // Every listed move is made, and the resulting stones are summed again.
            let mut made = true;
            for &[u, v] in claimed[at] {
                let rest = FOLLOW_UP.iter().copied().filter(|&stone| stone != chosen);
                let after: Vec<[&str; 2]> = rest.chain([[u, v], [u, y], [x, v]]).collect();
                made &= total(&after)?.is_zero();
            }
            let holds = is_stated && made && corners == listed;
            let [listed, corners] = [listed, corners].map(|corners| format!("{corners:?}"));
            let case = format_args!("({x},{y})");
            Ok::<_, CheckError>(Case::plain(holds, case, listed, corners))
        }),
    ),
];

/// Ordinals below w^w that serve as coordinates.
const BELOW: [&str; 8] = ["1", "2", "3", "5", "w", "w+1", "w*2+3", "w^2+w*4+6"];

/// The transfinite position: stones a, b, c, d.
const TRANSFINITE: [[Element; 2]; 4] = [
    [[2, 0, 0], [2, 0, 0]],
    [[4, 0, 0], [0, 1, 0]],
    [[2, 1, 0], [3, 1, 0]],
    [[4, 1, 0], [1, 1, 0]],
];

/// The transfinite position after two moves.
const FOLLOW_UP: [[&str; 2]; 6] = [
    ["2", "2"],
    ["4", "w"],
    ["w+2", "256"],
    ["w+2", "w"],
    ["w+2", "w+1"],
    ["w+4", "w"],
];

impl Sizes {
    const fn who_wins(self, second: bool) -> BySize<impl Frame> {
        self.three_by_three(move |table, state| {
            let products = Products::new(4);
            let value = |at: usize| products.times(table.places[at][0], table.places[at][1]);
            let total = table.sum(state, value);
            // The winner, found without values.
            let win = wins(table, state);
            if second && total == 0 {
                return None;
            }
            Some(Case::of(win == (total != 0 && !second), || {
                let position = table.text(state);
                let outcome = Outcome::impartial(!win);
                let claimed = format_args!("value {total}, so {}", Outcome::impartial(win));
                other_outcome(position, Play::Normal, claimed, outcome)
            }))
        })
    }

    const fn which_stone(self, has_a_move: bool) -> BySize<impl Frame> {
        self.three_by_three(move |table, state| {
            let total = table.at(state);
            let single = |at: usize| table.at(1 << at);
            let large: Vec<usize> = table
                .stones(state)
                .filter(|&at| single(at) > single(at) ^ total)
                .collect();
            let wins = |at: usize| {
                let mut after = table.moves[at].iter().map(|toggled| state ^ toggled);
                after.find(|&after| table.at(after) == 0)
            };
            if total == 0 || (!has_a_move && large.len() != 1) {
                return None;
            }
            let holds = match has_a_move {
                true => large.iter().all(|&at| wins(at).is_some()),
                false => table
                    .stones(state)
                    .all(|at| at == large[0] || wins(at).is_none()),
            };
            Some(Case::of(holds, || {
                let mut counterexample = table.differs(state, "winning moves of that stone");
                let others = table.stones(state).filter(|at| !large.contains(at));
                let after: Vec<u64> = others.filter_map(wins).collect();
                let texts: Vec<String> = after.iter().map(|&after| table.text(after)).collect();
                let also = format!("; another stone leads to {}", texts.join(", "));
                counterexample.found.push_str(&also);
                counterexample.and(after.iter().map(|&after| table.fact(after)))
            }))
        })
    }
}

/// Returns whether the player to move wins, by recursion without values.
fn wins(table: &Table, state: u64) -> bool {
    let mut wins: Vec<bool> = Vec::new();
    for state in 0..=state {
        let options = table.stones(state).flat_map(|at| &table.moves[at]);
        let after = options.map(|toggled| wins[(state ^ toggled) as usize]);
        let win = wins_by(Play::Normal, after);
        wins.push(win);
    }
    wins[state as usize]
}

/// Reads an ordinal that this file contains.
pub(super) fn below(text: &str) -> Ordinal {
    text.parse().expect("the notation of ordinals")
}

fn read_stone(coordinates: &[&str; 2]) -> Stone {
    Stone::new(coordinates.map(below).to_vec())
}

/// Returns the nim sum of the nim products of the coordinates.
fn total(stones: &[[&str; 2]]) -> Result<Ordinal, CheckError> {
    stones.iter().try_fold(Ordinal::ZERO, |sum, stone| {
        let [x, y] = stone.map(below);
        Ok(sum.plus(&x.times(&y, Interrupt::NEVER)?))
    })
}

/// Returns x^i y^j z^k in the quotient by x^2+x+1, y^2+y+x and z^3+x: a sum of monomials, where bit i+2j+4k stands for
/// x^i y^j z^k with i, j < 2 and k < 3.
fn in_quotient([i, j, k]: [u32; 3]) -> u16 {
    if k >= 3 {
        in_quotient([i + 1, j, k - 3])
    } else if j >= 2 {
        in_quotient([i, j - 1, k]) ^ in_quotient([i + 1, j - 2, k])
    } else if i >= 2 {
        in_quotient([i - 1, j, k]) ^ in_quotient([i - 2, j, k])
    } else {
        1 << (i + 2 * j + 4 * k)
    }
}

/// Returns the nimber of a sum of monomials: maps x to 2, y to 4 and z to w, so that xy maps to 8.
fn image(sum: u16) -> Ordinal {
    let coefficient = |k: u32| u32::from(sum >> (4 * k) & 15);
    ordinal(
        [0, 1, 2]
            .map(|k| (0..4).fold(0, |nimber, bit| nimber | (coefficient(k) >> bit & 1) << bit)),
    )
}

/// Checks the universal truth of a position: its value has a root below a bound, with the dimension as degree.
fn truth(balls: &[Vec<&str>; 2], bound: Option<&str>) -> Result<Case, CheckError> {
    let mut value = Ordinal::ZERO;
    for ball in balls {
        let mut product = Ordinal::from(1u128);
        for text in ball {
            product = product.times(&below(text), Interrupt::NEVER)?;
        }
        value = value.plus(&product);
    }
    let bound = bound.map(below);
    let case = format_args!("{balls:?}");
    root_of(
        &value,
        balls[0].len() as u64,
        bound.as_ref(),
        case,
        "a root of the value",
    )
}

/// Returns the claim that the root of a value is below a bound; checks its power by multiplication.
pub(super) fn root_of(
    value: &Ordinal,
    degree: u64,
    bound: Option<&Ordinal>,
    case: impl Display,
    claimed: impl Display,
) -> Result<Case, CheckError> {
    let root = value.root(degree, Interrupt::NEVER)?;
    let power = (1..degree).try_fold(root.clone(), |power, _| {
        power.times(&root, Interrupt::NEVER)
    })?;
    let holds = power == *value && bound.is_none_or(|bound| root < *bound);
    let found = format_args!("{root}, its power {power}");
    Ok(Case::plain(holds, case, claimed, found))
}
