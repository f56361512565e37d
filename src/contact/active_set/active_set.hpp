#pragma once
// Which particles touch which obstacles, and how: the active set of a step (EEH00 section 6, Coulomb friction).
//
// A contact keeps its particle on the outer side of a plane: n.v >= target, where target = n.(x_surface - x)/h brings
// it onto the surface at the end of the step, never by moving positions. The set is guessed before the step, then
// revised against the solution: a contact that would pull is released, a particle that would end inside is added.
//
// Friction: a sticking contact holds its particle in all directions and turns to sliding when the impulse it takes
// leaves the Coulomb cone. A sliding one brakes with mu times its normal impulse, against the velocity at the end of
// the step, and turns to sticking when the particle has nearly stopped. Both turns happen between steps: inside a
// step, stiff springs would make hundreds of contacts change sides over and over.

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

/// Steps after which the velocity of a touching particle is free of the jump: the impact takes one, the next stops it,
/// and the one after starts from where it stopped.
inline constexpr std::uint8_t settled_age = 3;

/// Below this speed [m/s] sliding friction falls off smoothly to zero, so that the step's equations have a derivative.
inline constexpr double friction_speed = 1e-3;

struct Contact {
    int particle = 0;
    int obstacle = 0;
    int face = 0;  // of a mesh
    ContactMode mode = ContactMode::slide;
    bool held = false;        // was released in this step and came back: not released again
    std::uint8_t age = 0;     // steps it has lasted, up to settled_age; counted at the end of a step
    std::uint8_t steady = 0;  // the same since it last changed its mode
    Vec3 normal = Vec3::Zero();
    Vec3 drift = Vec3::Zero();  // m/s, of the obstacle where it touches: what sticks goes along
    double target = 0;          // m/s, smallest normal velocity
    double bounce = 0;          // m/s, of that what an impact throws back
    double normal_impulse = 0;  // N s, pushes outward; from the last solution, or a guess for a new contact

    /// m/s, of something that stays at its distance, beside what an impact throws back
    [[nodiscard]] double carried() const { return normal.dot(drift) + bounce; }
    /// Raises a velocity to what the contact demands.
    void meet(Vec3& v) const { v += std::max(target - normal.dot(v), 0.0) * normal; }
};

/// Impulse of sliding friction [N s] and the negative of its derivative by velocity [kg], positive semidefinite.
struct FrictionResponse {
    Vec3 impulse;
    Mat3 drag;
};

/// -limit s(|t|) t/|t| for the tangential velocity t, with s(y) = (2 - y/e) y/e up to e = friction_speed, then 1.
[[nodiscard]] FrictionResponse sliding_friction(const Vec3& normal, const Vec3& v, double limit);

/// What holds between the particles of one cloth and one obstacle instead of what they say themselves.
struct PairOverride {
    int first_particle = 0, last_particle = 0;  // of the cloth; the last is past its end
    int obstacle = 0;
    std::optional<double> friction{};
    std::optional<double> thickness{};  // m, distance kept
};

class ActiveSet {
public:
    ActiveSet(std::vector<Obstacle> obstacles, std::vector<double> thickness, std::vector<unsigned char> pinned,
              std::vector<PairOverride> pairs = {}, ClothFeatures feature_contacts = {});

    [[nodiscard]] std::span<const Contact> active() const { return active_; }  // by particle, obstacle, face
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
    /// Between steps: a particle that is pinned from now on touches nothing any more.
    void set_pinned(int particle, bool is_pinned);
    /// A particle that is deeper in an obstacle, or nearer to it, than it should be comes out by at most this way
    /// [m] in a step.
    /// Without a limit all are out at once; layers of cloth that walls keep apart would all be sent to one place.
    void limit_way_out(double way) { longest_way_out_ = way; }
    /// Between steps: nothing touches, as at a start.
    void forget();
    /// m, distance that a particle keeps from an obstacle
    [[nodiscard]] double contact_distance(std::size_t particle, int obstacle) const
    {
        double distance = thickness_[particle] + obstacles_[obstacle].thickness;
        for_each_pair(static_cast<int>(particle), obstacle,
                      [&](const PairOverride& pair) { distance = pair.thickness.value_or(distance); });
        return distance;
    }
    /// Coulomb coefficient
    [[nodiscard]] double friction(int particle, int obstacle) const
    {
        double coefficient = obstacles_[obstacle].friction;
        for_each_pair(particle, obstacle,
                      [&](const PairOverride& pair) { coefficient = pair.friction.value_or(coefficient); });
        return coefficient;
    }
    [[nodiscard]] FeatureContacts& feature_contacts() { return features_; }
    [[nodiscard]] const FeatureContacts& feature_contacts() const { return features_; }

