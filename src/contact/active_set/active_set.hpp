#pragma once
// Active set of a step: the contacts between particles and obstacles that constrain velocities, with Coulomb friction
// (EEH00 section 6).
//
// A contact keeps its particle on the outer side of a plane: n.v >= target, with target = n.(x_surface - x)/h. With a
// normal velocity equal to the target, the particle ends the step on the surface; constraints never move positions. The
// active set is predicted before the step and then updated with each solution of the step: contacts that would pull are
// released, and contacts of particles that would end inside an obstacle are added.
//
// Friction: a sticking contact holds its particle in all directions. A sticking contact becomes sliding when its
// impulse leaves the Coulomb cone. A sliding contact brakes with mu times its normal impulse, against the velocity at
// the end of the step. A sliding contact becomes sticking when the particle has nearly stopped. Contacts change between
// sticking and sliding only between steps: inside a step, stiff springs would make hundreds of contacts change again
// and again.

#include "contact/active_set/feature_contacts.hpp"
#include "contact/obstacle.hpp"
#include "core/archive.hpp"
#include "core/parallel.hpp"

#include <tulle/description.hpp>
#include <tulle/report.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace tulle {

enum class ContactMode : std::uint8_t { stick, slide };

/// Number of steps after which the velocities of a particle in contact no longer contain the jump of the impact: the
/// impact takes one step, the next step stops the particle, and the third starts from the stopped particle.
inline constexpr std::uint8_t settled_age = 3;

/// Below this tangential speed [m/s], sliding friction decreases smoothly to zero, so that the equations of the step
/// are differentiable.
inline constexpr double friction_speed = 1e-3;

/// A contact between a particle and an obstacle: the constraint normal.v >= target.
struct Contact {
    int particle = 0;
    int obstacle = 0;
    int face = 0;  // of a mesh
    ContactMode mode = ContactMode::slide;
    bool held = false;        // added by an update of this step, perhaps after a release: not released in this step
    std::uint8_t age = 0;     // number of steps with this contact, up to settled_age; counted at the end of a step
    std::uint8_t steady = 0;  // number of steps since the last change of mode, up to settled_age
    Vec3 normal = Vec3::Zero();
    Vec3 drift = Vec3::Zero();  // m/s, velocity of the obstacle at the contact, and of a sticking particle
    double target = 0;          // m/s, smallest normal velocity
    double bounce = 0;          // m/s, the part of `target` that restitution adds
    double normal_impulse = 0;  // N s, positive outward; from the last solution, or a guess for a new contact

    /// Returns the normal velocity [m/s] of a particle that keeps its distance from the obstacle, plus restitution.
    [[nodiscard]] double carried() const { return normal.dot(drift) + bounce; }
    /// Raises the normal velocity to `target` if it is lower.
    void meet(Vec3& v) const { v += std::max(target - normal.dot(v), 0.0) * normal; }
};

/// The impulse of sliding friction [N s], and the negative of its derivative with respect to velocity [kg], which is
/// positive semidefinite.
struct FrictionResponse {
    Vec3 impulse;
    Mat3 drag;
};

/// Returns -limit s(|t|) t/|t| for the tangential velocity t, with s(y) = (2 - y/e) y/e up to e = friction_speed,
/// then 1.
[[nodiscard]] FrictionResponse sliding_friction(const Vec3& normal, const Vec3& v, double limit);

/// Friction and contact distance of one cloth with one obstacle ([[contact_pair]]), which replace the values of cloth
/// and obstacle.
struct PairOverride {
    int first_particle = 0, last_particle = 0;  // of the cloth, up to but without last_particle
    int obstacle = 0;
    std::optional<double> friction{};
    std::optional<double> thickness{};  // m, contact distance
};

class ActiveSet {
public:
    ActiveSet(std::vector<Obstacle> obstacles, std::vector<double> thickness, std::vector<unsigned char> pinned,
              std::vector<PairOverride> pairs = {}, ClothFeatures feature_contacts = {});

