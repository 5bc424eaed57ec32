/*
 * PostgreSQL's simplehash, from PostgreSQL's own header, and loops over its operations.
 *
 * Compiled as a program outside the server, which leaves memory contexts and error reports to us.
 */
#define FRONTEND 1
#include "c.h"

#include "common/hashfn.h"
#include "relation.h"

/* Rust cannot be unwound from here, and a table that is too large is beyond what is compared. */
static void *fail(const char *message) {
    fputs(message, stderr);
    fputc('\n', stderr);
    abort();
}

/* The bytes that a table holds, as they were asked for. */
typedef struct Tally {
    uint64 bytes;
    /* The size of the newest array of elements, and of the one before: while a table grows it has both. */
    Size array;
    Size outgrown;
} Tally;

/* Zeroed by hand, as palloc0 does. Not by calloc, for which the kernel may have zeroed already; see build.rs. */
static void *zeroed(Size size) {
    void *memory = malloc(size);

    if (memory == NULL)
        fail("out of memory in a table of PostgreSQL's simplehash");
    return memset(memory, 0, size);
}

static inline void *array_new(Tally *tally, Size size) {
    tally->outgrown = tally->array;
    tally->array = size;
    tally->bytes += size;
    return zeroed(size);
}

static inline void array_free(Tally *tally, void *array, bool newest) {
    tally->bytes -= newest ? tally->array : tally->outgrown;
    free(array);
}

/* What simplehash.h calls outside the server. Only numbers_stat and relations_stat would log, and nothing calls them. */
#define palloc0(size) zeroed(size)
#define pfree(memory) free(memory)
#define pg_fatal(message) fail("PostgreSQL's simplehash: " message)
#define pg_log_info(...) ((void) 0)

/* For the tables alone, without arrays; those have functions of their own, which count. */
#define SH_RAW_ALLOCATOR zeroed

/* Numbers. */

typedef struct Number {
    uint64 key;
    uint64 value;
    char status;
} Number;

/* The murmurhash64 of later releases. They too keep the low half, where a table wants 32 bits. */
static inline uint32 number_hash(uint64 key) {
    uint64 h = key;

    h ^= h >> 33;
    h *= UINT64CONST(0xff51afd7ed558ccd);
    h ^= h >> 33;
    h *= UINT64CONST(0xc4ceb9fe1a85ec53);
    h ^= h >> 33;
    return (uint32) h;
}

#define SH_PREFIX numbers
#define SH_ELEMENT_TYPE Number
#define SH_KEY_TYPE uint64
#define SH_KEY key
#define SH_HASH_KEY(tb, key) number_hash(key)
#define SH_EQUAL(tb, a, b) ((a) == (b))
#define SH_SCOPE static inline
#define SH_USE_NONDEFAULT_ALLOCATOR
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

typedef struct Numbers {
    numbers_hash *table;
    Tally tally;
} Numbers;

static inline void *numbers_allocate(numbers_hash *table, Size size) {
    return array_new(table->private_data, size);
}

static inline void numbers_free(numbers_hash *table, void *array) {
    array_free(table->private_data, array, array == table->data);
}

static inline void number_put(Numbers *numbers, uint64 key, uint64 value) {
    bool found;

    numbers_insert(numbers->table, key, &found)->value = value;
}

Numbers *c_peers_pg_numbers_new(void) {
    Numbers *numbers = zeroed(sizeof(Numbers));

    numbers->tally.bytes = sizeof(Numbers) + sizeof(numbers_hash);
    numbers->table = numbers_create(0, &numbers->tally);
    return numbers;
}

void c_peers_pg_numbers_free(Numbers *numbers) {
    numbers_destroy(numbers->table);
    free(numbers);
}

void c_peers_pg_numbers_fill(Numbers *numbers, const uint64 *keys, Size count, uint64 first) {
    for (Size i = 0; i < count; i++)
        number_put(numbers, keys[i], first + i);
}

uint64 c_peers_pg_numbers_find(Numbers *numbers, const uint64 *keys, Size count) {
    uint64 sum = 0;

    for (Size i = 0; i < count; i++) {
        Number *number = numbers_lookup(numbers->table, keys[i]);

        if (number != NULL)
            sum += number->value;
    }
    return sum;
}

uint64 c_peers_pg_numbers_churn(Numbers *numbers, const uint64 *oldest, const uint64 *newest, Size count,
                                uint64 first) {
    uint64 removed = 0;

    for (Size i = 0; i < count; i++) {
        removed += numbers_delete(numbers->table, oldest[i]);
        number_put(numbers, newest[i], first + i);
    }
    return removed;
}

uint64 c_peers_pg_numbers_remove(Numbers *numbers, const uint64 *keys, Size count) {
    uint64 removed = 0;

    for (Size i = 0; i < count; i++)
        removed += numbers_delete(numbers->table, keys[i]);
    return removed;
}

uint64 c_peers_pg_numbers_sum(Numbers *numbers) {
    uint64 sum = 0;
    numbers_iterator iterator;
    Number *number;

    numbers_start_iterate(numbers->table, &iterator);
    while ((number = numbers_iterate(numbers->table, &iterator)) != NULL)
        sum += number->value;
    return sum;
}

