//! Drawings as lists of shapes, and their text in SVG 1.1.

use std::fmt::Write as _;

/// Escapes text as the content of an XML element or of an attribute in double quotes. Characters that XML does not
/// know, control characters among them, become `?`.
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

/// Red, green and blue.
pub(super) type Color = [u8; 3];

/// Returns the colour that `#rrggbb` means, and black for all else, as in SVG.
fn color(text: &str) -> Color {
    let digits = text.strip_prefix('#').unwrap_or_default();
    let digits: Vec<u32> = digits.chars().map_while(|c| c.to_digit(16)).collect();
    match digits[..] {
        [a, b, c, d, e, f] => [a * 16 + b, c * 16 + d, e * 16 + f].map(|part| part as u8),
        _ => [0, 0, 0],
    }
}

/// What a drawing is made of.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Rectangle {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        fill: Color,
        stroke: Option<Color>,
    },
    Disc {
        x: f64,
        y: f64,
        radius: f64,
        fill: Color,
        stroke: Option<Color>,
    },
    Polygon {
        points: Box<[(f64, f64)]>,
        fill: Color,
    },
    Line {
        points: Box<[(f64, f64)]>,
        width: f64,
        stroke: Color,
    },
    Text {
        x: f64,
        /// What the letters stand on.
        baseline: f64,
        size: f64,
        anchor: Anchor,
        fill: Color,
        text: Box<str>,
    },
}

/// A drawing that grows shape by shape; later ones cover earlier ones.
///
/// Lengths are in pixels, x from the left and y from the top. Colours are written `#rrggbb`; all
/// else is black. Outlines are one pixel wide.
#[derive(Clone, Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    title: String,
    shapes: Vec<Shape>,
}

impl Drawing {
    /// Creates an empty white drawing.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Drawing {
        let mut drawing = Drawing {
            width,
            height,
            title: String::new(),
            shapes: Vec::new(),
        };
        drawing.rectangle(0.0, 0.0, width, height, "#ffffff", None);
        drawing
    }

    /// Draws a rectangle from its upper left corner.
    pub fn rectangle(
        &mut self,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        fill: &str,
        stroke: Option<&str>,
    ) {
        self.shapes.push(Shape::Rectangle {
            x,
            y,
            width,
            height,
            fill: color(fill),
            stroke: stroke.map(color),
        });
    }

    /// Draws a disc.
    pub fn disc(&mut self, x: f64, y: f64, radius: f64, fill: &str, stroke: Option<&str>) {
        self.shapes.push(Shape::Disc {
            x,
            y,
            radius,
            fill: color(fill),
            stroke: stroke.map(color),
        });
    }

    /// Draws a polygon.
    pub fn polygon(&mut self, points: &[(f64, f64)], fill: &str) {
        self.shapes.push(Shape::Polygon {
            points: points.into(),
            fill: color(fill),
        });
    }

    /// Draws a path of straight lines.
    pub fn line(&mut self, points: &[(f64, f64)], stroke: &str) {
        self.wide_line(points, 1.0, stroke);
    }

    /// Draws a path of straight lines of a width.
    pub fn wide_line(&mut self, points: &[(f64, f64)], width: f64, stroke: &str) {
        self.shapes.push(Shape::Line {
            points: points.into(),
            width,
            stroke: color(stroke),
        });
    }

    /// Draws text whose middle height is `y`.
    pub fn text(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, fill: &str, text: &str) {
        self.shapes.push(Shape::Text {
            x,
            // Capitals and digits are about 0.7 of the size high.
            baseline: y + 0.35 * size,
            size,
            anchor,
            fill: color(fill),
            text: text.into(),
        });
    }

    /// Returns the drawing with a title.
    #[must_use]
    pub fn titled(self, title: &str) -> Drawing {
        Drawing {
            title: title.to_string(),
            ..self
        }
    }

    /// Returns the width and the height, to the hundredths that the SVG has.
    #[cfg(feature = "png")]
    pub(super) fn size(&self) -> (f64, f64) {
        let hundredths = |x: f64| (x * 100.0).round() / 100.0;
        (hundredths(self.width), hundredths(self.height))
    }

    /// Returns the shapes, the lowest first.
    pub(super) fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Returns the drawing as a standalone SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let [width, height] = [self.width, self.height].map(length);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n\
             <title>{}</title>\n",
            escape(&self.title),
        );
        for shape in &self.shapes {
            write_shape(&mut svg, shape);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Returns a length with at most two decimals.
fn length(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_string()
    } else {
        text.to_string()
    }
}

fn hex([red, green, blue]: Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the attribute for an outline.
fn outline(stroke: Option<Color>) -> String {
    stroke.map_or_else(String::new, |stroke| format!(" stroke=\"{}\"", hex(stroke)))
}

fn pairs(points: &[(f64, f64)]) -> String {
    let points = points.iter();
    let points = points.map(|&(x, y)| format!("{},{}", length(x), length(y)));
    points.collect::<Vec<_>>().join(" ")
}

fn write_shape(svg: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Rectangle {
            x,
            y,
            width,
            height,
            fill,
            stroke,
        } => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(length);
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"{}/>",
                hex(*fill),
                outline(*stroke)
            )
        }
        Shape::Disc {
            x,
            y,
            radius,
            fill,
            stroke,
        } => {
            let [x, y, radius] = [*x, *y, *radius].map(length);
            writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"{}/>",
                hex(*fill),
                outline(*stroke)
            )
        }
        Shape::Polygon { points, fill } => writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"{}\"/>",
            pairs(points),
            hex(*fill)
        ),
        Shape::Line {
            points,
            width,
            stroke,
        } => {
            let width = match length(*width).as_str() {
                "1" => String::new(),
                width => format!(" stroke-width=\"{width}\""),
            };
            writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\"{}{width}/>",
                pairs(points),
                outline(Some(*stroke))
            )
        }
        Shape::Text {
            x,
            baseline,
            size,
            anchor,
            fill,
            text,
        } => {
            let [x, y, size] = [*x, *baseline, *size].map(length);
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{}\" xml:space=\"preserve\">{}</text>",
                hex(*fill),
                escape(text)
            )
        }
    };
}
