use super::*;

/// The default check is bounded by work alone: a busy machine takes longer and reports the same.
#[test]
fn only_a_request_limits_the_time() {
    let second = Duration::from_secs(1);
    for (time, up_to, expected) in [
        (None, None, Duration::MAX),
        (None, Some(9), TIME),
        (Some(second), None, second),
        (Some(second), Some(9), second),
    ] {
        assert_eq!(time_of(time, up_to), expected);
    }
}
