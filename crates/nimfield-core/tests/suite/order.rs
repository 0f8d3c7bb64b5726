//! Sorting.

use nimfield_core::order::{sort, sort_by};
use proptest::prelude::*;

proptest! {
    #[test]
    fn as_the_standard_library_sorts(list in prop::collection::vec((0u8..5, any::<u8>()), 0..60)) {
        let (mut expected, mut found) = (list.clone(), list.clone());
        expected.sort_by_key(|pair| pair.0);
        sort_by(&mut found, |a, b| a.0.cmp(&b.0));
        prop_assert_eq!(&found, &expected);
        let (mut expected, mut found) = (list.clone(), list);
        expected.sort();
        sort(&mut found);
        prop_assert_eq!(found, expected);
    }
}
