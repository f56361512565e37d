#include "contact/active_set/active_set.hpp"

#include "contact/active_set/known_contacts.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace tulle {

Vec3 normal_impulses(std::span<const Contact> group, const Vec3& reaction)
{
    if (group.size() == 1) return {group[0].normal.dot(reaction), 0, 0};
    Mat3 gram = Mat3::Identity();
    Vec3 rhs = Vec3::Zero();
    for (std::size_t a = 0; a < group.size(); ++a) {
        rhs[a] = group[a].normal.dot(reaction);
        for (std::size_t b = 0; b < group.size(); ++b) gram(a, b) = group[a].normal.dot(group[b].normal);
        gram(a, a) += 1e-9;  // parallel normals share the load
    }
    return gram.ldlt().solve(rhs);
}

ActiveSet::ActiveSet(std::vector<Obstacle> obstacles, std::vector<double> thickness, std::vector<unsigned char> pinned,
                     std::vector<PairOverride> pairs, ClothFeatures feature_contacts)
    : obstacles_(std::move(obstacles)),
      paths_(obstacles_.size()),
      pairs_(std::move(pairs)),
      thickness_(std::move(thickness)),
      pinned_(std::move(pinned)),
      features_(std::move(feature_contacts))
{
    for (Obstacle& obstacle : obstacles_) {
        has_meshes_ = has_meshes_ || obstacle.mesh() != nullptr;
        has_feature_contacts_ = has_feature_contacts_ || (!features_.empty() && obstacle.edges != nullptr);
        auto* shape = std::get_if<ConvexShape>(&obstacle.shape);
        if (shape == nullptr) continue;
        if (auto* plane = std::get_if<PlaneShape>(shape)) plane->normal.normalize();
        if (auto* cylinder = std::get_if<CylinderShape>(shape)) cylinder->axis.normalize();
        if (auto* capsule = std::get_if<CapsuleShape>(shape)) capsule->axis.normalize();
    }
    if (obstacles_.empty()) return;
    marked_.resize(thickness_.size());
    unhindered_.reserve(thickness_.size());
    // After the first steps a step allocates nothing, even if all particles touch one obstacle, or two of several.
    const std::size_t usual = thickness_.size() * std::min<std::size_t>(obstacles_.size(), 2);
    active_.reserve(usual);
    if (has_meshes_ || has_feature_contacts_) depenetrations_.resize(thickness_.size());
    if (!has_meshes_) return;
    touches_.resize(usual);
    motions_.resize(thickness_.size());
    impacts_.resize(thickness_.size());
    engulfed_by_.assign(thickness_.size(), -1);
}

void ActiveSet::move_obstacles(double start, double end)
{
    path_time_ = end - start;
    path_start_ = start;
    for (std::size_t o = 0; o < obstacles_.size(); ++o) {
        if (const auto from = obstacles_[o].pose(start))
            paths_[o].set(*from, *obstacles_[o].pose(end));
        else
            paths_[o] = {};
        if (obstacles_[o].mesh() != nullptr) obstacles_[o].mesh()->move(start, end);
    }
}

bool ActiveSet::obstacles_move() const
{
    return std::any_of(obstacles_.begin(), obstacles_.end(), [&](const Obstacle& obstacle) {
        const MeshObstacle* mesh = obstacle.mesh();
        const bool is_driven = obstacle.drive ? path_start_ < obstacle.drive->end : !obstacle.motion.keyframes.empty();
        return is_driven || (mesh != nullptr && mesh->changes_shape());
    });
}

void ActiveSet::set_impulse_time(double time)
{
    if (impulse_time_ > 0 && time != impulse_time_) {
        const double ratio = time / impulse_time_;
        for (Contact& contact : active_) contact.normal_impulse *= ratio;
        features_.scale_impulses(ratio);
    }
    impulse_time_ = time;
}

