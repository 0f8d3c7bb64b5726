//! Random choices from what a file says.

use nimfield_core::sampling::{one_of_each_stretch, shuffled};

#[test]
fn shuffled_items_are_all_items() {
    for count in [0, 1, 2, 100] {
        let mut items = shuffled(0..count);
        items.sort_unstable();
        assert!(items.into_iter().eq(0..count));
    }
    let orders: Vec<Vec<u32>> = (0..8).map(|_| shuffled(0..100)).collect();
    assert!(orders.iter().any(|order| *order != orders[0]));
}

#[test]
fn each_stretch_has_one_number() {
    for (from, to) in [(5, 5), (7, 5), (3, 4), (3, 9), (3, 10), (3, 11), (3, 100)] {
        for most in [1, 2, 7, 200] {
            let chosen: Vec<usize> = one_of_each_stretch(from..to, most).collect();
            let count = (from..to).len();
            let stretch = count.div_ceil(most).max(1);
            assert_eq!(chosen.len(), count.div_ceil(stretch));
            assert!(chosen.len() <= most);
            for (nth, number) in chosen.into_iter().enumerate() {
                assert_eq!((number - from) / stretch, nth, "{from}..{to} {most}");
                assert!(number < to);
            }
        }
    }
}
