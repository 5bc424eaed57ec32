#[simplehash(hash = of_text)]
struct Name(String);
