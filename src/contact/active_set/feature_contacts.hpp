#pragma once
// Feature contacts: contacts of the edges and faces of cloth with the sharp edges and vertices of meshes, such as
// needles, wires and spikes, which pass between particles.
//
// In the code, a `cloth_feature` is an edge or a face of cloth, and a `feature` is a sharp edge or vertex of a mesh. A
// feature contact acts at one point of its edge or face, sum w_i x_i. The contact distance of features is half that of
// particles, so no feature contacts arise where particle contacts already keep the cloth away. A feature contact is one
// constraint on the velocities of two or three particles, sum w_i n.v_i >= target. Feature contacts form an active set,
// which is predicted, updated and released like the active set of particle contacts. An edge or face within the contact
// distance is not pushed away from the obstacle; it is only kept from coming nearer.

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

/// The edges and faces of all cloths.
struct ClothFeatures {
    std::vector<std::array<int, 2>> edges;
    std::vector<Face> faces;              // of all cloths, one after the other
    const IntactFaces* intact = nullptr;  // which faces are not torn; null: no face can tear
};

/// A contact of an edge or face of cloth with a sharp edge or vertex of an obstacle.
struct FeatureContact {
    int cloth_feature = 0;  // edge or face of cloth: edges are counted first, then faces
    int obstacle = 0;
    int feature = 0;  // the sharp edge that meets an edge of cloth, or the sharp vertex that meets a face
    bool held = false;
    std::uint8_t age = 0;  // number of steps with this contact, up to settled_age
    ConstraintRows::Row row;
    Vec3 drift = Vec3::Zero();     // m/s, of the obstacle at the contact
    double target = 0;             // m/s, smallest normal velocity of the contact point
    double normal_impulse = 0;     // N s
    Vec3 friction = Vec3::Zero();  // N s, on the contact point, in implicit steps

    /// Returns the normal velocity [m/s] of a point that keeps its distance from the obstacle.
    [[nodiscard]] double carried() const { return row.normal.dot(drift); }
    /// Returns the change of the contact point's velocity per unit of impulse [1/kg]; 0 if all particles are pinned.
    [[nodiscard]] double compliance(std::span<const double> mass, std::span<const unsigned char> pinned) const;
    /// Returns the friction impulse [N s] against the tangential velocity of the contact point relative to the
    /// obstacle. The impulse is at most `limit` [N s], and at most the impulse that stops the contact point.
    [[nodiscard]] Vec3 friction_impulse(double limit, std::span<const Vec3> v, std::span<const double> mass,
                                        std::span<const unsigned char> pinned) const;
    /// Applies an impulse [N s] at the contact point to the velocities of the particles that are not pinned.
    void give_impulse(const Vec3& impulse, std::span<Vec3> v, std::span<const double> mass,
                      std::span<const unsigned char> pinned) const;
    /// Returns the value at the contact point: the weighted sum of the particles' values.
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

    /// Predicts the active set of feature contacts for a step: contacts of the last step that still touch. The
    /// prediction adds no feature contacts, because particle contacts may already stop the cloth. Friction follows from
    /// the predicted velocity and the normal impulse of the last step, and can at most stop the contact point.
    /// Obstacles and contact distances are those of `contacts`.
    void predict(const ActiveSet& contacts, std::span<const Vec3> x, std::span<const Vec3> v,
                 std::span<const double> mass, double h);
    /// Adds contacts of edges and faces whose path from x to x + h v meets a sharp feature; true if the set has
    /// changed. `is_update` means that v is a solution of the step, which will be solved again with the changed set.
    [[nodiscard]] bool add_impacts(const ActiveSet& contacts, std::span<const Vec3> x, std::span<const Vec3> v,
                                   double h, bool is_update);
    /// Releases contacts that pull by more than `negligible` [m/s] times the mass of their first particle. Each contact
    /// is released at most once in a step. Returns whether any contact was released.
    [[nodiscard]] bool release(double negligible, std::span<const double> mass);
    void set_impulses(std::span<const double> impulses);
    /// Counts one more step for the age of each contact.
    void grow_older();
    /// Removes contacts without a normal impulse.
    void drop_idle();
    /// Explicit contact: one sweep over all contacts, which applies the impulses that bring v to the targets. Returns
    /// the largest change of a contact point's velocity [m/s].
    double push(std::span<Vec3> v, std::span<const double> mass, std::span<const unsigned char> pinned);
    void reset_impulses() { scale_impulses(0); }
    void scale_impulses(double ratio);
    /// Raises normal velocities to the targets, in one sweep over all contacts.
    void clear(std::span<Vec3> v, std::span<const unsigned char> pinned) const;
    /// Removes speed that contact points gained only by coming out of an obstacle.
    void remove_push_out(std::span<Vec3> v, std::span<const unsigned char> pinned) const;

