//! Drawings as TikZ pictures, for LaTeX.

use crate::escape::escape;
use crate::svg::{Anchor, Color, Drawing, Geometry, Shape, length};

/// Returns the drawing as a `tikzpicture`, which needs `\usepackage{tikz}`; without its background.
#[must_use]
pub fn picture(drawing: &Drawing) -> String {
    // Pixels are those of screens, 96 per inch, counted downwards.
    let mut tex = String::from("\\begin{tikzpicture}[x=0.75pt,y=-0.75pt,line width=0.6pt]\n");
    for shape in drawing.shapes().iter().skip(1) {
        tex += &shape_in_tex(shape);
    }
    tex + "\\end{tikzpicture}\n"
}

fn color([red, green, blue]: Color) -> String {
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

fn point((x, y): (f64, f64)) -> String {
    format!("({},{})", length(x), length(y))
}

fn path(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points.iter().map(|at| point(*at)).collect();
    points.join(" -- ")
}

/// Returns the command for a path in the colours of a shape.
fn command(shape: &Shape) -> String {
    match (shape.fill, shape.stroke) {
        (Some(fill), None) => format!("\\fill[fill={}]", color(fill)),
        (Some(fill), Some((stroke, _))) => {
            format!("\\filldraw[fill={},draw={}]", color(fill), color(stroke))
        }
        (None, Some((stroke, width))) => {
            let width = length(0.75 * width);
            format!("\\draw[draw={},line width={width}pt]", color(stroke))
        }
        (None, None) => "\\path".to_string(),
    }
}

/// Returns the command for a shape on one line.
fn shape_in_tex(shape: &Shape) -> String {
    let command = command(shape);
    match &shape.geometry {
        Geometry::Rectangle((x, y), (width, height)) => {
            let (from, to) = (point((*x, *y)), point((x + width, y + height)));
            format!("{command} {from} rectangle {to};\n")
        }
        Geometry::Disc(middle, radius) => {
            let (middle, radius) = (point(*middle), length(0.75 * radius));
            format!("{command} {middle} circle[radius={radius}pt];\n")
        }
        Geometry::Polygon(points) => format!("{command} {} -- cycle;\n", path(points)),
        Geometry::Line(points) => format!("{command} {};\n", path(points)),
        Geometry::Text(place, anchor, size, text) => {
            let anchor = match anchor {
                Anchor::Start => "base west",
                Anchor::Middle => "base",
                Anchor::End => "base east",
            };
            let size = length(0.75 * size);
            let ink = color(shape.fill.expect("text is filled"));
            format!(
                "\\node[anchor={anchor},inner sep=0pt,text={ink},font=\\fontsize{{{size}}}{{{size}}}\\selectfont] at {} {{{}}};\n",
                point(*place),
                escape(text)
            )
        }
    }
}
