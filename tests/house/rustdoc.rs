//! How the documentation of functions begins: with a verb in the third person, such as "Returns".

/// Returns the documentation of functions that begins otherwise: the number of its first line, and the line.
pub fn without_verb(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut first = None;
    for (number, line) in (1..).zip(source.lines().map(str::trim)) {
        if let Some(text) = line.strip_prefix("///") {
            first = first.or(Some((number, text.trim())));
        } else if !line.starts_with("#[") {
            found.extend(
                first
                    .take()
                    .filter(|(_, text)| is_function(line) && !has_verb(text)),
            );
        }
    }
    found
}

/// A field that holds a function has no name behind `fn`.
fn is_function(line: &str) -> bool {
    line.starts_with("fn ") || line.contains(" fn ")
}

/// Whether the first word ends as a verb does; `See [...]` refers to the trait that a method belongs to.
fn has_verb(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let word = word.trim_end_matches([',', ';', '.']);
    text.starts_with("See [") || word.starts_with(char::is_uppercase) && word.ends_with('s')
}

#[test]
fn functions_without_a_verb_are_found() {
    let source = "/// The number.\n///\n/// Returns more.\n#[must_use]\npub fn one() {}\n\n/// The type.\npub struct A;\n\
                  /// Returns two.\npub(crate) const fn two() {}\n    /// Whether.\n    pub(super) fn three() {}\n\
                  /// See [`A::two`].\nfn four() {}\n/// The field.\npub field: fn(u8) -> u8,\n";
    assert_eq!(without_verb(source), [(1, "The number."), (11, "Whether.")]);
}
