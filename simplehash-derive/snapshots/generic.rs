#[simplehash(bound = "T: Clone", seed = none)]
pub(crate) struct Key<'a, T: ?Sized, const N: usize = 3>
where
    T: 'a,
{
    r#type: &'a T,
    bytes: [u8; N],
}
