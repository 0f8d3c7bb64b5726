//! A census in a [sealed file](nimfield_core::sealed), to be continued later.
//!
//! ```text
//! OF    what the values are of: game, play and grading, as in "pnim normal size"
//! LEVL  a record for each level, in numbers:
//!         how many counts, and the partitions with value 0, 1, …
//!         how many partitions are heavy
//!         how many are light, and for each of them: its place minus that of the one
//!         before (from 0), and its value
//! ```

use std::io;
use std::iter::repeat_n;
use std::path::Path;

use nimfield_core::budget::Budget;
use nimfield_core::component::write_number;
use nimfield_core::files::{self, FileError, FileFault, Lock, if_there, replace};
use nimfield_core::sampling::one_of_each_stretch;
use nimfield_core::sealed::{Block, Format};

use super::level::{Census, CensusLevel, Grading, Light};
use super::{perimeter, sparse};
use crate::partitions::Partition;
use crate::partitions::order::{Order, conjugate, places, word};

const FORMAT: Format = Format {
    magic: *b"NIMFCENS",
    version: 2,
    foreign: "not a file of values of partitions",
};

/// The first bytes of the file `pnim.levels` of a census on disk.
const CLOSURES_ON_DISK: &[u8] = b"NIMFCLOS";

/// Returns the identity of a census in a file.
pub(super) fn identity(grading: Grading) -> String {
    format!("pnim normal {grading}")
}

/// Encodes the census as the bytes of a file.
///
/// # Errors
/// If a level takes more than 4 GiB.
pub fn encode(census: &Census) -> io::Result<Vec<u8>> {
    let mut file = FORMAT.writer(Vec::new())?;
    let identity = identity(census.grading);
    file.record(*b"OF  ", |block| block.extend(identity.as_bytes()))?;
    for level in &census.levels {
        file.record(*b"LEVL", |block| write_level(block, level))?;
    }
    file.seal()
}

/// Appends the record of a level.
fn write_level(block: &mut Vec<u8>, level: &CensusLevel) {
    write_number(block, level.counts.len() as u64);
    for &count in &level.counts {
        write_number(block, count);
    }
    write_number(block, level.heavy);
    write_number(block, level.light.len() as u64);
    let mut before = 0;
    for light in &level.light {
        write_number(block, light.place() - before);
        write_number(block, light.value().into());
        before = light.place();
    }
}

/// Checks the beginning of a file.
fn check_beginning(bytes: &[u8]) -> Result<(), FileFault> {
    if bytes.starts_with(CLOSURES_ON_DISK) {
        return Err(FileFault::Foreign(
            "this is the list of a census of partitions on disk (table --scratch), which this version does not \
             continue; give --state the name of a new file: the default method needs no folder",
        ));
    }
    FORMAT.check_beginning(bytes)
}

/// Decodes the census in the bytes of a file.
///
/// # Errors
/// If they are not a complete file with this grading, or contradict themselves.
pub fn decode(bytes: &[u8], grading: Grading) -> Result<Census, FileFault> {
    check_beginning(bytes)?;
    let mut file = FORMAT.reader(bytes)?;
    let mut identified = file.section(*b"OF  ", "the game")?;
    let found = String::from_utf8_lossy(identified.rest()).into_owned();
    let expected = identity(grading);
    if found != expected {
        return Err(FileFault::Other { found, expected });
    }
    let mut census = Census::new(grading);
    let most = match grading {
        Grading::Size => Order::MOST,
        Grading::Perimeter => perimeter::MOST,
    };
    let order = Order::new(Order::MOST);
    let by_hook = by_hook(Order::MOST as usize);
    while let Some((_, mut block)) = file.block(&[(*b"LEVL", "a level")])? {
        while !block.is_read() {
            let grade = census.levels.len() as u32;
            if grade > most {
                return Err(FileFault::Damaged("the file has too many levels"));
            }
            let places = match grading {
                Grading::Size => 0..u64::from(order.count(grade)),
                Grading::Perimeter => places(grade),
            };
            let level = read_level(&mut block, grade, places)?;
            let mut counts = match grading {
                Grading::Size => by_hook[grade as usize].clone(),
                Grading::Perimeter => {
                    let mut counts = vec![0; grade.max(1) as usize];
                    counts[grade.saturating_sub(1) as usize] = level.partitions();
                    counts
                }
            };
            // The counts follow from the light partitions: all others have the length of their hook.
            for light in &level.light {
                let hook = match grading {
                    Grading::Size => {
                        let parts = order.parts(grade, light.place() as u32);
                        let columns = parts.first().copied().map_or(0, usize::from);
                        (columns + parts.len()).saturating_sub(1)
                    }
                    Grading::Perimeter => grade.saturating_sub(1) as usize,
                };
                let value = usize::from(light.value());
                if value >= hook {
                    return Err(CONTRADICTION);
                }
                counts[hook] -= 1;
                counts[value] += 1;
            }
            let all = level.counts.iter().chain(std::iter::repeat(&0));
            if level.counts.len() > counts.len() || !counts.iter().zip(all).all(|(a, b)| a == b) {
                return Err(CONTRADICTION);
            }
            census.levels.push(level);
        }
    }
    check_small_levels(&census)?;
    check_sample(&census, &order)?;
    Ok(census)
}

