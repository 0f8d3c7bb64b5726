//! Families of positions with letters for numbers, and their sequences.

use nimfield::tables::{GrowingBoxes, SequenceError, antidiagonals};
use nimfield::template::{Letter, Template};
use nimfield::{Budget, Games};

fn template(text: &str, letters: &[&str]) -> Template {
    let letters = letters
        .iter()
        .map(|text| Letter::read(text).unwrap())
        .collect();
    Template::new(text, letters).unwrap()
}

#[test]
fn terms_are_replaced_between_brackets_only() {
    let family = template("matrix[a 2a+1; m 3] + nim[a-1]", &["a=1..3", "m=5"]);
    assert_eq!(family.with(&[2, 5]).unwrap(), "matrix[2 5; 5 3] + nim[1]");
    let family = template("matrix[INF n; i infinity]", &["n=1..2", "i=3"]);
    assert_eq!(family.with(&[2, 3]).unwrap(), "matrix[INF 2; 3 infinity]");
    let family = template("nim⟦n⟧ + nim⟨n⟩", &["n=1..2"]);
    assert_eq!(family.with(&[2]).unwrap(), "nim⟦2⟧ + nim⟨2⟩");
    let family = template("schrage[5xn]", &["n=1..2"]);
    assert_eq!(family.with(&[2]).unwrap(), "schrage[5x2]");
    // Points are not expressions in parentheses, also after options.
    let family = template("turning(turtles,ruler)[(a+1,3) (2,a)]", &["a=1..2"]);
    assert_eq!(
        family.with(&[2]).unwrap(),
        "turning(turtles,ruler)[(3,3) (2,2)]"
    );
}

/// A narrowed family has the members of the family, found here by looking at all tuples.
#[test]
fn narrowed_ranges_lose_no_member() {
    for letters in [
        &["a=0..30", "b=a..9"][..],
        &["a=0..30", "b=a+3..9", "c=b-2..6"],
        &["b=a-4..9", "a=1..30"],
        &["a=0..5", "b=a..9"],
    ] {
        let text = ["nim[a b]", "nim[a b c]"][letters.len() - 2];
        let family = template(text, letters);
        let narrow = family.clone().narrowed();
        let members =
            |of: &Template| -> Vec<_> { of.values().filter(|values| of.allows(values)).collect() };
        let all = members(&family);
        assert_eq!(members(&narrow), all, "{letters:?}");
        // Every end is reached.
        for (i, letter) in narrow.letters().iter().enumerate() {
            let last = all.iter().map(|values| values[i]).max();
            assert_eq!(Some(*letter.range.end()), last, "{letters:?}");
        }
    }
}

#[test]
fn letters_stand_for_options() {
    let with = |text: &str, letters: &[&str], values: &[u64]| {
        template(text, letters).with(values).unwrap()
    };
    for (text, filled) in [
        ("moore(k)[k n]", "moore(3)[3 5]"),
        ("moore(k+1)[n] + moore(2k)[1]", "moore(4)[5] + moore(6)[1]"),
        ("moore((k+n)/2)[2n]", "moore(4)[10]"),
        ("moore(k = k)[n]", "moore(k = 3)[5]"),
        ("lines(max=k,min=1)[nx3]", "lines(max=3,min=1)[5x3]"),
        ("code(take 1,k)[n]", "code(take 1,3)[5]"),
        ("code(all but k)[n]", "code(all but 3)[5]"),
        ("code(4!.k{1,2}n)[n]", "code(4!.3{1,2}5)[5]"),
        ("code(0.7[kn])[k]", "code(0.7[35])[3]"),
        // Parentheses of values are not options.
        ("nim[k] + (*2+*2) + nim[n]", "nim[3] + (*2+*2) + nim[5]"),
    ] {
        assert_eq!(with(text, &["k=3", "n=5"], &[3, 5]), filled, "{text}");
    }
    // The digits of codes are hexadecimal, but letters with a range are not digits.
    assert_eq!(
        with("code(0.ab)[1]", &["a=0..15", "b=9"], &[11, 9]),
        "code(0.B9)[1]"
    );
    let codes = template("code(0.x)[n]", &["x=14..16", "n=1"]);
    assert_eq!(codes.with(&[15, 1]).unwrap(), "code(0.F)[1]");
    assert_eq!(
        codes.with(&[16, 1]).unwrap_err().to_string(),
        "`x` is not a digit of a code, from 0 to 15, for x = 16"
    );
}

