//! Paths and digests that are none.

use crate::{Path, parse_digest, read_manifest, read_sums};

#[test]
fn paths_stay_inside() {
    for path in ["a", "problems/a.cnf", "A-b_c.d/e", "1"] {
        assert!(Path::new(path).is_some(), "{path}");
    }
    let long = "a".repeat(201);
    let bad =
        ["", "/a", "a/", "a//b", "..", "a/../b", ".", "a/.b", "a.", "a b", "a\\b", "c:a", "ä"];
    for path in bad.iter().chain([&&*long]) {
        assert!(Path::new(path).is_none(), "{path}");
    }
}

#[test]
fn digests_are_whole() {
    let digest = "0123456789abcdef".repeat(4);
    assert_eq!(parse_digest(&digest).unwrap().to_string(), digest);
    for bad in ["", &digest[1..], &format!("{digest}0"), &digest.to_uppercase()] {
        assert_eq!(parse_digest(bad), None, "{bad}");
    }
}

#[test]
fn lists_are_in_order_and_without_repetitions() {
    let digest = "0".repeat(64);
    let list = |paths: &[&str]| {
        let lines: Vec<String> = paths.iter().map(|path| format!("{digest}  {path}\n")).collect();
        read_sums(lines.concat().as_bytes()).map(|sums| sums.len())
    };
    assert_eq!(list(&["A", "a1", "b"]), Ok(3));
    assert!(list(&["b", "a"]).is_err());
    assert!(list(&["A", "a"]).is_err());
    assert!(list(&["a", "a"]).is_err());
    assert!(read_sums(format!("{digest}  a").as_bytes()).is_err());
    assert!(read_sums(format!("{digest} *a\n").as_bytes()).is_err());
}

#[test]
fn names_and_problems_of_a_claim_are_bounded() {
    let file = |path: &str, name: &str| {
        let digest = "0".repeat(64);
        format!(
            "{{\"path\":\"{path}\",\"name\":\"{name}\",\"size\":1,\"sha256\":\"{digest}\",\"kept\":true}}"
        )
    };
    let read = |name: &str, problems: &str| {
        let run =
            "{\"version\":\"1\",\"arguments\":[],\"seed\":0,\"started\":0,\"milliseconds\":1}";
        let text = format!(
            "{{\"bundle\":1,\"files\":[{},{}],\"claims\":[{{\"kind\":\"lrat\",\"answer\":\"holds\",\
             \"problems\":[{problems}],\"certificate\":\"c\",\"options\":{{}},\"words\":\"\",\
             \"run\":{run}}}],\"open\":[]}}",
            file("c", "c"),
            file("p", name)
        );
        read_manifest(text.as_bytes()).map(|manifest| manifest.claims.len())
    };
    let bound = |result: Result<usize, crate::Error>| result.unwrap_err().to_string();
    assert_eq!(read(&"n".repeat(1024), "\"p\""), Ok(1));
    assert!(bound(read(&"n".repeat(1025), "\"p\"")).ends_with("a name of at most 1024 bytes"));
    assert!(bound(read("n", "\"p\",\"p\",\"p\"")).ends_with("one problem or two"));
}
