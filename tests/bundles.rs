//! Bundles as wholes: flipped bits, forged digests, and batches that are killed.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Instant;
use workspace_tests::{Random, bytes, entries, files, last, problem, program, say, text, write};

/// The claims of the bundle whose bits are flipped.
const CLAIMS: usize = 200;

/// A bit in each of ten files is flipped: exactly the claims about these files are refused.
#[test]
fn flipped_bits_are_found() {
    let folder = fresh_folder("flipped");
    let bundle = fill(&folder, CLAIMS);
    let sound = audit(&[&bundle], &["--jobs", "2"]);
    assert_eq!(sound.status.code(), Some(10), "{}", stdout(&sound));
    assert_eq!(rows(&sound).len(), CLAIMS);
    let mut random = Random::new(7);
    let certificates = files(&bundle.join("certificates")).unwrap();
    let kinds: BTreeSet<_> = certificates.iter().filter_map(|path| path.extension()).collect();
    assert_eq!(kinds.len(), 12, "not every kind: {kinds:?}");
    let mut altered = BTreeSet::new();
    while altered.len() < 10 {
        let file = &certificates[random.below(certificates.len())];
        if altered.insert(last(file).to_owned()) {
            flip(file, &mut random);
        }
    }
    let found = audit(&[&bundle], &["--jobs", "2"]);
    assert_eq!(found.status.code(), Some(1));
    let found = rows(&found);
    assert_eq!(found.len(), CLAIMS);
    let refused: BTreeSet<String> = found
        .iter()
        .filter(|(status, _)| status != "verified")
        .map(|(status, line)| {
            assert_eq!(status, "altered", "{line}");
            let (_, path) = line.split_once("certificates/").unwrap();
            path.split(':').next().unwrap().to_owned()
        })
        .collect();
    assert_eq!(refused, altered);
    say(&format!("tests/bundles: {CLAIMS} claims, exactly the 10 altered ones refused"));
}

/// A forger flips bits and corrects all digests. What is still verified, the checker verifies.
#[test]
fn forged_digests_do_not_help() {
    let folder = fresh_folder("forged");
    let bundle = fill(&folder, 26);
    let mut random = Random::new(11);
    let (mut refused, mut verified) = (0, 0);
    for file in files(&bundle.join("certificates")).unwrap() {
        let original = bytes(&file).unwrap();
        for _ in 0..4 {
            flip(&file, &mut random);
            forge(&bundle, &original, &file);
            let verdict = audit(&[&bundle], &[]);
            let line = rows(&verdict);
            let others = line.iter().filter(|(status, _)| status != "verified").count();
            match others {
                0 => verified += 1,
                1 => refused += 1,
                _ => panic!("{}", stdout(&verdict)),
            }
            let changed = bytes(&file).unwrap();
            write(&file, &original).unwrap();
            forge(&bundle, &changed, &file);
        }
    }
    say(&format!("tests/bundles: forged: {refused} refused, {verified} still right"));
    assert!(refused > 20, "only {refused} refused");
}

/// A problem of absurd size, which costs its maker nothing, is refused before it is read.
#[cfg(unix)]
#[test]
fn absurd_sizes_are_refused_at_once() {
    let folder = fresh_folder("absurd");
    let bundle = fill(&folder, 13);
    let file = entries(&bundle.join("problems")).unwrap().remove(0);
    let old = bytes(&file).unwrap().len();
    let size = 5_u64 << 30;
    fs::File::options().write(true).open(&file).unwrap().set_len(size).unwrap();
    let (manifest, sums) = (bundle.join("manifest.json"), bundle.join("SHA256SUMS"));
    let digest = |text: &str| format_sha256::digest(text.as_bytes()).to_string();
    let before = text(&manifest).unwrap();
    let after = before.replace(&format!("\"size\": {old},"), &format!("\"size\": {size},"));
    write(&sums, text(&sums).unwrap().replace(&digest(&before), &digest(&after))).unwrap();
    write(&manifest, after).unwrap();
    let start = Instant::now();
    let verdict = audit(&[&bundle], &[]);
    fs::remove_file(&file).unwrap();
    assert_eq!(verdict.status.code(), Some(1), "{}", stdout(&verdict));
    assert!(stdout(&verdict).contains(": a problem of more than 4294967296 bytes"));
    assert!(start.elapsed().as_secs() < 10);
}