    [[nodiscard]] std::span<const Contact> active() const { return active_; }  // sorted by particle, obstacle, face
    [[nodiscard]] bool has_obstacles() const { return !obstacles_.empty(); }
    [[nodiscard]] int obstacle_count() const { return static_cast<int>(obstacles_.size()); }
    [[nodiscard]] const Obstacle& obstacle(int index) const { return obstacles_[index]; }
    [[nodiscard]] std::span<const Obstacle> obstacles() const { return obstacles_; }
    [[nodiscard]] const ObstaclePath& path(int obstacle) const { return paths_[obstacle]; }
    [[nodiscard]] bool has_moving_obstacles() const
    {
        return std::ranges::any_of(paths_, [](const ObstaclePath& path) { return path.moves(); });
    }
    [[nodiscard]] std::span<const unsigned char> pinned() const { return pinned_; }  // per particle
    /// Between steps: pins or frees a particle. A pinned particle has no contacts.
    void set_pinned(int particle, bool is_pinned);
    /// Limits the distance [m] by which a step moves a particle out of an obstacle, or back to its contact distance.
    /// Without a limit, one step moves every particle all the way out. Layers of cloth in an obstacle would then all be
    /// sent to the same place on its surface, although barriers act between the layers.
    void limit_push_out(double distance) { longest_push_out_ = distance; }
    /// Between steps: removes all contacts, as at the start of a simulation.
    void forget();
    /// Returns the contact distance [m] of a particle and an obstacle.
    [[nodiscard]] double contact_distance(std::size_t particle, int obstacle) const
    {
        double distance = thickness_[particle] + obstacles_[obstacle].thickness;
        for_each_pair(static_cast<int>(particle), obstacle,
                      [&](const PairOverride& pair) { distance = pair.thickness.value_or(distance); });
        return distance;
    }
    /// Returns the Coulomb coefficient of a particle and an obstacle.
    [[nodiscard]] double friction(int particle, int obstacle) const
    {
        double coefficient = obstacles_[obstacle].friction;
        for_each_pair(particle, obstacle,
                      [&](const PairOverride& pair) { coefficient = pair.friction.value_or(coefficient); });
        return coefficient;
    }
    [[nodiscard]] FeatureContacts& feature_contacts() { return features_; }
    [[nodiscard]] const FeatureContacts& feature_contacts() const { return features_; }

    /// Sets the motion of all obstacles during a step from time `start` to `end` [s]. With equal times, the obstacles
    /// stand still.
    void move_obstacles(double start, double end);
    /// Between steps: `drive` replaces the motion of the obstacle from now on.
    void drive_obstacle(int obstacle, const PoseDrive& drive) { obstacles_[obstacle].follow(drive); }
    /// Returns whether an obstacle moves, or may move later, or changes its shape.
    [[nodiscard]] bool obstacles_move() const;
    /// Returns the mean velocity [m/s] in this step of a point given in the coordinates of the obstacle.
    [[nodiscard]] Vec3 drift(int obstacle, const Vec3& seen) const
    {
        const ObstaclePath& path = paths_[obstacle];
        if (!path.moves() || !(path_time_ > 0)) return Vec3::Zero();
        return (path.placed_at_end(seen) - path.placed_at_start(seen)) / path_time_;
    }

    /// Switches the active set off: barriers keep particles away from obstacles (ObstacleBarrier).
    void leave_to_barriers() { left_to_barriers_ = true; }
    [[nodiscard]] bool are_left_to_barriers() const { return left_to_barriers_; }

    /// Sets the time [s] by which forces are multiplied to give impulses; this time depends on the formula of a step.
    /// The impulses of the last step are scaled to the new time, so that friction starts from the forces of the last
    /// step.
    void set_impulse_time(double time);

    /// Predicts the active set: contacts of the last step that still touch, and contacts of particles that the velocity
    /// v would take into an obstacle.
    void predict(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass, double h);

    /// Updates the active set with a solution; true if the set has changed. `reaction` [N s] is the impulse of all
    /// constraints and friction on each particle. `feature_impulses` [N s] are the impulses of the feature contacts
    /// along their normals, which are part of `reaction`. With `only_add`, particle contacts are not released, because
    /// releases could repeat in a cycle; particle contacts that pull become zero-velocity contacts instead.
    [[nodiscard]] bool update(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> reaction,
                              std::span<const double> mass, double h, bool only_add,
                              std::span<const double> feature_impulses = {});

    /// Makes all contacts that may not be released zero-velocity contacts: their particles neither approach the
    /// obstacle nor are pushed away from the obstacle.
    void hold_at_zero_velocity();

    /// Ends a step that has changed velocities from v_before to v. Sticking contacts outside the Coulomb cone slide
    /// from the next step on. Where a sliding particle has nearly stopped and friction can hold it, the particle stops
    /// now, and its contact sticks from the next step on. Speed that a particle gained only by coming out of an
    /// obstacle is removed from v.
    void finish(std::span<const Vec3> reaction, std::span<Vec3> v, std::span<const Vec3> v_before,
                std::span<const double> mass);

    /// Returns, after a step, whether a contact appeared in this step.
    [[nodiscard]] bool any_new() const;
    /// Returns whether a contact appeared, or changed between sticking and sliding, less than settled_age steps ago.
    /// Velocities of particles in unsettled contact may still jump.
    [[nodiscard]] bool any_unsettled() const;

