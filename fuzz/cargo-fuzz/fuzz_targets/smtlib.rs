//! The reader of smtlib.
#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| cargo_fuzz_targets::reader("smtlib", data));
