//! Pictures in characters, for a terminal.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::diagram::axis::Tick;
use crate::diagram::layout::{BoardCell, COUNTERS, ColumnLabel, Diagram, Heap, Mark, Panel, Plane};

/// Boards with more places on a side are not drawn in characters.
const LONGEST_SIDE: usize = 60;

impl Diagram {
    /// Returns the picture in characters, without a line end after the last line: `o` is a stone, `.` an empty place,
    /// `x` a place that the last move emptied, `@` a stone that it placed, and `+` a place that a piece can move to. In
    /// heaps, `.` is a counter that the last move took; in matrices, a prime follows the entries that it changed.
    #[must_use]
    pub fn to_text(&self) -> String {
        let lines = self.lines();
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        lines.join("\n")
    }

    fn lines(&self) -> Vec<String> {
        match self {
            Diagram::Matrix {
                columns,
                entries,
                changed,
            } => matrix(*columns, entries, changed),
            Diagram::Board {
                cells,
                column_labels,
                row_labels,
            } => board(cells, column_labels, row_labels),
            Diagram::Plane(plane) => self::plane(plane),
            Diagram::Heaps(heaps) => self::heaps(heaps),
            Diagram::Cuboid(sides) => rectangle(sides),
            Diagram::Graph { vertices, edges } => graph(vertices, edges),
            Diagram::Panels(panels) => self::panels(panels),
            Diagram::Value(text) => vec![text.clone()],
            Diagram::Text(lines) => lines.clone(),
        }
    }
}

/// Writes a line for each vertex, with its neighbours and what stands on the edges.
fn graph(vertices: &[(String, Mark)], edges: &[(usize, usize, String)]) -> Vec<String> {
    let width = vertices.iter().map(|own| own.0.chars().count()).max();
    let width = width.unwrap_or(0);
    let line = |(number, (name, mark)): (usize, &(String, Mark))| {
        let near = edges.iter().filter_map(|(one, other, text)| {
            let other = match () {
                () if *one == number => other,
                () if *other == number => one,
                () => return None,
            };
            Some(
                format!("{} {text}", vertices.get(*other)?.0)
                    .trim_end()
                    .to_string(),
            )
        });
        let near = near.collect::<Vec<_>>().join(", ");
        format!("{} {name:width$}  {near}", symbol(mark))
    };
    vertices.iter().enumerate().map(line).collect()
}

/// Draws pictures with their captions, side by side where they fit, otherwise below one another.
fn panels(panels: &[Panel]) -> Vec<String> {
    /// The length of the longest line.
    const WIDEST: usize = 76;
    const BETWEEN: usize = 5;
    let length = |line: &String| line.chars().count();
    let pictures = panels.iter().filter_map(|panel| {
        let mut lines = panel.diagram.lines();
        if lines.is_empty() {
            return None;
        }
        if !panel.caption.is_empty() {
            lines.insert(0, format!("{}:", panel.caption));
        }
        Some(lines)
    });
    let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
    for picture in pictures {
        let width = picture.iter().map(length).max().unwrap_or(0);
        match rows.last_mut() {
            Some((used, row)) if *used + BETWEEN + width <= WIDEST => {
                let height = row.len().max(picture.len());
                row.resize(height, String::new());
                for (line, right) in row.iter_mut().zip(&picture) {
                    let blanks = *used + BETWEEN - length(line);
                    line.extend(std::iter::repeat_n(' ', blanks));
                    line.push_str(right);
                }
                *used += BETWEEN + width;
            }
            _ => rows.push((width, picture)),
        }
    }
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(_, row)| row).collect();
    rows.join(&String::new())
}

fn symbol(mark: &Mark) -> Cow<'_, str> {
    match mark {
        Mark::Empty => ".".into(),
        Mark::Stone => "o".into(),
        Mark::Stones(count) => count.to_string().into(),
        Mark::Put => "@".into(),
        Mark::Taken => "x".into(),
        Mark::Reach => "+".into(),
        Mark::Text(text) => text.into(),
    }
}

