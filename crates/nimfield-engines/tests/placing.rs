//! Canonical forms of placing games beside the recursion over options, which knows nothing of symmetries, links and
//! numbers.

#![allow(missing_docs)]

use std::sync::Arc;
use std::sync::atomic::Ordering;

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::families::placing::{Placement, Placing};
use nimfield_core::partizan::PartizanComponent;
use nimfield_core::words::Player;
use nimfield_engines::partizan::{NoValue, Values};
use short_game::{Arena, Dyadic, Game};

/// A set of free cells.
#[derive(Clone)]
struct State {
    placing: Placing,
    free: u128,
    /// Whether the engine only sees the options.
    is_plain: bool,
}

impl State {
    fn moves(&self, player: Player) -> impl Iterator<Item = &Placement> {
        self.placing
            .legal(self.free)
            .filter(move |p| p.is_of(player))
    }
}

impl PartizanComponent for State {
    fn key(&self, out: &mut Vec<u8>) {
        out.extend(self.free.to_le_bytes());
    }

    fn option_count(&self, player: Player) -> u64 {
        self.moves(player).count() as u64
    }

    fn option(&self, player: Player, index: u64, out: &mut Vec<State>) {
        let mv = self.moves(player).nth(index as usize).expect("a move");
        let parts = self.placing.components(self.free & !mv.removes);
        out.extend(parts.into_iter().map(|free| State {
            free,
            ..self.clone()
        }));
    }

    fn placing(&self) -> Option<(u64, &Placing, u128)> {
        (!self.is_plain).then_some((7, &self.placing, self.free))
    }
}

/// Returns the form of a state by its cells, after a check that the recursion finds the same.
fn form(placing: &Placing, sets: impl IntoIterator<Item = u128>) -> (Arc<Arena>, Vec<Game>) {
    let arena = Arc::new(Arena::new());
    let [mut plain, mut values] = [0; 2].map(|_| Values::new(arena.clone()));
    let forms = sets.into_iter().map(|free| {
        let [expected, found] =
            [(&mut plain, true), (&mut values, false)].map(|(values, is_plain)| {
                let placing = placing.clone();
                let state = State {
                    placing,
                    free,
                    is_plain,
                };
                (values.of(&state, &Budget::unlimited())).expect("there is no limit")
            });
        assert_eq!(found, expected, "{placing:?} {free:b}");
        found
    });
    let forms = forms.collect();
    (arena, forms)
}

/// Returns Domineering: Left's dominoes are upright.
fn domineering(rows: i16, columns: i16) -> Placing {
    let cell = |x: i16, y: i16| 1u128 << (y * columns + x);
    let places: Vec<(i16, i16)> = (0..rows)
        .flat_map(|y| (0..columns).map(move |x| (x, y)))
        .collect();
    let moves = places.iter().flat_map(|&(x, y)| {
        let down = (y + 1 < rows).then(|| (cell(x, y + 1), Player::Left));
        let across = (x + 1 < columns).then(|| (cell(x + 1, y), Player::Right));
        let both = down.into_iter().chain(across);
        both.map(move |(other, player)| Placement {
            needs: cell(x, y) | other,
            removes: cell(x, y) | other,
            player: Some(player),
        })
    });
    let maps = [[(-1, 0), (0, 1)], [(1, 0), (0, -1)], [(-1, 0), (0, -1)]];
    Placing::on_plane(&places, moves.collect(), &maps).expect("the moves fit")
}

/// Returns this many random cells of a game, or all if it has fewer.
fn random_cells(random: &mut fastrand::Rng, placing: &Placing, count: u32) -> u128 {
    let mut free = placing.full();
    while free.count_ones() > count {
        free &= !(1 << random.usize(..placing.cells()));
    }
    free
}

#[test]
fn boards_of_domineering_have_the_forms_of_the_recursion() {
    for rows in 1..=17 {
        for columns in 1..=17 / rows {
            let placing = domineering(rows, columns);
            form(&placing, [placing.full()]);
        }
    }
    // Boards that are searched for numbers first: E. R. Berlekamp, Blockbusting and Domineering (1988), has 1 for 4x5.
    let placing = domineering(4, 5);
    let (arena, forms) = form(&placing, [placing.full()]);
    assert_eq!(arena.to_number(forms[0]), Dyadic::new(1, 0).ok());
    for (rows, columns) in [(3, 7), (2, 10), (2, 11)] {
        let placing = domineering(rows, columns);
        form(&placing, [placing.full()]);
    }
}

