#include "mesh/intact_faces.hpp"

#include "core/assert.hpp"

#include <algorithm>

namespace tulle {

IntactFaces::IntactFaces(std::span<const ClothMesh> cloths)
{
    int first = 0;
    for (const ClothMesh& cloth : cloths) {
        for (const Face& face : cloth.faces) faces_.push_back({face[0] + first, face[1] + first, face[2] + first});
        first += static_cast<int>(cloth.positions.size());
    }
    intact_.assign(faces_.size(), 1);
    around_begin_.assign(static_cast<std::size_t>(first) + 1, 0);
    for (const Face& face : faces_)
        for (const int corner : face) ++around_begin_[corner + 1];
    for (int p = 0; p < first; ++p) around_begin_[p + 1] += around_begin_[p];
    around_.resize(3 * faces_.size());
    std::vector<std::size_t> fill(around_begin_.begin(), around_begin_.end() - 1);
    for (std::size_t f = 0; f < faces_.size(); ++f)
        for (const int corner : faces_[f]) around_[fill[corner]++] = static_cast<int>(f);
}

bool IntactFaces::holds(std::span<const int> particles) const
{
    if (torn_ == 0) return true;
    bool had_one = false;
    for (const int face : around(particles[0])) {
        const Face& corners = faces_[face];
        const auto is_corner = [&](int p) { return std::find(corners.begin(), corners.end(), p) != corners.end(); };
        if (!std::all_of(particles.begin(), particles.end(), is_corner)) continue;
        if (intact_[face] != 0) return true;
        had_one = true;
    }
    return !had_one;
}

/// Returns the number of faces on the shortest path from the first particle to each one, -1 for long paths
/// (breadth-first search). `over_torn`: the path may use torn faces.
std::vector<int> IntactFaces::steps_from_first(std::span<const int> particles, bool over_torn) const
{
    constexpr int far = 5;  // bending is measured over four rings of faces at most
    std::vector<int> steps(particles.size(), -1), reached{particles[0]};
    std::size_t ring = 0;
    for (int step = 0; step <= far; ++step) {
        for (std::size_t k = 0; k < particles.size(); ++k)
            if (steps[k] < 0 && std::find(reached.begin() + static_cast<std::ptrdiff_t>(ring), reached.end(),
                                          particles[k]) != reached.end())
                steps[k] = step;
        if (std::find(steps.begin(), steps.end(), -1) == steps.end()) break;
        const std::size_t end = reached.size();
        for (; ring < end; ++ring)
            for (const int face : around(reached[ring])) {
                if (!over_torn && intact_[face] == 0) continue;
                for (const int corner : faces_[face])
                    if (std::find(reached.begin(), reached.end(), corner) == reached.end()) reached.push_back(corner);
            }
    }
    return steps;
}

bool IntactFaces::are_as_near_as_ever(std::span<const int> particles) const
{
    if (std::none_of(particles.begin(), particles.end(), [&](int p) { return is_torn_at(p); })) return true;
    return steps_from_first(particles, false) == steps_from_first(particles, true);
}

bool IntactFaces::is_torn_at(int particle) const
{
    if (torn_ == 0) return false;
    const std::span<const int> faces = around(particle);
    return std::any_of(faces.begin(), faces.end(), [&](int face) { return intact_[face] == 0; });
}

void IntactFaces::tear(int face)
{
    if (intact_[face] == 0) return;
    intact_[face] = 0;
    ++torn_;
    ++version_;
}

void IntactFaces::set(std::span<const unsigned char> intact)
{
    TULLE_ASSERT(intact.size() == intact_.size(), intact.size(), intact_.size());
    std::copy(intact.begin(), intact.end(), intact_.begin());
    torn_ = static_cast<std::size_t>(std::count(intact_.begin(), intact_.end(), 0));
    ++version_;
}

}  // namespace tulle