    /// Calls visit(particle, FrictionResponse) for every sliding contact, and for the particles of feature contacts.
    template <class Visit>
    void for_each_friction(std::span<const Vec3> v, const Visit& visit) const
    {
        for (const Contact& contact : active_) {
            if (contact.mode != ContactMode::slide || contact.normal_impulse <= 0) continue;
            const double limit = friction(contact) * contact.normal_impulse;
            visit(contact.particle, sliding_friction(contact.normal, v[contact.particle] - contact.drift, limit));
        }
        for (const FeatureContact& contact : features_.active())
            for (int k = 0; k < 3; ++k)
                if (contact.row.weights[k] > 0)
                    visit(contact.row.particles[k],
                          FrictionResponse{contact.row.weights[k] * contact.friction, Mat3::Zero()});
    }

    /// Calls visit(particle) for all free particles that have a contact of their own or take part in a feature contact.
    /// Some particles are visited more than once.
    template <class Visit>
    void for_each_touching(const Visit& visit) const
    {
        for (const Contact& contact : active_) visit(contact.particle);
        for (const FeatureContact& contact : features_.active())
            for (const int p : contact.row.particles)
                if (pinned_[p] == 0) visit(p);
    }

    /// Applies contact impulses, with friction, to v; explicit methods use this function. The impulses satisfy the
    /// contacts that `predict` has found, and the contacts that the changed velocity would cause.
    void apply_impulses(std::span<const Vec3> x, std::span<Vec3> v, std::span<const double> mass, double h);
    /// Raises normal velocities to the targets of the contacts, without friction. `clear_obstacles` is for velocities
    /// other than the one that `apply_impulses` has changed.
    void clear_obstacles(std::span<Vec3> v) const;
    /// Removes speed that a particle gained only by coming out of an obstacle.
    void remove_push_out(std::span<Vec3> v) const;

    /// Depenetration, the last resort: calls visit(particle, velocity) for particles that would get through a mesh in
    /// spite of all contacts. The velocity [m/s] given to `visit` takes the particle only to the end of its
    /// collision-free step.
    template <class Visit>
    void for_each_depenetration(std::span<const Vec3> x, std::span<const Vec3> v, double h, const Visit& visit)
    {
        if (!find_depenetrations(x, v, h)) return;
        for (std::size_t p = 0; p < x.size(); ++p)
            if (depenetrations_[p].part < 1) visit(static_cast<int>(p), depenetrations_[p].safe_velocity);
    }

    /// Moves particles that are inside convex obstacles, or too near to them, out to their contact distance. Meshes are
    /// left out, because particles cannot get into meshes.
    void push_out(std::span<Vec3> x) const;
    /// Returns the largest depth [m] of a particle inside an obstacle without its thickness; 0 if none is inside.
    [[nodiscard]] double deepest_penetration(std::span<const Vec3> x);
    /// Returns the smallest distance of a particle from an obstacle without its thickness [m]. The result is negative
    /// inside convex obstacles, and infinite without obstacles.
    [[nodiscard]] double smallest_gap(std::span<const Vec3> x) const;

    [[nodiscard]] double impulse_time() const { return impulse_time_; }  // s
    /// Restores contacts that `active` returned, with the time of their impulses [s].
    void set_active(std::span<const Contact> contacts, double impulse_time)
    {
        active_.assign(contacts.begin(), contacts.end());
        impulse_time_ = impulse_time;
    }
    /// Returns the wall time of all searches so far.
    [[nodiscard]] SearchTimes search_times() const
    {
        return {times_.broad + features_.search_times().broad, times_.narrow + features_.search_times().narrow};
    }

