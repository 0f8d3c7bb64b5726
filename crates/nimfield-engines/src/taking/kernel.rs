//! The inner loop of retrograde analysis: the states of a chunk, eight blocks at a time.
//!
//! A bit of the table is 1 for a lost state (P-position), once it is decided. A chunk is processed in two steps. First
//! each block gathers the lost states that moves leaving the chunk lead to, in memory order. Then the blocks are
//! processed in batches of eight with equally many stones, so that no move leads from one to another. Lost states of
//! the same chunk are gathered, and the eight blocks are transposed, so that lane j of 64 vectors belongs to block j.
//! Then the words of the blocks are decided, those with fewer stones first.

use super::inword::{AVOIDING, Form, List, Mover, Runs, Subsets, settle};
use super::lanes::{Lanes, Portable};
use super::plan::{Mirror, Plan, WORDS};
use nimfield_core::words::Play;

/// The instruction set for solving a board. The results are always the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// Portable code for every processor.
    Portable,
    /// The portable code, compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Code for registers of 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Code {
    /// Returns all variants that this processor supports, the fastest last.
    #[must_use]
    pub fn available() -> Vec<Code> {
        #[allow(unused_mut, reason = "other processors have one path")]
        let mut paths = vec![Code::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx2") {
                paths.push(Code::Avx2);
            }
            if std::arch::is_x86_feature_detected!("avx512f") {
                paths.push(Code::Avx512);
            }
        }
        paths
    }

    /// Returns the fastest variant that this processor supports.
    #[must_use]
    pub fn best() -> Code {
        *Code::available().last().unwrap_or(&Code::Portable)
    }
}

/// A table under construction, in one piece or in several at any places in memory.
#[derive(Clone, Copy)]
pub(super) struct Board<'a> {
    pub(super) plan: &'a Plan,
    pub(super) play: Play,
    /// The pieces by their highest outer cells; null if a piece is not in memory.
    pub(super) pieces: &'a [*mut u64],
    /// The number of outer cells within a piece.
    pub(super) inner: u32,
    /// The states of the current piece that count as won regardless of their moves.
    pub(super) excluded: Option<&'a [u64]>,
    /// Whether the current piece contains marks (see `marks`) for states that are won by moves into pieces that are not
    /// in memory. Otherwise all pieces that moves lead to are in memory.
    pub(super) marked: bool,
}

impl Board<'_> {
    /// Returns the offset of a chunk within its piece.
    #[inline(always)]
    fn within(&self, outer: u32) -> usize {
        (outer & ((1 << self.inner) - 1)) as usize * (WORDS << self.plan.batch_cells)
    }
}

// SAFETY: only `settle_chunk` and `mark_chunk` use the pointers, and their callers keep threads apart.
unsafe impl Send for Board<'_> {}
// SAFETY: as above.
unsafe impl Sync for Board<'_> {}

/// Scratch memory for a thread.
#[derive(Default)]
pub(super) struct Scratch {
    /// For each group of moves, the chunks that its moves from this chunk lead to.
    pub(super) chunks: Vec<*const u64>,
    /// The end of each group in this list.
    pub(super) ends: Vec<usize>,
}

