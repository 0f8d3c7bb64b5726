//! Tests of the automata of laws.
//!
//! Faults were planted in each stage, one at a time, and these tests failed:
//!
//! | stage | fault | tests |
//! |---|---|---|
//! | adder | the recurrence without its second term; the value without it at the end; the sign known too early | `sentences::random_sums_have_the_right_sign_and_rest`, `counts::members_…`, and of the first two `games::wythoff_…`, `sentences::nim_sums_…` |
//! | projection | only one step for each row that is left | `games::wythoff_…`, `misere_wythoff_…`, `values_of_nim_…`, `misere_values_…`, `counts::members_…` |
//! | leading zeros | what is sought has no more digits than what is read | `games::values_of_nim_…`, `games::misere_values_…`, `counts::members_…` |
//! | minimising | classes are split no further than into four | `sentences::automata_have_the_fewest_states`, `random::proved_laws_…`, `games::wythoff_…` and others |
//! | closure | moves that leave the family are let pass | `games::families_that_a_move_leaves_are_refused` |
//! | measure | no move is seen to raise the sum | `games::what_grows_is_seen` |
//! | members | zeros after the first digit are left out | `counts::members_…` |
//! | learning by counterexamples | the digits that tell two states apart begin one place too early | `learning::states_are_told_apart_by_long_rows_of_digits` |
//! | counts | a digit equal to that of the limit is taken for a smaller one | `counts::counts_are_…`, `counts::counts_have_any_size` |

mod counts;
mod games;
mod learning;
mod random;
mod sentences;
