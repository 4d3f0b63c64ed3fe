//! What is read, and what is not.

use crate::{Error, Value, read};

fn value(text: &str) -> Value {
    read(text.as_bytes()).unwrap().value
}

fn refusal(text: &[u8]) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn values_are_read() {
    assert_eq!(value(" 12\n"), Value::Number(12));
    assert_eq!(value("true"), Value::Boolean(true));
    assert_eq!(value(r#""a\u00e4\ud83d\ude00\n\"\\\/""#), Value::Text("aä😀\n\"\\/".into()));
    let Value::Array(nodes) = value("[ 1 , [] , {} ]") else { panic!("an array") };
    assert_eq!(nodes.len(), 3);
    let mut members = read(&b"{\"a\": 1, \"b\": false}"[..]).unwrap().object().unwrap();
    assert_eq!(members.take("a").unwrap().number().unwrap(), 1);
    assert_eq!(members.finish().unwrap_err().to_string(), "1:15: the key \"b\" is not known here");
}

#[test]
fn everything_else_is_refused() {
    for text in ["", "null", "-1", "1.5", "1e3", "01", "1 2", "[1,]", "{\"a\":1,}", "\"a", "nul"] {
        assert!(read(text.as_bytes()).is_err(), "{text}");
    }
    for text in
        ["\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\x\"", "\"\u{1}\"", "{1:2}"]
    {
        assert!(read(text.as_bytes()).is_err(), "{text}");
    }
    assert_eq!(refusal(b"\"\xff\""), "1:1: the string is no Unicode text");
    assert_eq!(refusal(b"{\"a\":1,\n\"a\":2}"), "2:5: the key \"a\" stands twice");
    assert_eq!(refusal(b"18446744073709551616").split(':').next(), Some("1"));
    let deep = "[".repeat(17);
    assert!(matches!(read(deep.as_bytes()), Err(Error::Deep { .. })));
    let allowed = format!("{}{}", "[".repeat(16), "]".repeat(16));
    assert!(read(allowed.as_bytes()).is_ok());
}
