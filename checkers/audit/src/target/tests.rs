//! Reports take the place of old ones when they are whole.

use super::*;

#[test]
fn an_old_report_is_replaced_whole() {
    let folder = std::env::temp_dir().join(format!("audit-{}", std::process::id()));
    fs::create_dir(&folder).unwrap();
    let file = folder.join("page").display().to_string();
    for text in ["old page", "new"] {
        let target = Target::new(&file, &[]).unwrap();
        assert!(target.apart(&target).is_err());
        target.write(text, &[]).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    // Where the part cannot be written, the old page stays.
    let part = format!("{file}.{}.part", std::process::id());
    fs::create_dir(&part).unwrap();
    Target::new(&file, &[]).unwrap().write("newer", &[]).unwrap_err();
    assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    fs::remove_dir_all(&folder).unwrap();
}
