//! LaTeX: tables of outcomes and values, and positions.
//!
//! The output compiles inside any document with `\usepackage{longtable}` (only tables of one letter, or of three and
//! more, need the package). It defines its commands with `\providecommand`, so a document may define its own before.

use std::cell::Cell;

use crate::Unsuitable;
pub use crate::escape::escape;
use crate::picture;
use crate::rectangle::TableLines;
use crate::svg::Drawing;
use crate::tikz;
use nimfield::diagram::{BoardCell, Diagram, Mark};
use nimfield::tables::{Shown, TableCell, TableGrid};
use text_cursor::Cursor;

/// The most cells of a table.
pub const MOST_CELLS: usize = 100_000;
/// The most columns of a rectangle; wider ones become lists.
const MOST_COLUMNS: usize = 60;

/// The commands that the output uses, by name.
const COMMANDS: [(&str, &str); 10] = [
    (
        "\\cgoutcome",
        "\\providecommand{\\cgoutcome}[1]{\\ensuremath{\\mathcal{#1}}}",
    ),
    ("\\cgstar", "\\providecommand{\\cgstar}[1]{{\\ast}#1}"),
    ("\\cgup", "\\providecommand{\\cgup}{{\\uparrow}}"),
    ("\\cgdown", "\\providecommand{\\cgdown}{{\\downarrow}}"),
    (
        "\\cgdoubleup",
        "\\providecommand{\\cgdoubleup}{{\\Uparrow}}",
    ),
    (
        "\\cgdoubledown",
        "\\providecommand{\\cgdoubledown}{{\\Downarrow}}",
    ),
    (
        "\\cgups",
        "\\providecommand{\\cgups}[1]{#1{\\cdot}{\\uparrow}}",
    ),
    (
        "\\cgdowns",
        "\\providecommand{\\cgdowns}[1]{#1{\\cdot}{\\downarrow}}",
    ),
    ("\\cgtiny", "\\providecommand{\\cgtiny}[1]{{+}_{#1}}"),
    ("\\cgminy", "\\providecommand{\\cgminy}[1]{{-}_{#1}}"),
];

/// Returns a fragment, preceded by a comment and the commands it uses.
fn fragment(comment: &str, body: &str) -> String {
    let comment: String = comment
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let mut text = format!("% {comment}\n");
    for (name, command) in COMMANDS {
        let used = |at: usize| {
            let after = body[at + name.len()..].chars().next();
            !after.is_some_and(|c| c.is_ascii_alphabetic())
        };
        if body.match_indices(name).any(|(at, _)| used(at)) {
            text.push_str(command);
            text.push('\n');
        }
    }
    text + body
}

/// Returns a value in CGSuite's notation (`{2||1|0}`, `3^^*2`, `*(w+1)`) as mathematics.
///
/// Any other text is converted character by character, so the result always compiles.
#[must_use]
pub fn value(text: &str) -> String {
    let mut cursor = Cursor::new(text);
    let mut tex = String::new();
    // TeX pairs braces, too: unmatched ones are not delimiters.
    let mut depth = 0usize;
    let closing = text.matches('}').count();
    while let Some(c) = cursor.peek() {
        tex += &match c {
            '0'..='9' => {
                let above = digits(&mut cursor);
                let below = cursor.rest().strip_prefix('/');
                match below.is_some_and(|below| below.starts_with(|c: char| c.is_ascii_digit())) {
                    true => {
                        cursor.take_char('/');
                        format!("\\frac{{{above}}}{{{}}}", digits(&mut cursor))
                    }
                    false => above.to_string(),
                }
            }
            _ if cursor.eat("+-") => "{\\pm}".to_string(),
            _ if cursor.eat("Tiny(") => {
                format!("\\cgtiny{{{}}}", value(parenthesised(&mut cursor)))
            }
            _ if cursor.eat("Miny(") => {
                format!("\\cgminy{{{}}}", value(parenthesised(&mut cursor)))
            }
            '^' | 'v' => {
                let (one, two, many) = match c {
                    '^' => ("\\cgup{}", "\\cgdoubleup{}", "\\cgups"),
                    _ => ("\\cgdown{}", "\\cgdoubledown{}", "\\cgdowns"),
                };
                let arrows = cursor.take_while(|other| other == c).len();
                match (arrows, digits(&mut cursor)) {
                    (1, "") => one.to_string(),
                    (2, "") => two.to_string(),
                    (1, digits) => format!("{many}{{{digits}}}"),
                    (arrows, digits) => format!("{many}{{{arrows}}}{digits}"),
                }
            }
            '|' => match cursor.take_while(|c| c == '|').len() {
                1 => "\\mid ".to_string(),
                2 => "\\parallel ".to_string(),
                bars => format!("\\mathrel{{{}}}", vec!["\\vert"; bars].join("\\!")),
            },
            _ if cursor.eat("*(") => {
                format!("\\cgstar{{({})}}", ordinal(parenthesised(&mut cursor)))
            }
            _ if cursor.eat("*") => format!("\\cgstar{{{}}}", digits(&mut cursor)),
            _ if depth < closing && cursor.eat("{") => {
                depth += 1;
                "\\left\\{".to_string()
            }
            _ if depth > 0 && cursor.eat("}") => {
                depth -= 1;
                "\\right\\}".to_string()
            }
            _ => {
                cursor.take_char(c);
                plain(c)
            }
        };
    }
    // Text that is not a value may leave braces open.
    tex + &"\\right.".repeat(depth)
}

