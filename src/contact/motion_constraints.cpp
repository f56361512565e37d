#include "contact/motion_constraints.hpp"

#include <algorithm>

namespace tulle {
namespace {

/// Passes after which the active set may only grow, and after which it is taken as it is.
constexpr int release_passes = 3;
constexpr int max_passes = 12;

/// Projector on the directions that contacts of one particle leave free, and the velocity they prescribe.
DirectionFilter::Entry combine(std::span<const Contact> group, Vec3& prescribed)
{
    DirectionFilter::Entry entry{group[0].particle, Mat3::Identity()};
    prescribed.setZero();
    for (const Contact& contact : group) {
        const Vec3 direction = entry.allowed * contact.normal;  // the part not yet constrained
        const double size = direction.norm();
        if (size < 1e-3) continue;
        const Vec3 q = direction / size;
        prescribed += (contact.target - contact.normal.dot(prescribed)) / size * q;
        entry.allowed -= q * q.transpose();
    }
    if (group[0].mode == ContactMode::stick) entry.allowed.setZero();
    return entry;
}

}  // namespace

MotionConstraints::MotionConstraints(Pins pins, Contacts contacts, std::size_t particles)
    : pins_(std::move(pins)), contacts_(std::move(contacts)), pin_velocity_(pins_.particles().size(), Vec3::Zero())
{
    filter_.fixed.assign(particles, 0);
    for (const int p : pins_.particles()) filter_.fixed[p] = 1;
    filter_.entries.reserve(particles);
    prescribed_.reserve(particles);
    rebuild_filter();
}

void MotionConstraints::begin_step(double h, double end_time, std::span<const Vec3> x)
{
    x_ = x;
    h_ = h;
    for (std::size_t k = 0; k < pin_velocity_.size(); ++k)
        pin_velocity_[k] = (pins_.position(k, end_time) - x[pins_.particles()[k]]) / h_;
}

void MotionConstraints::predict_contacts(std::span<const Vec3> v, std::span<const double> mass)
{
    contacts_.predict(x_, v, mass, h_);
    rebuild_filter();
}

void MotionConstraints::rebuild_filter()
{
    filter_.entries.clear();
    prescribed_.clear();
    const std::span<const Contact> contacts = contacts_.active();
    std::size_t begin = 0;
    const auto add_contacts_before = [&](int particle) {
        while (begin < contacts.size() && contacts[begin].particle < particle) {
            std::size_t end = begin + 1;
            while (end < contacts.size() && contacts[end].particle == contacts[begin].particle) ++end;
            Vec3 prescribed;
            filter_.entries.push_back(combine(contacts.subspan(begin, end - begin), prescribed));
            prescribed_.push_back(prescribed);
            begin = end;
        }
    };
    for (std::size_t k = 0; k < pin_velocity_.size(); ++k) {
        const int particle = pins_.particles()[k];
        add_contacts_before(particle);
        filter_.entries.push_back({particle, Mat3::Zero()});
        prescribed_.push_back(pin_velocity_[k]);
    }
    add_contacts_before(static_cast<int>(filter_.fixed.size()));
}

void MotionConstraints::prescribe(std::span<Vec3> v) const
{
    for (std::size_t k = 0; k < filter_.entries.size(); ++k) {
        Vec3& velocity = v[filter_.entries[k].particle];
        velocity = (filter_.entries[k].allowed * velocity + prescribed_[k]).eval();
    }
}

void MotionConstraints::prescribe_pins(std::span<Vec3> v) const
{
    for (std::size_t k = 0; k < pin_velocity_.size(); ++k) v[pins_.particles()[k]] = pin_velocity_[k];
}

void MotionConstraints::subtract_friction(std::span<const Vec3> v, std::span<Vec3> g) const
{
    contacts_.for_each_friction(
        v, [&](int particle, const FrictionResponse& friction) { g[particle] -= friction.impulse; });
}

void MotionConstraints::add_friction_drag(std::span<const Vec3> v, Csr<Mat3>& A) const
{
    contacts_.for_each_friction(
        v, [&](int particle, const FrictionResponse& friction) { A.diagonal(particle) += friction.drag; });
}

ContactRevision MotionConstraints::revise_contacts(std::span<const Vec3> v, std::span<const Vec3> reaction,
                                                   std::span<const double> mass, int pass)
{
    const bool changed = contacts_.revise(x_, v, reaction, mass, h_, pass >= release_passes);
    if (changed) rebuild_filter();
    if (!changed) return ContactRevision::settled;
    return pass < max_passes ? ContactRevision::changed : ContactRevision::given_up;
}

}  // namespace tulle
