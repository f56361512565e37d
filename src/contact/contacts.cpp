#include "contact/contacts.hpp"

#include "core/parallel.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

bool before(const Contact& a, const Contact& b)
{
    return a.particle != b.particle ? a.particle < b.particle : a.obstacle < b.obstacle;
}

/// Impulses along up to three normals that best explain a reaction (least squares; exact for one).
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

}  // namespace

FrictionResponse sliding_friction(const Vec3& normal, const Vec3& v, double limit)
{
    const Mat3 tangential = Mat3::Identity() - normal * normal.transpose();
    const Vec3 t = tangential * v;
    const double speed = t.norm();
    if (speed >= friction_speed) {
        const Vec3 d = t / speed;
        return {-limit * d, (limit / speed) * (tangential - d * d.transpose())};
    }
    const double ratio = speed / friction_speed;
    const double secant = limit * (2 - ratio) / friction_speed;  // limit s(y)/y
    FrictionResponse response{-secant * t, secant * tangential};
    if (speed > 0) response.drag -= (limit / (friction_speed * friction_speed * speed)) * (t * t.transpose());
    return response;
}

Contacts::Contacts(std::vector<Obstacle> obstacles, std::vector<double> thickness, std::vector<unsigned char> pinned)
    : obstacles_(std::move(obstacles)), thickness_(std::move(thickness)), pinned_(std::move(pinned))
{
    for (Obstacle& obstacle : obstacles_) {
        if (auto* plane = std::get_if<PlaneShape>(&obstacle.shape)) plane->normal.normalize();
        if (auto* cylinder = std::get_if<CylinderShape>(&obstacle.shape)) cylinder->axis.normalize();
    }
    if (obstacles_.empty()) return;
    marked_.resize(thickness_.size());
    unhindered_.reserve(thickness_.size());
    // A warm step allocates nothing, also when everything touches one obstacle, or two where there are.
    active_.reserve(thickness_.size() * std::min<std::size_t>(obstacles_.size(), 2));
}

void Contacts::predict(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass, double h)
{
    // A contact that still touches is the best guess for the next step; it keeps its mode and impulses.
    std::erase_if(active_, [&](Contact& contact) {
        const SurfacePoint near =
            std::visit([&](const auto& shape) { return nearest_surface(shape, x[contact.particle]); },
                       obstacles_[contact.obstacle].shape);
        const double gap = near.distance - thickness_[contact.particle];
        contact.normal = near.normal;
        contact.target = -gap / h;
        contact.held = false;
        return gap > 10 * contact_slop;
    });
    static_cast<void>(add_impacts(x, v, mass, h, false));
}

bool Contacts::add_impacts(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass, double h,
                           bool held)
{
    const std::size_t known = active_.size();
    for (std::size_t index = 0; index < obstacles_.size(); ++index) {
        std::visit(
            [&](const auto& shape) {
                parallel_for(x.size(), [&](std::size_t p) {
                    marked_[p] = pinned_[p] == 0 && first_impact(shape, thickness_[p], x[p], x[p] + h * v[p]).hit;
                });
                for (std::size_t p = 0; p < x.size(); ++p) {
                    if (marked_[p] == 0) continue;
                    Contact contact;
                    contact.particle = static_cast<int>(p);
                    contact.obstacle = static_cast<int>(index);
                    const auto begin = active_.begin();
                    const auto end = begin + static_cast<std::ptrdiff_t>(known);
                    const auto same = std::lower_bound(begin, end, contact, before);
                    if (same != end && !before(contact, *same)) continue;
                    const Impact impact = first_impact(shape, thickness_[p], x[p], x[p] + h * v[p]);
                    contact.normal = impact.normal;
                    contact.target = impact.normal.dot(impact.point - x[p]) / h;
                    contact.normal_impulse = mass[p] * (contact.target - contact.normal.dot(v[p]));
                    contact.held = held;
                    active_.push_back(contact);
                }
            },
            obstacles_[index].shape);
    }
    if (active_.size() == known) return false;
    std::sort(active_.begin(), active_.end(), before);
    return true;
}

