#[simplehash(policy_for = u32, crate = facade::tables, hooks = Quiet)]
pub struct OidPolicy;
