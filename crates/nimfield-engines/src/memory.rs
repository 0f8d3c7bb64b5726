//! Large arrays: zeroed ones, and arrays that several threads write to.

use std::marker::PhantomData;

/// The system refused memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The bytes requested.
    pub bytes: u64,
}

/// Returns `len` zeros. The system allocates pages on first use, large ones if it supports them: with small ones a
/// sweep would take twice as long, and two threads would mostly wait for each other's page faults.
///
/// # Errors
/// If the system refuses the memory.
pub fn zeroed<T: Zeroable>(len: usize) -> Result<Vec<T>, Refused> {
    let refused = || Refused {
        bytes: (len as u64).saturating_mul(size_of::<T>() as u64),
    };
    if len == 0 {
        return Ok(Vec::new());
    }
    let layout = std::alloc::Layout::array::<T>(len).map_err(|_| refused())?;
    // SAFETY: the layout is not of size 0: `len` is positive and `Zeroable` types have a size.
    let start = unsafe { std::alloc::alloc_zeroed(layout) }.cast::<T>();
    if start.is_null() {
        return Err(refused());
    }
    // Miri does not support this call.
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const PAGE: usize = 4096;
        let first = start.addr().next_multiple_of(PAGE);
        let whole = (start.addr() + layout.size()).saturating_sub(first) / PAGE * PAGE;
        // SAFETY: the range lies within the allocation, and the advice does not change its contents. Failure does not
        // matter.
        unsafe { libc::madvise(start.with_addr(first).cast(), whole, libc::MADV_HUGEPAGE) };
    }
    // SAFETY: the global allocator returned `start` for exactly `len` values of type T, and all-zero bytes are a value
    // of a `Zeroable` type.
    Ok(unsafe { Vec::from_raw_parts(start, len, len) })
}

/// Types of positive size for which all-zero bytes are a value.
///
/// # Safety
/// All-zero bytes must be a valid value, and the size must be positive.
pub unsafe trait Zeroable: Copy {}
macro_rules! integers {
    ($($integer:ty)*) => {$(
        // SAFETY: for an integer, all-zero bytes are the value 0.
        unsafe impl Zeroable for $integer {}
    )*};
}
integers!(u8 u16 u32 u64);

/// A slice whose parts are used by several threads at the same time.
pub(crate) struct Shared<'a, T> {
    start: *mut T,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: a `Shared` stands for a mutable slice of T; moving or sharing it between threads moves
// parts of the slice between them, which `T: Send` allows.
unsafe impl<T: Send> Send for Shared<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Shared<'_, T> {}

impl<'a, T> Shared<'a, T> {
    pub(crate) fn new(slice: &'a mut [T]) -> Self {
        Shared {
            start: slice.as_mut_ptr(),
            len: slice.len(),
            slice: PhantomData,
        }
    }

    /// Returns the part of `len` values from `start` on.
    ///
    /// # Safety
    /// While the part is in use, no overlapping part may be in use.
    #[allow(clippy::mut_from_ref)]
    pub(crate) unsafe fn part(&self, start: usize, len: usize) -> &mut [T] {
        assert!(start <= self.len && len <= self.len - start);
        // SAFETY: the part is within the slice, which is borrowed for 'a, and by the contract of this function no other
        // reference overlaps.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(start), len) }
    }
}
