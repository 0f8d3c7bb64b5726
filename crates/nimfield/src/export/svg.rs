//! Drawings in SVG 1.1: a few shapes and text, nothing else.

use std::fmt::Write as _;

/// Text as the content of an XML element or of an attribute in double quotes. Characters that XML
/// does not know, control characters among them, become `?`.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // A reader would normalise these in attributes.
            '\t' | '\n' | '\r' => {
                let _ = write!(escaped, "&#{};", u32::from(c));
            }
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Which point of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A drawing that grows shape by shape; later ones cover earlier ones.
///
/// Lengths are in pixels, x from the left and y from the top.
#[derive(Clone, Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    body: String,
}

/// A length with at most two decimals.
fn length(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

impl Drawing {
    /// An empty white drawing.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Drawing {
        let mut drawing = Drawing {
            width,
            height,
            body: String::new(),
        };
        drawing.rectangle(0.0, 0.0, width, height, "#ffffff", None);
        drawing
    }

    /// A rectangle from its upper left corner.
    pub fn rectangle(
        &mut self,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        fill: &str,
        stroke: Option<&str>,
    ) {
        let [x, y, width, height] = [x, y, width, height].map(length);
        let _ = write!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\""
        );
        self.end(stroke);
    }

    /// A disc.
    pub fn disc(&mut self, x: f64, y: f64, radius: f64, fill: &str, stroke: Option<&str>) {
        let [x, y, radius] = [x, y, radius].map(length);
        let _ = write!(
            self.body,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\""
        );
        self.end(stroke);
    }

    /// A polygon.
    pub fn polygon(&mut self, points: &[(f64, f64)], fill: &str) {
        self.through("polygon", points, fill);
        self.end(None);
    }

    /// A path of straight lines.
    pub fn line(&mut self, points: &[(f64, f64)], stroke: &str) {
        self.through("polyline", points, "none");
        self.end(Some(stroke));
    }

    fn through(&mut self, shape: &str, points: &[(f64, f64)], fill: &str) {
        let points = points.iter();
        let points = points.map(|&(x, y)| format!("{},{}", length(x), length(y)));
        let points = points.collect::<Vec<_>>().join(" ");
        let _ = write!(self.body, "<{shape} points=\"{points}\" fill=\"{fill}\"");
    }

    fn end(&mut self, stroke: Option<&str>) {
        if let Some(stroke) = stroke {
            let _ = write!(self.body, " stroke=\"{stroke}\"");
        }
        self.body.push_str("/>\n");
    }

    /// Text whose middle height is `y`.
    pub fn text(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, fill: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // Capitals and digits are about 0.7 of the size high.
        let [x, y] = [x, y + 0.35 * size].map(length);
        let size = length(size);
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{fill}\" xml:space=\"preserve\">{}</text>",
            escape(text)
        );
    }

    /// The drawing with its title as a file of its own.
    #[must_use]
    pub fn finish(self, title: &str) -> String {
        let [width, height] = [self.width, self.height].map(length);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n\
             <title>{}</title>\n{}</svg>\n",
            escape(title),
            self.body
        )
    }
}
