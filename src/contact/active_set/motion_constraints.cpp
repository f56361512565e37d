#include "contact/active_set/motion_constraints.hpp"

#include <algorithm>

namespace tulle {
namespace {

/// After `release_passes` passes the active set may only grow, and after `max_passes` it is taken as it is.
constexpr int release_passes = 3;
constexpr int max_passes = 12;
/// Number of passes after which contacts that may not be released become zero-velocity contacts. A cloth at rest
/// satisfies all of these, so they never contradict each other.
constexpr int zero_velocity_passes = 8;

/// Returns the projector on the directions that the contacts of one particle leave free, and the velocity that they
/// prescribe.
DirectionFilter::Entry combine(std::span<const Contact> group, Vec3& prescribed)
{
    DirectionFilter::Entry entry{group[0].particle, Mat3::Identity()};
    prescribed = group[0].drift;
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

MotionConstraints::MotionConstraints(Pins pins, ActiveSet contacts, std::size_t particles)
    : pins_(std::move(pins)), contacts_(std::move(contacts)), pin_velocity_(pins_.particles().size(), Vec3::Zero())
{
    rows_ = std::make_unique<ConstraintRows>();
    filter_.rows = rows_.get();
    filter_.fixed.assign(particles, 0);
    for (const int p : pins_.particles()) filter_.fixed[p] = 1;
    filter_.entries.reserve(particles);
    prescribed_.reserve(particles);
    rebuild_filter();
}

void MotionConstraints::drive_pin(int particle, const Pins::Drive& drive)
{
    const bool was_pinned = pins_.holds(particle);
    pins_.drive(particle, drive);
    if (was_pinned) return;
    contacts_.set_pinned(particle, true);
    pins_changed();
}

void MotionConstraints::release_pin(int particle)
{
    if (!pins_.holds(particle)) return;
    pins_.release(particle);
    contacts_.set_pinned(particle, false);
    pins_changed();
}

void MotionConstraints::restore_pins(ArchiveReader& in)
{
    const std::vector<int> before(pins_.particles().begin(), pins_.particles().end());
    pins_.restore(in, filter_.fixed.size());
    for (const int particle : before) contacts_.set_pinned(particle, false);
    for (const int particle : pins_.particles()) contacts_.set_pinned(particle, true);
    pins_changed();
}

void MotionConstraints::pins_changed()
{
    // Vertices of obstacles are the last particles, and are never pinned or freed. A change before them shifts the
    // indices of all their pins by the same number.
    const auto shift = static_cast<std::ptrdiff_t>(pins_.particles().size()) - std::ssize(pin_velocity_);
    for (ObstacleVertices& vertices : obstacle_vertices_)
        vertices.first_pin = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(vertices.first_pin) + shift);
    pin_velocity_.assign(pins_.particles().size(), Vec3::Zero());
}

void MotionConstraints::forget_contacts()
{
    contacts_.forget();
    rebuild_filter();
}

void MotionConstraints::begin_step(double h, double end_time, std::span<const Vec3> x)
{
    x_ = x_reach_ = x;
    h_ = reach_ = h;
    held_back_.clear();
    contacts_.move_obstacles(end_time - h, end_time);
    for (std::size_t k = 0; k < pin_velocity_.size(); ++k)
        pin_velocity_[k] = (pins_.position(k, end_time) - x[pins_.particles()[k]]) / h_;
    for (const auto& [obstacle, first_pin] : obstacle_vertices_) {
        const std::span<const Vec3> end = contacts_.obstacle(obstacle).surface()->end();
        for (std::size_t k = 0; k < end.size(); ++k) {
            const Vec3& from = x[pins_.particles()[first_pin + k]];
            pin_velocity_[first_pin + k] = (contacts_.path(obstacle).placed_at_end(end[k]) - from) / h_;
        }
    }
}

void MotionConstraints::carry_vertices_of(int obstacle, int first)
{
    const std::span<const int> pinned = pins_.particles();
    const auto first_pin = std::ranges::lower_bound(pinned, first) - pinned.begin();
    obstacle_vertices_.push_back({obstacle, static_cast<std::size_t>(first_pin)});
}

int MotionConstraints::obstacle_of(int particle) const
{
    int obstacle = -1;
    for (const ObstacleVertices& vertices : obstacle_vertices_)
        if (pins_.particles()[vertices.first_pin] <= particle) obstacle = vertices.obstacle;
    return obstacle;
}

bool MotionConstraints::can_yield() const
{
    return std::ranges::any_of(obstacle_vertices_, [&](const ObstacleVertices& vertices) {
        return contacts_.obstacle(vertices.obstacle).surface()->changes_shape();
    });
}

void MotionConstraints::yield_to(std::span<const Vec3> v)
{
    const std::span<const Vec3> mean = mean_velocity(v);
    std::size_t end = pin_velocity_.size();
    for (std::size_t n = obstacle_vertices_.size(); n-- > 0;) {
        const auto& [obstacle, first] = obstacle_vertices_[n];
        if (contacts_.obstacle(obstacle).surface()->changes_shape())
            for (std::size_t k = first; k < end; ++k) pin_velocity_[k] = mean[pins_.particles()[k]];
        end = first;
    }
    rebuild_filter();
}

void MotionConstraints::aim(double reach, std::span<const Vec3> x_reach)
{
    reach_ = reach;
    x_reach_ = x_reach;
    if (contacts_.has_obstacles()) mean_.resize(x_.size());
}

/// Returns the mean velocity over the step: contact is computed on the straight path from x to the end of the step.
std::span<const Vec3> MotionConstraints::mean_velocity(std::span<const Vec3> v)
{
    if (x_reach_.data() == x_.data() && reach_ == h_) return v;
    if (!contacts_.has_obstacles()) return v;
    parallel_for(v.size(), [&](std::size_t i) { mean_[i] = (x_reach_[i] - x_[i] + reach_ * v[i]) / h_; });
    return mean_;
}

/// Returns the v for which the particle has this mean velocity over the step.
Vec3 MotionConstraints::aimed(int particle, const Vec3& mean_velocity) const
{
    if (x_reach_.data() == x_.data() && reach_ == h_) return mean_velocity;
    return (h_ * mean_velocity + x_[particle] - x_reach_[particle]) / reach_;
}

void MotionConstraints::predict_contacts(std::span<const Vec3> v, std::span<const double> mass)
{
    if (!contacts_.are_left_to_barriers()) contacts_.predict(x_, mean_velocity(v), mass, h_);
    rebuild_filter();
}

bool MotionConstraints::moves() const
{
    const auto is_zero = [](const Vec3& velocity) { return velocity.isZero(); };
    return !std::all_of(pin_velocity_.begin(), pin_velocity_.end(), is_zero) || contacts_.obstacles_move();
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
            const DirectionFilter::Entry entry = combine(contacts.subspan(begin, end - begin), prescribed);
            const Vec3 velocity = aimed(entry.particle, prescribed);
            filter_.entries.push_back(entry);
            prescribed_.push_back(velocity - entry.allowed * velocity);
            begin = end;
        }
    };
    for (std::size_t k = 0; k < pin_velocity_.size(); ++k) {
        const int particle = pins_.particles()[k];
        add_contacts_before(particle);
        filter_.entries.push_back({particle, Mat3::Zero()});
        prescribed_.push_back(aimed(particle, pin_velocity_[k]));
    }
    add_contacts_before(static_cast<int>(filter_.fixed.size()));
    rebuild_rows();
}