const CONTRADICTION: FileFault = FileFault::Damaged("the numbers of a level contradict each other");

/// Returns the numbers of partitions of each n up to a bound by the length of their hook, columns plus rows minus 1.
fn by_hook(up_to: usize) -> Vec<Vec<u64>> {
    // The partitions of n by their rows, with the parts so far.
    let mut by_rows = vec![vec![0; up_to + 1]; up_to + 1];
    let mut by_hook = by_rows.clone();
    (by_rows[0][0], by_hook[0][0]) = (1, 1);
    for part in 1..=up_to {
        for n in part..=up_to {
            for rows in 1..=n - part + 1 {
                let with_part: u64 = by_rows[n - part][rows - 1];
                by_rows[n][rows] += with_part;
                by_hook[n][part + rows - 1] += with_part;
            }
        }
    }
    by_hook
}

/// Returns the last level that is computed again when a file is read: that takes milliseconds. Of later levels a sample of
/// the values is compared with those of their options.
#[must_use]
pub fn computed_again(grading: Grading) -> u32 {
    match grading {
        Grading::Size => 40,
        Grading::Perimeter => 20,
    }
}

/// Computes the small levels again.
fn check_small_levels(census: &Census) -> Result<(), FileFault> {
    let Some(last) = census.levels.len().checked_sub(1) else {
        return Ok(());
    };
    let (budget, mut again) = (Budget::unlimited(), Census::new(census.grading));
    let up_to = computed_again(census.grading).min(last as u32);
    let found = match census.grading {
        Grading::Size => sparse::extend(&mut again, up_to, &budget, &mut |_| Ok(())),
        Grading::Perimeter => perimeter::extend(&mut again, up_to, &budget, &mut |_| Ok(())),
    };
    match found.is_ok() && census.levels.starts_with(&again.levels) {
        true => Ok(()),
        false => Err(FileFault::Malformed("a small level")),
    }
}

/// Compares the values of some partitions of the later levels with those of their options: of some light ones, and of
/// some of all. Larger levels come first, because their options reach all others.
fn check_sample(census: &Census, order: &Order) -> Result<(), FileFault> {
    /// Partitions of each kind in a level, and options in all: some tenths of a second.
    const CHOSEN: usize = 16;
    const MOST_OPTIONS: usize = 1 << 20;
    let later = computed_again(census.grading) as usize + 1..census.levels.len();
    let mut options = 0;
    for grade in later.rev() {
        let level = &census.levels[grade];
        let first = match census.grading {
            Grading::Size => 0,
            Grading::Perimeter => places(grade as u32).start,
        };
        let light = one_of_each_stretch(0..level.light.len(), CHOSEN);
        let light = light.map(|at| level.light[at].place());
        // Levels of more than 2^32 partitions are not saved.
        let all = one_of_each_stretch(0..level.partitions() as usize, CHOSEN);
        for place in light.chain(all.map(|at| first + at as u64)) {
            let parts = match census.grading {
                Grading::Size => order.parts(grade as u32, place as u32),
                Grading::Perimeter => {
                    let partition = Partition::from_word(place.into());
                    partition.parts().map(|part| part as u8).collect()
                }
            };
            let mut seen = 0u128;
            for lines in [&parts, &conjugate(&parts)] {
                for_each_part_of(lines, &mut |kept| {
                    options += 1;
                    seen |= 1 << value(census, order, kept);
                });
                if options > MOST_OPTIONS {
                    return Ok(());
                }
            }
            if seen.trailing_ones() != value(census, order, &parts) {
                return Err(FileFault::Damaged(
                    "a value contradicts those of its options",
                ));
            }
        }
    }
    Ok(())
}

