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

#include "contact/mesh_obstacle.hpp"
#include "contact/shapes.hpp"
#include "core/archive.hpp"
#include "core/parallel.hpp"

#include <tulle/description.hpp>

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace tulle {

/// Directions of shapes are unit vectors.
using ConvexShape = std::variant<PlaneShape, BoxShape, SphereShape, CylinderShape, CapsuleShape>;

struct Obstacle {
    std::variant<ConvexShape, std::shared_ptr<const MeshObstacle>> shape;
    double friction = 0;
    double thickness = 0;  // m

    [[nodiscard]] const ConvexShape* convex() const { return std::get_if<ConvexShape>(&shape); }
    [[nodiscard]] const MeshObstacle* mesh() const
    {
        const auto* held = std::get_if<std::shared_ptr<const MeshObstacle>>(&shape);
        return held == nullptr ? nullptr : held->get();
    }
};

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
    double target = 0;          // m/s, smallest normal velocity
    double normal_impulse = 0;  // N s, pushes outward; from the last solution, or a guess for a new contact
};

/// Impulse of sliding friction [N s] and the negative of its derivative by velocity [kg], positive semidefinite.
struct FrictionResponse {
    Vec3 impulse;
    Mat3 drag;
};

/// -limit s(|t|) t/|t| for the tangential velocity t, with s(y) = (2 - y/e) y/e up to e = friction_speed, then 1.
[[nodiscard]] FrictionResponse sliding_friction(const Vec3& normal, const Vec3& v, double limit);

class Contacts {
public:
    Contacts(std::vector<Obstacle> obstacles, std::vector<double> thickness, std::vector<unsigned char> pinned);

    [[nodiscard]] std::span<const Contact> active() const { return active_; }  // by particle, obstacle, face
    [[nodiscard]] bool has_obstacles() const { return !obstacles_.empty(); }
    [[nodiscard]] const Obstacle& obstacle(int index) const { return obstacles_[index]; }

    /// The first guess: contacts of the last step that still touch, and particles that velocity v would take inside.
    void predict(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const double> mass, double h);

    /// Compares the set with a solution: `reaction` [N s] is what constraints and friction gave each particle.
    /// `only_add` forbids releases, which could cycle. True when the set changed.
    [[nodiscard]] bool revise(std::span<const Vec3> x, std::span<const Vec3> v, std::span<const Vec3> reaction,
                              std::span<const double> mass, double h, bool only_add);

    /// After the step: sticking contacts outside the cone will slide, sliding ones that have all but stopped stop and
    /// will stick, and speed gained only by coming back out of an obstacle is taken from v.
    void finish(std::span<const Vec3> reaction, std::span<Vec3> v);

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
            const double limit = obstacles_[contact.obstacle].friction * contact.normal_impulse;
            visit(contact.particle, sliding_friction(contact.normal, v[contact.particle], limit));
        }
    }

    /// For explicit methods: changes v so that the contacts of `predict` are met, with friction, and those that the
    /// changed velocity would bring.
    void apply_impulses(std::span<const Vec3> x, std::span<Vec3> v, std::span<const double> mass, double h);
    /// Raises normal velocities to what the contacts demand, without friction: for velocities other than the one that
    /// took the impulses.
    void clear_obstacles(std::span<Vec3> v) const;
    /// Takes away speed gained only by coming back out of an obstacle.
    void remove_push_out(std::span<Vec3> v) const;

    /// When all else has failed to stop them: calls visit(particle, part) for particles that would get through a mesh,
    /// with the part of their way that is safe.
    template <class Visit>
    void for_each_escape(std::span<const Vec3> x, std::span<const Vec3> v, double h, const Visit& visit)
    {
        if (!find_escapes(x, v, h)) return;
        for (std::size_t p = 0; p < x.size(); ++p)
            if (safe_part_[p] < 1) visit(static_cast<int>(p), safe_part_[p]);
    }

    /// Positions with every particle outside the convex obstacles by its distance. Meshes let nothing in.
    void push_out(std::span<Vec3> x) const;
    /// How far the deepest particle is inside a bare obstacle [m]; 0 when none is.
    [[nodiscard]] double deepest_penetration(std::span<const Vec3> x) const;

    /// Puts back contacts as `active` gave them.
    void set_active(std::span<const Contact> contacts) { active_.assign(contacts.begin(), contacts.end()); }
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in);

private:
    [[nodiscard]] double kept(std::size_t particle, const Obstacle& obstacle) const
    {
        return thickness_[particle] + obstacle.thickness;
    }
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
    [[nodiscard]] bool add_mesh_impacts(const ImpactSearch& search);
    [[nodiscard]] std::span<Contact> known_contacts(const ImpactSearch& search, std::size_t particle);
    void add(const ImpactSearch& search, std::size_t particle, int face, const Vec3& normal, double target);
    [[nodiscard]] bool find_escapes(std::span<const Vec3> x, std::span<const Vec3> v, double h);
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
    void meet(std::span<Contact> group, double mass, Vec3& velocity) const;

    std::vector<Obstacle> obstacles_;
    std::vector<double> thickness_;      // m, per particle
    std::vector<unsigned char> pinned_;  // per particle: prescribed motion wins over contact
    std::vector<Contact> active_;
    std::vector<Vec3> unhindered_;       // scratch: velocities before explicit contact
    std::vector<unsigned char> marked_;  // scratch: particles that the obstacle at hand stops
    bool has_meshes_ = false;

    struct Touches {
        int count = 0;
        std::array<MeshTouch, MeshObstacle::max_touches> found;
    };
    std::vector<Touches> touches_;     // scratch: per active contact, at the first of a particle and mesh
    std::vector<MeshImpact> impacts_;  // scratch: per particle, with the mesh at hand
    std::vector<double> safe_part_;    // scratch: per particle, of its way
};

}  // namespace tulle
