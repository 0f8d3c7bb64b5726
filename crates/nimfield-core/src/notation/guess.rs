//! Guesses at what was meant by a word that nobody knows.

use std::mem::swap;

/// The one of `words` that is most like `word`, if one is: a letter or two differ, of long words three,
/// or one begins with the other. Case does not matter.
///
/// ```
/// use nimfield_core::notation::closest;
/// assert_eq!(closest("tactics", ["tactix", "triangle"]), Some("tactix"));
/// assert_eq!(closest("chess", ["tactix", "triangle"]), None);
/// ```
#[must_use]
pub fn closest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Nobody mistypes longer words.
    const LONGEST: usize = 40;
    let word: Vec<char> = lower(word).collect();
    let length = word.len();
    if length == 0 || length > LONGEST {
        return None;
    }
    let allowed = match length {
        1 => 0,
        2..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    let mut other = Vec::new();
    let mut rows = Rows::default();
    let near = words.into_iter().filter_map(|candidate| {
        // So many letters at least have to be put or taken, where it does not begin alike.
        let apart = candidate.chars().count().abs_diff(length);
        if apart > allowed && lower(candidate).next() != Some(word[0]) {
            return None;
        }
        other.clear();
        other.extend(lower(candidate));
        let begins = length >= 3
            && (other.starts_with(&word) || word.starts_with(&other) && other.len() >= 3);
        let most = if begins { usize::MAX } else { allowed };
        // So many have to be put, taken or changed.
        let missing = letters(&word) & !letters(&other);
        if apart.max(missing.count_ones() as usize) > most {
            return None;
        }
        Some((rows.distance(&word, &other, most)?, candidate))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|near| near.1)
}

fn lower(word: &str) -> impl Iterator<Item = char> + '_ {
    word.chars().flat_map(char::to_lowercase)
}

/// Which of the letters a to z occur.
fn letters(word: &[char]) -> u32 {
    word.iter()
        .filter(|letter| letter.is_ascii_lowercase())
        .fold(0, |found, &letter| found | 1 << (letter as u8 - b'a'))
}

/// The distances of a beginning of a word from all beginnings of another: for the present letter and the
/// two before it.
#[derive(Default)]
struct Rows {
    earlier: Vec<usize>,
    last: Vec<usize>,
    row: Vec<usize>,
}

impl Rows {
    /// How many letters have to be put, taken, changed or exchanged with their neighbours, if not more than
    /// `most`.
    fn distance(&mut self, a: &[char], b: &[char], most: usize) -> Option<usize> {
        let Rows { earlier, last, row } = self;
        for row in [&mut *earlier, last, row] {
            row.clear();
            row.extend(0..=b.len());
        }
        for i in 1..=a.len() {
            row[0] = i;
            for j in 1..=b.len() {
                let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = change.min(last[j] + 1).min(row[j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(earlier[j - 2] + 1);
                }
                row[j] = least;
            }
            // The rows to come are made of these two.
            if row.iter().min() > Some(&most) && last.iter().min() > Some(&most) {
                return None;
            }
            swap(earlier, last);
            swap(last, row);
        }
        Some(last[b.len()]).filter(|&distance| distance <= most)
    }
}