/// `kill -9` at random moments: what is finished stays, and nothing else is claimed.
/// `CERTIFY_KILLS` says how often; 50 takes some minutes.
#[test]
fn a_killed_batch_loses_nothing_and_claims_nothing_wrong() {
    const JOBS: usize = 12;
    let kills: usize =
        std::env::var("CERTIFY_KILLS").ok().and_then(|count| count.parse().ok()).unwrap_or(5);
    let folder = fresh_folder("killed");
    let list = list(&folder, JOBS);
    let mut undisturbed = batch(&list, &folder.join("whole"));
    let start = Instant::now();
    let undisturbed = undisturbed.output().unwrap();
    assert_eq!(undisturbed.status.code(), Some(10), "{}", stderr(&undisturbed));
    let time = start.elapsed();
    let mut random = Random::new(3);
    let mut kept = 0;
    for round in 0..kills {
        let bundle = folder.join(format!("run-{round}"));
        // Killed up to three times, then left alone.
        for _ in 0..=random.below(3) {
            let mut child = batch(&list, &bundle).spawn().unwrap();
            let share = u32::try_from(random.below(1100)).unwrap();
            sleep(time * share / 1000);
            child.kill().unwrap();
            child.wait().unwrap();
            check_unfinished(&bundle);
        }
        let work = folder.join(format!("run-{round}.batch"));
        let finished = complete(&work).len();
        let was_whole = bundle.exists();
        let rest = batch(&list, &bundle).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(rest.status.code(), Some(10), "{}", stderr(&rest));
        let again = stderr(&rest).matches(": done before").count();
        assert!(was_whole || again >= finished, "{again} of {finished}: {}", stderr(&rest));
        kept += finished;
        let verdict = audit(&[&bundle], &[]);
        assert_eq!(verdict.status.code(), Some(10), "{}", stdout(&verdict));
        assert_eq!(rows(&verdict).len(), JOBS);
        assert!(!work.exists());
    }
    say(&format!("tests/bundles: {kills} batches killed, {kept} finished jobs kept, none lost"));
    assert!(kept > 0 || kills < 3, "never killed at work");
}

