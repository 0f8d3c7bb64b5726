//! The places of the states of a game in a table.

/// The map from states of the game to places in a table.
pub(super) struct Places([[u64; 256]; 5]);

impl Places {
    /// Prepares the map; `order` has the cell for each bit of a place.
    pub(super) fn new(order: &[u8]) -> Places {
        let mut tables = [[0; 256]; 5];
        for (to, &cell) in order.iter().enumerate() {
            let (table, bit) = (&mut tables[cell as usize / 8], cell % 8);
            for (byte, place) in table.iter_mut().enumerate() {
                *place |= (byte as u64 >> bit & 1) << to;
            }
        }
        Places(tables)
    }

    pub(super) fn index(&self, state: u64) -> u64 {
        let bytes = state.to_le_bytes();
        let parts = self.0.iter().zip(bytes);
        parts.fold(0, |index, (table, byte)| index | table[byte as usize])
    }
}