#[test]
fn values_run_through_all_ranges() {
    let family = template("nim[a,b]", &["a=0..1", "b=3..4"]);
    let values: Vec<_> = family.values().collect();
    assert_eq!(values, [[0, 3], [0, 4], [1, 3], [1, 4]]);
    assert_eq!(family.count(), 4);
}

#[test]
fn faults_are_named() {
    let fault = |text: &str| Letter::read(text).unwrap_err().message;
    assert_eq!(fault("n"), "expected `=`, the text ends here");
    assert_eq!(fault("n=5..3"), "the range is empty");
    assert_eq!(fault("nn=5..3"), "expected a single letter");
    assert_eq!(
        fault("n=0..99999999999999999999"),
        "the end of a range must be below 2^64"
    );
    let family = template("nim[n-5]", &["n=0..9"]);
    assert_eq!(
        family.with(&[3]).unwrap_err().to_string(),
        "`n-5` is not a number from 0 to 2^128-1 for n = 3"
    );
    let letters = vec![Letter::read("z=1").unwrap()];
    assert!(Template::new("nim[n]", letters).is_err());
}

#[test]
fn tables_are_read_by_antidiagonals() {
    let letters = ["a=0..2", "b=0..2"].map(|text| Letter::read(text).unwrap());
    let family = Template::new("nim[a b]", letters.to_vec()).unwrap();
    let cells: Vec<u32> = vec![0, 1, 2, 10, 11, 12, 20, 21, 22];
    let sequence = antidiagonals(&family, cells).unwrap();
    assert_eq!(sequence, [0, 1, 10, 2, 11, 20]);
}

#[test]
fn boxes_name_their_size() {
    let ranges = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let reader = Games::builtin().reader();
    let boxes = |texts: &[&str]| GrowingBoxes::new("nim[a]", &ranges(texts), &reader);
    let size = |texts: &[&str]| boxes(texts).map(|boxes| boxes.size());
    assert_eq!(size(&["a=0..9", "b=0..n", "n=1..2"]), Ok('n'));
    assert_eq!(size(&["a=0..=m", "m=1..2"]), Ok('m'));
    assert_eq!(size(&["a=0..9", "n=7"]), Err(SequenceError::NoSize));
    let growing = boxes(&["a=0..n", "n=3..5"]).unwrap();
    assert_eq!(growing.sizes(), 3..=5);
    assert_eq!(growing.family(4).unwrap().count(), 5);
    let error = boxes(&["a=0..n"]).unwrap_err();
    assert_eq!(error, SequenceError::NoRange('n'));
}

/// Members that are created from numbers equal those that are read.
#[test]
fn members_are_the_same_from_numbers_and_from_text() {
    let games = Games::builtin();
    for text in [
        "nim[a b 2a+1]",
        "nim[b a^b, 3]",
        "wythoff[a 2b]",
        "matrix[a b; b 2a]",
        "matrix[a; b; 0]",
        "kayles[a,b]",
        "code(0.77)[a b 0]",
        "code(take 1,2)[2a b]",
        "moore(2)[a,b,1]",
        "rit[a,b,b+1]",
        "slow(2)[a,b,3]",
        "cyclic(2)[a,b,2,a]",
        "crim[a,b]",
        "chomp[a,b]",
        "rnim[a b+1]",
        "welter[a,b]",
        "holladay[a b; b a]",
        "lattice[(a,b) (2,1)]",
        "nimbers[(a,b)]",
        "fraenkel(2)[a,b]",
        "nim[a] + nim[b]",
        "matrix-partizan[a b; 1 2]",
    ] {
        let letters = ["a=0..4", "b=0..4"].map(|range| Letter::read(range).unwrap());
        let family = Template::new(text, letters.to_vec()).unwrap();
        let mut positions = 0;
        for values in family.values() {
            let made = family.position(&values, &Budget::unlimited());
            let read = family
                .with(&values)
                .ok()
                .and_then(|text| games.read(&text).ok());
            let made = made.ok().map(|sum| sum.to_string());
            positions += u32::from(made.is_some());
            assert_eq!(made, read.map(|sum| sum.to_string()), "{text} {values:?}");
        }
        assert!(positions > 9, "{text}");
    }
}