    /// Obstacles go from where they are at one time [s] to where they are at another: a step, or none when both are the
    /// same.
    void move_obstacles(double start, double end);
    /// Between steps: the obstacle moves as `drive` says from now on, whatever moved it before.
    void drive_obstacle(int obstacle, const PoseDrive& drive) { obstacles_[obstacle].drive = drive; }
    /// Whether any may.
    [[nodiscard]] bool obstacles_move() const;
    /// m/s, of an obstacle's point, as it sees it itself, in this step.
    [[nodiscard]] Vec3 drift(int obstacle, const Vec3& seen) const
    {
        const ObstaclePath& path = paths_[obstacle];
        if (!path.moves() || !(path_time_ > 0)) return Vec3::Zero();
        return (path.placed_at_end(seen) - path.placed_at_start(seen)) / path_time_;
    }

    /// Barriers keep particles away from obstacles (ObstacleBarrier): contacts have nothing to do.
    void leave_to_barriers() { left_to_barriers_ = true; }
    [[nodiscard]] bool are_left_to_barriers() const { return left_to_barriers_; }

    /// Impulses are forces times a time [s], which the formula of a step decides: those of the last step are scaled, so
    /// that friction starts from the same forces.
    void set_impulse_time(double time);

    /// The first guess: contacts of the last step that still touch, and particles that velocity v would take inside.
    void predict(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass, double h);

    /// Compares the set with a solution: `reaction` [N s] is what constraints and friction gave each particle, and of
    /// that `feature_impulses` what those of spans gave along their normals. `only_add` forbids releases of particles,
    /// which could cycle; what pulls then stands still. True when the set changed.
    [[nodiscard]] bool update(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> reaction,
                              std::span<const double> mass, double h, bool only_add,
                              std::span<const double> feature_impulses = {});

    /// Those that may not be released are to stand still: neither to arrive nor to be pushed away.
    void hold_at_zero_velocity();

    /// After the step, which took velocities from v_before to v: sticking contacts outside the cone will slide; sliding
    /// ones that have all but stopped, and that friction can hold, stop and will stick; and speed gained only by coming
    /// back out of an obstacle is taken from v.
    void finish(std::span<const Vec3> reaction, std::span<Vec3> v, std::span<const Vec3> v_before,
                std::span<const double> mass);

    /// After a step: whether a contact appeared in it.
    [[nodiscard]] bool any_new() const;
    /// Whether one appeared, or changed between sticking and sliding, so lately that velocities still jump.
    [[nodiscard]] bool any_unsettled() const;

    /// Calls visit(particle, FrictionResponse) for every sliding contact.
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

    /// visit(particle) for all that touch, by themselves or with a span; some more than once.
    template <class Visit>
    void for_each_touching(const Visit& visit) const
    {
        for (const Contact& contact : active_) visit(contact.particle);
        for (const FeatureContact& contact : features_.active())
            for (const int p : contact.row.particles)
                if (pinned_[p] == 0) visit(p);
    }

    /// For explicit methods: changes v so that the contacts of `predict` are met, with friction, and those that the
    /// changed velocity would bring.
    void apply_impulses(std::span<const Vec3> x, std::span<Vec3> v, std::span<const double> mass, double h);
    /// Raises normal velocities to what the contacts demand, without friction: for velocities other than the one that
    /// took the impulses.
    void clear_obstacles(std::span<Vec3> v) const;
    /// Takes away speed gained only by coming back out of an obstacle.
    void remove_push_out(std::span<Vec3> v) const;

    /// When all else has failed to stop them: calls visit(particle, velocity) for particles that would get through a
    /// mesh, with a velocity [m/s] that ends where it is safe.
    template <class Visit>
    void for_each_depenetration(std::span<const Vec3> x, std::span<const Vec3> v, double h, const Visit& visit)
    {
        if (!find_depenetrations(x, v, h)) return;
        for (std::size_t p = 0; p < x.size(); ++p)
            if (depenetrations_[p].part < 1) visit(static_cast<int>(p), depenetrations_[p].safe_velocity);
    }

    /// Positions with every particle outside the convex obstacles by its distance. Meshes let nothing in.
    void push_out(std::span<Vec3> x) const;
    /// How far the deepest particle is inside a bare obstacle [m]; 0 when none is.
    [[nodiscard]] double deepest_penetration(std::span<const Vec3> x);
    /// From the nearest particle to a bare obstacle [m]; negative inside convex ones, infinite without obstacles.
    [[nodiscard]] double smallest_gap(std::span<const Vec3> x) const;

