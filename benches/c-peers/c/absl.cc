// Abseil's flat_hash_map, and loops over its operations.
//
// All that Rust calls is noexcept: without memory the program ends, with what() on the standard error.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "relation.h"

// Here, where the hash looks for them.
template <typename H> H AbslHashValue(H state, const RelationKey &key) {
    return H::combine(std::move(state), key.tablespace, key.database, key.relation, key.backend);
}

static inline bool operator==(const RelationKey &a, const RelationKey &b) {
    return relation_key_equal(&a, &b);
}

namespace {

// std::allocator, which counts the bytes it was asked for and has not been given back.
template <typename T> struct Counting {
    using value_type = T;
    std::uint64_t *bytes;

    explicit Counting(std::uint64_t *bytes) : bytes(bytes) {}
    template <typename U> Counting(const Counting<U> &other) : bytes(other.bytes) {}

    T *allocate(std::size_t count) {
        T *memory = std::allocator<T>().allocate(count);
        *bytes += count * sizeof(T);
        return memory;
    }
    void deallocate(T *memory, std::size_t count) {
        *bytes -= count * sizeof(T);
        std::allocator<T>().deallocate(memory, count);
    }
    template <typename U> bool operator==(const Counting<U> &other) const { return bytes == other.bytes; }
    template <typename U> bool operator!=(const Counting<U> &other) const { return bytes != other.bytes; }
};

template <typename K, typename V>
using Map = absl::flat_hash_map<K, V, absl::Hash<K>, std::equal_to<K>, Counting<std::pair<const K, V>>>;

struct Numbers {
    using Key = std::uint64_t;
    // Bytes of each entry outside the map.
    static constexpr std::size_t outside = 0;

    std::uint64_t bytes = 0;
    Map<Key, std::uint64_t> map{Counting<std::pair<const Key, std::uint64_t>>(&bytes)};

    static std::uint64_t value(std::uint64_t stored) { return stored; }
    void put(Key key, std::uint64_t value) { map.insert_or_assign(key, value); }
};

struct Relations {
    using Key = RelationKey;
    using Object = std::unique_ptr<Relation>;
    static constexpr std::size_t outside = sizeof(Relation);

    std::uint64_t bytes = 0;
    Map<Key, Object> map{Counting<std::pair<const Key, Object>>(&bytes)};

    static std::uint64_t value(const Object &stored) { return stored->references; }
    void put(const Key &key, std::uint64_t references) {
        auto [place, fresh] = map.try_emplace(key);
        if (fresh) {
            place->second = std::make_unique<Relation>();
            place->second->key = key;
        }
        place->second->references = references;
    }
};

template <typename T> void fill(T &table, const typename T::Key *keys, std::size_t count, std::uint64_t first) {
    for (std::size_t i = 0; i < count; i++)
        table.put(keys[i], first + i);
}

template <typename T> std::uint64_t find(T &table, const typename T::Key *keys, std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; i++) {
        auto place = table.map.find(keys[i]);
        if (place != table.map.end())
            sum += T::value(place->second);
    }
    return sum;
}

template <typename T>
std::uint64_t churn(T &table, const typename T::Key *oldest, const typename T::Key *newest, std::size_t count,
                    std::uint64_t first) {
    std::uint64_t removed = 0;
    for (std::size_t i = 0; i < count; i++) {
        removed += table.map.erase(oldest[i]);
        table.put(newest[i], first + i);
    }
    return removed;
}

template <typename T> std::uint64_t remove(T &table, const typename T::Key *keys, std::size_t count) {
    std::uint64_t removed = 0;
    for (std::size_t i = 0; i < count; i++)
        removed += table.map.erase(keys[i]);
    return removed;
}

template <typename T> std::uint64_t sum(T &table) {
    std::uint64_t sum = 0;
    for (const auto &entry : table.map)
        sum += T::value(entry.second);
    return sum;
}

// Seven eighths of the slots, rounded up: what it fills before it grows.
template <typename T> std::size_t capacity(const T &table) {
    return table.map.capacity() - table.map.capacity() / 8;
}

template <typename T> std::uint64_t bytes(const T &table) {
    return sizeof(T) + table.bytes + table.map.size() * T::outside;
}

} // namespace

#define EXPORT(name, T)                                                                                                \
    T *c_peers_absl_##name##_new() noexcept { return new T; }                                                          \
    void c_peers_absl_##name##_free(T *table) noexcept { delete table; }                                               \
    void c_peers_absl_##name##_fill(T *table, const T::Key *keys, std::size_t count, std::uint64_t first) noexcept {   \
        fill(*table, keys, count, first);                                                                              \
    }                                                                                                                  \
    std::uint64_t c_peers_absl_##name##_find(T *table, const T::Key *keys, std::size_t count) noexcept {               \
        return find(*table, keys, count);                                                                              \
    }                                                                                                                  \
    std::uint64_t c_peers_absl_##name##_churn(T *table, const T::Key *oldest, const T::Key *newest, std::size_t count, \
                                              std::uint64_t first) noexcept {                                          \
        return churn(*table, oldest, newest, count, first);                                                            \
    }                                                                                                                  \
    std::uint64_t c_peers_absl_##name##_remove(T *table, const T::Key *keys, std::size_t count) noexcept {             \
        return remove(*table, keys, count);                                                                            \
    }                                                                                                                  \
    std::uint64_t c_peers_absl_##name##_sum(T *table) noexcept { return sum(*table); }                                 \
    std::size_t c_peers_absl_##name##_len(const T *table) noexcept { return table->map.size(); }                       \
    std::size_t c_peers_absl_##name##_capacity(const T *table) noexcept { return capacity(*table); }                   \
    std::uint64_t c_peers_absl_##name##_bytes(const T *table) noexcept { return bytes(*table); }

extern "C" {
EXPORT(numbers, Numbers)
EXPORT(relations, Relations)
}
