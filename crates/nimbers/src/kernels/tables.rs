//! Tables of linear maps, computed at compile time, so that processes start at no cost.
//!
//! A map that is linear over the field of two elements is stored as one table of 256 entries for each byte of its
//! argument, in browsers of 16 for each half byte; the image is the sum of one entry from each.
//!
//! The maps `TO_POLY_*` and `FROM_POLY_*` convert nimbers to polynomials modulo a fixed irreducible polynomial and
//! back, because processors can multiply polynomials.

use crate::kernels::maps::{DIGIT, Map64, SIZE, tables};
pub(crate) use crate::kernels::maps::{apply, apply_low};
use crate::kernels::tower::unchecked_product as product;

/// The least nimber that is a root of `x^16 + x^5 + x^3 + x + 1`.
pub(crate) const ROOT_16: u64 = 0x4008;
/// The least nimber that is a root of `x^32 + x^7 + x^3 + x^2 + 1`.
pub(crate) const ROOT_32: u64 = 0x4220_31c6;
/// The least nimber that is a root of `x^64 + x^4 + x^3 + x + 1`.
pub(crate) const ROOT_64: u64 = 0x4028_84ca_01f7_c6b2;

const POWERS_16: [u64; 64] = powers(ROOT_16, 4);
const POWERS_32: [u64; 64] = powers(ROOT_32, 5);
const POWERS_64: [u64; 64] = powers(ROOT_64, 6);

pub(crate) static TO_POLY_16: [[u16; SIZE]; 16 / DIGIT] =
    narrow_16(tables(&inverse(&POWERS_16, 16)));
/// From unreduced products: polynomials of degree up to 30.
pub(crate) static FROM_POLY_16: [[u16; SIZE]; 32 / DIGIT] = narrow_16(tables(&POWERS_16));
pub(crate) static TO_POLY_32: [[u32; SIZE]; 32 / DIGIT] =
    narrow_32(tables(&inverse(&POWERS_32, 32)));
/// From unreduced products: polynomials of degree up to 62.
pub(crate) static FROM_POLY_32: [[u32; SIZE]; 64 / DIGIT] = narrow_32(tables(&POWERS_32));
pub(crate) static TO_POLY_64: Map64 = Map64::new(&inverse(&POWERS_64, 64));
pub(crate) static FROM_POLY_64: Map64 = Map64::new(&POWERS_64);

/// `x -> x^2`; the smaller fields use the first tables.
pub(crate) static SQUARE: Map64 = Map64::new(&SQUARES);
/// `x -> sqrt x`; the smaller fields use the first tables.
pub(crate) static SQUARE_ROOT: Map64 = Map64::new(&inverse(&SQUARES, 64));
/// `c -> ` the least `x` with `x^2 + x = c`, for `c` with top bit 0; the smaller fields use the first
/// tables (and have solutions for all `c` below their own top bit).
pub(crate) static ARTIN_SCHREIER: Map64 = Map64::new(&artin_schreier());

/// `x -> h x^2` with `h` the top bit of the field, the constant of the quadratic extension above it.
pub(crate) static TOP_SQUARE_8: [u8; 256] = {
    let wide: [[u64; 256]; 1] = tables(&top_squares(3));
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = wide[0][i] as u8;
        i += 1;
    }
    table
};
pub(crate) static TOP_SQUARE_16: [[u16; SIZE]; 16 / DIGIT] = narrow_16(tables(&top_squares(4)));
pub(crate) static TOP_SQUARE_32: [[u32; SIZE]; 32 / DIGIT] = narrow_32(tables(&top_squares(5)));
pub(crate) static TOP_SQUARE_64: Map64 = Map64::new(&top_squares(6));

/// `x -> h x` in the 64-bit field.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) static TIMES_TOP_64: Map64 = {
    let mut columns = [0; 64];
    let mut i = 0;
    while i < 64 {
        columns[i] = product(1 << i, 1 << 63, 6) as u64;
        i += 1;
    }
    Map64::new(&columns)
};

/// `h` of the 64-bit field and its square, as polynomials.
pub(crate) const TOP_64_POLY: u64 = TO_POLY_64.image(1 << 63);
pub(crate) const TOP_64_SQUARED_POLY: u64 = TO_POLY_64.image(product(1 << 63, 1 << 63, 6) as u64);

/// Discrete logarithms of bytes to the primitive element 255; the logarithm of 0 is so large that
/// `EXP_8` ends in zeros there.
pub(crate) static LOG_8: [u16; 256] = LOGARITHMS.0;
pub(crate) static EXP_8: [u8; 1024] = LOGARITHMS.1;
const LOGARITHMS: ([u16; 256], [u8; 1024]) = logarithms();
pub(crate) static INVERSE_8: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 1;
    while i < 256 {
        table[i] = EXP_8[255 - LOG_8[i] as usize];
        i += 1;
    }
    table
};

/// Bit matrices for GF2P8AFFINEQB: from nimbers below 256 to the field of that processor extension, the polynomials
/// modulo `x^8 + x^4 + x^3 + x + 1`, and back.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) const TO_AES: u64 = bit_matrix(&inverse(&powers(ROOT_AES, 3), 8));
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) const FROM_AES: u64 = bit_matrix(&powers(ROOT_AES, 3));
/// Multiplication by the nimber 128, and by its square, in that field.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) const TOP_AES: u64 = bit_matrix(&times_in_aes(128));
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) const TOP_SQUARED_AES: u64 = bit_matrix(&times_in_aes(product(128, 128, 3)));