    [[nodiscard]] double impulse_time() const { return impulse_time_; }  // s
    /// Puts back contacts as `active` gave them, with the time of their impulses [s].
    void set_active(std::span<const Contact> contacts, double impulse_time)
    {
        active_.assign(contacts.begin(), contacts.end());
        impulse_time_ = impulse_time;
    }
    /// Of all searches so far.
    [[nodiscard]] SearchTimes search_times() const
    {
        return {times_.broad + features_.search_times().broad, times_.narrow + features_.search_times().narrow};
    }

    /// Adds what touches, with the forces of the last step.
    void list_contacts(std::span<const Vec3> x, std::vector<ContactPoint>& contacts) const;
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    [[nodiscard]] double friction(const Contact& contact) const { return friction(contact.particle, contact.obstacle); }
    [[nodiscard]] double friction(const FeatureContact& contact) const
    {
        return friction(contact.row.particles[0], contact.obstacle);
    }
    /// visit(pair); there are few, if any.
    template <class Visit>
    void for_each_pair(int particle, int obstacle, const Visit& visit) const
    {
        for (const PairOverride& pair : pairs_)
            if (pair.obstacle == obstacle && pair.first_particle <= particle && particle < pair.last_particle)
                visit(pair);
    }
    /// How something that touches the obstacle moves on in a step: from a point and normal at its start to others at
    /// its end, all as the obstacle sees them. `distance` [m] is from the point to the particle, at the start.
    struct TouchPath {
        Vec3 point, normal, end_point, end_normal;
        double distance;
    };
    void follow(Contact& contact, const TouchPath& path, double h) const;
    void let_out(Contact& contact, const Vec3& x, double h) const;
    void find_engulfed(std::span<const Vec3> x);
    void follow_meshes(std::span<const Vec3> x, double h);
    /// A search for impacts with one obstacle, on the ways from x to x + h v; the first `known` contacts are sorted.
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
    /// Of a particle with an obstacle, among the first `known`, which are sorted.
    [[nodiscard]] std::span<Contact> known_contacts(int obstacle, std::size_t particle, std::size_t known);
    void add(const ImpactSearch& search, Contact contact);
    /// A contact with what a particle meets on its way: where it must be at the end of the step, and the normal there,
    /// as the obstacle sees them, and the way [m] that the shape itself moves there.
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
    [[nodiscard]] bool still_those_that_pull(std::span<const Vec3> own, double negligible,
                                             std::span<const double> mass);
    [[nodiscard]] std::span<const Vec3> without_features(std::span<const Vec3> reaction);
    void hold_features(std::span<const Vec3> x, std::span<const Vec3> v, double h);
    void meet(std::span<Contact> group, double mass, Vec3& velocity) const;
    void meet_features(std::span<Vec3> v, std::span<const double> mass);

    std::vector<Obstacle> obstacles_;
    std::vector<ObstaclePath> paths_;  // per obstacle
    double path_time_ = 0;             // s, that obstacles take for their paths
    double path_start_ = 0;            // s
    bool left_to_barriers_ = false;
    std::vector<PairOverride> pairs_;
    std::vector<double> thickness_;      // m, per particle
    std::vector<unsigned char> pinned_;  // per particle: prescribed motion wins over contact
    std::vector<Contact> active_;
    FeatureContacts features_;
    std::vector<Vec3> unhindered_;       // scratch: velocities before explicit contact
    std::vector<unsigned char> marked_;  // scratch: particles that the obstacle at hand stops
    double longest_way_out_ = std::numeric_limits<double>::infinity();  // m, in a step
    bool has_meshes_ = false;
    bool has_feature_contacts_ = false;  // an obstacle has sharp edges, and there is cloth between particles
    double impulse_time_ = 0;            // s, of the impulses; 0 before the first step
    SearchTimes times_;

    struct Touches {
        int count = 0;
        std::array<MeshTouch, MeshObstacle::max_touches> found;
    };
    std::vector<Touches> touches_;     // scratch: per active contact, at the first of a particle and mesh
    std::vector<int> engulfed_by_;     // scratch: per particle, the mesh that has closed on it, or -1
    Candidates candidates_;            // scratch: faces of the mesh at hand, per particle
    std::vector<MovingPoint> ways_;    // scratch: m, of particles that have candidates, as the mesh at hand sees them
    std::vector<MeshImpact> impacts_;  // scratch: per particle, with the mesh at hand
    struct Depenetration {
        double part = 1;  // of the way, that is safe
        Vec3 safe_velocity = Vec3::Zero();
    };
    std::vector<Depenetration> depenetrations_;  // scratch: per particle
    std::vector<Vec3> reaction_;                 // scratch: N s, of particles alone
    std::vector<Vec3> safe_velocity_;            // scratch: m/s, with what has been held back so far
    std::vector<double> safe_part_;              // scratch: of the ways
};

}  // namespace tulle
