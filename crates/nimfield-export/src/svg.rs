//! Drawings as lists of shapes, and their text in SVG 1.1.

/// Escapes text as the content of an XML element or of an attribute in double quotes. Characters that XML does not
/// allow, such as control characters, become `?`.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML parsers would normalize these in attributes.
            '\t' | '\n' | '\r' => escaped += &format!("&#{};", u32::from(c)),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The point of a text that is at its place.
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

/// Parses a colour `#rrggbb`; anything else is black, as in SVG.
fn color(text: &str) -> Color {
    // Any other text has no digits, so it is black.
    let digits = text.strip_prefix('#').unwrap_or_default();
    let digits: Vec<u32> = digits.chars().map_while(|c| c.to_digit(16)).collect();
    match digits[..] {
        [a, b, c, d, e, f] => [a * 16 + b, c * 16 + d, e * 16 + f].map(|part| part as u8),
        _ => [0, 0, 0],
    }
}

/// A point: x from the left, y from the top.
pub(super) type Point = (f64, f64);

/// The geometry of a shape.
#[derive(Clone, Debug)]
pub(super) enum Geometry {
    /// A rectangle by its upper left corner, with its width and height.
    Rectangle(Point, (f64, f64)),
    /// A disc by its centre and radius.
    Disc(Point, f64),
    Polygon(Box<[Point]>),
    Line(Box<[Point]>),
    /// A text by a point of its baseline, with its anchor and size.
    Text(Point, Anchor, f64, Box<str>),
}

impl Geometry {
    /// Moves the geometry to the right and down.
    fn shift(&mut self, (dx, dy): (f64, f64)) {
        let shift = |(x, y): &mut Point| (*x, *y) = (*x + dx, *y + dy);
        match self {
            Geometry::Rectangle(place, _) | Geometry::Disc(place, _) => shift(place),
            Geometry::Text(place, ..) => shift(place),
            Geometry::Polygon(points) | Geometry::Line(points) => {
                points.iter_mut().for_each(shift);
            }
        }
    }
}

/// An element of a drawing.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) geometry: Geometry,
    pub(super) fill: Option<Color>,
    /// The colour and the width of the outline.
    pub(super) stroke: Option<(Color, f64)>,
}

/// A drawing that grows shape by shape; later ones cover earlier ones.
///
/// Lengths are in pixels, x from the left and y from the top. Colours are written `#rrggbb`; anything else is black.
/// Outlines are one pixel wide.
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
        let mut drawing = Drawing::part().within(width, height);
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
        self.filled(Geometry::Rectangle((x, y), (width, height)), fill, stroke);
    }

    fn filled(&mut self, geometry: Geometry, fill: &str, stroke: Option<&str>) {
        self.shapes.push(Shape {
            geometry,
            fill: Some(color(fill)),
            stroke: stroke.map(|stroke| (color(stroke), 1.0)),
        });
    }

    /// Draws a disc.
    pub fn disc(&mut self, x: f64, y: f64, radius: f64, fill: &str, stroke: Option<&str>) {
        self.filled(Geometry::Disc((x, y), radius), fill, stroke);
    }

    /// Draws a polygon.
    pub fn polygon(&mut self, points: &[(f64, f64)], fill: &str) {
        self.filled(Geometry::Polygon(points.into()), fill, None);
    }

    /// Draws a path of straight lines.
    pub fn line(&mut self, points: &[(f64, f64)], stroke: &str) {
        self.wide_line(points, 1.0, stroke);
    }

    /// Draws a path of straight lines with this width.
    pub fn wide_line(&mut self, points: &[(f64, f64)], width: f64, stroke: &str) {
        self.shapes.push(Shape {
            geometry: Geometry::Line(points.into()),
            fill: None,
            stroke: Some((color(stroke), width)),
        });
    }

    /// Draws text that is vertically centred at `y`.
    pub fn text(&mut self, x: f64, y: f64, size: f64, anchor: Anchor, fill: &str, text: &str) {
        // Capitals and digits are about 0.7 of the size high.
        let baseline = (x, y + 0.35 * size);
        self.filled(
            Geometry::Text(baseline, anchor, size, text.into()),
            fill,
            None,
        );
    }

    /// Creates a part of a drawing, without a background.
    pub(crate) fn part() -> Drawing {
        Drawing {
            width: 0.0,
            height: 0.0,
            title: String::new(),
            shapes: Vec::new(),
        }
    }

    /// Sets the size of the part.
    pub(crate) fn within(self, width: f64, height: f64) -> Drawing {
        Drawing {
            width,
            height,
            ..self
        }
    }

    /// Returns the width and the height as given.
    pub(crate) fn room(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Draws a part with its upper left corner at a place.
    pub(crate) fn place(&mut self, place: Point, part: Drawing) {
        let shapes = part.shapes.into_iter().map(|mut shape| {
            shape.geometry.shift(place);
            shape
        });
        self.shapes.extend(shapes);
    }

    /// Returns the drawing with a title.
    #[must_use]
    pub fn titled(self, title: &str) -> Drawing {
        Drawing {
            title: title.to_string(),
            ..self
        }
    }

    /// Returns the width and the height, rounded to hundredths as in the SVG.
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
            svg += &element(shape);
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Returns a length with at most two decimals.
pub(super) fn length(x: f64) -> String {
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

/// Returns the attributes for the colours of a shape.
fn paint(shape: &Shape) -> String {
    let mut paint = match shape.fill {
        Some(fill) => format!(" fill=\"{}\"", hex(fill)),
        None => " fill=\"none\"".to_string(),
    };
    if let Some((stroke, width)) = shape.stroke {
        paint += &format!(" stroke=\"{}\"", hex(stroke));
        let width = length(width);
        if width != "1" {
            paint += &format!(" stroke-width=\"{width}\"");
        }
    }
    paint
}

fn pairs(points: &[(f64, f64)]) -> String {
    let points = points.iter();
    let points = points.map(|&(x, y)| format!("{},{}", length(x), length(y)));
    points.collect::<Vec<_>>().join(" ")
}

/// Returns the element of a shape on one line.
fn element(shape: &Shape) -> String {
    let paint = paint(shape);
    match &shape.geometry {
        Geometry::Rectangle((x, y), (width, height)) => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(length);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{paint}/>\n")
        }
        Geometry::Disc((x, y), radius) => {
            let [x, y, radius] = [*x, *y, *radius].map(length);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paint}/>\n")
        }
        Geometry::Polygon(points) => format!("<polygon points=\"{}\"{paint}/>\n", pairs(points)),
        Geometry::Line(points) => format!("<polyline points=\"{}\"{paint}/>\n", pairs(points)),
        Geometry::Text((x, y), anchor, size, text) => {
            let [x, y, size] = [*x, *y, *size].map(length);
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{paint} xml:space=\"preserve\">{}</text>\n",
                escape(text)
            )
        }
    }
}