bool Contacts::revise(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> reaction,
                      std::span<const double> mass, double h, bool only_add)
{
    bool changed = false;
    if (!only_add) {
        for_each_group([&](std::span<Contact> group) { share_reaction(group, reaction[group[0].particle]); });
        // A pull much smaller than what others are held with is what the solver left, not separation: a hundredth of
        // it, but never more than a hundredth of the Earth's gravity, nor less than rounding.
        constexpr double smallest_negligible = 1e-6, largest_negligible = 0.1;  // m/s^2
        constexpr double share = 0.01;
        double strongest = 0;  // m/s
        for (const Contact& contact : active_)
            strongest = std::max(strongest, std::abs(contact.normal_impulse) / mass[contact.particle]);
        const double negligible =
            std::clamp(share * strongest, smallest_negligible * h, largest_negligible * h);  // m/s
        changed = std::erase_if(active_, [&](const Contact& contact) {
                      return !contact.held && contact.normal_impulse < -negligible * mass[contact.particle];
                  }) > 0;
    }
    // Released particles that would go straight back in return as held.
    return add_impacts(x, v, mass, h, true) || changed;
}

void Contacts::share_reaction(std::span<Contact> group, const Vec3& reaction) const
{
    group = group.first(std::min<std::size_t>(group.size(), 3));
    const Vec3 impulses = normal_impulses(group, reaction);
    for (std::size_t k = 0; k < group.size(); ++k) group[k].normal_impulse = impulses[k];
}

bool Contacts::any_new() const
{
    return std::any_of(active_.begin(), active_.end(), [](const Contact& contact) { return contact.age == 1; });
}

bool Contacts::any_unsettled() const
{
    return std::any_of(active_.begin(), active_.end(),
                       [](const Contact& contact) { return contact.steady < settled_age; });
}

