use simplehash::{SimpleHash, Table};

#[derive(SimpleHash, PartialEq, Eq)]
#[simplehash(hash = length)]
struct Name(String);

fn length(name: &Name) -> u64 {
    name.0.len() as u64
}

impl std::borrow::Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

fn main() {
    let names = Table::<Name, u32>::new();
    names.get("pg_class");
}
