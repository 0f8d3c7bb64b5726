//! The inner loops of retrograde analysis against the definition. They are not public, so their files are compiled here
//! again; they need nothing else from the crate.

use proptest::prelude::*;

#[allow(dead_code)]
#[path = "../src/taking/inword.rs"]
mod inword;
#[allow(dead_code)]
#[path = "../src/taking/lanes.rs"]
mod lanes;
#[allow(dead_code)]
#[path = "../src/parallel.rs"]
mod parallel;
#[path = "../src/taking/stones.rs"]
mod stones;

use inword::{Form, InWord, List, Runs, Subsets, settle};
#[cfg(target_arch = "x86_64")]
use lanes::Wide;
use lanes::{Lanes, Portable};
use stones::by_stones;

/// The results of each operation, as words.
fn operations<V: Lanes>(
    a: [u64; 8],
    b: [u64; 8],
    by: u32,
    set: usize,
    rows: [[u64; 8]; 8],
) -> Vec<u64> {
    let mut out = Vec::new();
    // SAFETY: the arrays have eight words; the tests use `Wide` only where it is available.
    unsafe {
        let (x, y) = (V::load(a.as_ptr()), V::load(b.as_ptr()));
        let mut rows = rows.map(|row| V::load(row.as_ptr()));
        V::transpose(&mut rows);
        let results = [
            x.or(y),
            x.and(y),
            x.without(y),
            x.xor(y),
            x.minus(y),
            x.up(by),
            x.down(by),
            x.spread(set),
            V::splat(a[3]),
        ];
        for result in results.into_iter().chain(rows) {
            let mut words = [0; 8];
            result.store(words.as_mut_ptr());
            out.extend(words);
        }
    }
    out
}

proptest! {
    #[test]
    fn portable_and_wide_agree(
        a: [u64; 8], b: [u64; 8], by in 0u32..64, set in 0usize..8, rows: [[u64; 8]; 8],
    ) {
        let portable = operations::<Portable>(a, b, by, set, rows);
        prop_assert_eq!(portable[2 * 8], a[0] & !b[0]);
        prop_assert_eq!(portable[4 * 8 + 1], a[1].wrapping_sub(b[1]));
        let spread = if 7 & set == set { a[7 ^ set] } else { 0 };
        prop_assert_eq!(portable[7 * 8 + 7], spread);
        prop_assert_eq!(portable[9 * 8 + 2 * 8 + 5], rows[5][2]);
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx512f") {
            prop_assert_eq!(portable, operations::<Wide>(a, b, by, set, rows));
        }
    }
}

/// The lost subsets by the definition.
fn plain(masks: &[u8], mut won: u64) -> u64 {
    for s in 0..64u64 {
        let lost =
            |m: &&u8| s & u64::from(**m) == u64::from(**m) && won >> (s ^ u64::from(**m)) & 1 == 0;
        if masks.iter().find(lost).is_some() {
            won |= 1 << s;
        }
    }
    !won
}

fn settled(masks: &[u8], won: u64, form: Form) -> u64 {
    let moves = InWord::new(masks);
    let mut out = [0; 8];
    // SAFETY: `Portable` needs nothing, the array has eight words.
    unsafe {
        let won = Portable::splat(won);
        let lost = match form {
            Form::Runs(1) => settle::<_, Runs<1>>(&moves, won),
            Form::Runs(2) => settle::<_, Runs<2>>(&moves, won),
            Form::Runs(3) => settle::<_, Runs<3>>(&moves, won),
            Form::Runs(4) => settle::<_, Runs<4>>(&moves, won),
            Form::Runs(5) => settle::<_, Runs<5>>(&moves, won),
            Form::Runs(_) => settle::<_, Runs<6>>(&moves, won),
            Form::Subsets => settle::<_, Subsets>(&moves, won),
            Form::List => settle::<_, List>(&moves, won),
        };
        lost.store(out.as_mut_ptr());
    }
    assert_eq!(out, [out[0]; 8]);
    out[0]
}

/// The masks of a form on lines of the given lengths, one after the other.
fn masks(form: Form, lines: &[u32]) -> Vec<u8> {
    let mut masks = Vec::new();
    let mut start = 0;
    for &length in lines {
        for m in 1..1u64 << length {
            let run = (m >> m.trailing_zeros()).trailing_ones() == m.count_ones();
            if match form {
                Form::Runs(most) => run && m.count_ones() <= most,
                _ => true,
            } {
                masks.push((m << start) as u8);
            }
        }
        start += length;
    }
    masks
}

#[test]
fn forms_are_recognised_in_any_order_of_the_cells() {
    for lines in [
        &[6][..],
        &[5, 1],
        &[4, 2],
        &[3, 3],
        &[4, 1, 1],
        &[2, 2, 2],
        &[1; 6],
    ] {
        for form in (1..=6).map(Form::Runs).chain([Form::Subsets]) {
            let sorted = masks(form, lines);
            let longest = sorted.iter().map(|m| m.count_ones()).max();
            // Cells in disorder.
            let places = [3, 0, 5, 1, 4, 2];
            let moved = |m: &u8, places: &[u8; 6]| {
                (0..6)
                    .filter(|c| m >> c & 1 == 1)
                    .fold(0u8, |to, c| to | 1 << places[c])
            };
            let mixed: Vec<u8> = sorted.iter().map(|m| moved(m, &places)).collect();
            let order = InWord::order(&mixed);
            let mut back = [0; 6];
            for (to, &from) in order.iter().enumerate() {
                back[from as usize] = to as u8;
            }
            let again: Vec<u8> = mixed.iter().map(|m| moved(m, &back)).collect();
            let found = InWord::new(&again);
            assert_ne!(found.form, Form::List, "{form:?} {lines:?}");
            if form != Form::Subsets {
                assert_eq!(found.form, Form::Runs(longest.unwrap()));
            }
        }
    }
    assert_eq!(InWord::new(&[3]).form, Form::List);
    assert_eq!(InWord::new(&[]).form, Form::List);
}

proptest! {
    #[test]
    fn every_form_settles_as_the_definition_says(
        won: u64, cut in 0usize..7, limit in 1u32..7, any in proptest::collection::vec(1u8..64, 0..20),
    ) {
        let lines: &[u32] = [&[6][..], &[5, 1], &[4, 2], &[3, 3], &[4, 1, 1], &[2, 2, 2], &[1; 6]][cut];
        for form in [Form::Runs(limit), Form::Subsets] {
            let masks = masks(form, lines);
            prop_assert_eq!(settled(&masks, won, form), plain(&masks, won));
            prop_assert_eq!(settled(&masks, won, Form::List), plain(&masks, won));
        }
        prop_assert_eq!(settled(&any, won, Form::List), plain(&any, won));
    }
}

#[test]
fn counts_are_those_of_the_bits_one_by_one() {
    let mut random = fastrand::Rng::with_seed(7);
    for bits in [0, 1, 5, 6, 8, 9, 10, 13, 16] {
        let words: Vec<u64> = (0..(1usize << bits).div_ceil(64))
            .map(|_| random.u64(..))
            .collect();
        let mut expected = vec![0; bits + 1];
        for place in 0..1usize << bits {
            expected[place.count_ones() as usize] += words[place / 64] >> (place % 64) & 1;
        }
        assert_eq!(by_stones(bits as u32, 3, |word| words[word]), expected);
    }
}
