#include "contact/barrier/lagged_friction.hpp"

#include <algorithm>

namespace tulle {

void LaggedFriction::begin_step(std::span<const Vec3> x, bool goes_on)
{
    if (goes_on) {
        // The springs of sliding pairs are dragged along: their slip is at most slip_.
        if (is_known_) last_.swap(pairs_);
        for (Pair& pair : last_) {
            const Vec3 slip = pair.displacement(x);
            pair.slip = std::min(slip_ / std::max(slip.norm(), slip_), 1.0) * slip;
            pair.begin = pair.between(x);
        }
    }
    is_known_ = false;
}

void LaggedFriction::set_pairs(std::span<const TouchingPair> touching, std::span<const Vec3> x,
                               const ContactSurface& surface)
{
    is_known_ = true;
    pairs_.clear();
    auto last = last_.begin();
    for (const TouchingPair& touch : touching) {
        if (!(touch.friction > 0)) continue;
        Pair& pair = pairs_.emplace_back(Pair{touch, touch.between(x), Vec3::Zero()});
        while (last != last_.end() && last->is_before(touch)) ++last;
        if (last != last_.end() && !touch.is_before(*last)) pair.slip = last->slip;
        // Turning with an obstacle is not slip.
        const ObstaclePath* path = surface.path({touch.particles, touch.kind});
        if (path == nullptr) continue;
        for (Vec3* direction : {&pair.normal, &pair.begin, &pair.slip}) *direction = path->turned_along(*direction);
    }
}

void LaggedFriction::clear()
{
    pairs_.clear();
    last_.clear();
    is_known_ = false;
}

FrictionResponse LaggedFriction::response(const Pair& pair, std::span<const Vec3> x) const
{
    return sliding_friction(pair.normal, (friction_speed / slip_) * pair.displacement(x),
                            pair.friction * pair.pressure);
}

Mat3 LaggedFriction::stiffness(const Pair& pair, std::span<const Vec3> x) const
{
    return (friction_speed / slip_) * response(pair, x).drag;
}

double LaggedFriction::held_energy(const Pair& pair, std::span<const Vec3> x) const
{
    // Integral of limit (2 - y) y, where y is the displacement over slip_. Displacement beyond y = 1 stores no energy.
    const double y = std::min(pair.displacement(x).norm() / slip_, 1.0);
    return pair.friction * pair.pressure * slip_ * (1 - y / 3) * y * y;
}

void LaggedFriction::save(ArchiveWriter& out) const
{
    const std::vector<Pair>& pairs = is_known_ ? pairs_ : last_;
    out.value(is_known_);
    out.value(static_cast<std::uint64_t>(pairs.size()));
    for (const Pair& pair : pairs) {
        for (const int p : pair.particles) out.value(p);
        out.value(pair.kind);
        for (const double share : pair.shares) out.value(share);
        for (const Vec3* vector : {&pair.normal, &pair.begin, &pair.slip}) out.array(std::span<const Vec3>(vector, 1));
        out.value(pair.pressure);
        out.value(pair.friction);
    }
}

void LaggedFriction::restore(ArchiveReader& in, int particles)
{
    clear();
    in.value(is_known_);
    std::vector<Pair>& pairs = is_known_ ? pairs_ : last_;
    for (std::uint64_t left = in.count(); left > 0; --left) {
        Pair& pair = pairs.emplace_back();
        for (int& p : pair.particles) {
            in.value(p);
            if (p < 0 || p >= particles) ArchiveReader::fail();
        }
        in.value(pair.kind);
        for (double& share : pair.shares) in.value(share);
        for (Vec3* vector : {&pair.normal, &pair.begin, &pair.slip}) in.array(std::span<Vec3>(vector, 1));
        in.value(pair.pressure);
        in.value(pair.friction);
    }
}

}  // namespace tulle
