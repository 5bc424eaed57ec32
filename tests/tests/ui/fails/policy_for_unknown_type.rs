use simplehash::SimpleHash;

#[derive(SimpleHash)]
#[simplehash(policy_for = Oidd)]
struct OidPolicy;

fn main() {}
