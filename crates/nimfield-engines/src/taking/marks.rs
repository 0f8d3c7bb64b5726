//! What boards that are shared out to several processes need besides settling: marks, and images.
//!
//! A piece of another process stays no longer than it takes to mark what the moves into it say.

use super::kernel::{
    Board, Code, Scratch, by_code, gather, list_sources, or_block, permuted, store_block,
};
use super::lanes::{Lanes, Portable};
use super::plan::{Mirror, Plan, WORDS};

by_code! {
    /// Marks the states of a chunk that are won by moves into the pieces in memory; the chunk itself begins at
    /// `target`. Of a chunk and its image under the symmetry the lower one is enough.
    ///
    /// # Safety
    /// The processor has what `code` needs; the pieces in memory have the words they should have and are
    /// settled; there is a chunk at `target`, which nobody else uses.
    mark_chunk(board: &Board<'_>, outer: u32, target: *mut u64, scratch: &mut Scratch) = mark
}

#[inline(always)]
unsafe fn mark<V: Lanes>(board: &Board<'_>, outer: u32, target: *mut u64, scratch: &mut Scratch) {
    let plan = board.plan;
    // SAFETY: all pointers below lead to blocks of chunks, each of 64 words; `mark_chunk` requires
    // the rest.
    unsafe {
        list_sources(board, outer, true, scratch);
        if scratch.chunks.is_empty() {
            return;
        }
        for set in 0..1u32 << plan.batch_cells {
            let at = set as usize * WORDS;
            let mut won = [V::splat(0); 8];
            or_block(&mut won, target.add(at));
            for &stream in &scratch.chunks[..scratch.ends[0]] {
                or_block(&mut won, stream.add(at));
            }
            gather(plan, scratch, set, &mut won);
            store_block(&won, target.add(at));
        }
    }
}

by_code! {
    /// Writes the image of a settled chunk under the symmetry to `target`.
    ///
    /// # Safety
    /// The processor has what `code` needs; there are a settled chunk at `from` and room for one at `target`,
    /// which nobody else uses.
    reflect_chunk(plan: &Plan, mirror: &Mirror, from: *const u64, target: *mut u64) = image
}

#[inline(always)]
unsafe fn image<V: Lanes>(plan: &Plan, mirror: &Mirror, from: *const u64, target: *mut u64) {
    // SAFETY: all pointers below lead to blocks of chunks, each of 64 words, as `reflect_chunk`
    // requires.
    unsafe {
        for (set, &image) in (0..1usize << plan.batch_cells).zip(&mirror.batch) {
            let target = target.add(image as usize * WORDS);
            for part in 0..8 {
                let words: V = permuted(V::load(from.add(set * WORDS + 8 * part)), mirror);
                let mut eight = [0; 8];
                words.store(eight.as_mut_ptr());
                for (word, &image) in eight.iter().zip(&mirror.words[8 * part..]) {
                    target.add(image as usize).write(*word);
                }
            }
        }
    }
}
