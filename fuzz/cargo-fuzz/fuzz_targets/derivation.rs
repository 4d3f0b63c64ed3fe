//! The kernel and the readers of derivation.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| cargo_fuzz_targets::kernel("derivation", data));
