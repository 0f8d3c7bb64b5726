//! Plain text in LaTeX.

/// Escapes text outside of mathematics, each character as itself.
///
/// Greek omega and the sign of infinity are typeset as mathematics; other non-ASCII characters become their code
/// points, since not every engine supports them.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = '\0';
    for c in text.chars() {
        // Fonts turn pairs of these into dashes, quotes and ligatures.
        if c == before && "-'`,<>?!".contains(c) {
            escaped.push_str("{}");
        }
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' | '}' | '&' | '#' | '_' | '%' => escaped.extend(['\\', c]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\char34{}"),
            // \$ would need another font.
            '$' => escaped.push_str("\\char36{}"),
            '?' | '!' => escaped.extend([c, '{', '}']),
            '\u{3c9}' => escaped.push_str("$\\omega$"),
            '\u{221e}' => escaped.push_str("$\\infty$"),
            '\u{e8}' => escaped.push_str("\\`{e}"),
            c if c.is_control() => escaped.push(' '),
            c if c.is_ascii() => escaped.push(c),
            c => escaped += &format!("[U+{:04X}]", u32::from(c)),
        }
        before = c;
    }
    escaped
}
