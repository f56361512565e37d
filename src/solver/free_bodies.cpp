#include "solver/free_bodies.hpp"

#include <algorithm>

namespace tulle {

std::vector<int> number_bodies(const SparsityPattern& pattern)
{
    std::vector<int> body_of(pattern.rows(), -1);
    std::vector<int> open;
    int bodies = 0;
    for (std::size_t start = 0; start < pattern.rows(); ++start) {
        if (body_of[start] >= 0) continue;
        const int body = bodies++;
        body_of[start] = body;
        open.push_back(static_cast<int>(start));
        while (!open.empty()) {
            const int i = open.back();
            open.pop_back();
            for (int k = pattern.row_begin[i]; k < pattern.row_begin[i + 1]; ++k) {
                const int j = pattern.column[k];
                if (body_of[j] >= 0) continue;
                body_of[j] = body;
                open.push_back(j);
            }
        }
    }
    return body_of;
}

FreeBodies::FreeBodies(const SparsityPattern& pattern) : body_of_(number_bodies(pattern))
{
    if (!body_of_.empty()) bodies_.resize(static_cast<std::size_t>(std::ranges::max(body_of_)) + 1);
}

bool FreeBodies::are_held(const DirectionFilter& filter)
{
    for (Body& body : bodies_) body = {Vec3::Zero(), 0, false};
    for (const DirectionFilter::Entry& entry : filter.entries) bodies_[body_of_[entry.particle]].held = true;
    if (filter.rows != nullptr) filter.rows->for_each_particle([&](int p) { bodies_[body_of_[p]].held = true; });
    return std::ranges::all_of(bodies_, &Body::held);
}

void FreeBodies::restore_momentum(const DirectionFilter& filter, std::span<const double> mass, std::span<Vec3> reaction,
                                  std::span<Vec3> v)
{
    if (are_held(filter)) return;
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