/// Ctrl-C: the answer is unknown, there is no bundle yet, and the same command goes on.
#[cfg(unix)]
#[test]
fn an_interrupted_batch_goes_on() {
    let folder = fresh_folder("interrupted");
    let list = list(&folder, 66);
    let bundle = folder.join("run");
    let child = batch(&list, &bundle).stderr(Stdio::piped()).spawn().unwrap();
    let work = folder.join("run.batch");
    while complete(&work).len() < 3 {
        sleep(std::time::Duration::from_millis(2));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let answer = child.wait_with_output().unwrap();
    assert_eq!(answer.status.code(), Some(30), "{}", stderr(&answer));
    assert!(stderr(&answer).ends_with("s UNKNOWN interrupted\n"), "{}", stderr(&answer));
    assert!(!bundle.exists());
    let unfinished = entries(&work).unwrap();
    let unfinished: Vec<_> = unfinished.iter().filter(|job| last(job).starts_with('.')).collect();
    assert!(unfinished.is_empty(), "{unfinished:?}");
    let finished = complete(&work).len();
    let rest = batch(&list, &bundle).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(rest.status.code(), Some(10), "{}", stderr(&rest));
    assert!(stderr(&rest).matches(": done before").count() >= finished);
    assert_eq!(rows(&audit(&[&bundle], &[])).len(), 66);
}

/// A batch with a job that cannot work: the others are not harmed, and the question stays open.
#[test]
fn a_failing_job_harms_no_other() {
    let folder = fresh_folder("failing");
    let list = list(&folder, 13);
    let lines = text(&list).unwrap();
    write(&list, format!("cnf nowhere.cnf\n{lines}cnf {}\n", list.display())).unwrap();
    let bundle = folder.join("run");
    let answer = batch(&list, &bundle).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(answer.status.code(), Some(30), "{}", stderr(&answer));
    assert!(stderr(&answer).ends_with("s UNKNOWN 2 of 15 questions found no answer\n"));
    let verdict = audit(&[&bundle], &[]);
    assert_eq!(verdict.status.code(), Some(2), "{}", stdout(&verdict));
    let open = rows(&verdict).iter().filter(|(status, _)| status == "not claimed").count();
    assert_eq!(open, 2);
}

/// A line that is no command line is told with its number, before any work is done.
#[test]
fn a_wrong_line_of_a_batch_is_an_error() {
    let folder = fresh_folder("wrong");
    let list = list(&folder, 13);
    let lines = text(&list).unwrap();
    let bundle = folder.join("run");
    for (line, why) in [
        ("cnf a.cnf --no-such-option", "unexpected argument '--no-such-option' found"),
        ("cnf a.cnf --bundle b", "--bundle is an option of the batch"),
        ("doctor", "expected a command that answers, such as cnf or safety"),
        ("cnf 'a.cnf", "an open quote"),
    ] {
        write(&list, format!("{lines}\n{line}\n")).unwrap();
        let answer = batch(&list, &bundle).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(answer.status.code(), Some(2), "{}", stderr(&answer));
        let said = stderr(&answer);
        assert!(said.ends_with(&format!("list:15: {why}\n")), "{said}");
        assert!(!bundle.exists() && !folder.join("run.batch").exists());
    }
}

/// By digest: missing until supplied, wherever the problems are.
#[test]
fn problems_by_digest_are_missing_until_supplied() {
    let folder = fresh_folder("digest");
    let list = list(&folder, 13);
    let bundle = folder.join("run");
    let answer = batch(&list, &bundle).arg("--by-digest").output().unwrap();
    assert_eq!(answer.status.code(), Some(10), "{}", stderr(&answer));
    assert!(!bundle.join("problems").exists());
    assert_eq!(audit(&[&bundle], &[]).status.code(), Some(1));
    let problems = folder.join("problems").display().to_string();
    let verdict = audit(&[&bundle], &["--problems", &problems]);
    assert_eq!(verdict.status.code(), Some(10), "{}", stdout(&verdict));
}

/// The reports say what the text says, and names cannot break out of them.
#[test]
fn reports_are_well_formed() {
    let folder = fresh_folder("reports");
    let case = workspace_tests::Class::Accept.folder().join("bundle/name-escaped/run");
    let (page, xml) = (folder.join("page.html"), folder.join("junit.xml"));
    let (page_name, xml_name) = (page.display().to_string(), xml.display().to_string());
    let verdict = audit(&[&case], &["--html", &page_name, "--junit", &xml_name]);
    assert_eq!(verdict.status.code(), Some(0), "{}", stdout(&verdict));
    for report in [text(&page).unwrap(), text(&xml).unwrap()] {
        assert!(report.contains("x\\ns VERIFIED") || report.contains("VERIFIED\\u{202e}"));
        assert!(!report.contains("<b>") && !report.contains('\u{202e}'));
        assert!(!report.contains('\u{1b}') && !report.contains("http://"));
    }
    assert!(text(&xml).unwrap().contains("tests=\"1\" failures=\"0\""));
}

/// A report would alter the bundle it stands in.
#[test]
fn reports_stand_outside_of_bundles() {
    let folder = fresh_folder("inside");
    let bundle = fill(&folder, 13);
    let before = audit(&[&bundle], &[]);
    for (option, name) in [
        ("--html", "manifest.json"),
        ("--junit", "SHA256SUMS"),
        ("--html", "problems/new.html"),
        ("--junit", "../run/problems/../new.xml"),
    ] {
        let report = bundle.join(name).display().to_string();
        let verdict = audit(&[&bundle], &[option, &report]);
        assert_eq!(verdict.status.code(), Some(2), "{name}: {}", stdout(&verdict));
        assert!(stdout(&verdict).contains("would alter it"), "{}", stdout(&verdict));
    }
    #[cfg(unix)]
    {
        let link = folder.join("link");
        std::os::unix::fs::symlink(bundle.join("problems/new.html"), &link).unwrap();
        let verdict = audit(&[&bundle], &["--html", &link.display().to_string()]);
        assert_eq!(verdict.status.code(), Some(2), "{}", stdout(&verdict));
        assert!(stdout(&verdict).contains(": a link that leads nowhere"), "{}", stdout(&verdict));
    }
    assert_eq!(audit(&[&bundle], &[]).stdout, before.stdout);
}

/// Every row of the table: its status, and all of it.
fn rows(verdict: &Output) -> Vec<(String, String)> {
    let text = stdout(verdict);
    let lines = text.lines().filter_map(|line| line.strip_prefix("c "));
    let rows = lines.filter(|line| {
        !line.starts_with("audit ") && !line.starts_with("bundle:") && line.len() > 16
    });
    rows.map(|line| (line[..11].trim().to_owned(), line.to_owned())).collect()
}

/// What a killed batch left: a bundle that is whole, or none; and finished jobs that are whole.
fn check_unfinished(bundle: &Path) {
    if bundle.exists() {
        let verdict = audit(&[bundle], &[]);
        assert_eq!(verdict.status.code(), Some(10), "{}", stdout(&verdict));
    }
    let work = bundle.with_extension("batch");
    for job in complete(&work) {
        let verdict = audit(&[&job], &["--allow-fails"]);
        assert_eq!(verdict.status.code(), Some(0), "{}", stdout(&verdict));
    }
}

/// The bundles of jobs that have their names.
fn complete(work: &Path) -> Vec<PathBuf> {
    let mut jobs = entries(work).unwrap();
    jobs.retain(|job| last(job).starts_with("kept-") && !workspace_tests::is(job, "old"));
    jobs
}

/// A bundle of so many claims.
fn fill(folder: &Path, count: usize) -> PathBuf {
    let bundle = folder.join("run");
    let answer = batch(&list(folder, count), &bundle).args(["--jobs", "2"]).output().unwrap();
    assert_eq!(answer.status.code(), Some(10), "{}", stderr(&answer));
    bundle
}

fn list(folder: &Path, count: usize) -> PathBuf {
    let problems = folder.join("problems");
    fs::create_dir_all(&problems).unwrap();
    let lines: Vec<String> =
        (0..count).map(|number| problem(&problems, number).unwrap().0 + "\n").collect();
    let list = folder.join("list");
    write(&list, lines.concat()).unwrap();
    list
}

fn batch(list: &Path, bundle: &Path) -> Command {
    let mut command = Command::new(program("certify").unwrap());
    command.arg("batch").arg(list).arg("--bundle").arg(bundle);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn audit(bundles: &[&Path], options: &[&str]) -> Output {
    let mut command = Command::new(program("audit").unwrap());
    command.args(options).args(bundles).output().unwrap()
}

fn flip(file: &Path, random: &mut Random) {
    let mut contents = bytes(file).unwrap();
    let at = random.below(contents.len());
    contents[at] ^= 1 << random.below(8);
    write(file, contents).unwrap();
}

/// Corrects the digests of a file that had other contents, as anyone can.
fn forge(bundle: &Path, old: &[u8], file: &Path) {
    let digest = |bytes: &[u8]| format_sha256::digest(bytes).to_string();
    let new = digest(&bytes(file).unwrap());
    let (manifest, sums) = (bundle.join("manifest.json"), bundle.join("SHA256SUMS"));
    let before = text(&manifest).unwrap();
    let after = before.replace(&digest(old), &new);
    let list = text(&sums).unwrap().replace(&digest(old), &new);
    let list = list.replace(&digest(before.as_bytes()), &digest(after.as_bytes()));
    write(&manifest, after).unwrap();
    write(&sums, list).unwrap();
}

fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundles").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