    /// Finds edges and faces that would still be pierced on the paths from x to x + h v. Lowers `part`, the safe part
    /// of each particle's path in coordinates of the obstacle, for the particles of such edges and faces. Returns
    /// whether any edge or face would be pierced.
    [[nodiscard]] bool find_pierced(const ActiveSet& contacts, int obstacle, std::span<const Vec3> x,
                                    std::span<const Vec3> v, double h, std::span<double> part);

    void set_active(std::span<const FeatureContact> contacts) { active_.assign(contacts.begin(), contacts.end()); }
    [[nodiscard]] const SearchTimes& search_times() const { return times_; }
    void save(ArchiveWriter& out) const;
    void restore(ArchiveReader& in, const ActiveSet& contacts);

private:
    /// The first impact of an edge or face of cloth on its path.
    struct FeatureImpact {
        int feature = -1;
        double time = 1;
        double distance = 0;         // m
        Vec3 normal = Vec3::Zero();  // unit, from the obstacle to the cloth, at the impact
        std::array<double, 3> weights{};
        Vec3 point = Vec3::Zero(), moved = Vec3::Zero();  // m, contact point at the end of the step; its displacement

        [[nodiscard]] bool comes_before(const MovingImpact& other, int other_feature) const
        {
            return feature >= 0 &&
                   std::tie(time, distance, feature) < std::tie(other.time, other.distance, other_feature);
        }
    };
    struct Search;

    [[nodiscard]] std::size_t count() const { return features_.edges.size() + features_.faces.size(); }
    [[nodiscard]] std::array<int, 3> particles_of(std::size_t cloth_feature) const;
    /// Returns whether an edge or face of cloth is not torn.
    [[nodiscard]] bool is_intact(std::size_t cloth_feature) const;
    /// Finds the first impact of every edge and face on the paths from x to x + h v.
    void find_impacts(const Search& search, std::span<const Vec3> x, std::span<const Vec3> v, double h);
    void collect(const Search& search, std::size_t cloth_feature, std::vector<int>& features) const;
    [[nodiscard]] FeatureImpact edge_impact(const Search& search, std::size_t edge) const;
    [[nodiscard]] FeatureImpact face_impact(const Search& search, std::size_t face) const;
    [[nodiscard]] bool add_found(const Search& search, std::span<const Vec3> x, double h, bool one_by_one);
    [[nodiscard]] FeatureContact meeting(const Search& search, int cloth_feature, std::span<const Vec3> x,
                                         double h) const;
    [[nodiscard]] bool was_released(const FeatureContact& contact) const;
    [[nodiscard]] bool follow(const ActiveSet& contacts, FeatureContact& contact, std::span<const Vec3> x,
                              double h) const;

    ClothFeatures features_;
    std::vector<FeatureContact> active_;        // sorted by cloth_feature, obstacle, feature
    std::vector<std::array<int, 3>> released_;  // in this step: cloth_feature, obstacle, feature
    std::vector<FeatureImpact> impacts_;        // scratch: per cloth_feature
    std::vector<int> found_;                    // scratch: cloth_features with an impact
    std::vector<unsigned char> taken_;          // scratch: per particle, whether it has a new contact
    std::vector<Vec3> from_, to_;               // scratch: m, paths of particles in coordinates of the obstacle
    Candidates candidates_;                     // scratch: sharp edges or vertices, per cloth_feature
    SearchTimes times_;
};

}  // namespace tulle
