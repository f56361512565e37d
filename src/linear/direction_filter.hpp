#pragma once
// Filter of constrained directions: projects vectors on the directions in which particles may move. Conjugate gradients
// with this filter never violate the constraints (Baraff and Witkin 1998; EEH00 section 6).

#include "linear/constraint_rows.hpp"

#include <tulle/math.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace tulle {

struct DirectionFilter {
    struct Entry {
        int particle;
        Mat3 allowed;  // symmetric projector on the free directions; zero for a pinned particle
    };
    std::vector<Entry> entries;            // one per constrained particle, ascending
    std::vector<unsigned char> fixed;      // per particle: 1 when pinned for good (preconditioners leave it out)
    const ConstraintRows* rows = nullptr;  // multi-particle constraints, or null

    /// Returns whether the constrained particles are exactly the fixed particles, which preconditioners leave out.
    [[nodiscard]] bool is_of_fixed() const
    {
        return (rows == nullptr || rows->empty()) &&
               std::ranges::all_of(entries, [&](const Entry& entry) { return fixed[entry.particle] != 0; }) &&
               std::ranges::count_if(fixed, [](unsigned char f) { return f != 0; }) == std::ssize(entries);
    }

    /// Removes the constrained directions from `vectors`, which has one entry per particle, for all particles or only
    /// for the first ones.
    void apply(std::span<Vec3> vectors) const
    {
        for (const Entry& entry : entries) {
            if (static_cast<std::size_t>(entry.particle) >= vectors.size()) break;
            Vec3& v = vectors[entry.particle];
            v = (entry.allowed * v).eval();
        }
        if (rows != nullptr) rows->project(vectors);
    }
};

}  // namespace tulle