Mat3 MotionConstraints::free_directions(int particle) const
{
    const auto place = std::lower_bound(filter_.entries.begin(), filter_.entries.end(), particle,
                                        [](const DirectionFilter::Entry& entry, int p) { return entry.particle < p; });
    const bool found = place != filter_.entries.end() && place->particle == particle;
    return found ? place->allowed : Mat3::Identity();
}

void MotionConstraints::rebuild_rows()
{
    row_list_.clear();
    for (const FeatureContact& contact : contacts_.feature_contacts().active()) row_list_.push_back(contact.row);
    row_values_.resize(row_list_.size());
    rows_->build(row_list_, [this](int particle) { return free_directions(particle); });
}

/// Returns the value [m/s] of the contact's row for which its mean normal velocity over the step is the target.
double MotionConstraints::aimed(const FeatureContact& contact) const
{
    if (x_reach_.data() == x_.data() && reach_ == h_) return contact.target;
    const Vec3 ahead = contact.mean(x_reach_) - contact.mean(x_);
    return (h_ * contact.target - contact.row.normal.dot(ahead)) / reach_;
}

void MotionConstraints::prescribe(std::span<Vec3> v) const
{
    for (std::size_t k = 0; k < filter_.entries.size(); ++k) {
        Vec3& velocity = v[filter_.entries[k].particle];
        velocity = (filter_.entries[k].allowed * velocity + prescribed_[k]).eval();
    }
    if (rows_->empty()) return;
    const std::span<const FeatureContact> feature_contacts = contacts_.feature_contacts().active();
    for (std::size_t k = 0; k < feature_contacts.size(); ++k)
        row_values_[k] = aimed(feature_contacts[k]) - feature_contacts[k].row.normal.dot(feature_contacts[k].mean(v));
    rows_->add(row_values_, v);
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

ActiveSetUpdate MotionConstraints::update_active_set(std::span<const Vec3> v, std::span<const Vec3> reaction,
                                                     std::span<const double> mass, int pass)
{
    if (contacts_.are_left_to_barriers()) return ActiveSetUpdate::settled;
    rows_->share(reaction, row_values_);
    const bool changed =
        contacts_.update(x_, mean_velocity(v), reaction, mass, h_, pass >= release_passes, row_values_);
    if (!changed) return ActiveSetUpdate::settled;
    if (pass >= zero_velocity_passes) contacts_.hold_at_zero_velocity();
    rebuild_filter();
    return pass < max_passes ? ActiveSetUpdate::changed : ActiveSetUpdate::given_up;
}

void MotionConstraints::hold_back(std::span<Vec3> v)
{
    if (contacts_.are_left_to_barriers()) return;
    const std::span<const Vec3> mean = mean_velocity(v);
    contacts_.for_each_depenetration(x_, mean, h_, [&](int p, const Vec3& safe) {
        v[p] = aimed(p, safe);
        held_back_.push_back(p);
    });
}

}  // namespace tulle
