#include "core/buckets.hpp"

#include <tulle/threads.hpp>

#include <gtest/gtest.h>

#include <random>

namespace tulle {
namespace {

std::vector<int> random_keys(std::size_t entries, int keys)
{
    std::mt19937 random(3);
    std::uniform_int_distribution<int> key(0, keys - 1);
    std::vector<int> list(entries);
    for (int& entry : list) entry = key(random) * key(random) % keys;  // some often, some never
    return list;
}

TEST(Buckets, HaveAllEntriesOfEachKeyInOrder)
{
    for (const int threads : {1, 2, 5}) {
        const ThreadLimit limit(threads);
        Buckets buckets;
        for (const std::size_t entries : {std::size_t{0}, std::size_t{3}, std::size_t{5000}}) {
            constexpr int keys = 300;
            const std::vector<int> key_of = random_keys(entries, keys);
            buckets.build(keys, key_of);
            std::size_t before = 0;
            for (int key = 0; key < keys; ++key) {
                std::vector<int> expected;
                for (std::size_t k = 0; k < entries; ++k)
                    if (key_of[k] == key) expected.push_back(static_cast<int>(k));
                const std::span<const int> found = buckets.of(static_cast<std::size_t>(key));
                EXPECT_EQ(std::vector<int>(found.begin(), found.end()), expected);
                EXPECT_EQ(buckets.begin_of(static_cast<std::size_t>(key)), before);
                before += expected.size();
            }
            EXPECT_EQ(before, entries);
        }
    }
}

TEST(ParallelRanges, CoverAllOnce)
{
    for (const int threads : {1, 2, 3, 7}) {
        const ThreadLimit limit(threads);
        for (const std::size_t n : {std::size_t{0}, std::size_t{2}, std::size_t{1000}}) {
            std::vector<int> visits(n, 0);
            parallel_ranges(n, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) ++visits[i];
            });
            EXPECT_EQ(visits, std::vector<int>(n, 1)) << threads << " threads";
        }
    }
}

}  // namespace
}  // namespace tulle
