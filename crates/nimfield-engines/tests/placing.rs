//! Canonical forms of placing games beside the recursion over options, which knows nothing of symmetries, links and
//! numbers; searches of placing games in little memory, and from files.

#![allow(missing_docs)]

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use nimfield_core::budget::{Budget, Limit, WriteFn};
use nimfield_core::component::write_number;
use nimfield_core::families::placing::{Layout, Placement, Placing};
use nimfield_core::files::FileFault;
use nimfield_core::partizan::PartizanComponent;
use nimfield_core::sealed::Format;
use nimfield_core::words::Player;
use nimfield_engines::partizan::{NoValue, Values};
use nimfield_engines::placing::{PlacingRace, PlacingValues};
use nimfield_engines::{ResumeError, SavedSearch};
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

/// Returns Cram: both players have all dominoes.
fn cram(rows: i16, columns: i16) -> Placing {
    let placing = domineering(rows, columns);
    let both = |p: &Placement| Placement { player: None, ..*p };
    let moves = placing.placements().iter().map(both).collect();
    let Layout::Plane { places, maps } = placing.layout() else {
        panic!("a board");
    };
    Placing::on_plane(places, moves, maps).expect("the moves fit")
}

/// The same cells on a board that is too small for estimates and on larger ones, in components on both sides of the size
/// from which options are estimated.
#[test]
fn estimates_do_not_change_values() {
    let mut random = fastrand::Rng::with_seed(36);
    let (columns, placing) = (8, cram(4, 8));
    let mut differ = 0;
    for count in 27..=32 {
        let free = random_cells(&mut random, &placing, count);
        let mut plain = PlacingValues::new(placing.clone());
        let expected = plain.value(free, &Budget::unlimited());
        for (rows, wide) in [(4, 9), (5, 8)] {
            let cells = (0..placing.cells()).filter(|cell| free >> cell & 1 == 1);
            let at = cells.map(|cell| cell / columns * wide + cell % columns);
            let mut estimated = PlacingValues::new(cram(rows, wide as i16));
            let found = estimated.value(
                at.fold(0, |set, cell| set | 1 << cell),
                &Budget::unlimited(),
            );
            assert_eq!(found, expected, "{free:b}");
            differ += usize::from(estimated.positions() != plain.positions());
        }
    }
    assert!(differ > 0, "some options were estimated");
}

/// A budget of this many positions, and the last of the states that a search saves on its way.
fn saving(positions: u64) -> (Budget, Arc<Mutex<Vec<u8>>>) {
    let saved = Arc::new(Mutex::new(Vec::new()));
    let last = saved.clone();
    let save = move |write: &WriteFn<'_>| {
        let mut out = Vec::new();
        write("board", &mut out).expect("memory takes all");
        *last.lock().expect("one thread") = out;
    };
    let budget = Budget::unlimited().positions(positions);
    (budget.saving(Some(Arc::new(save))), saved)
}

/// Returns a state with other results, and the right checksums.
fn forged(bytes: &[u8], change: impl Fn(&mut [u64; 3])) -> Vec<u8> {
    let format = Format {
        magic: *b"NIMFPLAC",
        version: 2,
        foreign: "",
    };
    let names = [b"JOB ", b"DONE", b"LINE"].map(|name| (*name, ""));
    let mut input = format.reader(bytes).expect("a state");
    let mut out = format.writer(Vec::new()).expect("memory takes all");
    while let Some((place, mut block)) = input.block(&names).expect("a state") {
        while !block.is_read() {
            let mut record = Vec::new();
            if place == 2 {
                let mut numbers = [0; 3].map(|_| block.number().expect("a number"));
                change(&mut numbers);
                for number in numbers {
                    write_number(&mut record, number);
                }
            } else {
                record.extend(block.rest());
            }
            let name = names[place].0;
            out.record(name, |to| to.extend(record))
                .expect("memory takes all");
        }
    }
    out.seal().expect("memory takes all")
}

