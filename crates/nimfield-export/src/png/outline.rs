//! Shapes as paths.

use tiny_skia::{Path, PathBuilder, Rect};

use super::letters::Letters;
use crate::svg::Shape;

/// Returns the path of a shape; `None` if it has none.
pub(super) fn outline(shape: &Shape, letters: &Letters) -> Option<Path> {
    match shape {
        Shape::Rectangle {
            x,
            y,
            width,
            height,
            ..
        } => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(|x| x as f32);
            Some(PathBuilder::from_rect(Rect::from_xywh(
                x, y, width, height,
            )?))
        }
        Shape::Disc { x, y, radius, .. } => {
            PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32)
        }
        Shape::Polygon { points, .. } => {
            let mut path = through(points);
            path.close();
            path.finish()
        }
        Shape::Line { points, .. } => through(points).finish(),
        Shape::Text {
            x,
            baseline,
            size,
            anchor,
            text,
            ..
        } => letters.path(text, (*x as f32, *baseline as f32), *size as f32, *anchor),
    }
}

/// Draws straight lines from point to point.
fn through(points: &[(f64, f64)]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        match i {
            0 => path.move_to(x as f32, y as f32),
            _ => path.line_to(x as f32, y as f32),
        }
    }
    path
}
