#include "integrators/free_bodies.hpp"

namespace tulle {

FreeBodies::FreeBodies(const SparsityPattern& pattern) : body_of_(pattern.rows(), -1)
{
    std::vector<int> open;
    for (std::size_t start = 0; start < pattern.rows(); ++start) {
        if (body_of_[start] >= 0) continue;
        const int body = static_cast<int>(bodies_.size());
        bodies_.push_back({Vec3::Zero(), 0, false});
        body_of_[start] = body;
        open.push_back(static_cast<int>(start));
        while (!open.empty()) {
            const int i = open.back();
            open.pop_back();
            for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
                const int j = pattern.column[k];
                if (body_of_[j] >= 0) continue;
                body_of_[j] = body;
                open.push_back(j);
            }
        }
    }
}

void FreeBodies::balance(const DirectionFilter& filter, std::span<const double> mass, std::span<Vec3> reaction,
                         std::span<Vec3> v)
{
    for (Body& body : bodies_) body = {Vec3::Zero(), 0, false};
    for (const DirectionFilter::Entry& entry : filter.entries) bodies_[body_of_[entry.particle]].held = true;
    if (filter.rows != nullptr) filter.rows->for_each_particle([&](int p) { bodies_[body_of_[p]].held = true; });
    for (std::size_t i = 0; i < v.size(); ++i) {
        Body& body = bodies_[body_of_[i]];
        body.momentum += reaction[i];
        body.mass += mass[i];
    }
    parallel_for(v.size(), [&](std::size_t i) {
        const Body& body = bodies_[body_of_[i]];
        if (body.held) return;
        const Vec3 change = body.momentum / body.mass;
        v[i] -= change;
        reaction[i] -= mass[i] * change;
    });
}

}  // namespace tulle