/// Returns an ordinal (`w^2*3+5`) as mathematics.
#[must_use]
pub fn ordinal(text: &str) -> String {
    let mut cursor = Cursor::new(text);
    let mut tex = String::new();
    while let Some(c) = cursor.peek() {
        tex += &match c {
            _ if cursor.eat("w^(") => {
                format!("\\omega^{{{}}}", ordinal(parenthesised(&mut cursor)))
            }
            _ if cursor.eat("w^w") => "\\omega^{\\omega}".to_string(),
            _ if cursor.eat("w^") => format!("\\omega^{{{}}}", digits(&mut cursor)),
            _ if cursor.eat("w") => "\\omega ".to_string(),
            _ if cursor.eat("*") => "\\cdot ".to_string(),
            _ => {
                cursor.take_char(c);
                plain(c)
            }
        };
    }
    tex
}

/// Reads the next digits.
fn digits<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.take_while(|c| c.is_ascii_digit())
}

/// Reads up to the parenthesis that closes one already read, or to the end.
fn parenthesised<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let depth = Cell::new(1);
    let inner = cursor.take_while(|c| {
        match c {
            '(' => depth.set(depth.get() + 1),
            ')' => depth.set(depth.get() - 1),
            _ => {}
        }
        depth.get() > 0
    });
    cursor.take_char(')');
    inner
}

/// Returns an ordinary character of a value.
fn plain(c: char) -> String {
    match c {
        '0'..='9' | '+' | '-' | '(' | ')' | ',' | '.' | '/' | '=' | ' ' => c.to_string(),
        '{' | '}' => format!("\\{c}"),
        c => format!("\\mbox{{{}}}", escape(&c.to_string())),
    }
}

/// Returns a cell of a table.
fn cell(cell: &TableCell) -> String {
    match cell {
        TableCell::Outcome(outcome) => format!("\\cgoutcome{{{outcome}}}"),
        TableCell::Value(number) => format!("${}$", ordinal(&number.ordinal_text())),
        TableCell::Form(form) => format!("${}$", value(form)),
        TableCell::Figure(text) if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            let text = text.replace('|', "\\mid ");
            match text.split_once('^') {
                // A genus.
                Some((value, numbers)) => format!("${value}^{{{numbers}}}$"),
                None => format!("${text}$"),
            }
        }
        TableCell::Figure(text) => escape(text),
        TableCell::Number(number) => format!("${number}$"),
        TableCell::Undecided => "?".to_string(),
    }
}

/// Returns the table: two letters as a rectangle, otherwise as a list that spans pages (`longtable`).
///
/// Grundy values are written without their star.
///
/// # Errors
/// If there are more than [`MOST_CELLS`] cells.
pub fn table(table: &TableGrid) -> Result<String, Unsuitable> {
    Unsuitable::check("a LaTeX table", table.cells.len(), MOST_CELLS)?;
    let TableLines { rectangle, lines } = TableLines::of(table, MOST_COLUMNS);
    let mut rows = String::new();
    for (numbers, cells) in lines {
        let numbers = numbers.iter().map(|number| format!("${number}$"));
        let row: Vec<String> = numbers.chain(cells.into_iter().map(cell)).collect();
        rows += &format!("{} \\\\\n", row.join(" & "));
    }
    let body = match rectangle {
        Some((down, across)) => {
            let columns = across.range.clone().map(|column| format!(" & ${column}$"));
            let align = "r".repeat(columns.clone().count());
            format!(
                "\\begin{{tabular}}{{r|{align}}}\n${}\\backslash {}${} \\\\\n\\hline\n{rows}\\end{{tabular}}\n",
                down.name,
                across.name,
                columns.collect::<String>()
            )
        }
        None => {
            let names = table
                .letters
                .iter()
                .map(|letter| format!("${}$ & ", letter.name));
            let align = match table.shown {
                Shown::Outcomes => "c",
                _ => "l",
            };
            format!(
                "\\begin{{longtable}}{{{}|{align}}}\n{}{} \\\\\n\\hline\n\\endhead\n{rows}\\end{{longtable}}\n",
                "r".repeat(table.letters.len()),
                names.collect::<String>(),
                table.shown.name()
            )
        }
    };
    Ok(fragment(&table.title(), &body))
}

