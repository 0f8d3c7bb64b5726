//! Drawings as TikZ pictures, for LaTeX.

use std::fmt::Write as _;

use crate::escape::escape;
use crate::svg::{Anchor, Color, Drawing, Shape};

/// Returns the drawing as a `tikzpicture`, which needs `\usepackage{tikz}`; its ground is left out.
#[must_use]
pub fn picture(drawing: &Drawing) -> String {
    // Pixels are those of screens, 96 to an inch, and count downwards.
    let mut tex = String::from("\\begin{tikzpicture}[x=0.75pt,y=-0.75pt,line width=0.6pt]\n");
    for shape in drawing.shapes().iter().skip(1) {
        write_shape(&mut tex, shape);
    }
    tex + "\\end{tikzpicture}\n"
}

fn color([red, green, blue]: Color) -> String {
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_string(),
        text => text.to_string(),
    }
}

fn point((x, y): (f64, f64)) -> String {
    format!("({},{})", number(x), number(y))
}

fn path(points: &[(f64, f64)]) -> String {
    let points: Vec<String> = points.iter().map(|at| point(*at)).collect();
    points.join(" -- ")
}

/// Returns the command for what is filled and perhaps drawn.
fn filled(fill: Color, stroke: Option<Color>) -> String {
    match stroke {
        None => format!("\\fill[fill={}]", color(fill)),
        Some(stroke) => format!("\\filldraw[fill={},draw={}]", color(fill), color(stroke)),
    }
}

fn write_shape(tex: &mut String, shape: &Shape) {
    // Writing to a string cannot fail.
    let _ = match shape {
        Shape::Rectangle {
            x,
            y,
            width,
            height,
            fill,
            stroke,
        } => writeln!(
            tex,
            "{} {} rectangle {};",
            filled(*fill, *stroke),
            point((*x, *y)),
            point((x + width, y + height))
        ),
        Shape::Disc {
            x,
            y,
            radius,
            fill,
            stroke,
        } => writeln!(
            tex,
            "{} {} circle[radius={}pt];",
            filled(*fill, *stroke),
            point((*x, *y)),
            number(0.75 * radius)
        ),
        Shape::Polygon { points, fill } => {
            writeln!(tex, "{} {} -- cycle;", filled(*fill, None), path(points))
        }
        Shape::Line {
            points,
            width,
            stroke,
        } => writeln!(
            tex,
            "\\draw[draw={},line width={}pt] {};",
            color(*stroke),
            number(0.75 * width),
            path(points)
        ),
        Shape::Text {
            x,
            baseline,
            size,
            anchor,
            fill,
            text,
        } => {
            let anchor = match anchor {
                Anchor::Start => "base west",
                Anchor::Middle => "base",
                Anchor::End => "base east",
            };
            let size = number(0.75 * size);
            writeln!(
                tex,
                "\\node[anchor={anchor},inner sep=0pt,text={},font=\\fontsize{{{size}}}{{{size}}}\\selectfont] at {} {{{}}};",
                color(*fill),
                point((*x, *baseline)),
                escape(text)
            )
        }
    };
}
