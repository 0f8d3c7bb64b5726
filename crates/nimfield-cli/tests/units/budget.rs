use super::*;

#[test]
fn a_line_of_progress_names_the_size_and_the_total_where_they_are_known() {
    let hunt = Progress {
        phase: "pnim-conjecture-2",
        size: Some(48),
        done: 1_234_567,
        total: None,
    };
    let text = line(hunt, Duration::from_secs(2));
    assert_eq!(
        text,
        "pnim-conjecture-2, size 48: 1,234,567 positions, 617,283/s"
    );
    let table = Progress {
        phase: "solving",
        size: None,
        done: 1 << 20,
        total: Some(1 << 25),
    };
    let text = line(table, Duration::from_millis(500));
    assert_eq!(
        text,
        "solving: 1,048,576 of 33,554,432 positions, 2,097,152/s"
    );
}