bool ActiveSet::update(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> reaction,
                       std::span<const double> mass, double h, bool only_add, std::span<const double> feature_impulses)
{
    bool changed = false;
    features_.set_impulses(feature_impulses);
    const std::span<const Vec3> own = without_features(reaction);
    if (!only_add) for_each_group([&](std::span<Contact> group) { share_reaction(group, own[group[0].particle]); });
    // A pull that is much weaker than the strongest contact is a residual of the solver, not a separation. The
    // threshold is a hundredth of the strongest contact, at most a hundredth of the Earth's gravity, and at least
    // rounding.
    constexpr double smallest_negligible = 1e-6, largest_negligible = 0.1;  // m/s^2
    constexpr double share = 0.01;
    double strongest = 0;  // m/s
    for (const Contact& contact : active_)
        strongest = std::max(strongest, std::abs(contact.normal_impulse) / mass[contact.particle]);
    const double negligible = std::clamp(share * strongest, smallest_negligible * h, largest_negligible * h);  // m/s
    if (!only_add) {
        changed = std::erase_if(active_, [&](const Contact& contact) {
                      return !contact.held && contact.normal_impulse < -negligible * mass[contact.particle];
                  }) > 0;
    }
    changed = features_.release(negligible, mass) || changed;
    if (only_add) changed = hold_pulling_at_zero_velocity(own, negligible, mass) || changed;
    // Released particles that would go inside at once get a new contact, which is held.
    changed = add_impacts(x, v, mass, h, true) || changed;
    // Feature contacts come last, where particle contacts do not suffice.
    return changed || (has_feature_contacts_ && features_.add_impacts(*this, x, v, h, true));
}

std::span<const Vec3> ActiveSet::without_features(std::span<const Vec3> reaction)
{
    if (features_.active().empty()) return reaction;
    reaction_.assign(reaction.begin(), reaction.end());
    for (const FeatureContact& contact : features_.active())
        for (int k = 0; k < 3; ++k)
            reaction_[contact.row.particles[k]] -=
                (contact.row.weights[k] * contact.normal_impulse) * contact.row.normal;
    return reaction_;
}

void ActiveSet::share_reaction(std::span<Contact> group, const Vec3& reaction) const
{
    group = group.first(std::min<std::size_t>(group.size(), 3));
    const Vec3 impulses = normal_impulses(group, reaction);
    for (std::size_t k = 0; k < group.size(); ++k) group[k].normal_impulse = impulses[k];
}

bool ActiveSet::any_new() const
{
    const auto is_new = [](const auto& contact) { return contact.age == 1; };
    return std::any_of(active_.begin(), active_.end(), is_new) ||
           std::any_of(features_.active().begin(), features_.active().end(), is_new);
}

bool ActiveSet::any_unsettled() const
{
    return std::any_of(active_.begin(), active_.end(),
                       [](const Contact& contact) { return contact.steady < settled_age; }) ||
           std::any_of(features_.active().begin(), features_.active().end(),
                       [](const FeatureContact& contact) { return contact.age < settled_age; });
}

void ActiveSet::finish(std::span<const Vec3> reaction, std::span<Vec3> v, std::span<const Vec3> v_before,
                       std::span<const double> mass)
{
    const std::span<const Vec3> own = without_features(reaction);
    features_.grow_older();
    for_each_group([&](std::span<Contact> group) {
        const int p = group[0].particle;
        const Vec3& impulse = own[p];
        share_reaction(group, impulse);
        Vec3 tangential_impulse = impulse;
        Vec3 tangential_velocity = v[p] - group[0].drift;
        Vec3 driving_impulse = mass[p] * (v[p] - v_before[p]) - impulse;  // of everything except contacts
        double limit = 0;                                                 // N s, radius of the Coulomb cone
        for (const Contact& contact : group) {
            tangential_impulse -= contact.normal_impulse * contact.normal;
            tangential_velocity -= contact.normal.dot(tangential_velocity) * contact.normal;
            driving_impulse -= contact.normal.dot(driving_impulse) * contact.normal;
            limit += friction(contact) * std::max(contact.normal_impulse, 0.0);
        }
        // At 0.9 of friction_speed, friction is at 0.99 of the Coulomb cone. A slower particle can therefore be held,
        // unless it is just setting off, driven by more than the cone can hold.
        const bool sticks = group[0].mode == ContactMode::stick;
        const bool stays =
            sticks ? tangential_impulse.norm() <= limit * (1 + 1e-9)
                   : limit > 0 && tangential_velocity.norm() < 0.9 * friction_speed && driving_impulse.norm() <= limit;
        // The particle is stopped now. In a short next step, the impulse that stops it might be outside the cone.
        if (stays && !sticks) v[p] -= tangential_velocity;
        const ContactMode mode = stays ? ContactMode::stick : ContactMode::slide;
        for (Contact& contact : group) {
            const auto older = [](std::uint8_t steps) {
                return std::min<std::uint8_t>(static_cast<std::uint8_t>(steps + 1), settled_age);
            };
            contact.age = older(contact.age);
            contact.steady = contact.mode == mode ? older(contact.steady) : std::uint8_t{1};
            contact.mode = mode;
        }
    });
    remove_push_out(v);
}

void ActiveSet::set_pinned(int particle, bool is_pinned)
{
    pinned_[particle] = is_pinned ? 1 : 0;
    if (is_pinned) std::erase_if(active_, [&](const Contact& contact) { return contact.particle == particle; });
}

