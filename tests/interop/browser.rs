//! The page of `audit --html` in a real browser: it renders, sorts, filters and draws, without an
//! error on its console.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use workspace_tests::{Class, program, say, text, write};

/// What a reader would do, and what comes of it, written into the page.
const READER: &str = r##"<script>
(()=>{
const said=[];
const shown=()=>[...document.querySelectorAll("tbody tr")].filter(row=>!row.hidden);
const column=at=>shown().map(row=>row.cells[at].firstChild.textContent);
const head=word=>[...document.querySelectorAll("th")].find(th=>th.textContent===word);
said.push("rows "+shown().length);
head("problem").click();said.push("sorted "+String([...column(3)].sort((a,b)=>a.localeCompare(b)).join()===column(3).join()));
head("problem").click();said.push("reversed "+String([...column(3)].sort((a,b)=>b.localeCompare(a)).join()===column(3).join()));
head("#").click();said.push("numbers "+column(0).join(" "));
const field=document.getElementById("filter");
field.value="wrong.aag";field.dispatchEvent(new Event("input"));said.push("filtered "+shown().length);
field.value="";field.dispatchEvent(new Event("input"));
document.querySelector(".chip.fails").click();said.push("failing "+shown().length);
document.querySelector(".chip.fails").click();said.push("again "+shown().length);
const box=document.querySelector("svg.wave").getBoundingClientRect();
said.push("drawn "+String(box.width>50&&box.height>40&&document.querySelectorAll("svg.wave").length===3&&document.querySelectorAll("svg.wave path").length===9&&document.querySelectorAll("svg.wave .mark").length===3));
const note=document.createElement("p");note.id="said";note.textContent=said.join("; ");document.body.append(note);
})();
</script>
"##;

#[test]
fn the_page_works_in_a_browser() {
    let Some(browser) = browser() else {
        say("tests/interop/browser: NOT RUN: chromium is not installed");
        return;
    };
    let folder = fresh_folder();
    let page = folder.join("page.html");
    let bundle = Class::Accept.folder().join("bundle/every-kind/run");
    let mut audit = Command::new(program("audit").unwrap());
    let verdict = audit.arg(&bundle).arg("--html").arg(&page).output().unwrap();
    assert_eq!(verdict.status.code(), Some(10));
    write(&page, text(&page).unwrap() + READER).unwrap();
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"]);
    command.arg(format!("--user-data-dir={}", folder.join("profile").display()));
    command.args(["--virtual-time-budget=2000", "--dump-dom"]);
    let output = command.arg(format!("file://{}", page.display())).output().unwrap();
    let (dom, log) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let said = dom.split_once("<p id=\"said\">").map_or("", |(_, rest)| rest);
    let said = said.split_once("</p>").map_or("nothing", |(said, _)| said);
    assert_eq!(
        said,
        "rows 12; sorted true; reversed true; numbers 1 2 3 4 5 6 7 8 9 10 11 12; filtered 1; \
         failing 5; again 12; drawn true",
        "{log}"
    );
    let console: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(console.is_empty(), "{console:?}");
    say("tests/interop/browser: the page works");
}

/// Debian's chromium.
fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join("chromium"));
    places.find(|place| place.is_file())
}

fn fresh_folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}
