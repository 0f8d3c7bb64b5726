//! What boards that are shared out to several processes need besides settling: marks, and images.
//!
//! A piece of another process stays no longer than it takes to mark what the moves into it say.

use super::kernel::{Board, Code, Scratch, gather, list_sources, or_block, permuted, store_block};
use super::lanes::{Lanes, Portable};
use super::plan::{Mirror, Plan, WORDS};

/// Marks the states of a chunk that are won by moves into the pieces in memory; the chunk itself begins at
/// `target`. Of a chunk and its image under the symmetry the lower one is enough.
///
/// # Safety
/// The processor has what `code` needs; the pieces in memory have the words they should have and are
/// settled; there is a chunk at `target`, which nobody else uses.
pub(super) unsafe fn mark_chunk(
    code: Code,
    board: &Board<'_>,
    outer: u32,
    target: *mut u64,
    scratch: &mut Scratch,
) {
    // SAFETY: the caller meets the requirements of this function, and these are the same.
    unsafe {
        match code {
            Code::Portable => mark::<Portable>(board, outer, target, scratch),
            #[cfg(target_arch = "x86_64")]
            Code::Avx2 => mark_avx2(board, outer, target, scratch),
            #[cfg(target_arch = "x86_64")]
            Code::Avx512 => mark_avx512(board, outer, target, scratch),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn mark_avx2(board: &Board<'_>, outer: u32, target: *mut u64, scratch: &mut Scratch) {
    // SAFETY: the caller meets the requirements of this function, and these are the same.
    unsafe { mark::<Portable>(board, outer, target, scratch) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn mark_avx512(board: &Board<'_>, outer: u32, target: *mut u64, scratch: &mut Scratch) {
    // SAFETY: the caller meets the requirements of this function, and these are the same.
    unsafe { mark::<super::lanes::Wide>(board, outer, target, scratch) }
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

/// Writes the image of a settled chunk under the symmetry to `target`.
///
/// # Safety
/// The processor has what `code` needs; there are a settled chunk at `from` and room for one at `target`,
/// which nobody else uses.
pub(super) unsafe fn reflect_chunk(
    code: Code,
    plan: &Plan,
    mirror: &Mirror,
    from: *const u64,
    target: *mut u64,
) {
    // SAFETY: the caller meets the requirements of this function, and these are the same.
    unsafe {
        match code {
            Code::Portable => image::<Portable>(plan, mirror, from, target),
            #[cfg(target_arch = "x86_64")]
            Code::Avx2 => image_avx2(plan, mirror, from, target),
            #[cfg(target_arch = "x86_64")]
            Code::Avx512 => image_avx512(plan, mirror, from, target),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn image_avx2(plan: &Plan, mirror: &Mirror, from: *const u64, target: *mut u64) {
    // SAFETY: the caller meets the requirements of this function, and these are the same.
    unsafe { image::<Portable>(plan, mirror, from, target) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn image_avx512(plan: &Plan, mirror: &Mirror, from: *const u64, target: *mut u64) {
    // SAFETY: the caller meets the requirements of this function, and these are the same.
    unsafe { image::<super::lanes::Wide>(plan, mirror, from, target) }
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