void ActiveSet::forget()
{
    active_.clear();
    features_.set_active({});
    impulse_time_ = 0;
}

void ActiveSet::list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts) const
{
    const auto force_of = [&](double impulse) { return impulse_time_ > 0 ? impulse / impulse_time_ : 0; };
    for (const Contact& contact : active_)
        contacts.push_back({.particles = {contact.particle},
                            .shares = {1},
                            .obstacle = contact.obstacle,
                            .point = x[contact.particle],
                            .normal = contact.normal,
                            .force = force_of(contact.normal_impulse)});
    for (const FeatureContact& contact : features_.active()) {
        ContactPoint& point = contacts.emplace_back(ContactPoint{.obstacle = contact.obstacle,
                                                                 .point = contact.mean(x),
                                                                 .normal = contact.row.normal,
                                                                 .force = force_of(contact.normal_impulse)});
        for (std::size_t k = 0; k < contact.row.particles.size(); ++k) {
            if (contact.row.weights[k] == 0) continue;
            point.particles.push_back(contact.row.particles[k]);
            point.shares.push_back(contact.row.weights[k]);
        }
    }
}

void ActiveSet::save(ArchiveWriter& out) const
{
    out.value(static_cast<std::uint64_t>(active_.size()));
    for (const Contact& contact : active_) {
        out.value(contact.particle);
        out.value(contact.obstacle);
        out.value(contact.mode);
        out.value(contact.face);
        out.array(std::span<const Vec3>(&contact.normal, 1));
        out.value(contact.age);
        out.value(contact.steady);
        out.value(contact.normal_impulse);
    }
    out.value(impulse_time_);
    features_.save(out);
    save_drives(out);
}

void ActiveSet::restore(ArchiveReader& in)
{
    const std::uint64_t count = in.count();
    if (count > most_contacts * thickness_.size() * std::max<std::size_t>(obstacles_.size(), 1)) ArchiveReader::fail();
    active_.assign(count, Contact{});
    for (Contact& contact : active_) {
        in.value(contact.particle);
        in.value(contact.obstacle);
        in.value(contact.mode);
        in.value(contact.face);
        in.array(std::span<Vec3>(&contact.normal, 1));
        in.value(contact.age);
        in.value(contact.steady);
        in.value(contact.normal_impulse);
        const bool sane = contact.particle >= 0 && static_cast<std::size_t>(contact.particle) < thickness_.size() &&
                          contact.obstacle >= 0 && static_cast<std::size_t>(contact.obstacle) < obstacles_.size() &&
                          contact.face >= 0 &&
                          (contact.mode == ContactMode::stick || contact.mode == ContactMode::slide);
        if (!sane) ArchiveReader::fail();
    }
    in.value(impulse_time_);
    features_.restore(in, *this);
    restore_drives(in);
}

void ActiveSet::save_drives(ArchiveWriter& out) const
{
    out.value(static_cast<std::uint64_t>(obstacles_.size()));
    for (const Obstacle& obstacle : obstacles_)
        for (const std::optional<PoseDrive>* drive : {&obstacle.drive, &obstacle.previous_drive}) {
            out.value(drive->has_value());
            if (!*drive) continue;
            for (const RigidPose* pose : {&(*drive)->from, &(*drive)->to}) {
                out.array(std::span<const Mat3>(&pose->rotation, 1));
                out.array(std::span<const Vec3>(&pose->translation, 1));
            }
            out.array(std::span<const Vec3>(&(*drive)->pivot, 1));
            out.value((*drive)->start);
            out.value((*drive)->end);
        }
}

void ActiveSet::restore_drives(ArchiveReader& in)
{
    if (in.count() != obstacles_.size()) ArchiveReader::fail();
    for (Obstacle& obstacle : obstacles_)
        for (std::optional<PoseDrive>* drive : {&obstacle.drive, &obstacle.previous_drive}) {
            bool is_driven = false;
            in.value(is_driven);
            drive->reset();
            if (!is_driven) continue;
            drive->emplace();
            for (RigidPose* pose : {&(*drive)->from, &(*drive)->to}) {
                in.array(std::span<Mat3>(&pose->rotation, 1));
                in.array(std::span<Vec3>(&pose->translation, 1));
                if (!pose->rotation.allFinite() || !pose->translation.allFinite()) ArchiveReader::fail();
            }
            in.array(std::span<Vec3>(&(*drive)->pivot, 1));
            in.value((*drive)->start);
            in.value((*drive)->end);
            if (!((*drive)->end > (*drive)->start)) ArchiveReader::fail();
        }
}

}  // namespace tulle