/// A search that is stopped, with the state that it saved last, and continued, gives the same answer with less work.
#[test]
fn searches_go_on_from_their_states() {
    let unlimited = Budget::unlimited();
    let placing = cram(5, 6);
    let full = placing.full();
    let new = || PlacingValues::new(placing.clone());
    let mut whole = new();
    // The value is in the list of `igs` by P. Beling.
    assert_eq!(whole.value(full, &unlimited), Ok(2));
    let (budget, saved) = saving(10_000);
    let mut stopped = new();
    assert!(stopped.value(full, &budget).is_err());
    let bytes = saved.lock().expect("one thread").clone();
    let mut next = new();
    let resumed = next.resume(("board", full), &mut &bytes[..], &unlimited);
    assert_eq!(resumed, Ok(()));
    let before = next.positions();
    assert!(before >= 9_900, "{before}");
    assert_eq!(next.value(full, &unlimited), Ok(2));
    let more = next.positions() - before;
    assert!(more + 8_000 < whole.positions(), "{more}");

    // Domineering by dominoes, and on more than 64 cells by moves.
    let small = domineering(9, 8);
    let corner = (0..36).fold(0, |set, cell| set | 1u128 << (cell / 6 * 8 + cell % 6));
    for (placing, free, few) in [
        (domineering(7, 7), None, 3_000),
        (small, Some(corner), 2_000),
    ] {
        let free = free.unwrap_or(placing.full());
        let new = || PlacingRace::new(placing.clone());
        let mut whole = new();
        let expected = whole
            .wins(free, Player::Left, &unlimited)
            .expect("no limit");
        let (budget, saved) = saving(few);
        assert!(new().wins(free, Player::Left, &budget).is_err());
        let bytes = saved.lock().expect("one thread").clone();
        let mut next = new();
        let resumed = next.resume(("board", free), &mut &bytes[..], &unlimited);
        assert_eq!(resumed, Ok(()));
        let before = next.positions();
        assert_eq!(next.wins(free, Player::Left, &unlimited), Ok(expected));
        let more = next.positions() - before;
        assert!(more + few / 2 < whole.positions(), "{more}, {few}");
        if placing.cells() < 65 {
            let false_results = forged(&bytes, |numbers| numbers[2] ^= 1);
            let refused = new().resume(("board", free), &mut &false_results[..], &unlimited);
            let expected = FileFault::Malformed("the list of results");
            assert_eq!(refused, Err(expected.into()));
        }
    }

    // Damaged, of another position, of another game, too large, and false.
    let refused = |bytes: &[u8], position, placing: &Placing, budget: &Budget| {
        let mut search = PlacingValues::new(placing.clone());
        search.resume((position, placing.full()), &mut &bytes[..], budget)
    };
    let fault = |fault: FileFault| Err(ResumeError::File(fault));
    assert_eq!(forged(&bytes, |_| ()), bytes);
    let malformed = fault(FileFault::Malformed("the list of results"));
    let other_value = forged(&bytes, |numbers| numbers[2] = 8 << 16);
    assert_eq!(
        refused(&other_value, "board", &placing, &unlimited),
        malformed
    );
    let no_value = forged(&bytes, |numbers| numbers[2] = 300 << 16);
    assert_eq!(refused(&no_value, "board", &placing, &unlimited), malformed);
    let cut = refused(&bytes[..bytes.len() / 2], "board", &placing, &unlimited);
    assert!(
        matches!(cut, Err(ResumeError::File(FileFault::Cut(_)))),
        "{cut:?}"
    );
    let other = refused(&bytes, "another", &placing, &unlimited);
    assert!(
        matches!(other, Err(ResumeError::File(FileFault::Other { .. }))),
        "{other:?}"
    );
    let other = refused(&bytes, "board", &cram(6, 5), &unlimited);
    assert!(
        matches!(other, Err(ResumeError::File(FileFault::OtherRules(_)))),
        "{other:?}"
    );
    let little = refused(&bytes, "board", &placing, &Budget::unlimited().bytes(4_000));
    assert!(
        matches!(little, Err(ResumeError::Unfinished(_))),
        "{little:?}"
    );
}

/// All that was found is in the state: the same question is answered without a search.
#[test]
fn states_hold_all_that_was_found() {
    let unlimited = Budget::unlimited();
    let placing = cram(5, 6);
    let full = placing.full();
    let mut values = PlacingValues::new(placing.clone());
    assert_eq!(values.value(full, &unlimited), Ok(2));
    let mut bytes = Vec::new();
    values.save("board", &mut bytes).expect("memory takes all");
    let mut next = PlacingValues::new(placing);
    let resumed = next.resume(("board", full), &mut &bytes[..], &unlimited);
    assert_eq!(resumed, Ok(()));
    let before = next.positions();
    assert_eq!(next.value(full, &unlimited), Ok(2));
    assert_eq!(next.positions(), before);
}

/// A search in little memory forgets what it found first, and answers.
#[test]
fn searches_answer_in_little_memory() {
    let counting = |bytes: u64| Budget::unlimited().bytes(bytes).counting();
    let forgot = |budget: &Budget| {
        let counts = budget.take_counts();
        let mut names = counts.iter().map(|(name, _)| *name);
        names.any(|name| name == "known positions forgotten to make room")
    };
    let placing = cram(5, 6);
    for (bytes, forgets) in [(1 << 17, true), (1 << 20, false)] {
        let budget = counting(bytes);
        let mut values = PlacingValues::new(placing.clone());
        assert_eq!(values.value(placing.full(), &budget), Ok(2));
        assert_eq!(forgot(&budget), forgets, "{bytes}");
        assert!(values.bytes() <= bytes);
    }
    let placing = domineering(7, 7);
    // The strips take 512 KiB.
    let budget = counting(600 << 10);
    let mut race = PlacingRace::new(placing.clone());
    assert_eq!(race.wins(placing.full(), Player::Left, &budget), Ok(true));
    assert!(forgot(&budget));
}
