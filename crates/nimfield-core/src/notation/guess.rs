//! Guesses at what was meant by a word that nobody knows.

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
    let word = word.to_lowercase();
    let length = word.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let allowed = match length {
        1 => 0,
        2..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    let near = words.into_iter().filter_map(|candidate| {
        let lower = candidate.to_lowercase();
        let begins = length >= 3
            && (lower.starts_with(&word) || word.starts_with(&lower) && lower.len() >= 3);
        // So many letters at least have to be put or taken.
        let is_possible = begins || lower.chars().count().abs_diff(length) <= allowed;
        let distance = is_possible.then(|| distance(&word, &lower))?;
        (begins || distance <= allowed).then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|near| near.1)
}

/// How many letters have to be put, taken, changed or exchanged with their neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood() {
        let games = ["nim", "nimbers", "nimbi", "tactix", "wythoff", "matrix"];
        for (typed, meant) in [
            ("nimber", "nimbers"),
            ("tactics", "tactix"),
            ("Whytoff", "wythoff"),
            ("matrx", "matrix"),
            ("mtarix", "matrix"),
            ("nimm", "nim"),
        ] {
            assert_eq!(closest(typed, games), Some(meant), "{typed}");
        }
        for typed in ["chess", "go", "", "x"] {
            assert_eq!(closest(typed, games), None, "{typed}");
        }
        assert_eq!(closest(&"m".repeat(1000), games), None);
    }
}
