use super::*;

#[test]
fn the_word_before_the_cursor_is_completed() {
    let words = Words(["mean", "matrix", "min_poly"].map(str::to_string).to_vec());
    let history = MemHistory::new();
    let context = Context::new(&history);
    let complete = |line: &str| words.complete(line, line.len(), &context).unwrap();
    assert_eq!(complete("1 + me"), (4, vec!["mean".to_string()]));
    assert_eq!(complete("2*M").1.len(), 3);
    assert_eq!(complete("x("), (2, Vec::new()));
}