/// The powers 0 to 3 of the nimber 128 in that field.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) const TOP_POWERS_AES: [u8; 4] = {
    let from = powers(ROOT_AES, 3);
    let [to]: [[u64; 256]; 1] = tables(&inverse(&from, 8));
    let mut images = [0; 4];
    let (mut power, mut i) = (1, 0);
    while i < 4 {
        images[i] = to[power as usize] as u8;
        power = product(power, 128, 3);
        i += 1;
    }
    images
};

/// The least nimber that is a root of `x^8 + x^4 + x^3 + x + 1`.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const ROOT_AES: u64 = 0x41;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const fn times_in_aes(factor: u128) -> [u64; 64] {
    let from = powers(ROOT_AES, 3);
    let [to]: [[u64; 256]; 1] = tables(&inverse(&from, 8));
    let mut columns = [0; 64];
    let mut i = 0;
    while i < 8 {
        columns[i] = to[product(factor, from[i] as u128, 3) as usize];
        i += 1;
    }
    columns
}

/// Returns the matrix with the first eight of these columns in the order of the processor: the row of the lowest bit in
/// the highest byte.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const fn bit_matrix(columns: &[u64; 64]) -> u64 {
    let (mut matrix, mut i) = (0, 0);
    while i < 64 {
        let (row, column) = (i / 8, i % 8);
        matrix |= (columns[column] >> row & 1) << (8 * (7 - row) + column);
        i += 1;
    }
    matrix
}

const SQUARES: [u64; 64] = {
    let mut columns = [0; 64];
    let mut i = 0;
    while i < 64 {
        columns[i] = product(1 << i, 1 << i, 6) as u64;
        i += 1;
    }
    columns
};

const fn logarithms() -> ([u16; 256], [u8; 1024]) {
    let (mut log, mut exp) = ([0; 256], [0; 1024]);
    log[0] = 510;
    let mut power = 1;
    let mut i = 0;
    while i < 255 {
        log[power as usize] = i as u16;
        exp[i] = power as u8;
        exp[i + 255] = power as u8;
        power = product(power, 255, 3);
        i += 1;
    }
    (log, exp)
}

/// Computes `1, r, r^2, ..., r^63` for a nimber `r` below `2^(2^level)`.
const fn powers(root: u64, level: u32) -> [u64; 64] {
    let bits = 1 << level;
    // The compiler's interpreter is slow, but products with single bits are cheap: compute one multiplication matrix,
    // and apply its powers to 1.
    let mut times_root = [0; 64];
    let mut i = 0;
    while i < bits {
        times_root[i] = product(1 << i, root as u128, level) as u64;
        i += 1;
    }
    let mut columns = [0_u64; 64];
    columns[0] = 1;
    let mut i = 1;
    while i < 64 {
        let mut rest = columns[i - 1];
        while rest != 0 {
            columns[i] ^= times_root[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        i += 1;
    }
    columns
}

const fn top_squares(level: u32) -> [u64; 64] {
    let bits = 1 << level;
    let mut columns = [0; 64];
    let mut i = 0;
    while i < bits {
        columns[i] = product(SQUARES[i] as u128, 1 << (bits - 1), level) as u64;
        i += 1;
    }
    columns
}

const fn artin_schreier() -> [u64; 64] {
    // x -> x^2 + x is injective on even x, and its images are the numbers with top bit 0; sending 1
    // to the top bit makes the map invertible.
    let mut columns = SQUARES;
    let mut i = 1;
    while i < 64 {
        columns[i] ^= 1 << i;
        i += 1;
    }
    columns[0] = 1 << 63;
    let mut solved = inverse(&columns, 64);
    solved[63] = 0;
    solved
}

/// Returns the inverse of the matrix with the first `size` of these columns, by elimination.
const fn inverse(columns: &[u64; 64], size: usize) -> [u64; 64] {
    let mut left = *columns;
    let mut right = [0; 64];
    let mut i = 0;
    while i < size {
        right[i] = 1 << i;
        i += 1;
    }
    let mut row = 0;
    while row < size {
        let mut pivot = row;
        while left[pivot] >> row & 1 == 0 {
            pivot += 1;
        }
        (left[row], left[pivot]) = (left[pivot], left[row]);
        (right[row], right[pivot]) = (right[pivot], right[row]);
        let mut i = 0;
        while i < size {
            if i != row && left[i] >> row & 1 == 1 {
                left[i] ^= left[row];
                right[i] ^= right[row];
            }
            i += 1;
        }
        row += 1;
    }
    right
}

const fn narrow_16<const TABLES: usize>(wide: [[u64; SIZE]; TABLES]) -> [[u16; SIZE]; TABLES] {
    let mut tables = [[0; SIZE]; TABLES];
    let mut i = 0;
    while i < SIZE * TABLES {
        tables[i / SIZE][i % SIZE] = wide[i / SIZE][i % SIZE] as u16;
        i += 1;
    }
    tables
}

const fn narrow_32<const TABLES: usize>(wide: [[u64; SIZE]; TABLES]) -> [[u32; SIZE]; TABLES] {
    let mut tables = [[0; SIZE]; TABLES];
    let mut i = 0;
    while i < SIZE * TABLES {
        tables[i / SIZE][i % SIZE] = wide[i / SIZE][i % SIZE] as u32;
        i += 1;
    }
    tables
}
