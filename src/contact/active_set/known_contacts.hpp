#pragma once
// Contacts that a particle already has: their order, their impulses, and the planes that the particle does not cross.

#include "contact/active_set/active_set.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace tulle {

/// The order of the active set.
inline bool before(const Contact& a, const Contact& b)
{
    return std::tie(a.particle, a.obstacle, a.face) < std::tie(b.particle, b.obstacle, b.face);
}

inline bool same_pair(const Contact& a, const Contact& b)
{
    return a.particle == b.particle && a.obstacle == b.obstacle;
}

/// Returns the impulses [N s] along up to three contact normals that fit a reaction best (least squares; exact for one
/// normal).
[[nodiscard]] Vec3 normal_impulses(std::span<const Contact> group, const Vec3& reaction);

/// Largest number of contacts of one particle with one mesh.
inline constexpr int most_contacts = 6;

/// The planes of a particle's contacts with a mesh, each at a level that the particle's path does not cross.
class KnownPlanes {
public:
    KnownPlanes(std::span<const Contact> contacts, const ObstaclePath& path, const MovingPoint& motion)
    {
        if (path.moves()) return;  // the planes of contacts are known at the end of the step only
        for (const Contact& contact : contacts.first(std::min<std::size_t>(contacts.size(), most_contacts)))
            planes_[count_++] = {contact.normal,
                                 std::min(contact.normal.dot(motion.start), contact.normal.dot(motion.end))};
    }
    [[nodiscard]] std::span<const KnownPlane> all() const { return {planes_.data(), count_}; }

private:
    std::array<KnownPlane, most_contacts> planes_;
    std::size_t count_ = 0;
};

}  // namespace tulle