/// Draws entries with numbered rows and columns.
fn matrix(columns: usize, entries: &[String], changed: &[usize]) -> Vec<String> {
    let rows = entries.len() / columns.max(1);
    let label = rows.to_string().len();
    let entry = |i: usize| match (changed.is_empty(), changed.binary_search(&i).is_ok()) {
        (true, _) => entries[i].clone(),
        (false, true) => format!("{}'", entries[i]),
        (false, false) => format!("{} ", entries[i]),
    };
    let texts: Vec<String> = (0..rows * columns).map(entry).collect();
    let mark = usize::from(!changed.is_empty());
    let width = |j: usize| {
        let texts = (0..rows).map(|i| texts[i * columns + j].chars().count());
        texts
            .chain([(j + 1).to_string().len() + mark])
            .max()
            .unwrap_or(1)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut lines = vec![" ".repeat(label)];
    for (j, width) in widths.iter().enumerate() {
        let number = format!("{}{}", j + 1, " ".repeat(mark));
        lines[0].push_str(&format!("  {number:>width$}"));
    }
    for i in 0..rows {
        let mut line = format!("{:>label$}", i + 1);
        for (j, width) in widths.iter().enumerate() {
            line.push_str(&format!("  {:>width$}", texts[i * columns + j]));
        }
        lines.push(line);
    }
    lines
}

/// Draws cells, two half cells apart in a row, with the labels of rows and columns.
fn board(cells: &[BoardCell], columns: &[ColumnLabel], rows: &[String]) -> Vec<String> {
    let widest = |widths: &mut dyn Iterator<Item = usize>| widths.max().unwrap_or(0);
    let length = |text: &str| text.chars().count();
    let width = widest(
        &mut cells
            .iter()
            .map(|cell| length(&symbol(&cell.mark)))
            .chain(columns.iter().map(|label| length(&label.text))),
    )
    .max(1);
    // At least one blank between neighbours, and a whole number of characters for half a cell.
    let half = (width + 1).div_ceil(2);
    let half = match cells.iter().any(|cell| cell.halves % 2 == 1) {
        true => half.max(1) as f64,
        false => (width + 1) as f64 / 2.0,
    };
    let margin = widest(&mut rows.iter().map(|label| length(label)));
    let first = match margin {
        0 => 0,
        margin => margin + 1,
    };
    let count = cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
    let mut texts: Vec<Vec<(usize, Cow<'_, str>)>> = vec![Vec::new(); count + 1];
    for cell in cells {
        texts[cell.row + 1].push((cell.halves, symbol(&cell.mark)));
    }
    for label in columns {
        texts[label.above.min(count)].push((label.halves, label.text.as_str().into()));
    }
    let mut lines = Vec::new();
    for (row, mut texts) in texts.into_iter().enumerate() {
        if texts.is_empty() {
            continue;
        }
        texts.sort_unstable();
        // A row that holds only names has no label.
        let label = row
            .checked_sub(1)
            .filter(|row| cells.iter().any(|cell| cell.row == *row));
        let label = label.and_then(|row| rows.get(row));
        let mut line = format!("{:>margin$}", label.map_or("", String::as_str));
        for (halves, text) in texts {
            let end = first + (halves as f64 * half) as usize + width;
            let blanks = end.saturating_sub(length(&line) + length(&text));
            line.extend(std::iter::repeat_n(' ', blanks));
            line.push_str(&text);
        }
        lines.push(line);
    }
    lines
}

/// Draws a board with axes; dots stand for places left out.
fn plane(plane: &Plane) -> Vec<String> {
    let across = plane.across.ticks();
    let up: &[Tick] = plane.up.as_ref().map_or(&[], |axis| axis.ticks());
    let (columns, rows) = (across.len(), plane.height());
    if columns.max(rows) > LONGEST_SIDE {
        return vec![format!(
            "({columns} columns and {rows} rows are too many to draw in characters)"
        )];
    }
    let marks: HashMap<(usize, usize), &Mark> = plane
        .marks
        .iter()
        .map(|(x, y, mark)| ((*x, *y), mark))
        .collect();
    let mark = |x: usize, y: usize| marks.get(&(x, y)).map_or(".".into(), |mark| symbol(mark));
    let length = |text: &str| text.chars().count();
    let margin = up.iter().map(|tick| length(&tick.label)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|x| {
            let marks = (0..rows).map(|y| length(&mark(x, y)));
            marks.chain([length(&across[x].label)]).max().unwrap_or(1)
        })
        .collect();
    let line = |label: &str, gap: &str, text: &dyn Fn(usize) -> String| {
        let mut line = format!("{label:>margin$}");
        if !up.is_empty() {
            line.push(' ');
        }
        for (x, width) in widths.iter().enumerate() {
            if across[x].gap {
                line.push_str(&format!(" {gap}"));
            }
            line.push_str(&format!(" {:>width$}", text(x)));
        }
        line
    };
    let mut lines = Vec::new();
    for y in (0..rows).rev() {
        let label = up.get(y).map_or("", |tick| tick.label.as_str());
        lines.push(line(label, "…", &|x| mark(x, y).to_string()));
        if up.get(y).is_some_and(|tick| tick.gap) {
            lines.push(line(":", " ", &|_| ":".to_string()));
        }
    }
    lines.push(line("", "…", &|x| across[x].label.clone()));
    // Strips start at the left edge.
    let blanks = lines
        .iter()
        .map(|line| length(line) - length(line.trim_start()))
        .min();
    let blanks = blanks.unwrap_or(0);
    lines
        .into_iter()
        .map(|line| line.chars().skip(blanks).collect())
        .collect()
}

/// Draws heaps as rows of counters, cut at the width of a line.
fn heaps(heaps: &[Heap]) -> Vec<String> {
    let width = heaps
        .iter()
        .map(|heap| heap.name.chars().count())
        .max()
        .unwrap_or(0);
    let line = |heap: &Heap| {
        let shown = heap.counters.min(COUNTERS);
        let mut counters: String = heap.parts.iter().map(|part| format!("[{part}] ")).collect();
        counters.push_str(&"o".repeat(shown as usize));
        if heap.counters > shown {
            counters.push('…');
        }
        counters.push_str(&".".repeat(heap.taken.min(COUNTERS - shown) as usize));
        format!(
            "{:<width$}  {}  ({})",
            heap.name,
            counters.trim_end(),
            heap.size
        )
    };
    heaps.iter().map(line).collect()
}

/// Draws the squares of a rectangle, or its sides if there are too many; nothing unless there are two sides.
fn rectangle(sides: &[u128]) -> Vec<String> {
    match *sides {
        [width, height] if width.max(height) <= 30 => {
            let row = vec!["□"; width as usize].join(" ");
            vec![row; height as usize]
        }
        [width, height] => vec![format!("(a rectangle of {width} by {height})")],
        _ => Vec::new(),
    }
}
