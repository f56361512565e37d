#include "forces/tears.hpp"

#include <algorithm>

namespace tulle {
namespace {

std::span<const int> particles_of(const Tears::Thread& thread)
{
    return std::span(thread.particles).first(thread.particles[1] == thread.particles[2] ? 2 : 3);
}

bool contains(std::span<const int> all, int one) { return std::find(all.begin(), all.end(), one) != all.end(); }

}  // namespace

Tears::Tears(std::vector<Thread> threads, const IntactFaces& intact)
    : threads_(std::move(threads)), gone_(threads_.size(), 0), overloads_(threads_.size(), 0.0)
{
    int particles = 0, cloths = 0;
    for (const Thread& thread : threads_) {
        for (const int p : thread.particles) particles = std::max(particles, p + 1);
        cloths = std::max(cloths, thread.cloth + 1);
    }
    runs_.assign(static_cast<std::size_t>(cloths), 0);
    at_begin_.assign(static_cast<std::size_t>(particles) + 1, 0);
    for (const Thread& thread : threads_)
        for (const int p : particles_of(thread)) ++at_begin_[p + 1];
    for (int p = 0; p < particles; ++p) at_begin_[p + 1] += at_begin_[p];
    at_.resize(at_begin_.back());
    std::vector<std::size_t> fill(at_begin_.begin(), at_begin_.end() - 1);
    for (std::size_t t = 0; t < threads_.size(); ++t)
        for (const int p : particles_of(threads_[t])) at_[fill[p]++] = static_cast<int>(t);
    follow(intact);
}

bool Tears::is_beside_tear(std::size_t thread, const IntactFaces& intact) const
{
    const std::span<const int> particles = particles_of(threads_[thread]);
    return std::any_of(particles.begin(), particles.end(), [&](int p) { return intact.is_torn_at(p); });
}

bool Tears::exceeds_all_around(std::size_t thread) const
{
    const auto is_more = [&](int other) {
        const auto o = static_cast<std::size_t>(other);
        return overloads_[o] > overloads_[thread] || (overloads_[o] == overloads_[thread] && o < thread);
    };
    for (const int p : particles_of(threads_[thread])) {
        const std::span<const int> around = at(p);
        if (std::any_of(around.begin(), around.end(), is_more)) return false;
    }
    return true;
}

bool Tears::tear(IntactFaces& intact)
{
    over_.clear();
    for (std::size_t t = 0; t < threads_.size(); ++t)
        if (overloads_[t] > 1) over_.push_back(static_cast<int>(t));
    if (over_.empty()) return false;

    breaking_.clear();
    std::fill(runs_.begin(), runs_.end(), 0);
    for (const int t : over_) {
        if (!is_beside_tear(t, intact) || !exceeds_all_around(t)) continue;
        breaking_.push_back(t);
        runs_[threads_[t].cloth] = 1;
    }
    // Sort by overload, the largest first; equal overloads keep their order. The first entry of each cloth is then its
    // most overloaded thread.
    std::stable_sort(over_.begin(), over_.end(), [&](int a, int b) { return overloads_[a] > overloads_[b]; });
    for (const int t : over_) {
        unsigned char& runs = runs_[threads_[t].cloth];
        if (runs != 0) continue;
        breaking_.push_back(t);
        runs = 1;
    }
    for (const int t : breaking_) {
        const std::span<const int> particles = particles_of(threads_[t]);
        for (const int face : intact.around(particles[0])) {
            const Face& corners = intact.corners(face);
            if (std::all_of(particles.begin(), particles.end(), [&](int p) { return contains(corners, p); }))
                intact.tear(face);
        }
    }
    follow(intact);
    return true;
}

bool Tears::hold(std::span<const int> particles) const
{
    const auto is_broken_within = [&](int t) {
        const std::span<const int> own = particles_of(threads_[t]);
        return gone_[t] != 0 && std::all_of(own.begin(), own.end(), [&](int p) { return contains(particles, p); });
    };
    for (const int p : particles) {
        if (frayed_[p] == 0) continue;
        const std::span<const int> around = at(p);
        if (std::any_of(around.begin(), around.end(), is_broken_within)) return false;
    }
    return true;
}

void Tears::follow(const IntactFaces& intact)
{
    frayed_.assign(at_begin_.size() - 1, 0);
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        gone_[t] = intact.holds(particles_of(threads_[t])) ? 0 : 1;
        if (gone_[t] != 0)
            for (const int p : threads_[t].particles) frayed_[p] = 1;
    }
}

}  // namespace tulle
