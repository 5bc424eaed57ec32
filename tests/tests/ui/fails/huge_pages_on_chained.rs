use dynahash_compat::Chained;
use simplehash::SimpleHash;

// Its segments are small pieces, none of which is as large as a huge page.
#[derive(SimpleHash, PartialEq, Eq, Hash)]
#[simplehash(layout = Chained, huge_pages = true)]
struct Key(u32);

fn main() {}
