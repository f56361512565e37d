#pragma once
// Constraints on velocities in a step, from pins and from the active set of contacts, in the form that solvers use: a
// filter of the constrained directions, and the values prescribed there.

#include "contact/active_set/active_set.hpp"
#include "contact/pins.hpp"
#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"

#include <memory>

namespace tulle {

enum class ActiveSetUpdate {
    settled,   // the solution satisfies the contacts
    changed,   // the active set has changed: solve again
    given_up,  // the solution does not satisfy the contacts, and no more passes are made
};

class MotionConstraints {
public:
    MotionConstraints(Pins pins, ActiveSet contacts, std::size_t particles);

    [[nodiscard]] const DirectionFilter& filter() const { return filter_; }
    [[nodiscard]] ActiveSet& contacts() { return contacts_; }
    [[nodiscard]] const ActiveSet& contacts() const { return contacts_; }
    /// Returns whether pins or obstacles move in this step.
    [[nodiscard]] bool moves() const;
    [[nodiscard]] int contact_count() const
    {
        return static_cast<int>(contacts_.active().size() + contacts_.feature_contacts().active().size());
    }

    [[nodiscard]] const Pins& pins() const { return pins_; }
    /// Between steps: pins or frees a particle. Preconditioners still leave out exactly the particles that were pinned
    /// at the start, so that matrices that are reused from step to step do not change.
    void drive_pin(int particle, const Pins::Drive& drive);
    void release_pin(int particle);
    /// Removes all contacts, after particles have been moved to other places.
    void forget_contacts();
    void save_pins(ArchiveWriter& out) const { pins_.save(out); }
    void restore_pins(ArchiveReader& in);

    /// Lets the vertices of a mesh obstacle follow the obstacle. The vertices are the particles from `first` on, which
    /// pins already carry.
    void carry_vertices_of(int obstacle, int first);
    /// Returns the obstacle of which a particle is a vertex; -1 if the particle is no such vertex.
    [[nodiscard]] int obstacle_of(int particle) const;
    /// Returns the number of particles that are vertices of obstacles. The vertices of obstacles are the last
    /// particles.
    [[nodiscard]] std::size_t obstacle_vertex_count() const
    {
        return obstacle_vertices_.empty() ? 0 : pins_.particles().size() - obstacle_vertices_.front().first_pin;
    }
    /// Sets the places of the particles that rigid bodies carry to their positions in x [m].
    void follow_carried(std::span<const Vec3> x) { pins_.follow(x); }

    /// Returns whether an obstacle changes its shape. Cloth may stop the vertices of such an obstacle.
    [[nodiscard]] bool can_yield() const;
    /// For the rest of the step, lets the vertices of obstacles that change their shape move with v [m/s] instead of to
    /// their prescribed places, because cloth leaves the obstacles no room. The next step prescribes the places of
    /// these vertices again.
    void yield_to(std::span<const Vec3> v);

    /// Starts a step of size `h` [s] that ends at `end_time` [s]. Pinned particles get the velocities that take them to
    /// their prescribed places at the end of the step. `x` must stay valid and unchanged until the step is over.
    void begin_step(double h, double end_time, std::span<const Vec3> x);
    /// Must be called after begin_step for formulas other than x+ = x + h v: the step ends at x_reach + reach v. The
    /// prescribed velocity of such formulas differs from the mean velocity of the step. `x_reach` must stay valid as
    /// long as `x`.
    void aim(double reach, std::span<const Vec3> x_reach);
    /// Predicts the active set from a predicted velocity.
    void predict_contacts(std::span<const Vec3> v, std::span<const double> mass);
    /// Sets the constrained components of v to their prescribed values.
    void prescribe(std::span<Vec3> v) const;
    /// Sets the velocities of pinned particles to their mean velocities over the step.
    void prescribe_pins(std::span<Vec3> v) const;
    /// Subtracts the impulses of sliding friction at velocity v from g [N s].
    void subtract_friction(std::span<const Vec3> v, std::span<Vec3> g) const;
    /// Adds the negative of the derivative of the sliding friction impulses with respect to v to A [kg].
    void add_friction_drag(std::span<const Vec3> v, Csr<Mat3>& A) const;
    /// Updates the active set with a solution; `pass` is the number of earlier updates in this step.
    [[nodiscard]] ActiveSetUpdate update_active_set(std::span<const Vec3> v, std::span<const Vec3> reaction,
                                                    std::span<const double> mass, int pass);
    /// Depenetration, after the last update: limits v of particles that would still get through a mesh to their
    /// collision-free step.
    void hold_back(std::span<Vec3> v);
    /// Returns the particles that `hold_back` has changed since the start of the step.
    [[nodiscard]] std::span<const int> held_back() const { return held_back_; }

private:
    void pins_changed();
    void rebuild_filter();
    void rebuild_rows();
    [[nodiscard]] Mat3 free_directions(int particle) const;
    [[nodiscard]] double aimed(const FeatureContact& contact) const;
    [[nodiscard]] std::span<const Vec3> mean_velocity(std::span<const Vec3> v);
    [[nodiscard]] Vec3 aimed(int particle, const Vec3& mean_velocity) const;

    /// Vertices of an obstacle, which are pinned particles.
    struct ObstacleVertices {
        int obstacle;
        std::size_t first_pin;
    };

    Pins pins_;
    ActiveSet contacts_;
    std::vector<ObstacleVertices> obstacle_vertices_;
    DirectionFilter filter_;
    std::vector<Vec3> prescribed_;               // m/s, per filter entry
    std::unique_ptr<ConstraintRows> rows_;       // of feature contacts
    std::vector<ConstraintRows::Row> row_list_;  // scratch
    mutable std::vector<double> row_values_;     // scratch: per row
    std::vector<Vec3> pin_velocity_;             // m/s, per pin
    std::span<const Vec3> x_;                    // positions at the start of the step
    double h_ = 0;                               // s
    std::span<const Vec3> x_reach_;              // m
    double reach_ = 0;                           // s
    std::vector<int> held_back_;
    std::vector<Vec3> mean_;  // scratch: m/s, (x_reach + reach v - x)/h
};

}  // namespace tulle