/// Returns the components of a position side by side, with plus signs between them: matrices as arrays, boards in the
/// `picture` environment, heaps, boxes and planes in TikZ, which needs `\usepackage{tikz}`.
///
/// # Errors
/// If there are more than [`MOST_CELLS`](crate::picture::MOST_CELLS) cells of
/// pictures.
pub fn position(components: &[Diagram], title: &str) -> Result<String, Unsuitable> {
    picture::check(components)?;
    let parts: Vec<String> = components
        .iter()
        .map(diagram)
        .collect::<Result<_, Unsuitable>>()?;
    let body = format!("\\[\n{}\\]\n", parts.join("+\n"));
    Ok(fragment(title, &body))
}

/// Returns a component as mathematics, ending a line.
fn diagram(diagram: &Diagram) -> Result<String, Unsuitable> {
    Ok(match diagram {
        Diagram::Matrix {
            columns, entries, ..
        } => {
            let mut tex = format!("\\left[\\begin{{array}}{{{}}}\n", "r".repeat(*columns));
            for row in entries.chunks(*columns) {
                let row: Vec<String> = row
                    .iter()
                    .map(|entry| match entry.as_str() {
                        "inf" => "\\infty".to_string(),
                        entry => value(entry),
                    })
                    .collect();
                tex += &format!("{} \\\\\n", row.join(" & "));
            }
            tex + "\\end{array}\\right]\n"
        }
        Diagram::Board { cells, .. } => board(cells, diagram.size()),
        Diagram::Value(text) => value(text) + "\n",
        Diagram::Text(lines) => {
            let lines: Vec<String> = lines
                .iter()
                .map(|line| format!("\\mbox{{{}}} \\\\\n", escape(line)))
                .collect();
            format!("\\begin{{array}}{{l}}\n{}\\end{{array}}\n", lines.concat())
        }
        drawn @ (Diagram::Plane(_)
        | Diagram::Heaps(_)
        | Diagram::Cuboid(_)
        | Diagram::Graph { .. }
        | Diagram::Panels(_)) => {
            let drawing = picture::draw(std::slice::from_ref(drawn), "")?;
            let picture = tikz::picture(&drawing);
            format!("\\vcenter{{\\hbox{{{picture}}}}}\n")
        }
    })
}

/// Returns a drawing, preceded by a comment with its title; it needs `\usepackage{tikz}`.
#[must_use]
pub fn drawing(drawing: &Drawing, title: &str) -> String {
    fragment(title, &tikz::picture(drawing))
}

/// Draws squares of about half a centimetre; the picture is centred on the axis of the formula.
fn board(cells: &[BoardCell], (rows, columns): (usize, usize)) -> String {
    let mut tex = format!(
        "\\vcenter{{\\hbox{{\\setlength{{\\unitlength}}{{7pt}}\\begin{{picture}}({},{})\n",
        2 * columns,
        2 * rows
    );
    for cell in cells {
        let (x, y) = (cell.halves, 2 * (rows - 1 - cell.row));
        let text = match &cell.mark {
            Mark::Text(text) => format!("${}$", value(text)),
            Mark::Stones(count) => format!("${count}$"),
            Mark::Empty | Mark::Stone | Mark::Put | Mark::Taken | Mark::Reach => String::new(),
        };
        tex += &format!("\\put({x},{y}){{\\framebox(2,2){{{text}}}}}\n");
        if matches!(cell.mark, Mark::Stone | Mark::Put) {
            tex += &format!("\\put({},{}){{\\circle*{{1.2}}}}\n", x + 1, y + 1);
        }
    }
    tex + "\\end{picture}}}\n"
}
