#include "contact/active_set/feature_contacts.hpp"

#include "contact/active_set/feature_search.hpp"
#include "core/assert.hpp"
#include "geometry/triangle_distance.hpp"

#include <algorithm>
#include <tuple>

namespace tulle {
namespace {

/// Part of its contact distance that an edge or face may use up in a solution before a contact is added. An edge or
/// face that starts nearer may use up less.
constexpr double feature_give = 0.1;

/// Largest number of contacts of one edge or face with one sharp feature: a face needs three to be at rest.
constexpr int most_rows = 3;
/// A target that did not suffice is raised by this multiple of the slop.
constexpr double firmer = 10;

/// Returns whether two contacts have nearly the same contact point and normal.
bool alike(const FeatureContact& a, const FeatureContact& b)
{
    double apart = 0;
    for (int k = 0; k < 3; ++k) apart = std::max(apart, std::abs(a.row.weights[k] - b.row.weights[k]));
    return apart < 0.02 && a.row.normal.dot(b.row.normal) > 0.999;
}

auto rank(const FeatureContact& c) { return std::tie(c.cloth_feature, c.obstacle, c.feature); }
bool in_order(const FeatureContact& a, const FeatureContact& b) { return rank(a) < rank(b); }

/// Changes the normal velocity of the contact point by `by` [m/s].
void change(const FeatureContact& contact, double by, std::span<Vec3> v, std::span<const unsigned char> pinned)
{
    double squares = 0;
    for (int k = 0; k < 3; ++k)
        if (pinned[contact.row.particles[k]] == 0) squares += contact.row.weights[k] * contact.row.weights[k];
    if (squares == 0) return;
    for (int k = 0; k < 3; ++k) {
        const int p = contact.row.particles[k];
        if (pinned[p] == 0) v[p] += (by * contact.row.weights[k] / squares) * contact.row.normal;
    }
}

}  // namespace

double FeatureContact::compliance(std::span<const double> mass, std::span<const unsigned char> pinned) const
{
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        const int p = row.particles[k];
        if (pinned[p] == 0) sum += row.weights[k] * row.weights[k] / mass[p];
    }
    return sum;
}

Vec3 FeatureContact::friction_impulse(double limit, std::span<const Vec3> v, std::span<const double> mass,
                                      std::span<const unsigned char> pinned) const
{
    Vec3 tangential = mean(v) - drift;
    tangential -= row.normal.dot(tangential) * row.normal;
    const double speed = tangential.norm();
    const double moves_by = compliance(mass, pinned);
    if (moves_by == 0 || speed == 0 || limit <= 0) return Vec3::Zero();
    return -std::min(limit, speed / moves_by) / speed * tangential;
}

void FeatureContact::give_impulse(const Vec3& impulse, std::span<Vec3> v, std::span<const double> mass,
                                  std::span<const unsigned char> pinned) const
{
    for (int k = 0; k < 3; ++k) {
        const int p = row.particles[k];
        if (pinned[p] == 0) v[p] += (row.weights[k] / mass[p]) * impulse;
    }
}

std::array<int, 3> FeatureContacts::particles_of(std::size_t cloth_feature) const
{
    if (cloth_feature >= features_.edges.size()) return features_.faces[cloth_feature - features_.edges.size()];
    const auto& [a, b] = features_.edges[cloth_feature];
    return {a, b, a};
}

bool FeatureContacts::is_intact(std::size_t cloth_feature) const
{
    if (features_.intact == nullptr) return true;
    const std::size_t edges = features_.edges.size();
    return cloth_feature < edges ? features_.intact->holds(features_.edges[cloth_feature])
                                 : (*features_.intact)[cloth_feature - edges];
}

bool FeatureContacts::add_impacts(const ActiveSet& contacts, std::span<const Vec3> x, std::span<const Vec3> v, double h,
                                  bool is_update)
{
    bool changed = false;
    for (int o = 0; o < contacts.obstacle_count(); ++o) {
        const MeshObstacle* mesh = contacts.obstacle(o).edges.get();
        if (mesh == nullptr || count() == 0) continue;
        const Search search{contacts, o, *mesh, is_update ? feature_give : 0, false};
        find_impacts(search, x, v, h);
        changed = add_found(search, x, h, is_update) || changed;
    }
    return changed;
}

