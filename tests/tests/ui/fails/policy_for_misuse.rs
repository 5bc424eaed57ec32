use simplehash::SimpleHash;

#[derive(SimpleHash)]
#[simplehash(policy_for = u32)]
struct Generic<const N: usize>;

#[derive(SimpleHash)]
#[simplehash(policy_for = u32)]
struct Fields {
    a: u32,
}

#[derive(SimpleHash)]
#[simplehash(policy_for = u32, bound = "u32: Copy")]
enum Empty {}

#[derive(SimpleHash)]
#[simplehash(policy_for = u32)]
struct Entry(#[simplehash(key)] u32);

fn main() {}