Size c_peers_pg_numbers_len(const Numbers *numbers) {
    return numbers->table->members;
}

Size c_peers_pg_numbers_capacity(const Numbers *numbers) {
    return numbers->table->grow_threshold;
}

uint64 c_peers_pg_numbers_bytes(const Numbers *numbers) {
    return numbers->tally.bytes;
}

/* Relations: the element of the patch of 2021, which put simplehash below smgropen. */

typedef struct RelationSlot {
    int status;
    uint32 hash;
    /* The first member of the object, which has its address. */
    const RelationKey *key;
} RelationSlot;

static inline uint32 relation_hash(const RelationKey *key) {
    uint32 h = murmurhash32(key->tablespace);

    h = pg_rotate_left32(h, 1) ^ murmurhash32(key->database);
    h = pg_rotate_left32(h, 1) ^ murmurhash32(key->relation);
    h = pg_rotate_left32(h, 1) ^ murmurhash32(key->backend);
    return h;
}

#define SH_PREFIX relations
#define SH_ELEMENT_TYPE RelationSlot
#define SH_KEY_TYPE const RelationKey *
#define SH_KEY key
#define SH_HASH_KEY(tb, key) relation_hash(key)
#define SH_EQUAL(tb, a, b) relation_key_equal(a, b)
#define SH_STORE_HASH
#define SH_GET_HASH(tb, slot) ((slot)->hash)
#define SH_SCOPE static inline
#define SH_USE_NONDEFAULT_ALLOCATOR
#define SH_DECLARE
#define SH_DEFINE
#include "lib/simplehash.h"

typedef struct Relations {
    relations_hash *table;
    Tally tally;
} Relations;

static inline void *relations_allocate(relations_hash *table, Size size) {
    return array_new(table->private_data, size);
}

static inline void relations_free(relations_hash *table, void *array) {
    array_free(table->private_data, array, array == table->data);
}

static inline Relation *object_of(RelationSlot *slot) {
    return (Relation *) slot->key;
}

static inline void relation_put(Relations *relations, const RelationKey *key, uint64 references) {
    bool found;
    RelationSlot *slot = relations_insert(relations->table, key, &found);

    if (!found) {
        Relation *object = zeroed(sizeof(Relation));

        relations->tally.bytes += sizeof(Relation);
        object->key = *key;
        slot->key = &object->key;
    }
    object_of(slot)->references = references;
}

/* By the slot, since relations_delete does not tell which object to free. It is not searched for again. */
static inline bool relation_take(Relations *relations, const RelationKey *key) {
    RelationSlot *slot = relations_lookup(relations->table, key);
    Relation *object;

    if (slot == NULL)
        return false;
    object = object_of(slot);
    relations_delete_item(relations->table, slot);
    relations->tally.bytes -= sizeof(Relation);
    free(object);
    return true;
}

Relations *c_peers_pg_relations_new(void) {
    Relations *relations = zeroed(sizeof(Relations));

    relations->tally.bytes = sizeof(Relations) + sizeof(relations_hash);
    relations->table = relations_create(0, &relations->tally);
    return relations;
}

void c_peers_pg_relations_free(Relations *relations) {
    relations_iterator iterator;
    RelationSlot *slot;

    relations_start_iterate(relations->table, &iterator);
    while ((slot = relations_iterate(relations->table, &iterator)) != NULL)
        free(object_of(slot));
    relations_destroy(relations->table);
    free(relations);
}

void c_peers_pg_relations_fill(Relations *relations, const RelationKey *keys, Size count, uint64 first) {
    for (Size i = 0; i < count; i++)
        relation_put(relations, &keys[i], first + i);
}

uint64 c_peers_pg_relations_find(Relations *relations, const RelationKey *keys, Size count) {
    uint64 sum = 0;

    for (Size i = 0; i < count; i++) {
        RelationSlot *slot = relations_lookup(relations->table, &keys[i]);

        if (slot != NULL)
            sum += object_of(slot)->references;
    }
    return sum;
}

uint64 c_peers_pg_relations_churn(Relations *relations, const RelationKey *oldest, const RelationKey *newest,
                                  Size count, uint64 first) {
    uint64 removed = 0;

    for (Size i = 0; i < count; i++) {
        removed += relation_take(relations, &oldest[i]);
        relation_put(relations, &newest[i], first + i);
    }
    return removed;
}

uint64 c_peers_pg_relations_remove(Relations *relations, const RelationKey *keys, Size count) {
    uint64 removed = 0;

    for (Size i = 0; i < count; i++)
        removed += relation_take(relations, &keys[i]);
    return removed;
}

uint64 c_peers_pg_relations_sum(Relations *relations) {
    uint64 sum = 0;
    relations_iterator iterator;
    RelationSlot *slot;

    relations_start_iterate(relations->table, &iterator);
    while ((slot = relations_iterate(relations->table, &iterator)) != NULL)
        sum += object_of(slot)->references;
    return sum;
}

Size c_peers_pg_relations_len(const Relations *relations) {
    return relations->table->members;
}

Size c_peers_pg_relations_capacity(const Relations *relations) {
    return relations->table->grow_threshold;
}

uint64 c_peers_pg_relations_bytes(const Relations *relations) {
    return relations->tally.bytes;
}
