use super::{Dice, Label, Roll};

/// Dice that replay a prefix and then take the first face, noting what was asked.
#[derive(Clone, Debug, Default)]
pub struct EnumeratedDice {
    path: Vec<Roll>,
    asked: usize,
}

impl Dice for EnumeratedDice {
    fn uniform(&mut self, label: Label, n: u16) -> u16 {
        let at = self.asked;
        self.asked += 1;
        if let Some(roll) = self.path.get(at) {
            assert_eq!((roll.label, roll.sides), (label, n), "the same prefix led to another roll");
            return roll.face - 1;
        }
        self.path.push(Roll { label, sides: n, face: 1 });
        0
    }

    fn rekey(&mut self, _: u16, _: u8) {}
}

/// One way the dice can fall.
#[derive(Clone, Debug)]
pub struct Leaf<T> {
    /// What the piece of game returned.
    pub value: T,
    /// How the dice fell.
    pub rolls: Vec<Roll>,
    /// One over the probability: the product of the numbers of faces.
    pub inverse_probability: u128,
}

/// Plays `piece` once for each way its dice can fall.
///
/// `piece` must depend on nothing but its dice. The number of ways multiplies with each die: meant for pieces of a
/// few dice.
///
/// ```
/// use wilaya_engine::dice::{Dice, Label, enumerate};
/// let two = enumerate(|dice| dice.sum_d6(Label::new(0), 2));
/// assert_eq!(two.len(), 36);
/// assert_eq!(two.iter().filter(|leaf| leaf.value == 7).count(), 6);
/// ```
///
/// # Panics
/// If `piece` does not repeat itself.
pub fn enumerate<T>(mut piece: impl FnMut(&mut EnumeratedDice) -> T) -> Vec<Leaf<T>> {
    let mut leaves = Vec::new();
    let mut path: Vec<Roll> = Vec::new();
    loop {
        let mut dice = EnumeratedDice { path, asked: 0 };
        let value = piece(&mut dice);
        assert_eq!(dice.asked, dice.path.len(), "the same prefix led to fewer rolls");
        path = dice.path;
        let inverse_probability = path.iter().map(|roll| u128::from(roll.sides)).product();
        leaves.push(Leaf { value, rolls: path.clone(), inverse_probability });
        while path.last().is_some_and(|roll| roll.face == roll.sides) {
            path.pop();
        }
        match path.last_mut() {
            Some(roll) => roll.face += 1,
            None => return leaves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up_when_the_number_of_dice_varies() {
        let leaves = enumerate(|dice| {
            let first = dice.d6(Label::new(0));
            u16::from(first) + dice.sum_d6(Label::new(1), first % 3)
        });
        let total: u128 = leaves.iter().map(|leaf| 216 / leaf.inverse_probability).sum();
        assert_eq!(total, 216);
    }
}
