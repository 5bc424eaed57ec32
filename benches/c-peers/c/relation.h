/* The key and the object of the tables of relations: those of smgr::RelationKey and of hashlab's Relation. */
#ifndef C_PEERS_RELATION_H
#define C_PEERS_RELATION_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

typedef struct RelationKey {
    uint32_t tablespace;
    uint32_t database;
    uint32_t relation;
    uint32_t backend;
} RelationKey;

typedef struct Relation {
    RelationKey key;
    uint64_t references;
    uint64_t state[11];
} Relation;

static_assert(sizeof(RelationKey) == 16, "a key is sixteen bytes without padding");
static_assert(sizeof(Relation) == 112, "an object is as large as PostgreSQL's");

/* Compilers make two comparisons of words of it. */
static inline int relation_key_equal(const RelationKey *a, const RelationKey *b) {
    return memcmp(a, b, sizeof(RelationKey)) == 0;
}

#endif
