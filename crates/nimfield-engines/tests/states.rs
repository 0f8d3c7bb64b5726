//! Censuses of PNim and certificates: engines against each other, and their files.

use nimfield_core::budget::{Budget, Limit};
use nimfield_core::files::FileFault;
use nimfield_engines::certificate::OutcomeCertificate;
use nimfield_engines::partitions::closure::{ScratchCensus, extend, extend_with_masks_of};
use nimfield_engines::partitions::{Census, Grading, Stop, state, words};

/// Past its masks the engine finds the same values by options that are heavy.
#[test]
fn narrow_masks_suffice() {
    let mut wide = Census::new(Grading::Size);
    let mut nothing = |_: &Census| Ok(());
    let budget = Budget::unlimited();
    extend(&mut wide, 44, &budget, &mut nothing).unwrap();
    for width in [28, 34, 40] {
        let mut narrow = Census::new(Grading::Size);
        extend_with_masks_of(width, &mut narrow, 44, &budget, &mut nothing).unwrap();
        assert_eq!(narrow, wide, "{width}");
    }
    // Light partitions past the masks, and options that are none of the heavy ones.
    let mut narrow = Census::new(Grading::Size);
    let stop = extend_with_masks_of(6, &mut narrow, 44, &budget, &mut nothing).unwrap_err();
    assert!(matches!(stop, Stop::OutOfRange { .. }), "{stop}");
    assert_eq!(narrow.levels[..], wide.levels[..narrow.levels.len()]);
}

/// With its closures in files, of which little is held in memory, a census is the same.
#[test]
fn on_disk_a_census_is_the_same() {
    let folder = std::env::temp_dir().join(format!("nimfield-closures-{}", std::process::id()));
    let mut nothing = |_: &Census| Ok(());
    let mut memory = Census::new(Grading::Size);
    extend(&mut memory, 48, &Budget::unlimited(), &mut nothing).unwrap();
    let scratch = |up_to| ScratchCensus {
        folder: &folder,
        up_to,
    };
    for (threads, width, more) in [(1, 64, 0), (3, 64, 1 << 20), (2, 40, 1 << 30)] {
        std::fs::create_dir_all(&folder).unwrap();
        let little = Budget::unlimited().threads(threads).bytes(1);
        let needed = match scratch(48).survey(&little) {
            Err(Stop::Unfinished(unfinished)) => unfinished.limit,
            other => panic!("{other:?}"),
        };
        let Limit::Bytes { needed, .. } = needed else {
            panic!("{needed}");
        };
        let bytes = needed + more;
        let budget = Budget::unlimited().threads(threads).bytes(bytes);
        // A census of a smaller bound is continued, and what is known already is not found anew.
        for up_to in [44, 48, 30, 48] {
            let mut disk = Census::new(Grading::Size);
            let survey = scratch(up_to).survey(&budget);
            scratch(up_to)
                .extend_with_masks_of(width, &mut disk, &budget, &mut nothing)
                .unwrap();
            assert_eq!(disk.levels[..], memory.levels[..=up_to as usize]);
            if width == 64 {
                let survey = survey.unwrap();
                assert!(survey.memory <= bytes);
                assert!(up_to < 48 || survey.held < 48, "{survey:?}");
            }
        }
        // Masks of another width are another census.
        let mut other = Census::new(Grading::Size);
        let refused = scratch(48)
            .extend_with_masks_of(28, &mut other, &budget, &mut nothing)
            .unwrap_err();
        assert!(matches!(refused, Stop::File(_)), "{refused}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

/// Two processes never continue one file: here each is a lock of its own.
#[test]
fn a_census_is_continued_by_one_at_a_time() {
    let folder = std::env::temp_dir().join(format!("nimfield-census-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("census");
    let (lock, mut census) = state::open(&path, Grading::Size).unwrap();
    let refused = state::open(&path, Grading::Size).unwrap_err();
    assert_eq!(refused.fault, FileFault::InUse);
    let mut save = |census: &Census| state::write(&path, census).map_err(|error| error.to_string());
    extend(&mut census, 12, &Budget::unlimited(), &mut save).unwrap();
    drop(lock);
    let (lock, again) = state::open(&path, Grading::Size).unwrap();
    assert_eq!(again, census);
    drop(lock);
    let other = state::open(&path, Grading::Perimeter).unwrap_err();
    assert!(matches!(other.fault, FileFault::Other { .. }), "{other}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Files that version 0.1.0 wrote.
#[test]
fn censuses_of_version_0_1_0_are_read_and_written_alike() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    for (name, grading, levels) in [
        ("size.census", Grading::Size, 13),
        ("perimeter.census", Grading::Perimeter, 10),
    ] {
        let path = samples.join(name);
        let census = state::read(&path, grading).unwrap();
        assert_eq!(census.levels.len(), levels);
        assert_eq!(state::encode(&census), std::fs::read(&path).unwrap());
        let mut again = Census::new(grading);
        let mut nothing = |_: &Census| Ok(());
        let budget = Budget::unlimited();
        match grading {
            Grading::Size => extend(&mut again, 12, &budget, &mut nothing).unwrap(),
            Grading::Perimeter => words::extend(&mut again, 9, &budget, &mut nothing).unwrap(),
        }
        assert_eq!(again, census);
    }
}

#[test]
fn certificates_of_version_0_1_0_are_read_and_written_alike() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let path = samples.join("board.certificate");
    let certificate = OutcomeCertificate::read(&path).unwrap();
    assert!(certificate.check().unwrap().first_player_wins);
    assert_eq!(certificate.to_bytes(), std::fs::read(&path).unwrap());
}

/// What never ends is not read to its end: the first bytes say that it is something else.
#[cfg(unix)]
#[test]
fn a_certificate_is_not_waited_for_in_a_device() {
    let refused = OutcomeCertificate::read(std::path::Path::new("/dev/zero")).unwrap_err();
    assert!(matches!(refused.fault, FileFault::Foreign(_)), "{refused}");
}
