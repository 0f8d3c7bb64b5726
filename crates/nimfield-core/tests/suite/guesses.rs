//! Suggestions for an unknown word.

use nimfield_core::notation::closest;

#[test]
fn misspelt_names_are_recognised() {
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

/// The distance by trying everything, without rows and without an end.
fn distance(a: &[char], b: &[char]) -> usize {
    let ([.., x], [.., y]) = (a, b) else {
        return a.len().max(b.len());
    };
    let (a1, b1) = (&a[..a.len() - 1], &b[..b.len() - 1]);
    let change = distance(a1, b1) + usize::from(x != y);
    let least = change.min(distance(a1, b) + 1).min(distance(a, b1) + 1);
    match (a1, b1) {
        ([a2 @ .., u], [b2 @ .., v]) if x == v && u == y => least.min(distance(a2, b2) + 1),
        _ => least,
    }
}

/// Of all words of up to four letters a and b against all of up to five.
#[test]
fn guesses_are_the_nearest_names_by_brute_force() {
    let words = |longest: usize| {
        let mut words = vec![String::new()];
        for at in 0.. {
            if words[at].len() == longest {
                break;
            }
            for letter in ["a", "b"] {
                words.push(words[at].clone() + letter);
            }
        }
        words.retain(|word| word.len() >= 2);
        words
    };
    let candidates = words(5);
    for word in words(4) {
        let allowed = if word.len() <= 3 { 1 } else { 2 };
        for candidate in &candidates {
            let begins = word.len() >= 3
                && (candidate.starts_with(&word)
                    || candidate.len() >= 3 && word.starts_with(candidate.as_str()));
            let letters = |word: &str| word.chars().collect::<Vec<char>>();
            let near = distance(&letters(&word), &letters(candidate)) <= allowed;
            let guess = closest(&word, [candidate.as_str()]);
            assert_eq!(guess.is_some(), begins || near, "{word} {candidate}");
        }
    }
}
