//! Numbers of polynomials, against a plain set.

use crate::polynomial::Polynomial;
use crate::store::Store;
use format_lpac::Id;
use std::collections::BTreeSet;

const NUMBERS: [Id; 7] = [1, 2, 3, 4, 6, Id::MAX - 1, Id::MAX];

#[test]
fn numbers_are_given_once_in_any_order_and_few_ranges_are_kept() {
    let mut orders = vec![Vec::new()];
    for _ in NUMBERS {
        let longer = |order: &Vec<Id>| {
            let rest = NUMBERS.into_iter().filter(|id| !order.contains(id));
            rest.map(|id| [&**order, &[id]].concat()).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    assert_eq!(orders.len(), 5040);
    for order in orders {
        let (mut store, mut given) = (Store::default(), BTreeSet::new());
        for id in order {
            store.insert(id, Polynomial::default()).unwrap();
            given.insert(id);
            // Half of them are deleted at once: a number is given all the same.
            if id % 2 == 0 {
                store.delete(id).unwrap();
            }
            let ends = given.iter().filter(|id| !given.contains(&id.saturating_add(1)));
            let ends = ends.count() + usize::from(given.contains(&Id::MAX));
            assert_eq!(store.given.len(), ends, "{given:?}");
            for id in (0..8).chain([Id::MAX - 2, Id::MAX - 1, Id::MAX]) {
                assert_eq!(store.is_given(id), given.contains(&id), "{id} of {given:?}");
            }
        }
    }
}