    /// Appends all contacts, with their points and the normal forces of the last step.
    void list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts) const;
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    void save_drives(ArchiveWriter& out) const;
    void restore_drives(ArchiveReader& in);
    [[nodiscard]] double friction(const Contact& contact) const { return friction(contact.particle, contact.obstacle); }
    [[nodiscard]] double friction(const FeatureContact& contact) const
    {
        return friction(contact.row.particles[0], contact.obstacle);
    }
    /// Calls visit(override) for each PairOverride of this particle and obstacle. Scenes have few overrides or none.
    template <class Visit>
    void for_each_pair(int particle, int obstacle, const Visit& visit) const
    {
        for (const PairOverride& pair : pairs_)
            if (pair.obstacle == obstacle && pair.first_particle <= particle && particle < pair.last_particle)
                visit(pair);
    }
    /// The motion in a step of the surface point at which a particle touches: a point and a normal at the start, and
    /// the same at the end, all in coordinates of the obstacle. `distance` [m] is the distance of the particle from
    /// `point`.
    struct TouchPath {
        Vec3 point, normal, end_point, end_normal;
        double distance;
    };
    /// Updates normal, drift and target of a contact for a step.
    void follow(Contact& contact, const TouchPath& path, double h) const;
    /// Sets a contact to move its particle out of a mesh that has closed on the particle.
    void let_out(Contact& contact, const Vec3& x, double h) const;
    /// Finds particles in contact that a mesh which changes its shape has closed on.
    void find_engulfed(std::span<const Vec3> x);
    void follow_meshes(std::span<const Vec3> x, double h);
    /// A search for impacts with one obstacle on the paths from x to x + h v. The first `known` contacts are sorted.
    struct ImpactSearch {
        int obstacle;
        std::size_t known;
        std::span<const Vec3> x, v;
        std::span<const double> mass;
        double h;
        bool held;
    };
    void add_convex_impacts(const ImpactSearch& search);
    void find_mesh_impacts(const ImpactSearch& search);
    [[nodiscard]] bool add_mesh_impacts(const ImpactSearch& search);
    /// Returns the contacts of a particle with an obstacle, among the first `known` contacts, which are sorted.
    [[nodiscard]] std::span<Contact> known_contacts(int obstacle, std::size_t particle, std::size_t known);
    void add(const ImpactSearch& search, Contact contact);
    /// Returns the contact for an impact on a particle's path. `point` is where the particle must be at the end of the
    /// step, and `normal` the normal there, both in coordinates of the obstacle. `moved` [m] is the displacement in the
    /// step due to the change of the obstacle's shape.
    [[nodiscard]] Contact meeting(const ImpactSearch& search, std::size_t particle, const Vec3& point,
                                  const Vec3& normal, const Vec3& moved) const;
    [[nodiscard]] bool find_depenetrations(std::span<const Vec3> x, std::span<const Vec3> v, double h);
    void find_depenetrations_from(int obstacle, std::span<const Vec3> x, std::span<const Vec3> v, double h);
    [[nodiscard]] bool add_impacts(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass,
                                   double h, bool held);
    /// Calls visit(contacts) for the contacts of each particle that has any.
    template <class Visit>
    void for_each_group(const Visit& visit)
    {
        for (std::size_t begin = 0; begin < active_.size();) {
            std::size_t end = begin + 1;
            while (end < active_.size() && active_[end].particle == active_[begin].particle) ++end;
            visit(std::span<Contact>(active_.data() + begin, end - begin));
            begin = end;
        }
    }
    void share_reaction(std::span<Contact> group, const Vec3& reaction) const;
    [[nodiscard]] bool hold_pulling_at_zero_velocity(std::span<const Vec3> own, double negligible,
                                                     std::span<const double> mass);
    [[nodiscard]] std::span<const Vec3> without_features(std::span<const Vec3> reaction);
    void hold_features(std::span<const Vec3> x, std::span<const Vec3> v, double h);
    void meet(std::span<Contact> group, double mass, Vec3& velocity) const;
    void meet_features(std::span<Vec3> v, std::span<const double> mass);

    // The class has more than fifteen fields: half of them are scratch, because a step must not allocate memory.
    std::vector<Obstacle> obstacles_;
    std::vector<ObstaclePath> paths_;  // per obstacle
    double path_time_ = 0;             // s, duration of the obstacles' paths
    double path_start_ = 0;            // s
    bool left_to_barriers_ = false;
    std::vector<PairOverride> pairs_;
    std::vector<double> thickness_;      // m, per particle
    std::vector<unsigned char> pinned_;  // per particle: 1 if pinned; prescribed motion overrides contact
    std::vector<Contact> active_;
    FeatureContacts features_;
    std::vector<Vec3> unhindered_;       // scratch: velocities before explicit contact
    std::vector<unsigned char> marked_;  // scratch: per particle, whether the present obstacle stops it
    double longest_push_out_ = std::numeric_limits<double>::infinity();  // m, in a step
    bool has_meshes_ = false;
    bool has_feature_contacts_ = false;  // an obstacle has sharp features, and cloth has edges and faces
    double impulse_time_ = 0;            // s, see set_impulse_time; 0 before the first step
    SearchTimes times_;

    struct Touches {
        int count = 0;
        std::array<MeshTouch, MeshObstacle::max_touches> found;
    };
    std::vector<Touches> touches_;      // scratch: per active contact that is the first of its particle and mesh
    std::vector<int> engulfed_by_;      // scratch: per particle, the mesh that has closed on it; -1: none
    Candidates candidates_;             // scratch: faces of the present mesh, per particle
    std::vector<MovingPoint> motions_;  // scratch: m, paths of particles with candidates, in the mesh's coordinates
    std::vector<MeshImpact> impacts_;   // scratch: per particle, with the present mesh
    struct Depenetration {
        double part = 1;  // collision-free part of the path, in [0, 1]
        Vec3 safe_velocity = Vec3::Zero();
    };
    std::vector<Depenetration> depenetrations_;  // scratch: per particle
    std::vector<Vec3> reaction_;                 // scratch: N s, without feature contacts
    std::vector<Vec3> safe_velocity_;            // scratch: m/s, of all particles, during depenetration
    std::vector<double> safe_part_;              // scratch: per particle, the safe part of its path
};

}  // namespace tulle
