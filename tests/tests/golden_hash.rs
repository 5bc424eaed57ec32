//! Every row of `golden/hash_vectors.json`.

use serde_json::Value;
use simplehash::hash::{datatype, pg};

fn number(value: &Value) -> u64 {
    match value {
        Value::String(text) => text.strip_prefix("0x").map_or_else(
            || text.parse::<i64>().unwrap().cast_unsigned(),
            |digits| u64::from_str_radix(digits, 16).unwrap(),
        ),
        Value::Number(number) => number.as_u64().unwrap(),
        other => panic!("not a number: {other}"),
    }
}

fn evaluate(row: &Value) -> u64 {
    let field = |name: &str| number(&row[name]);
    let word = |name: &str| field(name) as u32;
    let bytes: Vec<u8> = row["input_hex"].as_str().map_or_else(Vec::new, |hex| {
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
    });
    let input32 = || u32::from_le_bytes(bytes[..4].try_into().unwrap());
    let input64 = || u64::from_le_bytes(bytes[..8].try_into().unwrap());
    match row["fn"].as_str().unwrap() {
        "hash_bytes" => pg::hash_bytes(&bytes).into(),
        "hash_bytes_extended" => pg::hash_bytes_extended(&bytes, field("seed")),
        "hash_bytes_uint32" => pg::hash_bytes_uint32(word("arg")).into(),
        "hash_bytes_uint32_extended" => pg::hash_bytes_uint32_extended(word("arg"), field("seed")),
        "murmurhash32" => pg::murmurhash32(word("arg")).into(),
        "murmurhash64" => pg::murmurhash64(field("arg")),
        "hash_combine" => pg::hash_combine(word("a"), word("b")).into(),
        "hash_combine64" => pg::hash_combine64(field("a"), field("b")),
        "tag_hash" => pg::tag_hash(&bytes).into(),
        "uint32_hash" => pg::uint32_hash(input32()).into(),
        "oid_hash" => pg::oid_hash(input32()).into(),
        "string_hash" => pg::string_hash(&bytes, field("keysize") as usize).into(),
        "hashint4_or_oid" => {
            assert_eq!(datatype::int4(word("arg").cast_signed()), datatype::oid(word("arg")));
            datatype::oid(word("arg")).into()
        }
        "hashint8" => datatype::int8(field("arg").cast_signed()).into(),
        "hashfloat8" => datatype::float8(f64::from_bits(input64())).into(),
        "buffertag_hash" => {
            let hash = pg::tag_hash(&bytes);
            assert_eq!(u64::from(hash % 128), field("partition_of_128"), "{row}");
            let tag = ["spc", "db", "rel", "fork", "block"].map(word);
            assert_eq!(tag.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<_>>(), bytes, "{row}");
            hash.into()
        }
        "smgr_key_hash(dynahash blob)" => smgr::hash::pg_hash_bytes(&relation(row)).into(),
        "smgr_2021_hash" => smgr::hash::pg_murmur(&relation(row)).into(),
        "tuplehash_int4_columns" => {
            let start = datatype::Columns::new(word("iv"));
            let columns = row["cols"].as_array().unwrap().iter();
            let hash = columns.fold(start, |hash, column| {
                hash.column(column.as_i64().map(|value| datatype::int4(i32::try_from(value).unwrap())))
            });
            assert_eq!(hash.finish(), word("expr_hash"), "{row}");
            hash.finish_grouping().into()
        }
        other => panic!("no such function: {other}"),
    }
}

fn relation(row: &Value) -> smgr::RelationKey {
    let [tablespace, database, relation, backend] =
        ["spc", "db", "rel", "backend"].map(|name| number(&row[name]) as u32);
    smgr::RelationKey { tablespace, database, relation, backend }
}

#[test]
fn every_vector_agrees_with_postgresql() {
    let data: Value = serde_json::from_str(include_str!("../golden/hash_vectors.json")).unwrap();
    let rows = data["vectors"].as_array().unwrap();
    for row in rows {
        assert_eq!(evaluate(row), number(&row["value"]), "{row}");
    }
    assert_eq!(rows.len(), 282);
}

#[test]
fn extended_forms_agree_with_the_plain_ones_under_seed_0() {
    for value in [0, 1, -1, i64::MIN, i64::MAX, 1 << 40] {
        assert_eq!(datatype::int8_extended(value, 0) as u32, datatype::int8(value));
        assert_ne!(datatype::int8_extended(value, 1), datatype::int8_extended(value, 2));
    }
    for value in [0.0, -0.0, 1.5, f64::NAN, f64::INFINITY] {
        assert_eq!(datatype::float8_extended(value, 0) as u32, datatype::float8(value));
    }
    assert_eq!(datatype::float8_extended(-0.0, 77), 77, "zero hashes to the seed");
    assert_eq!(datatype::float4(0.5), datatype::float8(0.5));
    assert_eq!(datatype::int8(-7), datatype::int4(-7));
    assert_eq!(datatype::int2(-7), datatype::int4(-7));
    assert_eq!(datatype::char(-7), datatype::int4(-7));
    assert_eq!(datatype::bool(true), datatype::int4(1));
    for seed in [0, 1, u64::MAX] {
        assert_eq!(datatype::bool_extended(true, seed), datatype::int4_extended(1, seed));
        assert_eq!(datatype::char_extended(-7, seed), datatype::int8_extended(-7, seed));
        assert_eq!(datatype::int2_extended(-7, seed), datatype::int4_extended(-7, seed));
        assert_eq!(datatype::oid_extended(7, seed), datatype::int4_extended(7, seed));
        assert_eq!(datatype::text_extended(b"abc", seed), pg::hash_bytes_extended(b"abc", seed));
    }
}