/// Adds contacts for the impacts found. A sharp feature below a cloth meets dozens of edges and faces in one step. If
/// all of them were constrained at once, each at the speed at which it would just arrive, the constraints would
/// contradict each other, and particles would fly off to satisfy them. An update (`one_by_one`) therefore gives every
/// particle one new contact at most, the first one on its path. This contact makes most of the others unnecessary.
bool FeatureContacts::add_found(const Search& search, std::span<const Vec3> x, double h, bool one_by_one)
{
    found_.clear();
    for (std::size_t s = 0; s < count(); ++s)
        if (impacts_[s].feature >= 0) found_.push_back(static_cast<int>(s));
    if (one_by_one)
        std::sort(found_.begin(), found_.end(),
                  [&](int a, int b) { return std::tie(impacts_[a].time, a) < std::tie(impacts_[b].time, b); });
    taken_.assign(x.size(), 0);
    bool changed = false;
    const std::size_t known = active_.size();
    for (const int s : found_) {
        const FeatureContact contact = meeting(search, s, x, h);
        const std::array<int, 3>& particles = contact.row.particles;
        const auto [first, last] =
            std::equal_range(active_.begin(), active_.begin() + static_cast<std::ptrdiff_t>(known), contact, in_order);
        const auto same = std::find_if(first, last, [&](const FeatureContact& other) { return alike(other, contact); });
        if (same != last) {  // a known contact whose target was too low
            same->target = std::max(same->target, contact.target) + firmer * (contact_slop / h);
            ++same->row.priority;
        } else if (last - first < most_rows) {  // the edge or face turns about its contact, and touches elsewhere
            const auto is_taken = [&](int p) { return taken_[p] != 0; };
            if (one_by_one && std::any_of(particles.begin(), particles.end(), is_taken)) continue;
            for (const int p : particles) taken_[p] = 1;
            active_.push_back(contact);
        } else {
            continue;
        }
        changed = true;
    }
    if (active_.size() > known) std::sort(active_.begin(), active_.end(), in_order);
    return changed;
}

/// Returns the contact for an impact of an edge or face on its path. An edge or face that is already too near is not
/// pushed away: this would do work, and many such contacts contradict each other.
FeatureContact FeatureContacts::meeting(const Search& search, int cloth_feature, std::span<const Vec3> x,
                                        double h) const
{
    const FeatureImpact& impact = impacts_[cloth_feature];
    const ObstaclePath& path = search.contacts.path(search.obstacle);
    FeatureContact contact;
    contact.cloth_feature = cloth_feature;
    contact.obstacle = search.obstacle;
    contact.feature = impact.feature;
    contact.held = was_released(contact);
    contact.row = {particles_of(cloth_feature), impact.weights, path.turned_at_end(impact.normal)};
    const Vec3 end = path.placed_at_end(impact.point);
    contact.drift = (end - path.placed_at_start(impact.point - impact.moved)) / h;
    const double distance = std::max(impact.distance, search.contact_distance(contact.row.particles));
    const double arrives = contact.row.normal.dot(end + distance * contact.row.normal - contact.mean(x)) / h;
    contact.target = std::min(arrives, contact.carried());
    return contact;
}

/// Updates a contact for the start of a step. Returns whether the edge or face still touches the sharp feature.
bool FeatureContacts::follow(const ActiveSet& contacts, FeatureContact& contact, std::span<const Vec3> x,
                             double h) const
{
    const MeshObstacle& mesh = *contacts.obstacle(contact.obstacle).edges;
    const ObstaclePath& path = contacts.path(contact.obstacle);
    const auto seen = [&](int corner) { return path.seen_at_start(x[contact.row.particles[corner]]); };
    Vec3 offset, start, end;
    if (static_cast<std::size_t>(contact.cloth_feature) < features_.edges.size()) {
        const auto& [c, d] = mesh.sharp().edges()[contact.feature];
        const MovingPoint p = mesh.motion_of_vertex(c), q = mesh.motion_of_vertex(d);
        const SegmentPoints found = closest_of_segments(seen(0), seen(1), p.start, q.start);
        contact.row.weights = {1 - found.s, found.s, 0};
        offset = found.on_p - found.on_q;
        start = found.on_q;
        end = (1 - found.t) * p.end + found.t * q.end;
    } else {
        const MovingPoint tip = mesh.motion_of_vertex(mesh.sharp().vertices()[contact.feature]);
        const TrianglePoint found = closest_on_triangle(tip.start, {seen(0), seen(1), seen(2)});
        contact.row.weights = {found.weights[0], found.weights[1], found.weights[2]};
        offset = found.point - tip.start;
        start = tip.start;
        end = tip.end;
    }
    const double distance = offset.norm();
    const Search search{contacts, contact.obstacle, mesh, 0, false};
    const double contact_distance = search.contact_distance(contact.row.particles);
    if (distance == 0 || distance > contact_distance + 10 * contact_slop) return false;
    contact.row.normal = path.turned_at_end(offset / distance);
    contact.drift = (path.placed_at_end(end) - path.placed_at_start(start)) / h;
    const double aside = contact.row.normal.dot(path.turned_at_start(offset));
    // An edge or face that is too near is only kept from coming nearer: see `meeting`.
    contact.target = contact.carried() + std::min((contact_distance - aside) / h, 0.0);
    contact.held = false;
    contact.row.priority = 0;
    return true;
}

