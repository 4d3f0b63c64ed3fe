//! The vectors of NIST's examples for FIPS 180-4, and pieces of every length.

use crate::{Sha256, digest};

#[test]
fn nist_vectors() {
    let long = vec![b'a'; 1_000_000];
    let cases: [(&[u8], &str); 5] = [
        (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        (
            b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
        ),
        (&long, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ];
    for (message, expected) in cases {
        assert_eq!(digest(message).to_string(), expected);
    }
}

#[test]
fn pieces_give_the_digest_of_the_whole() {
    let message: Vec<u8> = (0..=255).cycle().take(1000).collect();
    for piece in 1..200 {
        let mut hasher = Sha256::new();
        message.chunks(piece).for_each(|bytes| hasher.update(bytes));
        assert_eq!(hasher.finish(), digest(&message), "pieces of {piece}");
    }
}
