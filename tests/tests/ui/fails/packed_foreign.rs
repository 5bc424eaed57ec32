use simplehash::SimpleHash;
use simplehash::hash::Packed;

#[derive(SimpleHash)]
#[simplehash(policy_for = String, hasher = Packed)]
struct Names;

fn main() {}