void FeatureContacts::predict(const ActiveSet& contacts, std::span<const Vec3> x, std::span<const Vec3> v,
                              std::span<const double> mass, double h)
{
    released_.clear();
    std::erase_if(active_, [&](FeatureContact& contact) {
        return !is_intact(static_cast<std::size_t>(contact.cloth_feature)) || !follow(contacts, contact, x, h);
    });
    const auto same = [](const FeatureContact& a, const FeatureContact& b) { return rank(a) == rank(b); };
    active_.erase(std::unique(active_.begin(), active_.end(), same), active_.end());
    for (FeatureContact& contact : active_) {
        const double limit = contacts.friction(contact.row.particles[0], contact.obstacle) * contact.normal_impulse;
        contact.friction = contact.friction_impulse(limit, v, mass, contacts.pinned());
    }
}

bool FeatureContacts::release(double negligible, std::span<const double> mass)
{
    const std::size_t known = released_.size();
    std::erase_if(active_, [&](const FeatureContact& contact) {
        const bool pulls = contact.normal_impulse < -negligible * mass[contact.row.particles[0]];
        if (contact.held || !pulls) return false;
        released_.push_back({contact.cloth_feature, contact.obstacle, contact.feature});
        return true;
    });
    return released_.size() > known;
}

bool FeatureContacts::was_released(const FeatureContact& contact) const
{
    const std::array<int, 3> key{contact.cloth_feature, contact.obstacle, contact.feature};
    return std::find(released_.begin(), released_.end(), key) != released_.end();
}

void FeatureContacts::set_impulses(std::span<const double> impulses)
{
    TULLE_ASSERT(impulses.size() == active_.size(), impulses.size(), active_.size());
    for (std::size_t k = 0; k < active_.size(); ++k) active_[k].normal_impulse = impulses[k];
}

void FeatureContacts::grow_older()
{
    for (FeatureContact& contact : active_)
        contact.age = std::min<std::uint8_t>(static_cast<std::uint8_t>(contact.age + 1), settled_age);
}

void FeatureContacts::scale_impulses(double ratio)
{
    for (FeatureContact& contact : active_) contact.normal_impulse *= ratio;
}

void FeatureContacts::drop_idle()
{
    std::erase_if(active_, [](const FeatureContact& contact) { return contact.normal_impulse <= 0; });
}

double FeatureContacts::push(std::span<Vec3> v, std::span<const double> mass, std::span<const unsigned char> pinned)
{
    double largest = 0;
    for (FeatureContact& contact : active_) {
        const double compliance = contact.compliance(mass, pinned);
        if (compliance == 0) continue;
        const double lacking = contact.target - contact.row.normal.dot(contact.mean(v));
        const double wanted = std::max(contact.normal_impulse + lacking / compliance, 0.0);
        const double change = wanted - contact.normal_impulse;
        contact.normal_impulse = wanted;
        largest = std::max(largest, std::abs(change) * compliance);
        contact.give_impulse(change * contact.row.normal, v, mass, pinned);
    }
    return largest;
}

void FeatureContacts::clear(std::span<Vec3> v, std::span<const unsigned char> pinned) const
{
    for (const FeatureContact& contact : active_) {
        const double lacking = contact.target - contact.row.normal.dot(contact.mean(v));
        if (lacking > 0) change(contact, lacking, v, pinned);
    }
}

void FeatureContacts::remove_push_out(std::span<Vec3> v, std::span<const unsigned char> pinned) const
{
    for (const FeatureContact& contact : active_) {
        const double carried = contact.row.normal.dot(contact.drift);
        if (contact.target <= carried) continue;
        const double speed = contact.row.normal.dot(contact.mean(v));
        change(contact, -std::clamp(speed - carried, 0.0, contact.target - carried), v, pinned);
    }
}

void FeatureContacts::save(ArchiveWriter& out) const
{
    out.value(static_cast<std::uint64_t>(active_.size()));
    for (const FeatureContact& contact : active_) {
        out.value(contact.cloth_feature);
        out.value(contact.obstacle);
        out.value(contact.feature);
        out.value(contact.age);
        out.value(contact.normal_impulse);
    }
}

void FeatureContacts::restore(ArchiveReader& in, const ActiveSet& contacts)
{
    const std::uint64_t saved = in.count();
    if (saved > 64 * count()) ArchiveReader::fail();
    active_.assign(saved, FeatureContact{});
    for (FeatureContact& contact : active_) {
        in.value(contact.cloth_feature);
        in.value(contact.obstacle);
        in.value(contact.feature);
        in.value(contact.age);
        in.value(contact.normal_impulse);
        if (contact.cloth_feature < 0 || static_cast<std::size_t>(contact.cloth_feature) >= count() ||
            contact.obstacle < 0 || contact.obstacle >= contacts.obstacle_count() || contact.feature < 0)
            ArchiveReader::fail();
        const MeshObstacle* mesh = contacts.obstacle(contact.obstacle).edges.get();
        if (mesh == nullptr) ArchiveReader::fail();
        const bool is_edge = static_cast<std::size_t>(contact.cloth_feature) < features_.edges.size();
        const std::size_t features = is_edge ? mesh->sharp().edges().size() : mesh->sharp().vertices().size();
        if (static_cast<std::size_t>(contact.feature) >= features) ArchiveReader::fail();
        contact.row.particles = particles_of(contact.cloth_feature);
    }
}

}  // namespace tulle
