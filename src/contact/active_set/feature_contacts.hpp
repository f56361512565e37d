#pragma once
// Contact between particles: the edges and faces of a cloth against the sharp edges and vertices of meshes, such as
// needles, wires and spikes, which no particle would ever meet.
//
// A span, an edge or a face, touches with a point of it, sum w_i x_i, at half the distance that particles keep: where
// those keep the cloth away, spans have nothing to do. Its contact is one constraint on the velocities of two or three
// particles, sum w_i n.v_i >= target. The set is guessed, revised and released as that of the particles is. No span is
// ever pushed: one that has come too near just comes no nearer.

#include "contact/active_set/candidates.hpp"
#include "contact/obstacle.hpp"
#include "core/archive.hpp"
#include "geometry/continuous_distance.hpp"
#include "linear/constraint_rows.hpp"
#include "mesh/intact_faces.hpp"

#include <tulle/math.hpp>
#include <tulle/triangle_mesh.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

namespace tulle {

class ActiveSet;

/// What a cloth is between its particles.
struct ClothFeatures {
    std::vector<std::array<int, 2>> edges;
    std::vector<Face> faces;              // of all cloths, one after the other
    const IntactFaces* intact = nullptr;  // which of them are not torn; none: nothing tears
};

struct FeatureContact {
    int span = 0;  // edges first, then faces
    int obstacle = 0;
    int feature = 0;  // sharp edge that meets an edge, or sharp vertex that meets a face
    bool held = false;
    std::uint8_t age = 0;  // steps it has lasted, up to settled_age
    ConstraintRows::Row row;
    Vec3 drift = Vec3::Zero();     // m/s, of the obstacle where it touches
    double target = 0;             // m/s
    double normal_impulse = 0;     // N s
    Vec3 friction = Vec3::Zero();  // N s, of implicit steps, on the point that touches

    /// m/s, of a point that stays at its distance
    [[nodiscard]] double carried() const { return row.normal.dot(drift); }
    /// Of the point that touches: 1/kg; how much a unit of impulse changes its velocity. 0 when all of it is pinned.
    [[nodiscard]] double compliance(std::span<const double> mass, std::span<const unsigned char> pinned) const;
    /// N s; against its velocity along the obstacle, up to a limit and to what stops it.
    [[nodiscard]] Vec3 friction_impulse(double limit, std::span<const Vec3> v, std::span<const double> mass,
                                        std::span<const unsigned char> pinned) const;
    void give_impulse(const Vec3& impulse, std::span<Vec3> v, std::span<const double> mass,
                      std::span<const unsigned char> pinned) const;
    [[nodiscard]] Vec3 mean(std::span<const Vec3> values) const
    {
        return row.weights[0] * values[row.particles[0]] + row.weights[1] * values[row.particles[1]] +
               row.weights[2] * values[row.particles[2]];
    }
};

class FeatureContacts {
public:
    FeatureContacts() = default;
    explicit FeatureContacts(ClothFeatures feature_contacts) : features_(std::move(feature_contacts)), impacts_(count())
    {}

    [[nodiscard]] bool empty() const { return count() == 0; }
    [[nodiscard]] std::span<const FeatureContact> active() const { return active_; }
    [[nodiscard]] std::span<FeatureContact> active() { return active_; }

    /// As those of `ActiveSet`, whose obstacles and distances they are. Nothing new is guessed: whom particles stop has
    /// nothing between them to meet.
    /// Friction is that of the predicted velocity and of the normal impulse of the last step, and stops at most.
    void predict(const ActiveSet& contacts, std::span<const Vec3> x, std::span<const Vec3> v,
                 std::span<const double> mass, double h);
    /// `revises`: against a solution, after which there will be others.
    [[nodiscard]] bool add_impacts(const ActiveSet& contacts, std::span<const Vec3> x, std::span<const Vec3> v,
                                   double h, bool revises);
    /// Releases those that pull by more than `negligible` [m/s] times the mass of their particles; each once in a step.
    [[nodiscard]] bool release(double negligible, std::span<const double> mass);
    void set_impulses(std::span<const double> impulses);
    /// One more step has been lasted.
    void grow_older();
    void drop_idle();
    /// Explicit contact: a sweep over all, which raises v as far as they demand. Returns the largest change [m/s].
    double push(std::span<Vec3> v, std::span<const double> mass, std::span<const unsigned char> pinned);
    void reset_impulses() { scale_impulses(0); }
    void scale_impulses(double ratio);
    /// Raises normal velocities to what the contacts demand, once.
    void clear(std::span<Vec3> v, std::span<const unsigned char> pinned) const;
    void remove_push_out(std::span<Vec3> v, std::span<const unsigned char> pinned) const;

    /// Lowers the part of their ways, as an obstacle sees them, that is safe for the particles of spans that would
    /// still be pierced. Returns whether there were any.
    [[nodiscard]] bool find_pierced(const ActiveSet& contacts, int obstacle, std::span<const Vec3> x,
                                    std::span<const Vec3> v, double h, std::span<double> part);

    void set_active(std::span<const FeatureContact> contacts) { active_.assign(contacts.begin(), contacts.end()); }
    [[nodiscard]] const SearchTimes& search_times() const { return times_; }
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in, const ActiveSet& contacts);

private:
    struct FeatureImpact {
        int feature = -1;
        double time = 1;
        double distance = 0;         // m
        Vec3 normal = Vec3::Zero();  // unit, from the obstacle to the cloth, at the time
        std::array<double, 3> weights{};
        Vec3 point = Vec3::Zero(), moved = Vec3::Zero();  // m, of the obstacle at the end of the step; its way

        [[nodiscard]] bool comes_before(const MovingImpact& other, int other_feature) const
        {
            return feature >= 0 &&
                   std::tie(time, distance, feature) < std::tie(other.time, other.distance, other_feature);
        }
    };
    struct Search;

    [[nodiscard]] std::size_t count() const { return features_.edges.size() + features_.faces.size(); }
    [[nodiscard]] std::array<int, 3> particles_of(std::size_t span) const;
    /// Whether it is not torn.
    [[nodiscard]] bool stands(std::size_t span) const;
    /// Looks at all spans on the ways from x to x + h v.
    void find_impacts(const Search& search, std::span<const Vec3> x, std::span<const Vec3> v, double h);
    void collect(const Search& search, std::size_t span, std::vector<int>& features) const;
    [[nodiscard]] FeatureImpact edge_impact(const Search& search, std::size_t edge) const;
    [[nodiscard]] FeatureImpact face_impact(const Search& search, std::size_t face) const;
    [[nodiscard]] bool add_found(const Search& search, std::span<const Vec3> x, double h, bool one_by_one);
    [[nodiscard]] FeatureContact meeting(const Search& search, int span, std::span<const Vec3> x, double h) const;
    [[nodiscard]] bool was_released(const FeatureContact& contact) const;
    [[nodiscard]] bool follow(const ActiveSet& contacts, FeatureContact& contact, std::span<const Vec3> x,
                              double h) const;

    ClothFeatures features_;
    std::vector<FeatureContact> active_;        // by span, obstacle, feature
    std::vector<std::array<int, 3>> released_;  // of this step: span, obstacle, feature
    std::vector<FeatureImpact> impacts_;        // scratch: per span
    std::vector<int> found_;                    // scratch: spans that have one
    std::vector<unsigned char> taken_;          // scratch: per particle, that it has got a new contact
    std::vector<Vec3> from_, to_;               // scratch: m, ways of particles as an obstacle sees them
    Candidates candidates_;                     // scratch: sharp edges and vertices, per span
    SearchTimes times_;
};

}  // namespace tulle
