//! The command `nimfield`.

fn main() {}
