//! The kernel and the readers of pac.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| cargo_fuzz_targets::kernel("pac", data));
