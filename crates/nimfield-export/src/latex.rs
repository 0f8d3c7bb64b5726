//! LaTeX: tables of outcomes and values, and positions.
//!
//! What is written compiles as it stands inside any document with `\usepackage{longtable}` (only
//! tables of one letter, or of three and more, need the package). Commands it uses are given with
//! `\providecommand`, so that a document may define its own before.

use std::fmt::Write as _;

use crate::Unsuitable;
pub use crate::escape::escape;
use crate::picture;
use crate::rectangle::Rectangle;
use crate::svg::Drawing;
use crate::tikz;
use nimfield::diagram::{BoardCell, Diagram, Mark};
use nimfield::tables::{Shown, TableCell, TableGrid};

/// Tables with more cells are not typeset.
pub const MOST_CELLS: usize = 100_000;
/// Rectangles with more columns are typeset as lists.
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

/// Returns a fragment after a comment and the commands it uses.
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
/// Anything else is taken character by character, so that the result compiles for any text.
#[must_use]
pub fn value(text: &str) -> String {
    Reader { rest: text }.value()
}

/// Returns an ordinal (`w^2*3+5`) as mathematics.
#[must_use]
pub fn ordinal(text: &str) -> String {
    Reader { rest: text }.ordinal()
}

/// Reads text from the left.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    fn take(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Returns how often `c` comes next.
    fn run(&mut self, c: char) -> usize {
        let rest = self.rest.trim_start_matches(c);
        let count = (self.rest.len() - rest.len()) / c.len_utf8();
        self.rest = rest;
        count
    }

    fn digits(&mut self) -> &'a str {
        let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &self.rest[..self.rest.len() - rest.len()];
        self.rest = rest;
        digits
    }

    /// Returns what stands up to the parenthesis that closes one already read.
    fn parenthesised(&mut self) -> &'a str {
        let mut depth = 1;
        let whole = self.rest;
        while let Some(c) = self.next() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return &whole[..whole.len() - self.rest.len() - 1];
            }
        }
        whole
    }

    fn value(&mut self) -> String {
        let mut tex = String::new();
        // Braces are paired by TeX, too: what stays open is not a delimiter.
        let mut depth = 0usize;
        let closing = self.rest.matches('}').count();
        while let Some(c) = self.rest.chars().next() {
            if c.is_ascii_digit() {
                let above = self.digits();
                if self.rest.starts_with('/')
                    && self.rest[1..].starts_with(|c: char| c.is_ascii_digit())
                {
                    self.next();
                    let below = self.digits();
                    let _ = write!(tex, "\\frac{{{above}}}{{{below}}}");
                } else {
                    tex.push_str(above);
                }
                continue;
            }
            if self.take("+-") {
                tex.push_str("{\\pm}");
                continue;
            }
            if self.take("Tiny(") {
                let inner = self.parenthesised();
                let _ = write!(tex, "\\cgtiny{{{}}}", value(inner));
                continue;
            }
            if self.take("Miny(") {
                let inner = self.parenthesised();
                let _ = write!(tex, "\\cgminy{{{}}}", value(inner));
                continue;
            }
            if c == '^' || c == 'v' {
                let arrows = self.run(c);
                let digits = self.digits();
                let (one, two, many) = match c {
                    '^' => ("\\cgup{}", "\\cgdoubleup{}", "\\cgups"),
                    _ => ("\\cgdown{}", "\\cgdoubledown{}", "\\cgdowns"),
                };
                match (arrows, digits) {
                    (1, "") => tex.push_str(one),
                    (2, "") => tex.push_str(two),
                    (1, digits) => {
                        let _ = write!(tex, "{many}{{{digits}}}");
                    }
                    (arrows, digits) => {
                        let _ = write!(tex, "{many}{{{arrows}}}{digits}");
                    }
                }
                continue;
            }
            if c == '|' {
                match self.run('|') {
                    1 => tex.push_str("\\mid "),
                    2 => tex.push_str("\\parallel "),
                    bars => {
                        let bars = vec!["\\vert"; bars].join("\\!");
                        let _ = write!(tex, "\\mathrel{{{bars}}}");
                    }
                }
                continue;
            }
            self.next();
            match c {
                '*' if self.take("(") => {
                    let inner = self.parenthesised();
                    let _ = write!(tex, "\\cgstar{{({})}}", ordinal(inner));
                }
                '*' => {
                    let size = self.digits();
                    let _ = write!(tex, "\\cgstar{{{size}}}");
                }
                '{' if depth < closing => {
                    depth += 1;
                    tex.push_str("\\left\\{");
                }
                '}' if depth > 0 => {
                    depth -= 1;
                    tex.push_str("\\right\\}");
                }
                c => tex.push_str(&plain(c)),
            }
        }
        // Text that was no value may leave braces open.
        for _ in 0..depth {
            tex.push_str("\\right.");
        }
        tex
    }

    fn ordinal(&mut self) -> String {
        let mut tex = String::new();
        while let Some(c) = self.next() {
            match c {
                'w' if self.take("^(") => {
                    let inner = self.parenthesised();
                    let _ = write!(tex, "\\omega^{{{}}}", ordinal(inner));
                }
                'w' if self.take("^w") => tex.push_str("\\omega^{\\omega}"),
                'w' if self.take("^") => {
                    let exponent = self.digits();
                    let _ = write!(tex, "\\omega^{{{exponent}}}");
                }
                'w' => tex.push_str("\\omega "),
                '*' => tex.push_str("\\cdot "),
                c => tex.push_str(&plain(c)),
            }
        }
        tex
    }
}

