//! Tables in Markdown, in the syntax of common extensions.

use nimfield::tables::{TableCell, TableGrid};

use crate::Unsuitable;
use crate::rectangle::TableLines;

/// The most cells of a table.
pub const MOST_CELLS: usize = 100_000;

/// Returns the table: two letters as a rectangle, otherwise one row per position.
///
/// # Errors
/// If there are more than [`MOST_CELLS`] cells.
pub fn table(table: &TableGrid) -> Result<String, Unsuitable> {
    Unsuitable::check("a Markdown table", table.cells.len(), MOST_CELLS)?;
    let TableLines { rectangle, lines } = TableLines::of(table, usize::MAX);
    let head: Vec<String> = match rectangle {
        Some((down, across)) => {
            let columns = across.range.clone().map(|column| column.to_string());
            let corner = format!("{down}\\{across}", down = down.name, across = across.name);
            [corner].into_iter().chain(columns).collect()
        }
        None => {
            let names = table.letters.iter().map(|letter| letter.name.to_string());
            names.chain([table.shown.name().to_string()]).collect()
        }
    };
    let rows = lines.into_iter().map(|(numbers, cells)| {
        let numbers = numbers.iter().map(u64::to_string);
        numbers
            .chain(cells.into_iter().map(TableCell::text))
            .collect()
    });
    let mut text = format!("{}\n\n", escape(&table.title()));
    for (i, row) in [head].into_iter().chain(rows).enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| escape(cell)).collect();
        text += &format!("| {} |\n", cells.join(" | "));
        if i == 0 {
            text += &format!("|{}\n", "---:|".repeat(row.len()));
        }
    }
    Ok(text)
}

/// Escapes text in a cell, so that no character acts as markup.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_control() => escaped.push(' '),
            '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']' | '~' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}
