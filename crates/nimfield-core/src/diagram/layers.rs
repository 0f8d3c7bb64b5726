//! Stones in space as layers of planes.

use nimbers::Ordinal;

use crate::diagram::axis::Axis;
use crate::diagram::layout::{Diagram, Mark, Plane};

/// Pictures with more layers say so instead.
const MOST_LAYERS: usize = 64;

impl Diagram {
    /// Creates the picture of stones at these places. Each place has one coordinate for each of the `origins`, the
    /// first numbers on the axes. The picture is a strip, a plane, or the planes of the first two coordinates that hold
    /// stones, one for each choice of the other coordinates.
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
            let own = plane(&mut stones.iter().filter(|(place, _)| place[2..] == *layer));
            (format!("(x,y,{})", numbers.join(",")), own)
        });
        Diagram::panels(panels)
    }
}