void Contacts::finish(std::span<const Vec3> reaction, std::span<Vec3> v)
{
    for_each_group([&](std::span<Contact> group) {
        const Vec3& impulse = reaction[group[0].particle];
        share_reaction(group, impulse);
        Vec3 tangential_impulse = impulse;
        Vec3 tangential_velocity = v[group[0].particle];
        double limit = 0;  // N s, radius of the Coulomb cone
        for (const Contact& contact : group) {
            tangential_impulse -= contact.normal_impulse * contact.normal;
            tangential_velocity -= contact.normal.dot(tangential_velocity) * contact.normal;
            limit += obstacles_[contact.obstacle].friction * std::max(contact.normal_impulse, 0.0);
        }
        // At 0.9 of the speed where friction is full it is at 0.99 of the cone: what creeps slower can be held.
        const bool sticks = group[0].mode == ContactMode::stick;
        const bool stays = sticks ? tangential_impulse.norm() <= limit * (1 + 1e-9)
                                  : limit > 0 && tangential_velocity.norm() < 0.9 * friction_speed;
        // Stopping takes more impulse in a short step than the cone has room for, so it is not left to the next one.
        if (stays && !sticks) v[group[0].particle] -= tangential_velocity;
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

void Contacts::apply_impulses(std::span<const Vec3> x, std::span<Vec3> v, std::span<const double> mass, double h)
{
    // Pushed away from one obstacle, a particle may head for the next: look again, a few times.
    constexpr int max_passes = 4;
    unhindered_.assign(v.begin(), v.end());
    for (int pass = 0; pass < max_passes; ++pass) {
        for_each_group([&](std::span<Contact> group) {
            const int p = group[0].particle;
            v[p] = unhindered_[p];
            meet(group, mass[p], v[p]);
        });
        if (!add_impacts(x, v, mass, h, false)) break;
    }
    std::erase_if(active_, [](const Contact& contact) { return contact.normal_impulse <= 0; });
}

void Contacts::meet(std::span<Contact> group, double mass, Vec3& velocity) const
{
    // Each contact pushes until all are met; two that face each other need a few rounds.
    constexpr int max_rounds = 200;
    for (Contact& contact : group) contact.normal_impulse = 0;
    bool met = false;
    for (int round = 0; round < max_rounds && !met; ++round) {
        met = true;
        for (Contact& contact : group) {
            const double wanted = contact.normal_impulse + mass * (contact.target - contact.normal.dot(velocity));
            const double change = std::max(wanted, 0.0) - contact.normal_impulse;
            if (std::abs(change) > 1e-12 * mass) met = false;
            velocity += (change / mass) * contact.normal;
            contact.normal_impulse += change;
        }
    }
    // Friction brakes what no contact holds, by at most its share of the normal impulses.
    Mat3 free = Mat3::Identity();
    double brake = 0;  // m/s
    for (const Contact& contact : group) {
        if (contact.normal_impulse <= 0) continue;
        brake += obstacles_[contact.obstacle].friction * contact.normal_impulse / mass;
        const Vec3 direction = free * contact.normal;
        if (direction.norm() > 1e-6) free -= direction * direction.transpose() / direction.squaredNorm();
    }
    const Vec3 tangential = free * velocity;
    const double speed = tangential.norm();
    if (speed > 0) velocity -= std::min(1.0, brake / speed) * tangential;
}

void Contacts::clear_obstacles(std::span<Vec3> v) const
{
    // Contacts of one particle may undo each other; a few sweeps settle them as far as explicit steps care.
    constexpr int sweeps = 4;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (const Contact& contact : active_) {
            Vec3& velocity = v[contact.particle];
            velocity += std::max(contact.target - contact.normal.dot(velocity), 0.0) * contact.normal;
        }
    }
}

void Contacts::remove_push_out(std::span<Vec3> v) const
{
    for (const Contact& contact : active_) {
        if (contact.target <= 0) continue;
        Vec3& velocity = v[contact.particle];
        velocity -= std::clamp(contact.normal.dot(velocity), 0.0, contact.target) * contact.normal;
    }
}

void Contacts::push_out(std::span<Vec3> x) const
{
    for (const Obstacle& obstacle : obstacles_) {
        std::visit(
            [&](const auto& shape) {
                parallel_for(x.size(), [&](std::size_t p) {
                    if (pinned_[p] != 0) return;  // it is where it was told to be
                    const SurfacePoint near = nearest_surface(shape, x[p]);
                    if (near.distance < thickness_[p]) x[p] += (thickness_[p] - near.distance) * near.normal;
                });
            },
            obstacle.shape);
    }
}

double Contacts::deepest_penetration(std::span<const Vec3> x) const
{
    double deepest = 0;
    for (const Obstacle& obstacle : obstacles_) {
        std::visit(
            [&](const auto& shape) {
                for (const Vec3& position : x) deepest = std::max(deepest, -nearest_surface(shape, position).distance);
            },
            obstacle.shape);
    }
    return deepest;
}

void Contacts::save(ArchiveWriter& out) const
{
    out.value(static_cast<std::uint64_t>(active_.size()));
    for (const Contact& contact : active_) {
        out.value(contact.particle);
        out.value(contact.obstacle);
        out.value(contact.mode);
        out.value(contact.age);
        out.value(contact.steady);
        out.value(contact.normal_impulse);
    }
}

void Contacts::restore(ArchiveReader& in)
{
    const std::uint64_t count = in.count();
    if (count > thickness_.size() * std::max<std::size_t>(obstacles_.size(), 1)) ArchiveReader::fail();
    active_.assign(count, Contact{});
    for (Contact& contact : active_) {
        in.value(contact.particle);
        in.value(contact.obstacle);
        in.value(contact.mode);
        in.value(contact.age);
        in.value(contact.steady);
        in.value(contact.normal_impulse);
        const bool sane = contact.particle >= 0 && static_cast<std::size_t>(contact.particle) < thickness_.size() &&
                          contact.obstacle >= 0 && static_cast<std::size_t>(contact.obstacle) < obstacles_.size() &&
                          (contact.mode == ContactMode::stick || contact.mode == ContactMode::slide);
        if (!sane) ArchiveReader::fail();
    }
}

}  // namespace tulle
