//! What errors in expressions say.

use nimfield_core::expression::Expression;

/// The line of help about an unknown letter.
fn help(letters: &[&str]) -> String {
    let error = Expression::read("total", letters).unwrap_err().to_string();
    let help = error.lines().find(|line| line.contains("operators are"));
    help.expect(&error).split(';').next().unwrap().to_string()
}

#[test]
fn many_numbered_letters_are_listed_by_their_ends() {
    assert_eq!(help(&["a", "b"]), "the letters are a, b");
    assert_eq!(help(&["p1", "p2", "p3"]), "the letters are p1, p2, p3");
    assert_eq!(help(&["p1", "p2", "p3", "p4"]), "the letters are p1 to p4");
    assert_eq!(
        help(&["p1", "p2", "p3", "p4", "k", "p5"]),
        "the letters are p1 to p4, k, p5"
    );
    assert_eq!(
        help(&["q2", "q3", "q4", "q5"]),
        "the letters are q2, q3, q4, q5"
    );
    assert_eq!(help(&[]), "no letters can be used here");
}
