//! The reader of number.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| cargo_fuzz_targets::reader("number", data));
