//! Censuses of PNim: their files and threads.

use nimfield_core::budget::Budget;
use nimfield_core::files::FileFault;
use nimfield_games::partitions::pnim::census::sparse::extend;
use nimfield_games::partitions::pnim::census::{Census, Grading, Light, perimeter, state};

/// Two processes never continue the same file: here each has a separate lock.
#[test]
fn a_census_is_continued_by_one_at_a_time() {
    let folder = std::env::temp_dir().join(format!("nimfield-census-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("census");
    let (lock, mut census) = state::open(&path, Grading::Size, u64::MAX).unwrap();
    let refused = state::open(&path, Grading::Size, u64::MAX).unwrap_err();
    assert_eq!(refused.fault, FileFault::InUse);
    let mut save = |census: &Census| state::write(&path, census).map_err(|error| error.to_string());
    extend(&mut census, 12, &Budget::unlimited(), &mut save).unwrap();
    drop(lock);
    let (lock, again) = state::open(&path, Grading::Size, u64::MAX).unwrap();
    assert_eq!(again, census);
    drop(lock);
    let other = state::open(&path, Grading::Perimeter, u64::MAX).unwrap_err();
    assert!(matches!(other.fault, FileFault::Other { .. }), "{other}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Files of the current format.
#[test]
fn censuses_in_files_are_read_and_written_alike() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    for (name, grading, levels) in [
        ("size.census", Grading::Size, 13),
        ("perimeter.census", Grading::Perimeter, 10),
    ] {
        let path = samples.join(name);
        let census = state::read(&path, grading, u64::MAX).unwrap();
        assert_eq!(census.levels.len(), levels);
        assert_eq!(
            state::encode(&census).unwrap(),
            std::fs::read(&path).unwrap()
        );
        let mut again = Census::new(grading);
        let mut nothing = |_: &Census| Ok(());
        let budget = Budget::unlimited();
        match grading {
            Grading::Size => extend(&mut again, 12, &budget, &mut nothing).unwrap(),
            Grading::Perimeter => perimeter::extend(&mut again, 9, &budget, &mut nothing).unwrap(),
        }
        assert_eq!(again, census);
        let mut old = std::fs::read(&path).unwrap();
        old[8] = 1;
        let refused = state::decode(&old, grading).unwrap_err();
        assert_eq!(refused, FileFault::Version { found: 1, reads: 2 });
    }
}

/// Small enough for Miri (`.ci/miri`), which checks the writes of several threads.
#[test]
fn two_threads_find_the_same_census() {
    let up_to = if cfg!(miri) { 14 } else { 30 };
    let census = |threads: usize| {
        let mut census = Census::new(Grading::Size);
        let budget = Budget::unlimited().threads(threads);
        extend(&mut census, up_to, &budget, &mut |_| Ok(())).unwrap();
        census
    };
    let (one, two) = (census(1), census(2));
    assert!(one == two);
    assert_eq!(one.levels[14].partitions(), 135);
}

/// The author of a file can give it valid checksums, so its counts are derived from the light partitions, and small
/// levels are computed again.
#[test]
fn forged_censuses_are_refused() {
    for grading in [Grading::Size, Grading::Perimeter] {
        let mut census = Census::new(grading);
        let (budget, mut nothing) = (Budget::unlimited(), |_: &Census| Ok(()));
        match grading {
            Grading::Size => extend(&mut census, 30, &budget, &mut nothing).unwrap(),
            Grading::Perimeter => {
                perimeter::extend(&mut census, 16, &budget, &mut nothing).unwrap()
            }
        }
        let read = |census: &Census| {
            let bytes = state::encode(census).unwrap();
            state::decode(&bytes, grading)
        };
        assert_eq!(read(&census).unwrap(), census);
        for level in [8, 12, census.levels.len() - 1] {
            // Counts that have the same sum.
            let mut forged = census.clone();
            let counts = &mut forged.levels[level].counts;
            let from = counts.iter().rposition(|&count| count > 1).unwrap();
            counts[from] -= 1;
            counts[from - 1] += 1;
            assert!(read(&forged).is_err(), "{grading} {level}");
        }
        // Other light partitions in the last level, with the same hooks, so that all counts fit: a sample of the level is
        // compared with the options.
        if grading == Grading::Perimeter {
            let mut forged = census.clone();
            let level = forged.levels.last_mut().unwrap();
            let light: Vec<u64> = level.light.iter().map(|light| light.place()).collect();
            let others = (1 << 14..1 << 15).filter(|place| !light.contains(place));
            let others = others.zip(&level.light);
            level.light = others
                .map(|(place, light)| Light::new(place, light.value()))
                .collect();
            assert!(!level.light.is_empty());
            assert!(read(&forged).is_err(), "{grading}");
        }
        // Another light partition of the same value, in a level that is computed again.
        for level in [8, 12] {
            let mut forged = census.clone();
            let light = &mut forged.levels[level].light;
            let Some(last) = light.last().copied() else {
                continue;
            };
            let at = light.len() - 1;
            light[at] = Light::new(last.place() + 1, last.value());
            assert!(read(&forged).is_err(), "{grading} {level}");
        }
    }
}
