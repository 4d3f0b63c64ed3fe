//! Random cubes: a projection holds in the model, and each of its points extends to one of the
//! cube.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are small")]

use format_number::{Integer, Rational};
use format_smtlib::Sort;
use support_rules::{Linear, Literal, Value, project};

struct Random(u64);

impl Random {
    fn between(&mut self, least: i64, most: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let range = u64::try_from(most - least + 1).unwrap();
        least + i64::try_from((self.0 >> 11) % range).unwrap()
    }

    fn linear(&mut self) -> Linear {
        let mut linear = Linear::constant(Rational::from(self.between(-6, 6)));
        for variable in 0..3 {
            linear = linear.plus(&Rational::from(self.between(-3, 3)), &Linear::variable(variable));
        }
        linear
    }

    /// A literal in normal form, unless it is constant.
    fn literal(&mut self, sorts: &[Sort]) -> Option<Literal> {
        let linear = self.linear();
        match self.between(0, 5) {
            0 => Literal::equal(&linear, sorts).ok(),
            1 => Literal::divides(&Integer::from(self.between(2, 4)), &linear, true).ok(),
            2 => Literal::divides(&Integer::from(2), &linear, false).ok(),
            3 => Literal::bound(&linear, true, sorts).ok(),
            _ => Literal::bound(&linear, false, sorts).ok(),
        }
    }
}

fn values(numbers: [i64; 3]) -> Vec<Value> {
    numbers.map(|number| Value::Number(Rational::from(number))).to_vec()
}

#[test]
fn projections_of_integers_are_exact_enough() {
    let sorts = [Sort::Int; 3];
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut projected = 0;
    for _ in 0..1500 {
        let model = values([(); 3].map(|()| random.between(-4, 4)));
        let literals = (0..4).filter_map(|_| random.literal(&sorts));
        let cube: Vec<Literal> = literals.filter(|literal| literal.holds(&model)).collect();
        let result = project(cube.clone(), vec![0], &model, &sorts);
        assert!(result.iter().all(|literal| literal.holds(&model)), "{cube:?}\n{result:?}");
        assert!(!result.iter().any(|literal| literal.mentions(0)), "{cube:?}\n{result:?}");
        for (y, z) in (-5..=5).flat_map(|y| (-5..=5).map(move |z| (y, z))) {
            if result.iter().all(|literal| literal.holds(&values([0, y, z]))) {
                let extends = |x: i64| cube.iter().all(|literal| literal.holds(&values([x, y, z])));
                assert!((-200..=200).any(extends), "{y} {z}: {cube:?}\n{result:?}");
                projected += 1;
            }
        }
    }
    assert!(projected > 10_000, "only {projected} points");
}

#[test]
fn projections_of_reals_keep_strictness() {
    let sorts = [Sort::Real; 3];
    let [x, y, z] = [0, 1, 2].map(Linear::variable);
    let minus = Rational::from(-1);
    // y < x and x <= z: y < z.
    let below = Literal::Bound(y.plus(&minus, &x), true);
    let above = Literal::Bound(x.plus(&minus, &z), false);
    let result = project(vec![below, above], vec![0], &values([1, 0, 1]), &sorts);
    assert_eq!(result, [Literal::Bound(y.plus(&minus, &z), true)]);
}
