//! The values of all partitions in PNim: every engine against plain option listing, and against the
//! others.

use std::collections::HashMap;

use nimfield::budget::{Budget, Limit};
use nimfield_games::partitions::Partition;
use nimfield_games::partitions::order::{Order, conjugate};
use nimfield_games::partitions::pnim::census::{
    Census, CensusLevel, Grading, Save, Stop, perimeter, sparse, state,
};

type Engine = fn(&mut Census, u32, &Budget, &mut Save<'_>) -> Result<(), Stop>;

fn run(engine: Engine, grading: Grading, up_to: u32) -> Census {
    let mut census = Census::new(grading);
    let budget = Budget::unlimited().threads(2);
    engine(&mut census, up_to, &budget, &mut |_| Ok(())).unwrap();
    assert_eq!(census.levels.len() as u32, up_to + 1);
    census
}

/// The values of a census of sizes, by parts.
fn values(census: &Census) -> HashMap<Vec<u8>, u32> {
    let order = Order::new(census.levels.len() as u32 - 1);
    let mut values = HashMap::new();
    for (n, level) in (0..).zip(&census.levels) {
        let light: HashMap<u64, u8> = level
            .light
            .iter()
            .map(|light| (light.place(), light.value()))
            .collect();
        let mut counts = vec![0; level.counts.len()];
        order.for_each(n, |parts| {
            let bound = parts
                .first()
                .map_or(0, |&part| u32::from(part) + parts.len() as u32 - 1);
            let value = light
                .get(&u64::from(order.rank(parts)))
                .map_or(bound, |&value| value.into());
            counts[value as usize] += 1;
            values.insert(parts.to_vec(), value);
        });
        assert_eq!(counts, level.counts, "n = {n}");
        assert_eq!(level.partitions(), level.heavy + level.light.len() as u64);
    }
    values
}

/// The values by the rules alone: every option is listed.
#[derive(Default)]
struct Twin(HashMap<Vec<u8>, u32>);

impl Twin {
    fn value(&mut self, parts: &[u8]) -> u32 {
        if let Some(&value) = self.0.get(parts) {
            return value;
        }
        let mut options = kept(parts);
        options.extend(
            kept(&conjugate(parts))
                .iter()
                .map(|heights| conjugate(heights)),
        );
        let reached: Vec<u32> = options.iter().map(|option| self.value(option)).collect();
        let value = (0..).find(|value| !reached.contains(value)).unwrap();
        self.0.insert(parts.to_vec(), value);
        value
    }
}

/// All proper sub-multisets.
fn kept(parts: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for run in parts.chunk_by(|a, b| a == b) {
        all = all
            .iter()
            .flat_map(|before| (0..=run.len()).map(move |count| [before, &run[..count]].concat()))
            .collect();
    }
    all.retain(|kept| kept.len() < parts.len());
    all
}

#[test]
fn sizes_up_to_22_agree_with_all_options_listed() {
    let mut twin = Twin::default();
    for (parts, value) in values(&run(sparse::extend, Grading::Size, 22)) {
        assert_eq!(value, twin.value(&parts), "{parts:?}");
    }
}

#[test]
fn perimeters_up_to_12_agree_with_all_options_listed() {
    let mut twin = Twin::default();
    let census = run(perimeter::extend, Grading::Perimeter, 12);
    for (grade, level) in (0..).zip(&census.levels) {
        let mut light = level.light.iter().peekable();
        let mut counts = vec![0; level.counts.len()];
        for place in perimeter::places(grade) {
            let parts: Vec<u8> = Partition::from_word(place.into())
                .parts()
                .map(|part| part as u8)
                .collect();
            let value = match light.next_if(|light| light.place() == place) {
                Some(light) => light.value().into(),
                None => grade.saturating_sub(1),
            };
            counts[value as usize] += 1;
            assert_eq!(value, twin.value(&parts), "{parts:?}");
        }
        assert_eq!(counts, level.counts);
    }
}

#[test]
fn size_and_perimeter_agree_where_they_meet() {
    let by_size = values(&run(sparse::extend, Grading::Size, 36));
    let census = run(perimeter::extend, Grading::Perimeter, 20);
    let mut met = 0;
    for (grade, level) in (0..).zip(&census.levels) {
        let light: HashMap<u64, u8> = level
            .light
            .iter()
            .map(|light| (light.place(), light.value()))
            .collect();
        for place in perimeter::places(grade) {
            let partition = Partition::from_word(place.into());
            if partition.size() <= 36 {
                let parts: Vec<u8> = partition.parts().map(|part| part as u8).collect();
                let value = light
                    .get(&place)
                    .map_or(grade.saturating_sub(1), |&value| value.into());
                assert_eq!(value, by_size[&parts], "{parts:?}");
                met += 1;
            }
        }
    }
    assert!(met > 50_000, "{met}");
}

#[test]
fn blocks_of_every_width_agree() {
    // Past 12 bits numbers are divided into blocks, past 20 these into tasks.
    let census = run(perimeter::extend, Grading::Perimeter, 22);
    for (r, level) in (1..).zip(census.levels[2..].iter().step_by(2)) {
        assert_eq!(level.counts[1], catalan(r - 1), "L = {}", 2 * r);
    }
    for level in &census.levels {
        // Conjugation turns light partitions into light ones of the same value.
        let conjugates: HashMap<u128, u8> = level
            .light
            .iter()
            .map(|light| {
                let partition = Partition::from_word(light.place().into());
                (partition.conjugate().word().unwrap(), light.value())
            })
            .collect();
        for light in &level.light {
            assert_eq!(conjugates.get(&light.place().into()), Some(&light.value()));
        }
    }
}

fn catalan(n: u64) -> u64 {
    (1..=n).fold(1, |catalan, i| catalan * 2 * (2 * i - 1) / (i + 1))
}

/// Theorem 2: value 1 is that of [1] and of the partitions between [r,r,r-1,…,2] and [r^r]; these are counted
/// by the Catalan numbers.
#[test]
fn theorem_2_counts_value_1_by_catalan_numbers() {
    let census = run(perimeter::extend, Grading::Perimeter, 24);
    for (grade, level) in census.levels.iter().enumerate().skip(2) {
        let expected = if grade % 2 == 0 {
            catalan(grade as u64 / 2 - 1)
        } else {
            0
        };
        assert_eq!(
            level.counts.get(1).copied().unwrap_or(0),
            expected,
            "L = {grade}"
        );
    }
    assert_eq!(catalan(11), 58_786);
}

/// Propositions 3 and 4 and what generalises them: distinct parts, and distinct heights of columns, are heavy.
#[test]
fn no_light_partition_has_distinct_parts_or_heights() {
    let census = run(sparse::extend, Grading::Size, 60);
    let order = Order::new(60);
    for (n, level) in (0..).zip(&census.levels) {
        for light in &level.light {
            let parts = order.parts(n, light.place() as u32);
            for lines in [parts.clone(), conjugate(&parts)] {
                assert!(lines.windows(2).any(|pair| pair[0] == pair[1]), "{parts:?}");
            }
            // Proposition 1.
            assert!(usize::from(light.value()) + 1 < usize::from(parts[0]) + parts.len());
        }
    }
}

/// Theorem 1, rectangles.
#[test]
fn rectangles_have_the_values_of_theorem_1() {
    let values = values(&run(sparse::extend, Grading::Size, 40));
    for rows in 1..=40u8 {
        for columns in 1..=40 / rows {
            let value = u32::from((rows - 1) ^ (columns - 1)) + 1;
            assert_eq!(values[&vec![columns; rows.into()]], value);
        }
    }
}

#[test]
fn threads_do_not_matter() {
    for threads in [1, 2, 5] {
        let budget = Budget::unlimited().threads(threads);
        for (engine, grading, up_to) in [
            (sparse::extend as Engine, Grading::Size, 40),
            (perimeter::extend, Grading::Perimeter, 18),
        ] {
            let mut census = Census::new(grading);
            engine(&mut census, up_to, &budget, &mut |_| Ok(())).unwrap();
            assert!(census == run(engine, grading, up_to));
        }
    }
}

#[test]
fn every_engine_continues_a_census() {
    let whole = run(sparse::extend, Grading::Size, 40);
    for from in [0, 1, 13, 30, 40] {
        let begun = run(sparse::extend, Grading::Size, from);
        let mut census = state::decode(&state::encode(&begun).unwrap(), Grading::Size).unwrap();
        assert!(census == begun);
        let mut saved = from;
        let mut save = |census: &Census| {
            saved += 1;
            assert_eq!(census.levels.len() as u32, saved + 1);
            Ok(())
        };
        sparse::extend(&mut census, 40, &Budget::unlimited(), &mut save).unwrap();
        assert_eq!(saved, 40);
        assert!(census == whole, "{from}");
    }
    for from in [0, 1, 2, 3, 12, 14, 20] {
        let mut census = run(perimeter::extend, Grading::Perimeter, from);
        perimeter::extend(&mut census, 20, &Budget::unlimited(), &mut |_| Ok(())).unwrap();
        assert!(
            census == run(perimeter::extend, Grading::Perimeter, 20),
            "{from}"
        );
    }
}

#[test]
fn small_bounds_are_whole_censuses() {
    for (engine, grading) in [
        (sparse::extend as Engine, Grading::Size),
        (perimeter::extend, Grading::Perimeter),
    ] {
        let all = run(engine, grading, 10);
        for up_to in 0..10 {
            assert_eq!(
                run(engine, grading, up_to).levels,
                all.levels[..=up_to as usize]
            );
        }
    }
    let level = |counts: &[u64]| CensusLevel {
        heavy: counts.iter().sum(),
        counts: counts.to_vec(),
        light: Vec::new(),
    };
    let census = run(perimeter::extend, Grading::Perimeter, 3);
    assert_eq!(
        census.levels,
        [&[1][..], &[], &[0, 1], &[0, 0, 2]].map(level)
    );
}

#[test]
fn what_does_not_fit_is_refused_before_memory_is_taken() {
    let refused = |engine: Engine, grading, up_to, bytes| {
        let mut census = Census::new(grading);
        let budget = Budget::unlimited().bytes(bytes);
        let stop = engine(&mut census, up_to, &budget, &mut |_| Ok(())).unwrap_err();
        assert!(census.levels.is_empty());
        stop
    };
    for (engine, grading, up_to, needed) in [
        (
            sparse::extend as Engine,
            Grading::Size,
            100,
            sparse::memory(100),
        ),
        (
            perimeter::extend,
            Grading::Perimeter,
            33,
            perimeter::memory(33),
        ),
    ] {
        let allowed = needed - 1;
        let Stop::Unfinished(stop) = refused(engine, grading, up_to, allowed) else {
            panic!("not refused for its memory");
        };
        assert_eq!(stop.limit, Limit::Bytes { allowed, needed });
        assert!(stop.to_string().contains(" needed"), "{stop}");
    }
    assert_eq!(perimeter::memory(31) >> 20, 4096);
    for (engine, grading, most) in [
        (sparse::extend as Engine, Grading::Size, Order::MOST),
        (perimeter::extend, Grading::Perimeter, perimeter::MOST),
    ] {
        let stop = refused(engine, grading, most + 1, u64::MAX);
        assert!(
            matches!(stop, Stop::OutOfRange { asked, .. } if asked == most + 1),
            "{stop}"
        );
        refused(engine, grading, u32::MAX, u64::MAX);
    }
}

#[test]
fn limits_leave_whole_levels() {
    for (engine, grading, up_to) in [
        (sparse::extend as Engine, Grading::Size, 70),
        (perimeter::extend, Grading::Perimeter, 26),
    ] {
        let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        let raise = flag.clone();
        let budget = Budget::unlimited()
            .threads(2)
            .cancel(flag)
            .progress(move |progress| {
                let raised = progress.done > 100_000;
                raise.fetch_or(raised, std::sync::atomic::Ordering::Relaxed);
            });
        let mut census = Census::new(grading);
        let Err(Stop::Unfinished(stop)) = engine(&mut census, up_to, &budget, &mut |_| Ok(()))
        else {
            panic!("not stopped");
        };
        assert_eq!(stop.limit, Limit::Cancelled);
        let levels = census.levels.len();
        assert!((10..up_to as usize).contains(&levels), "{levels}");
        let whole = run(engine, grading, levels as u32 - 1);
        assert!(census == whole);
    }
    let mut census = Census::new(Grading::Size);
    let budget = Budget::unlimited().positions(1000);
    let stop = sparse::extend(&mut census, 30, &budget, &mut |_| Ok(())).unwrap_err();
    assert!(
        stop.to_string().contains("the limit of 1,000 positions"),
        "{stop}"
    );
    let stop = sparse::extend(&mut census, 30, &Budget::unlimited(), &mut |_| {
        Err("full".into())
    });
    assert_eq!(stop, Err(Stop::Save("full".to_string())));
}

#[test]
fn altered_states_are_refused() {
    let census = run(sparse::extend, Grading::Size, 16);
    let bytes = state::encode(&census).unwrap();
    assert!(state::decode(&bytes, Grading::Size).unwrap() == census);
    for i in 0..bytes.len() {
        for bit in [0, 3, 7] {
            let mut altered = bytes.clone();
            altered[i] ^= 1 << bit;
            assert!(
                state::decode(&altered, Grading::Size).is_err(),
                "bit {bit} of byte {i}"
            );
        }
        assert!(
            state::decode(&bytes[..i], Grading::Size).is_err(),
            "{i} bytes"
        );
    }
    let message = |bytes: &[u8], grading| state::decode(bytes, grading).unwrap_err().to_string();
    assert!(message(&bytes, Grading::Perimeter).contains("\"pnim normal perimeter\""));
    assert!(message(b"# a b-file", Grading::Size).contains("not a file"));
    let longer = [&bytes[..], b"\n"].concat();
    assert!(message(&longer, Grading::Size).contains("the end has invalid contents"));
}

/// A complete file with impossible numbers: although its checksums are valid, its contents are checked.
#[test]
fn impossible_states_are_refused() {
    let census = run(sparse::extend, Grading::Size, 9);
    let refused = |change: fn(&mut Census)| {
        let mut census = census.clone();
        change(&mut census);
        let error = state::decode(&state::encode(&census).unwrap(), Grading::Size).unwrap_err();
        assert!(error.to_string().contains("contradict"), "{error}");
    };
    refused(|census| census.levels[5].heavy -= 1);
    refused(|census| census.levels[5].counts[5] += 1);
    refused(|census| census.levels[5].counts.push(0));
    refused(|census| census.levels[8].light.truncate(2));
    refused(|census| census.levels[8].light[1] = census.levels[8].light[0]);
    refused(|census| census.levels.swap(4, 5));
}