/// Also on both sides of the sizes from which numbers are searched for, and from which words are too short.
#[test]
fn dominoes_on_any_cells_have_the_forms_of_the_recursion() {
    let mut random = fastrand::Rng::with_seed(66);
    for (rows, columns) in [
        (4, 6),
        (6, 6),
        (3, 12),
        (9, 7),
        (8, 8),
        (5, 13),
        (16, 4),
        (17, 3),
    ] {
        let placing = domineering(rows, columns);
        let sets: Vec<u128> = [6, 12, 15, 16, 19, 20, 21]
            .iter()
            .flat_map(|&count| [0; 4].map(|_| random_cells(&mut random, &placing, count)))
            .collect();
        form(&placing, sets);
    }
}

/// 5x6 by its components, 680,000 with a corner missing: a hundred seconds.
#[test]
#[ignore = "a hundred seconds"]
fn large_boards_have_the_forms_of_the_recursion() {
    let placing = domineering(5, 6);
    let (arena, forms) = form(&placing, [placing.full(), placing.full() & !1]);
    assert_eq!(arena.to_number(forms[0]), Dyadic::new(-3, 1).ok());
}

/// Moves of one to three random cells, which may remove others, for random players or for both.
#[test]
fn any_moves_have_the_forms_of_the_recursion() {
    let mut random = fastrand::Rng::with_seed(67);
    for round in 0..600 {
        let cells = random.usize(1..=10);
        let full = (1u128 << cells) - 1;
        let mut moves: Vec<Placement> = Vec::new();
        for _ in 0..random.usize(1..=14) {
            let mut needs = 0;
            // Pairs alone, or with single cells: then links say what moves join.
            for _ in 0..random.usize(1..=[3, 2][round % 2]) {
                needs |= 1 << random.usize(..cells);
            }
            let others = random.u128(..) & random.u128(..) & full;
            let removes = if round % 3 > 0 { needs } else { needs | others };
            let player = [Some(Player::Left), Some(Player::Right), None][random.usize(..3)];
            if moves.iter().all(|other| other.needs != needs) {
                moves.push(Placement {
                    needs,
                    removes,
                    player,
                });
            }
        }
        let placing = Placing::new(cells, moves).expect("the moves fit");
        let sets: Vec<u128> = (0..4).map(|_| random.u128(..) & full).collect();
        form(&placing, sets.into_iter().chain([full]));
    }
}

/// The search for forms, and that for numbers before it, keep to the budget.
#[test]
fn forms_keep_to_the_budget() {
    let of = |placing: &Placing, free: u128, budget: &Budget| {
        let mut values = Values::new(Arc::new(Arena::new()));
        let state = State {
            placing: placing.clone(),
            free,
            is_plain: false,
        };
        (values.of(&state, budget), values.positions())
    };
    let limit = |budget: Budget, placing: &Placing, free: u128| match of(placing, free, &budget) {
        (Err(NoValue::Limit(limit)), positions) => (limit, positions),
        other => panic!("{other:?}"),
    };
    let boards: [(Placing, u128); 2] = [(domineering(5, 5), 1), (domineering(8, 8), 0)];
    for (placing, holes) in &boards {
        let free = placing.full() & !holes;
        let (stopped, positions) = limit(Budget::unlimited().positions(300), placing, free);
        assert_eq!(stopped, Limit::Positions { allowed: 300 });
        assert!((300..600).contains(&positions), "{positions}");
        let (cancelled, left) = Budget::unlimited().cancel_after(30);
        assert_eq!(limit(cancelled, placing, free).0, Limit::Cancelled);
        assert_eq!(left.load(Ordering::Relaxed), 0);
    }
    // The strips of five columns take 32 kB, those of eight 2 MB.
    for ((placing, holes), bytes) in boards.iter().zip([150 << 10, 1 << 20]) {
        let little = Budget::unlimited().bytes(bytes);
        let (stopped, _) = limit(little, placing, placing.full() & !holes);
        assert!(matches!(stopped, Limit::Bytes { .. }), "{stopped:?}");
    }
}
