//! Enumerates the vectors of a given length with bounded entries.

/// Writes vector `number` of those with entries up to `size` into `entries`, where the last entry changes fastest;
/// returns its greatest entry, 0 if there are none.
///
/// Numbers from (size + 1)^length on wrap around.
///
/// **Complexity**: one division per entry.
///
/// ```
/// use nimfield_core::vectors::nth_vector;
/// let mut entries = [0; 3];
/// assert_eq!(nth_vector(5, 3, &mut entries), 1);
/// assert_eq!(entries, [0, 1, 1]);
/// assert_eq!(nth_vector(63, 3, &mut entries), 3);
/// assert_eq!(entries, [3, 3, 3]);
/// ```
pub fn nth_vector(mut number: u64, size: u32, entries: &mut [u32]) -> u32 {
    let base = u64::from(size) + 1;
    let mut greatest = 0;
    for entry in entries.iter_mut().rev() {
        *entry = (number % base) as u32;
        greatest = greatest.max(*entry);
        number /= base;
    }
    greatest
}
