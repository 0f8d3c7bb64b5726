//! Shapes as paths.

use tiny_skia::{Path, PathBuilder, Rect};

use super::letters::Letters;
use crate::svg::Geometry;

/// Returns the path of a shape; `None` if it has none.
pub(super) fn outline(geometry: &Geometry, letters: &Letters) -> Option<Path> {
    match geometry {
        Geometry::Rectangle((x, y), (width, height)) => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(|x| x as f32);
            let rectangle = Rect::from_xywh(x, y, width, height)?;
            Some(PathBuilder::from_rect(rectangle))
        }
        Geometry::Disc((x, y), radius) => {
            PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32)
        }
        Geometry::Polygon(points) => {
            let mut path = through(points);
            path.close();
            path.finish()
        }
        Geometry::Line(points) => through(points).finish(),
        Geometry::Text((x, y), anchor, size, text) => {
            letters.path(text, (*x as f32, *y as f32), *size as f32, *anchor)
        }
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