/// Returns a character of a value that means nothing special.
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

/// Returns the table: two letters as a rectangle, otherwise as a list that runs over pages (`longtable`).
///
/// Grundy values stand without their star.
///
/// # Errors
/// If there are more than [`MOST_CELLS`] cells.
pub fn table(table: &TableGrid) -> Result<String, Unsuitable> {
    if table.cells.len() > MOST_CELLS {
        return Err(Unsuitable(format!(
            "a LaTeX table has at most {MOST_CELLS} cells, this one {}",
            table.cells.len()
        )));
    }
    let body = match Rectangle::of(table) {
        Some(rectangle) if rectangle.down.is_some() && rectangle.columns <= MOST_COLUMNS => {
            rectangular(&rectangle)
        }
        _ => list(table),
    };
    Ok(fragment(&table.title(), &body))
}

fn rectangular(rectangle: &Rectangle<'_>) -> String {
    let down = rectangle.down.map_or(' ', |letter| letter.name);
    let across = rectangle.across;
    let mut tex = format!(
        "\\begin{{tabular}}{{r|{}}}\n${down}\\backslash {}$",
        "r".repeat(rectangle.columns),
        across.name
    );
    for column in across.range.clone() {
        let _ = write!(tex, " & ${column}$");
    }
    tex.push_str(" \\\\\n\\hline\n");
    for (number, line) in rectangle.lines() {
        let _ = write!(tex, "${}$", number.unwrap_or_default());
        for entry in line {
            let _ = write!(tex, " & {}", cell(entry));
        }
        tex.push_str(" \\\\\n");
    }
    tex + "\\end{tabular}\n"
}

fn list(table: &TableGrid) -> String {
    let names: Vec<String> = table
        .letters
        .iter()
        .map(|letter| format!("${}$", letter.name))
        .collect();
    let head = format!(
        "{} & {} \\\\\n\\hline\n",
        names.join(" & "),
        table.shown.name()
    );
    let align = match table.shown {
        Shown::Outcomes => "c",
        _ => "l",
    };
    let mut tex = format!(
        "\\begin{{longtable}}{{{}|{align}}}\n{head}\\endhead\n",
        "r".repeat(names.len())
    );
    for (values, entry) in table.rows().filter(|(_, cell)| !cell.is_empty()) {
        for value in &values {
            let _ = write!(tex, "${value}$ & ");
        }
        let _ = writeln!(tex, "{} \\\\", cell(entry));
    }
    tex + "\\end{longtable}\n"
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
                let _ = writeln!(tex, "{} \\\\", row.join(" & "));
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
        | Diagram::Panels(_)) => {
            let drawing = picture::draw(std::slice::from_ref(drawn), "")?;
            let picture = tikz::picture(&drawing);
            format!("\\vcenter{{\\hbox{{{picture}}}}}\n")
        }
    })
}

/// Returns a drawing, after a comment that says what it is; it needs `\usepackage{tikz}`.
#[must_use]
pub fn drawing(drawing: &Drawing, title: &str) -> String {
    fragment(title, &tikz::picture(drawing))
}

/// Draws squares of half a centimetre or so; the picture is centred on the axis of the formula.
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
        let _ = writeln!(tex, "\\put({x},{y}){{\\framebox(2,2){{{text}}}}}");
        if matches!(cell.mark, Mark::Stone | Mark::Put) {
            let _ = writeln!(tex, "\\put({},{}){{\\circle*{{1.2}}}}", x + 1, y + 1);
        }
    }
    tex + "\\end{picture}}}\n"
}
