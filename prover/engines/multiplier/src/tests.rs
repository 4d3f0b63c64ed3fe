//! The ways to look for a proof, each by itself, and what is said when there is none.

use super::*;
use crate::attempt::Search;
use crate::columns::Target;
use crate::graph::Graph;
use std::time::Duration;
use support_arithmetic::{AdderKind, Architecture, Design, Ppg, Tree};
use support_limits::Bounds;

/// A multiplier of 8 bits (simple partial products, Wallace tree, adder that ripples) that ABC
/// mapped to tables of six inputs and back: `if -K 6; mfs2; strash`. Its adders' sums are gone.
const REWRITTEN: &[u8] = include_bytes!("../../../tests/models/rewritten8.aig");

fn claim(circuit: &[u8]) -> Claim {
    Claim::new(&format_aiger::read(circuit).unwrap(), &Options::default()).unwrap()
}

fn task<'a>(circuit: &'a [u8], options: &'a Options, limits: &'a Arc<Limits>) -> Task<'a> {
    Task {
        circuit,
        options,
        encoding: Encoding::Text,
        seed: 0,
        destination: &Destination::Nowhere,
        export: None,
        limits,
        progress: Rc::new(|_| ()),
    }
}

fn no_time() -> Arc<Limits> {
    Limits::watch(Bounds { time: Some(Duration::ZERO), memory: None }, |_| ()).unwrap()
}

#[test]
fn the_second_way_closes_what_adders_do_not() {
    let (claim, limits, options) = (claim(REWRITTEN), Limits::none(), Options::default());
    let task = task(REWRITTEN, &options, &limits);
    let track = Track::new(&limits, &*task.progress);
    assert!(matches!(search::search(&claim, 0, &track), Ok(End::Open(_))));
    let stopped = track.reached(&[]);
    assert_eq!(
        stopped,
        "0 of 16 columns closed from the highest down, stopped in column 15 at literal 1896: no \
         adder's sum"
    );
    assert!(matches!(simplify::search(&claim, 0, &track), Ok(None | Some(End::Open(_)))));
    let Ok(End::Closed(proof)) = reference::search(&claim, 0, &track) else {
        panic!("the second way does not close")
    };
    let spool = check::write(&task, &claim, &proof).unwrap();
    let proved = check::proof(&task, spool).unwrap();
    assert!(proved.certificate.size().unwrap() > 0);
    assert!(matches!(decide(&task), Ok(Answer::Holds(_))));
}

#[test]
fn without_time_it_is_told_what_was_cut_off() {
    let (limits, options) = (no_time(), Options::default());
    let task = task(REWRITTEN, &options, &limits);
    let Ok(Answer::Unknown(why)) = decide(&task) else { panic!("there is no time") };
    assert_eq!(why, "time limit while reading the circuit");
    let claim = claim(REWRITTEN);
    let ends = [(WAYS[0], "looking for adders"), (WAYS[2], "comparing with known multipliers")];
    for (way, phase) in ends {
        let track = Track::new(&limits, &*task.progress);
        assert!(matches!(way(&claim, 0, &track), Ok(Some(End::Open(_)))));
        assert_eq!(track.reached(&[]), format!("time limit while {phase}"));
    }
}

#[test]
fn an_attempt_that_is_cut_off_tells_its_column() {
    let architecture =
        Architecture { ppg: Ppg::Simple, tree: Tree::Array, adder: AdderKind::Ripple };
    let mut circuit = Vec::new();
    Design::new(architecture, 8, false).model().write_binary(&mut circuit).unwrap();
    let claim = claim(&circuit);
    let (free, limits) = (Limits::none(), no_time());
    let progress = |_: Progress| ();
    let (track, over) = (Track::new(&free, &progress), Track::new(&limits, &progress));
    let graph = Graph::new(&claim);
    let outputs = graph.outputs.clone();
    let top = outputs[15].0;
    let target = Target { columns: 16, outputs, signed: false };
    let mut search = Search::new(graph, &track).unwrap();
    search.track = &over;
    assert!(search.plain(&target).is_none());
    assert_eq!(
        over.reached(&[]),
        format!(
            "time limit while replacing sums by what is added; 0 of 16 columns closed from the \
             highest down, stopped before column 15, whose output is literal {top}"
        )
    );
    search.track = &track;
    assert!(search.plain(&target).is_some());
}
