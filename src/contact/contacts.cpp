#include "contact/contacts.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tulle {
namespace {

bool before(const Contact& a, const Contact& b)
{
    return std::tie(a.particle, a.obstacle, a.face) < std::tie(b.particle, b.obstacle, b.face);
}

bool same_pair(const Contact& a, const Contact& b) { return a.particle == b.particle && a.obstacle == b.obstacle; }

/// A contact with a mesh lasts while the mesh still presses this much the way it did: a turn of 60 degrees at an edge.
constexpr double lasting = 0.5;
/// Normals closer than 1e-3 rad are one constraint (as in MotionConstraints, which skips the second).
constexpr double one_direction = 1 - 5e-7;
/// Part of the distance kept from a mesh that may be used up before there is another contact. A particle that slides
/// over the edge between two faces comes as near to the second as it was to the first, and must not be stopped by its
/// side. A face that turns during the step is not where its contact, a plane at the end of the step, says it is;
/// without this, passes would go on and on about micrometres.
constexpr double give = 0.01;
/// Of one particle with one mesh.
constexpr int most_contacts = 6;

/// The planes of a particle's contacts with a mesh, at the level that its way stays beyond.
class KnownPlanes {
public:
    KnownPlanes(std::span<const Contact> contacts, const ObstaclePath& path, const Vec3& from, const Vec3& to)
    {
        if (path.moves()) return;  // contacts know where they are at the end of the step only
        for (const Contact& contact : contacts.first(std::min<std::size_t>(contacts.size(), most_contacts)))
            planes_[count_++] = {contact.normal, std::min(contact.normal.dot(from), contact.normal.dot(to))};
    }
    [[nodiscard]] std::span<const KnownPlane> all() const { return {planes_.data(), count_}; }

private:
    std::array<KnownPlane, most_contacts> planes_;
    std::size_t count_ = 0;
};

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

Contacts::Contacts(std::vector<Obstacle> obstacles, std::vector<double> thickness, std::vector<unsigned char> pinned,
                   std::vector<ContactPair> pairs, ClothSpans spans)
    : obstacles_(std::move(obstacles)),
      paths_(obstacles_.size()),
      pairs_(std::move(pairs)),
      thickness_(std::move(thickness)),
      pinned_(std::move(pinned)),
      spans_(std::move(spans))
{
    for (Obstacle& obstacle : obstacles_) {
        has_meshes_ = has_meshes_ || obstacle.mesh() != nullptr;
        auto* shape = std::get_if<ConvexShape>(&obstacle.shape);
        if (shape == nullptr) continue;
        if (auto* plane = std::get_if<PlaneShape>(shape)) plane->normal.normalize();
        if (auto* cylinder = std::get_if<CylinderShape>(shape)) cylinder->axis.normalize();
        if (auto* capsule = std::get_if<CapsuleShape>(shape)) capsule->axis.normalize();
    }
    if (obstacles_.empty()) return;
    marked_.resize(thickness_.size());
    unhindered_.reserve(thickness_.size());
    // A warm step allocates nothing, also when everything touches one obstacle, or two where there are.
    const std::size_t usual = thickness_.size() * std::min<std::size_t>(obstacles_.size(), 2);
    active_.reserve(usual);
    if (!has_meshes_) return;
    touches_.resize(usual);
    impacts_.resize(thickness_.size());
    escapes_.resize(thickness_.size());
    engulfed_by_.assign(thickness_.size(), -1);
}

void Contacts::move_obstacles(double start, double end)
{
    for (std::size_t o = 0; o < obstacles_.size(); ++o) {
        const RigidMotion& motion = obstacles_[o].motion;
        if (!motion.keyframes.empty()) paths_[o].set(pose_at(motion, start), pose_at(motion, end));
        if (obstacles_[o].mesh() != nullptr) obstacles_[o].mesh()->move(start, end);
    }
}

void Contacts::set_impulse_time(double time)
{
    if (impulse_time_ > 0 && time != impulse_time_) {
        const double ratio = time / impulse_time_;
        for (Contact& contact : active_) contact.normal_impulse *= ratio;
        spans_.scale_impulses(ratio);
    }
    impulse_time_ = time;
}

void Contacts::follow(Contact& contact, const TouchPath& path, double h) const
{
    const ObstaclePath& obstacle = paths_[contact.obstacle];
    const Vec3 start_normal = obstacle.turned_at_start(path.normal);
    contact.normal = obstacle.turned_at_end(path.end_normal);
    contact.drift = (obstacle.placed_at_end(path.end_point) - obstacle.placed_at_start(path.point)) / h;
    contact.bounce = 0;
    const double gap = contact.normal.dot(start_normal) * path.distance - kept(contact.particle, contact.obstacle);
    contact.target = contact.normal.dot(contact.drift) - gap / h;
}

void Contacts::predict(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass, double h)
{
    // A contact that still touches is the best guess for the next step; it keeps its mode and impulses.
    std::erase_if(active_, [&](Contact& contact) {
        contact.held = false;
        const ConvexShape* convex = obstacles_[contact.obstacle].convex();
        if (convex == nullptr) return false;
        const Vec3 seen = paths_[contact.obstacle].seen_at_start(x[contact.particle]);
        const SurfacePoint near = std::visit([&](const auto& shape) { return nearest_surface(shape, seen); }, *convex);
        const Vec3 point = seen - near.distance * near.normal;
        follow(contact, {point, near.normal, point, near.normal, near.distance}, h);
        return near.distance - kept(contact.particle, contact.obstacle) > 10 * contact_slop;
    });
    if (has_meshes_) follow_meshes(x, h);
    static_cast<void>(add_impacts(x, v, mass, h, false));
    if (has_meshes_) spans_.predict(*this, x, v, mass, h);
}

/// Only who touches can have been closed on.
void Contacts::find_engulfed(std::span<const Vec3> x)
{
    std::fill(engulfed_by_.begin(), engulfed_by_.end(), -1);
    parallel_for(active_.size(), [&](std::size_t k) {
        const Contact& contact = active_[k];
        if (k > 0 && same_pair(active_[k - 1], contact)) return;
        const MeshObstacle* mesh = obstacles_[contact.obstacle].mesh();
        if (mesh == nullptr || !mesh->changes_shape()) return;
        if (mesh->has_closed_on(paths_[contact.obstacle].seen_at_start(x[contact.particle])))
            engulfed_by_[contact.particle] = contact.obstacle;
    });
}

void Contacts::let_out(Contact& contact, const Vec3& x, double h) const
{
    constexpr double gentle = 1;  // m/s, beside the speed of the obstacle
    const MeshObstacle& mesh = *obstacles_[contact.obstacle].mesh();
    const MeshTouch out = mesh.way_out(paths_[contact.obstacle].seen_at_start(x));
    const MeshObstacle::Carried end = mesh.carry(out.face, 0, out.point, out.normal);
    follow(contact, {out.point, out.normal, end.point, end.normal, out.distance}, h);
    contact.target = std::min(contact.target, contact.normal.dot(contact.drift) + gentle);
    contact.face = out.face;
}

/// Contacts with meshes go over to the faces that particles have moved to.
void Contacts::follow_meshes(std::span<const Vec3> x, double h)
{
    find_engulfed(x);
    if (touches_.size() < active_.size()) touches_.resize(active_.size());
    const auto is_first = [&](std::size_t k) { return k == 0 || !same_pair(active_[k - 1], active_[k]); };
    parallel_for(active_.size(), [&](std::size_t k) {
        const Contact& contact = active_[k];
        const Obstacle& obstacle = obstacles_[contact.obstacle];
        if (obstacle.mesh() == nullptr || !is_first(k)) return;
        const double reach = kept(contact.particle, contact.obstacle) + 10 * contact_slop;
        const Vec3 seen = paths_[contact.obstacle].seen_at_start(x[contact.particle]);
        touches_[k].count = obstacle.mesh()->touches(seen, reach, touches_[k].found);
    });
    std::size_t first = 0;
    for (std::size_t k = 0; k < active_.size(); ++k) {
        Contact& contact = active_[k];
        const MeshObstacle* mesh = obstacles_[contact.obstacle].mesh();
        if (is_first(k)) first = k;
        if (mesh == nullptr) continue;
        if (engulfed_by_[contact.particle] == contact.obstacle) {
            contact.face = -1;
            if (first == k) let_out(contact, x[contact.particle], h);
            continue;
        }
        Touches& touches = touches_[first];
        int best = -1;
        double alignment = lasting;
        for (int t = 0; t < touches.count; ++t) {
            const Vec3 normal = paths_[contact.obstacle].turned_at_start(touches.found[t].normal);
            const double here = normal.dot(contact.normal);
            if (touches.found[t].face >= 0 && here > alignment) {
                alignment = here;
                best = t;
            }
        }
        contact.face = -1;  // gone, unless a touch goes on with it
        if (best < 0) continue;
        MeshTouch& touch = touches.found[best];
        const MeshObstacle::Carried end = mesh->carry(touch.face, 0, touch.point, touch.normal);
        follow(contact, {touch.point, touch.normal, end.point, end.normal, touch.distance}, h);
        contact.face = std::exchange(touch.face, -1);
    }
    std::erase_if(active_, [&](const Contact& contact) { return contact.face < 0; });
    std::sort(active_.begin(), active_.end(), before);
}

bool Contacts::add_impacts(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass, double h,
                           bool held)
{
    const std::size_t known = active_.size();
    bool changed = false;
    for (int index = 0; index < static_cast<int>(obstacles_.size()); ++index) {
        const ImpactSearch search{index, known, x, v, mass, h, held};
        if (obstacles_[index].mesh() == nullptr) {
            add_convex_impacts(search);
        } else if (add_mesh_impacts(search)) {
            changed = true;
        }
    }
    if (active_.size() > known) std::sort(active_.begin(), active_.end(), before);
    return changed || active_.size() > known;
}

void Contacts::add_convex_impacts(const ImpactSearch& search)
{
    const ObstaclePath& path = paths_[search.obstacle];
    const auto look = [&](const auto& shape) {
        const auto impact_of = [&](std::size_t p) {
            return first_impact(shape, kept(p, search.obstacle), path.seen_at_start(search.x[p]),
                                path.seen_at_end(search.x[p] + search.h * search.v[p]));
        };
        parallel_for(search.x.size(), [&](std::size_t p) { marked_[p] = pinned_[p] == 0 && impact_of(p).hit; });
        for (std::size_t p = 0; p < search.x.size(); ++p) {
            if (marked_[p] == 0 || !known_contacts(search, p).empty()) continue;
            const Impact impact = impact_of(p);
            add(search, meeting(search, p, impact.point, impact.normal, Vec3::Zero()));
        }
    };
    std::visit(look, *obstacles_[search.obstacle].convex());
}

/// Whether a contact that was known had to become stricter.
bool Contacts::add_mesh_impacts(const ImpactSearch& search)
{
    const MeshObstacle& mesh = *obstacles_[search.obstacle].mesh();
    const ObstaclePath& path = paths_[search.obstacle];
    parallel_for(search.x.size(), [&](std::size_t p) {
        impacts_[p].face = -1;
        if (pinned_[p] != 0 || engulfed_by_[p] == search.obstacle) return;
        const double distance = kept(p, search.obstacle);
        // Who touches will not leave the way that his contacts let him; below it he would meet the sides of faces that
        // he is to slide over.
        Vec3 v = search.v[p];
        const std::span<const Contact> known = known_contacts(search, p);
        for (const Contact& contact : known)
            v += std::max(contact.target - contact.normal.dot(v), 0.0) * contact.normal;
        const Vec3 from = path.seen_at_start(search.x[p]);
        const Vec3 to = path.seen_at_end(search.x[p] + search.h * v);
        impacts_[p] = mesh.first_impact(distance, from, to, known.empty() ? 0 : give * distance,
                                        KnownPlanes(known, path, from, to).all());
    });
    bool changed = false;
    for (std::size_t p = 0; p < search.x.size(); ++p) {
        const MeshImpact& impact = impacts_[p];
        if (impact.face < 0) continue;
        Contact met = meeting(search, p, impact.point, impact.normal, impact.moved);
        met.face = impact.face;
        const std::span<Contact> contacts = known_contacts(search, p);
        const auto same = std::find_if(contacts.begin(), contacts.end(), [&](const Contact& contact) {
            return contact.normal.dot(met.normal) > one_direction;
        });
        if (same == contacts.end()) {
            if (contacts.size() < most_contacts) add(search, met);
        } else if (met.target > same->target + contact_slop / search.h) {
            same->target = met.target;
            changed = true;
        }
    }
    return changed;
}

std::span<Contact> Contacts::known_contacts(const ImpactSearch& search, std::size_t particle)
{
    Contact key;
    key.particle = static_cast<int>(particle);
    key.obstacle = search.obstacle;
    key.face = 0;
    const auto end = active_.begin() + static_cast<std::ptrdiff_t>(search.known);
    const auto first = std::lower_bound(active_.begin(), end, key, before);
    auto last = first;
    while (last != end && same_pair(*last, key)) ++last;
    return {first, last};
}

Contact Contacts::meeting(const ImpactSearch& search, std::size_t particle, const Vec3& point, const Vec3& normal,
                          const Vec3& moved) const
{
    const ObstaclePath& path = paths_[search.obstacle];
    const Vec3 end = path.placed_at_end(point);
    Contact contact;
    contact.particle = static_cast<int>(particle);
    contact.obstacle = search.obstacle;
    contact.normal = path.turned_at_end(normal);
    contact.target = contact.normal.dot(end - search.x[particle]) / search.h;
    contact.drift = (end - path.placed_at_start(point - moved)) / search.h;
    // An impact throws back (EWS96 eq. 10, with the reflected part along the normal); what rests does not meet anew.
    const double leaving = contact.normal.dot(search.v[particle] - contact.drift);
    contact.bounce = std::max(-obstacles_[search.obstacle].restitution * leaving, 0.0);
    if (contact.bounce > 0)
        contact.target = std::max(contact.target, contact.normal.dot(contact.drift) + contact.bounce);
    return contact;
}

void Contacts::add(const ImpactSearch& search, Contact contact)
{
    contact.normal_impulse =
        search.mass[contact.particle] * (contact.target - contact.normal.dot(search.v[contact.particle]));
    contact.held = search.held;
    active_.push_back(contact);
}

bool Contacts::find_escapes(std::span<const Vec3> x, std::span<const Vec3> v, double h)
{
    if (!has_meshes_) return false;
    parallel_for(x.size(), [&](std::size_t p) {
        escapes_[p].part = 1;
        if (pinned_[p] != 0) return;
        for (int o = 0; o < static_cast<int>(obstacles_.size()); ++o) {
            const MeshObstacle* mesh = obstacles_[o].mesh();
            if (mesh == nullptr || engulfed_by_[p] == o) continue;
            const Vec3 from = paths_[o].seen_at_start(x[p]);
            const Vec3 to = paths_[o].seen_at_end(x[p] + h * v[p]);
            const ImpactSearch search{o, active_.size(), x, v, {}, h, false};
            const KnownPlanes planes(known_contacts(search, p), paths_[o], from, to);
            const FreeWay free = mesh->free_part(kept(p, o), from, to, planes.all());
            if (free.part >= escapes_[p].part) continue;
            // There it stays, as the obstacle sees it; if that changes its shape, at its place beside the face.
            const Vec3 stop = from + free.part * (to - from);
            const Vec3 carried = stop + mesh->carry(free.face, free.part, stop, Vec3::Zero()).moved * (1 - free.part);
            escapes_[p] = {free.part, (paths_[o].placed_at_end(carried) - x[p]) / h};
        }
    });
    if (!spans_.empty()) hold_spans(x, v, h);
    return true;
}

/// Who is held back may bring a span of his into the way of something else, so this goes on until all are safe: at the
/// start of the step they were.
void Contacts::hold_spans(std::span<const Vec3> x, std::span<const Vec3> v, double h)
{
    constexpr int rounds_by_part = 8, most_rounds = 32;
    seen_from_.resize(x.size());
    seen_to_.resize(x.size());
    safe_part_.resize(x.size());
    for (int o = 0; o < obstacle_count(); ++o) {
        if (obstacles_[o].mesh() == nullptr) continue;
        for (int round = 0; round < most_rounds; ++round) {
            parallel_for(x.size(), [&](std::size_t p) {
                const Vec3& velocity = escapes_[p].part < 1 ? escapes_[p].safe_velocity : v[p];
                seen_from_[p] = paths_[o].seen_at_start(x[p]);
                seen_to_[p] = paths_[o].seen_at_end(x[p] + h * velocity);
                safe_part_[p] = 1;
            });
            if (!spans_.find_pierced(*this, o, seen_from_, seen_to_, safe_part_)) break;
            for (std::size_t p = 0; p < x.size(); ++p) {
                if (safe_part_[p] == 1 || pinned_[p] != 0) continue;
                const double part = round < rounds_by_part ? safe_part_[p] : 0;
                const Vec3 stop = seen_from_[p] + part * (seen_to_[p] - seen_from_[p]);
                escapes_[p] = {std::min(escapes_[p].part, part), (paths_[o].placed_at_end(stop) - x[p]) / h};
            }
        }
    }
}

bool Contacts::revise(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> reaction,
                      std::span<const double> mass, double h, bool only_add, std::span<const double> span_impulses)
{
    bool changed = false;
    spans_.set_impulses(span_impulses);
    if (!only_add) {
        const std::span<const Vec3> own = without_spans(reaction);
        for_each_group([&](std::span<Contact> group) { share_reaction(group, own[group[0].particle]); });
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
        changed = spans_.release(negligible, mass) || changed;
    }
    // Released particles that would go straight back in return as held.
    changed = add_impacts(x, v, mass, h, true) || changed;
    // Spans come last, when particles alone do not suffice.
    return changed || (has_meshes_ && spans_.add_impacts(*this, x, v, h, true));
}

std::span<const Vec3> Contacts::without_spans(std::span<const Vec3> reaction)
{
    if (spans_.active().empty()) return reaction;
    reaction_.assign(reaction.begin(), reaction.end());
    for (const SpanContact& contact : spans_.active())
        for (int k = 0; k < 3; ++k)
            reaction_[contact.row.particles[k]] -=
                (contact.row.weights[k] * contact.normal_impulse) * contact.row.normal;
    return reaction_;
}

void Contacts::share_reaction(std::span<Contact> group, const Vec3& reaction) const
{
    group = group.first(std::min<std::size_t>(group.size(), 3));
    const Vec3 impulses = normal_impulses(group, reaction);
    for (std::size_t k = 0; k < group.size(); ++k) group[k].normal_impulse = impulses[k];
}

bool Contacts::any_new() const
{
    const auto is_new = [](const auto& contact) { return contact.age == 1; };
    return std::any_of(active_.begin(), active_.end(), is_new) ||
           std::any_of(spans_.active().begin(), spans_.active().end(), is_new);
}

bool Contacts::any_unsettled() const
{
    return std::any_of(active_.begin(), active_.end(),
                       [](const Contact& contact) { return contact.steady < settled_age; }) ||
           std::any_of(spans_.active().begin(), spans_.active().end(),
                       [](const SpanContact& contact) { return contact.age < settled_age; });
}

void Contacts::finish(std::span<const Vec3> reaction, std::span<Vec3> v, std::span<const Vec3> v_before,
                      std::span<const double> mass)
{
    const std::span<const Vec3> own = without_spans(reaction);
    spans_.grow_older();
    for_each_group([&](std::span<Contact> group) {
        const int p = group[0].particle;
        const Vec3& impulse = own[p];
        share_reaction(group, impulse);
        Vec3 tangential_impulse = impulse;
        Vec3 tangential_velocity = v[p] - group[0].drift;
        Vec3 driving_impulse = mass[p] * (v[p] - v_before[p]) - impulse;  // of everything but the contacts
        double limit = 0;                                                 // N s, radius of the Coulomb cone
        for (const Contact& contact : group) {
            tangential_impulse -= contact.normal_impulse * contact.normal;
            tangential_velocity -= contact.normal.dot(tangential_velocity) * contact.normal;
            driving_impulse -= contact.normal.dot(driving_impulse) * contact.normal;
            limit += friction(contact) * std::max(contact.normal_impulse, 0.0);
        }
        // At 0.9 of the speed where friction is full it is at 0.99 of the cone: what creeps slower can be held, unless
        // it is just setting off, driven by more than the cone can hold.
        const bool sticks = group[0].mode == ContactMode::stick;
        const bool stays =
            sticks ? tangential_impulse.norm() <= limit * (1 + 1e-9)
                   : limit > 0 && tangential_velocity.norm() < 0.9 * friction_speed && driving_impulse.norm() <= limit;
        // Stopping takes more impulse in a short step than the cone has room for, so it is not left to the next one.
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

void Contacts::save(ArchiveWriter& out) const
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
    spans_.save(out);
}

void Contacts::restore(ArchiveReader& in)
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
    spans_.restore(in, *this);
}

}  // namespace tulle
