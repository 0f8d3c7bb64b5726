//! Stones in space as layers of planes.

use nimbers::Ordinal;

use crate::diagram::axis::Axis;
use crate::diagram::layout::{Diagram, Mark, Panel, Plane};

/// Pictures with more layers say so instead.
const MOST_LAYERS: usize = 64;

impl Diagram {
    /// Stones at these places, all with as many coordinates as there are `origins`, the first numbers
    /// on the axes: a strip, a plane, or the planes of the first two coordinates that hold stones, one
    /// for each choice of the others.
    #[must_use]
    pub fn of_places(stones: &[(Vec<Ordinal>, Mark)], origins: &[u128]) -> Diagram {
        let axis = |i: usize| {
            let used = stones.iter().filter_map(|(place, _)| place.get(i).cloned());
            Axis::of(used, origins[i])
        };
        let Some(dimensions) = origins.len().checked_sub(1) else {
            return Diagram::Text(Vec::new());
        };
        let across = axis(0);
        let up = (dimensions > 0).then(|| axis(1));
        let plane = |stones: &mut dyn Iterator<Item = &(Vec<Ordinal>, Mark)>| {
            let marks = stones.filter_map(|(place, mark)| {
                let row = match &up {
                    None => 0,
                    Some(up) => up.place(place.get(1)?)?,
                };
                Some((across.place(place.first()?)?, row, mark.clone()))
            });
            Diagram::Plane(Plane {
                marks: marks.collect(),
                across: across.clone(),
                up: up.clone(),
            })
        };
        if dimensions < 2 {
            return plane(&mut stones.iter());
        }
        let mut layers: Vec<&[Ordinal]> = stones.iter().map(|(place, _)| &place[2..]).collect();
        layers.sort_unstable();
        layers.dedup();
        if layers.len() > MOST_LAYERS {
            let count = layers.len();
            return Diagram::Text(vec![format!("({count} layers are too many to draw)")]);
        }
        let panels = layers.into_iter().map(|layer| {
            let numbers: Vec<String> = layer.iter().map(Ordinal::to_string).collect();
            Panel {
                caption: format!("(x,y,{})", numbers.join(",")),
                diagram: plane(&mut stones.iter().filter(|(place, _)| place[2..] == *layer)),
            }
        });
        Diagram::Panels(panels.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(stones: &[&[&str]], origins: &[u128]) -> String {
        let stones = stones.iter().map(|place| {
            let place = place.iter().map(|text| text.parse().unwrap());
            (place.collect(), Mark::Stone)
        });
        let stones: Vec<(Vec<Ordinal>, Mark)> = stones.collect();
        Diagram::of_places(&stones, origins).to_text()
    }

    #[test]
    fn a_plane_has_blocks_of_w() {
        let plane = picture(&[&["2", "2"], &["w", "1"]], &[1, 1]);
        assert_eq!(plane, "2  . o … .\n1  . . … o\n   1 2 … w");
    }

    #[test]
    fn space_is_layers() {
        let layers = picture(&[&["1", "1", "2"], &["2", "1", "w"]], &[1, 1, 1]);
        let expected = "(x,y,2):     (x,y,w):\n1  o .       1  . o\n   1 2          1 2";
        assert_eq!(layers, expected);
    }

    #[test]
    fn the_empty_board_is_a_place() {
        assert_eq!(picture(&[], &[1, 1]), "1  .\n   1");
        assert_eq!(picture(&[], &[0]), ".\n0");
    }
}
