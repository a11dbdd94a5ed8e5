//! Tables of getters.

/// Public methods that are one expression each: name, arguments, type and value.
macro_rules! getters {
    ($this:ident; $($(#[$meta:meta])* $name:ident($($argument:ident: $type:ty),*) -> $out:ty = $value:expr;)+) => {
        $($(#[$meta])*
        #[must_use]
        #[inline]
        pub fn $name(&$this $(, $argument: $type)*) -> $out {
            $value
        })+
    };
}
pub(crate) use getters;
