/// An option at the root of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Arm<A> {
    /// An action.
    Action(A),
    /// The plan with this number, for the rest of the phase.
    Plan(usize),
}

/// The plan for a phase.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Plan {
    /// The turn and the phase.
    pub(super) clock: (u16, u8),
    /// The number of the plan.
    pub(super) number: usize,
}
