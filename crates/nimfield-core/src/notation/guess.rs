//! Suggestions for unknown words.

use strsim::osa_distance;

/// Returns the word of `words` closest to `word`, if one is close: they differ in at most two letters, three in long
/// words, or one is a prefix of the other. Case does not matter.
///
/// ```
/// use nimfield_core::notation::closest;
/// assert_eq!(closest("tactics", ["tactix", "triangle"]), Some("tactix"));
/// assert_eq!(closest("chess", ["tactix", "triangle"]), None);
/// ```
#[must_use]
pub fn closest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Longer words are not typing errors.
    const LONGEST: usize = 40;
    let word = word.to_lowercase();
    let length = word.chars().count();
    let allowed = match length {
        0 => return None,
        1 => 0,
        2..=3 => 1,
        4..=7 => 2,
        8..=LONGEST => 3,
        _ => return None,
    };
    let near = words.into_iter().filter_map(|candidate| {
        let other = candidate.to_lowercase();
        let begins = length >= 3
            && (other.starts_with(&word) || word.starts_with(&other) && other.chars().count() >= 3);
        let distance = osa_distance(&word, &other);
        (begins || distance <= allowed).then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|near| near.1)
}