/// Defines a function as a generic one over [`Lanes`], compiled for each [`Code`], and selects by its argument.
macro_rules! by_code {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $of:ty),*) = $generic:ident) => {
        $(#[$doc])*
        pub(super) unsafe fn $name(code: Code, $($argument: $of),*) {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            unsafe fn avx2($($argument: $of),*) {
                // SAFETY: the caller meets the requirements of this function, and these are the same.
                unsafe { $generic::<Portable>($($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f")]
            unsafe fn avx512($($argument: $of),*) {
                // SAFETY: the caller meets the requirements of this function, and these are the same.
                unsafe { $generic::<$crate::taking::lanes::Wide>($($argument),*) }
            }
            // SAFETY: the caller meets the requirements of this function, and these are the same.
            unsafe {
                match code {
                    Code::Portable => $generic::<Portable>($($argument),*),
                    #[cfg(target_arch = "x86_64")]
                    Code::Avx2 => avx2($($argument),*),
                    #[cfg(target_arch = "x86_64")]
                    Code::Avx512 => avx512($($argument),*),
                }
            }
        }
    };
}
#[cfg(feature = "cluster")]
pub(super) use by_code;

by_code! {
    /// Decides the states of the chunk with these outer cells, and those of its image if there is a symmetry.
    ///
    /// # Safety
    /// The processor supports `code`; the pieces in memory and `excluded` have the right number of words; all chunks
    /// whose outer cells are a subset of these are decided; no other thread uses this chunk or its image.
    settle_chunk(board: &Board<'_>, outer: u32, scratch: &mut Scratch) = chunk
}

/// Lists the targets of the moves of a chunk: for each group, the chunks in pieces that are in memory.
#[inline(always)]
pub(super) unsafe fn list_sources(
    board: &Board<'_>,
    outer: u32,
    elsewhere: bool,
    scratch: &mut Scratch,
) {
    let plan = board.plan;
    scratch.chunks.clear();
    scratch.ends.clear();
    for group in &plan.groups {
        for &taken in &group.outer {
            if taken & !outer != 0 {
                continue;
            }
            let source = outer ^ taken;
            let piece = board.pieces[(source >> board.inner) as usize];
            if piece.is_null() {
                assert!(elsewhere, "a piece is missing");
                continue;
            }
            // SAFETY: `settle_chunk` and `mark_chunk` require pieces of full length, which contain all chunks.
            let chunk = unsafe { piece.add(board.within(source)) };
            scratch.chunks.push(chunk);
        }
        scratch.ends.push(scratch.chunks.len());
    }
}

#[inline(always)]
unsafe fn chunk<V: Lanes>(board: &Board<'_>, outer: u32, scratch: &mut Scratch) {
    let plan = board.plan;
    let chunk_at = |outer: u32| {
        let piece = board.pieces[(outer >> board.inner) as usize];
        assert!(!piece.is_null(), "a piece is missing");
        // SAFETY: `settle_chunk` and `mark_chunk` require pieces of full length, which contain all chunks.
        unsafe { piece.add(board.within(outer)) }
    };
    let own = chunk_at(outer);
    let image = plan
        .mirror
        .as_ref()
        .map(|mirror| (mirror, mirror.outer(outer)));
    let own_image = image.as_ref().is_some_and(|(_, image)| *image == outer);
    // SAFETY: the caller meets the requirements of this function, and these are the same.
    unsafe { list_sources(board, outer, board.marked, scratch) };

    // SAFETY: all pointers below lead to blocks of chunks, each of 64 words; no other thread uses
    // this chunk and its image, as `settle_chunk` requires.
    unsafe {
        let streams = &scratch.chunks[..scratch.ends[0]];
        for batch in 0..1u32 << plan.batch_cells {
            if let Some((mirror, _)) = image
                && own_image
                && mirror.batch[batch as usize] < batch
            {
                continue;
            }
            let at = batch as usize * WORDS;
            let mut won = [V::splat(0); 8];
            if board.marked {
                or_block(&mut won, own.add(at));
            }
            if let Some(excluded) = board.excluded {
                or_block(&mut won, excluded.as_ptr().add(board.within(outer) + at));
            }
            if board.play == Play::Misere
                && let Some(stuck) = plan.stuck(outer, batch)
            {
                or_block(&mut won, stuck.as_ptr());
            }
            for &stream in streams {
                or_block(&mut won, stream.add(at));
            }
            store_block(&won, own.add(at));
        }

        let batches = if own_image {
            &plan.half_batches
        } else {
            &plan.batches
        };
        for batch in batches {
            let mut natural = [[u64::MAX; WORDS]; 8];
            for (lane, &set) in natural.iter_mut().zip(batch) {
                let mut won = [V::splat(0); 8];
                or_block(&mut won, own.add(set as usize * WORDS));
                gather(plan, scratch, set, &mut won);
                store_block(&won, lane.as_mut_ptr());
            }
            let mut block = [V::splat(0); WORDS];
            transpose_in(&natural, &mut block);
            settle_words(plan, &mut block);
            transpose_out(&block, |lane| {
                Some(own.add(*batch.get(lane)? as usize * WORDS))
            });
            if let Some((mirror, image)) = image {
                let target = chunk_at(image);
                let mut mirrored = block;
                reflect(mirror, &block, &mut mirrored);
                transpose_out(&mirrored, |lane| {
                    let set = mirror.batch[*batch.get(lane)? as usize];
                    Some(target.add(set as usize * WORDS))
                });
            }
        }
    }
}

/// Returns the words with their cells exchanged by the symmetry.
#[inline(always)]
pub(super) fn permuted<V: Lanes>(mut words: V, mirror: &Mirror) -> V {
    for &(low, high) in &mirror.swaps {
        // States with the high cell but without the low one are swapped with their images.
        let by = (1u32 << high) - (1 << low);
        // SAFETY: a `V` exists only where the processor has its instructions.
        let stay = unsafe { V::splat(AVOIDING[1 << high] & !AVOIDING[1 << low]) };
        let change = words.down(by).xor(words).and(stay);
        words = words.xor(change).xor(change.up(by));
    }
    words
}

/// Decides the words of eight blocks, with code for the form of the moves within a word.
#[inline(always)]
unsafe fn settle_words<V: Lanes>(plan: &Plan, block: &mut [V; WORDS]) {
    // SAFETY: the caller meets the requirements of this function, and these are the same.
    unsafe {
        match plan.in_word.form {
            // Browsers download the program, so there a single loop over the moves serves all forms.
            _ if cfg!(target_family = "wasm") => settle_words_by::<V, List>(plan, block),
            Form::Runs(1) => settle_words_by::<V, Runs<1>>(plan, block),
            Form::Runs(2) => settle_words_by::<V, Runs<2>>(plan, block),
            Form::Runs(3) => settle_words_by::<V, Runs<3>>(plan, block),
            Form::Runs(4) => settle_words_by::<V, Runs<4>>(plan, block),
            Form::Runs(5) => settle_words_by::<V, Runs<5>>(plan, block),
            Form::Runs(_) => settle_words_by::<V, Runs<6>>(plan, block),
            Form::Subsets => settle_words_by::<V, Subsets>(plan, block),
            Form::List => settle_words_by::<V, List>(plan, block),
        }
    }
}

#[inline(always)]
unsafe fn settle_words_by<V: Lanes, M: Mover>(plan: &Plan, block: &mut [V; WORDS]) {
    for &word in &plan.words {
        let word = word as usize;
        let mut won = block[word];
        for &source in &plan.plain[word] {
            won = won.or(block[source as usize]);
        }
        for &(source, taken) in &plan.shifted[word] {
            // SAFETY: a `V` exists only where the processor has its instructions.
            let avoiding = unsafe { V::splat(AVOIDING[taken as usize]) };
            won = won.or(block[source as usize].and(avoiding).up(u32::from(taken)));
        }
        block[word] = settle::<V, M>(&plan.in_word, won);
    }
}

/// Adds the lost states that moves taking batch cells, or cells of the block and others, lead to.
#[inline(always)]
pub(super) unsafe fn gather<V: Lanes>(plan: &Plan, scratch: &Scratch, set: u32, won: &mut [V; 8]) {
    // SAFETY: the caller meets the requirements of this function, and these are the same.
    unsafe {
        for within in &plan.within[set as usize] {
            let mut lost = [V::splat(0); 8];
            let mut any = false;
            for &group in &within.groups {
                let group = group as usize;
                let from = if group == 0 {
                    0
                } else {
                    scratch.ends[group - 1]
                };
                let chunks = &scratch.chunks[from..scratch.ends[group]];
                let at = (set ^ plan.groups[group].batch) as usize * WORDS;
                for &chunk in chunks {
                    any = true;
                    or_block(&mut lost, chunk.add(at));
                }
            }
            if !any {
                continue;
            }
            let signature = &plan.signatures[within.signature as usize];
            if signature.nothing {
                for (won, lost) in won.iter_mut().zip(lost) {
                    *won = won.or(lost);
                }
            }
            for (words, sets) in &signature.parts {
                let (high, low) = (*words as usize >> 3, *words as usize & 7);
                for i in (0..8).filter(|i| i & high == 0) {
                    let mut moved = V::splat(0);
                    for &taken in sets {
                        let avoiding = V::splat(AVOIDING[taken as usize]);
                        moved = moved.or(lost[i].and(avoiding).up(u32::from(taken)));
                    }
                    won[i | high] = won[i | high].or(moved.spread(low));
                }
            }
        }
    }
}

#[inline(always)]
pub(super) unsafe fn or_block<V: Lanes>(block: &mut [V; 8], from: *const u64) {
    for (i, words) in block.iter_mut().enumerate() {
        // SAFETY: the caller passes a pointer to a block, which has 64 words.
        *words = words.or(unsafe { V::load(from.add(8 * i)) });
    }
}

#[inline(always)]
pub(super) unsafe fn store_block<V: Lanes>(block: &[V; 8], to: *mut u64) {
    for (i, words) in block.iter().enumerate() {
        // SAFETY: the caller passes a pointer to a block, which has 64 words.
        unsafe { words.store(to.add(8 * i)) };
    }
}

/// Transposes eight blocks to 64 vectors whose lane j belongs to block j.
#[inline(always)]
unsafe fn transpose_in<V: Lanes>(natural: &[[u64; WORDS]; 8], block: &mut [V; WORDS]) {
    for i in 0..8 {
        // SAFETY: each load reads eight of the 64 words of an array.
        let mut rows: [V; 8] = unsafe {
            [
                V::load(natural[0].as_ptr().add(8 * i)),
                V::load(natural[1].as_ptr().add(8 * i)),
                V::load(natural[2].as_ptr().add(8 * i)),
                V::load(natural[3].as_ptr().add(8 * i)),
                V::load(natural[4].as_ptr().add(8 * i)),
                V::load(natural[5].as_ptr().add(8 * i)),
                V::load(natural[6].as_ptr().add(8 * i)),
                V::load(natural[7].as_ptr().add(8 * i)),
            ]
        };
        V::transpose(&mut rows);
        block[8 * i..8 * i + 8].copy_from_slice(&rows);
    }
}

/// Transposes back, and writes the blocks to their places.
#[inline(always)]
unsafe fn transpose_out<V: Lanes>(block: &[V; WORDS], target: impl Fn(usize) -> Option<*mut u64>) {
    for i in 0..8 {
        let mut rows = [block[0]; 8];
        rows.copy_from_slice(&block[8 * i..8 * i + 8]);
        V::transpose(&mut rows);
        for (lane, row) in rows.into_iter().enumerate() {
            if let Some(target) = target(lane) {
                // SAFETY: the caller passes a pointer to a block, which has 64 words.
                unsafe { row.store(target.add(8 * i)) };
            }
        }
    }
}

/// Computes the images of eight blocks under the symmetry.
#[inline(always)]
fn reflect<V: Lanes>(mirror: &Mirror, block: &[V; WORDS], mirrored: &mut [V; WORDS]) {
    for (words, &image) in block.iter().zip(&mirror.words) {
        mirrored[image as usize] = permuted(*words, mirror);
    }
}