/// Returns the value of a partition in the levels of a census.
fn value(census: &Census, order: &Order, parts: &[u8]) -> u32 {
    let word = word(parts);
    // Columns plus rows minus 1: the value of all that are not listed.
    let hook = 128 - word.leading_zeros();
    let (grade, place) = match census.grading {
        Grading::Size => {
            let size = parts.iter().map(|&part| u32::from(part)).sum();
            (size, order.rank(parts).into())
        }
        Grading::Perimeter if parts.is_empty() => (0, 0),
        Grading::Perimeter => (hook + 1, word as u64),
    };
    let light = &census.levels[grade as usize].light;
    let at = light.binary_search_by_key(&place, |light| light.place());
    at.map_or(hook, |at| light[at].value().into())
}

/// Calls a function for each proper part of a list of descending numbers, once for each that is different.
fn for_each_part_of(lines: &[u8], each: &mut impl FnMut(&[u8])) {
    let runs: Vec<(u8, usize)> = (lines.chunk_by(|one, next| one == next))
        .map(|run| (run[0], run.len()))
        .collect();
    let mut kept = vec![0; runs.len()];
    loop {
        let counted = runs.iter().zip(&kept);
        let list: Vec<u8> =
            (counted.flat_map(|(&(line, _), &count)| repeat_n(line, count))).collect();
        if list.len() == lines.len() {
            return;
        }
        each(&list);
        // The next counts; the last one changes fastest.
        for (count, (_, most)) in kept.iter_mut().zip(&runs).rev() {
            if *count < *most {
                *count += 1;
                break;
            }
            *count = 0;
        }
    }
}

/// Reads a level, whose partitions have these places.
fn read_level(
    reader: &mut Block,
    grade: u32,
    places: std::ops::Range<u64>,
) -> Result<CensusLevel, FileFault> {
    let wrong = || CONTRADICTION;
    let values = reader.number()?;
    if values > u64::from(grade) + 1 {
        return Err(wrong());
    }
    let counts: Result<Vec<u64>, FileFault> = (0..values).map(|_| reader.number()).collect();
    let counts = counts?;
    let heavy = reader.number()?;
    let lights = reader.number()?;
    let mut light: Vec<Light> = Vec::new();
    let mut of_value = vec![0u64; counts.len()];
    let mut place = 0u64;
    for _ in 0..lights {
        let step = reader.number()?;
        let value = reader.number()?;
        if step == 0 && !light.is_empty() {
            return Err(wrong());
        }
        place = place.checked_add(step).ok_or_else(wrong)?;
        let slot = usize::try_from(value)
            .ok()
            .and_then(|value| of_value.get_mut(value));
        match slot {
            Some(count) if places.contains(&place) => *count += 1,
            _ => return Err(wrong()),
        }
        light.push(Light::new(place, value as u8));
    }
    // All other partitions are heavy.
    let mut others = counts
        .iter()
        .zip(&of_value)
        .map(|(all, light)| all.checked_sub(*light));
    let others = others.try_fold(0u64, |sum, count| sum.checked_add(count?));
    let sound = others == Some(heavy)
        && heavy.checked_add(lights) == Some(places.end - places.start)
        && counts.last() != Some(&0);
    match sound {
        true => Ok(CensusLevel {
            counts,
            heavy,
            light,
        }),
        false => Err(wrong()),
    }
}

/// Writes a census [atomically](nimfield_core::files::replace).
///
/// # Errors
/// Errors of the file system.
pub fn write(path: &Path, census: &Census) -> io::Result<()> {
    replace(path, &encode(census)?)
}

/// Reads a census of at most `most` bytes; returns an empty one if the file does not exist.
///
/// # Errors
/// If the file cannot be read, is longer, or is not a complete one with this grading.
pub fn read(path: &Path, grading: Grading, most: u64) -> Result<Census, FileError> {
    match if_there(path, |path| files::read(path, most, check_beginning))? {
        Some(bytes) => decode(&bytes, grading).map_err(|fault| fault.of(path)),
        None => Ok(Census::new(grading)),
    }
}

/// Locks the file of a census for continuing it, and reads it; hold the lock as long as the file is written.
///
/// # Errors
/// The errors of [`read`], and [`FileFault::InUse`] while another process continues it.
pub fn open(path: &Path, grading: Grading, most: u64) -> Result<(Lock, Census), FileError> {
    let lock = Lock::on(path)?;
    Ok((lock, read(path, grading, most)?))
}
