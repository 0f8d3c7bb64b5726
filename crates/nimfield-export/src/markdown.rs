//! Tables in Markdown, in the form that its common extensions know.

use std::fmt::Write as _;

use nimfield::tables::TableGrid;

use crate::Unsuitable;
use crate::rectangle::Rectangle;

/// Tables with more cells are not written.
pub const MOST_CELLS: usize = 100_000;

/// Returns the table: two letters as a rectangle, otherwise a row for each position.
///
/// # Errors
/// If there are more than [`MOST_CELLS`] cells.
pub fn table(table: &TableGrid) -> Result<String, Unsuitable> {
    if table.cells.len() > MOST_CELLS {
        return Err(Unsuitable(format!(
            "a Markdown table has at most {MOST_CELLS} cells, this one {}",
            table.cells.len()
        )));
    }
    let rows = match Rectangle::of(table) {
        Some(rectangle) if rectangle.down.is_some() => rectangular(&rectangle),
        _ => list(table),
    };
    let mut text = format!("{}\n\n", escape(&table.title()));
    for (i, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| escape(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        if i == 0 {
            let _ = writeln!(text, "|{}", "---:|".repeat(row.len()));
        }
    }
    Ok(text)
}

fn rectangular(rectangle: &Rectangle<'_>) -> Vec<Vec<String>> {
    let down = rectangle.down.map_or(' ', |letter| letter.name);
    let across = rectangle.across;
    let columns = across.range.clone().map(|column| column.to_string());
    let corner = format!("{down}\\{}", across.name);
    let mut rows = vec![[corner].into_iter().chain(columns).collect()];
    rows.extend(rectangle.lines().map(|(number, line)| {
        let number = number.unwrap_or_default().to_string();
        let cells = line.iter().map(|cell| cell.text());
        [number].into_iter().chain(cells).collect()
    }));
    rows
}

fn list(table: &TableGrid) -> Vec<Vec<String>> {
    let names = table.letters.iter().map(|letter| letter.name.to_string());
    let head = names.chain([table.shown.name().to_string()]).collect();
    let rows = table.rows().filter(|(_, cell)| !cell.is_empty());
    let rows = rows.map(|(values, cell)| {
        let values = values.iter().map(u64::to_string);
        values.chain([cell.text()]).collect()
    });
    [head].into_iter().chain(rows).collect()
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
