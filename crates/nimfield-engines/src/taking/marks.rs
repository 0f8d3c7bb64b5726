//! Marks and images, which boards distributed to several processes need in addition.
//!
//! A piece of another process stays in memory only until the moves into it have been marked.

use super::kernel::{
    Board, Code, Scratch, by_code, gather, list_sources, or_block, permuted, store_block,
};
use super::lanes::{Lanes, Portable};
use super::plan::{Mirror, Plan, WORDS};

by_code! {
    /// Marks the states of a chunk that are won by moves into the pieces in memory; the chunk itself begins at
    /// `target`. The lower one of a chunk and its image under the symmetry suffices.
    ///
    /// # Safety
    /// The processor supports `code`; the pieces in memory have the right number of words and are decided; `target`
    /// points to a chunk that no other thread uses.
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
    /// Writes the image of a decided chunk under the symmetry to `target`.
    ///
    /// # Safety
    /// The processor supports `code`; `from` points to a decided chunk, and `target` to room for one that no other
    /// thread uses.
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
