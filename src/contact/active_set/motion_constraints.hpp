#pragma once
// Everything that prescribes velocities in a step, pins and contacts, in the form the solvers take: a filter for
// directions that are not free, and the values there.

#include "contact/active_set/active_set.hpp"
#include "contact/pins.hpp"
#include "linear/csr.hpp"
#include "linear/direction_filter.hpp"

#include <memory>

namespace tulle {

enum class ActiveSetUpdate {
    settled,   // the solution fits the contacts
    changed,   // solve again
    given_up,  // it does not fit, after so many passes that another would not help
};

class MotionConstraints {
public:
    MotionConstraints(Pins pins, ActiveSet contacts, std::size_t particles);

    [[nodiscard]] const DirectionFilter& filter() const { return filter_; }
    [[nodiscard]] ActiveSet& contacts() { return contacts_; }
    [[nodiscard]] const ActiveSet& contacts() const { return contacts_; }
    /// Whether pins or obstacles move in this step.
    [[nodiscard]] bool moves() const;
    [[nodiscard]] int contact_count() const
    {
        return static_cast<int>(contacts_.active().size() + contacts_.feature_contacts().active().size());
    }

    [[nodiscard]] const Pins& pins() const { return pins_; }
    /// Between steps. Preconditioners still leave out those that were pinned at the start, and no others, so that
    /// matrices which are kept from step to step stay what they are.
    void drive_pin(int particle, const Pins::Drive& drive);
    void release_pin(int particle);
    /// What contacts remember is of no use: particles have been put elsewhere.
    void forget_contacts();
    void save_pins(ArchiveWriter& out) const { pins_.save(out); }
    void restore_pins(ArchiveReader& in);

    /// The vertices of an obstacle that is a mesh are particles from `first` on, which pins carry already: they go
    /// where the obstacle goes.
    void carry_vertices_of(int obstacle, int first);
    /// The obstacle that a particle is a vertex of; -1: none.
    [[nodiscard]] int obstacle_of(int particle) const;
    /// How many particles are such vertices: the last ones.
    [[nodiscard]] std::size_t obstacle_vertex_count() const
    {
        return obstacle_vertices_.empty() ? 0 : pins_.particles().size() - obstacle_vertices_.front().first_pin;
    }
    /// Particles that rigid bodies carry have been put where they are in x.
    void follow_carried(std::span<const Vec3> x) { pins_.follow(x); }

    /// Whether some obstacle changes its shape, so that it may be dented.
    [[nodiscard]] bool can_give_way() const;
    /// For the rest of the step vertices of such obstacles go on with v [m/s] instead of to their places: what they
    /// press on has no room. The next step sends them there again.
    void give_way(std::span<const Vec3> v);

    /// Starts a step of size `h` [s] that ends at `end_time` [s]: pins get the velocities that take them to their
    /// places at its end. `x` must stay where it is until the step is over.
    void begin_step(double h, double end_time, std::span<const Vec3> x);
    /// After begin_step, for formulas other than x+ = x + h v: the step will end at x_reach + reach v, so that the v to
    /// prescribe is another than the mean velocity of the step. `x_reach` must stay as long as x.
    void aim(double reach, std::span<const Vec3> x_reach);
    /// Guesses the contacts from a predicted velocity.
    void predict_contacts(std::span<const Vec3> v, std::span<const double> mass);
    /// Sets the constrained components of v to their prescribed values.
    void prescribe(std::span<Vec3> v) const;
    /// Sets the velocities of pinned particles to their mean over the step.
    void prescribe_pins(std::span<Vec3> v) const;
    /// g -= impulses of sliding friction at velocity v [N s]
    void subtract_friction(std::span<const Vec3> v, std::span<Vec3> g) const;
    /// A += the derivative that goes with it [kg]
    void add_friction_drag(std::span<const Vec3> v, Csr<Mat3>& A) const;
    /// Revises the contacts against a solution; `pass` counts from 0.
    [[nodiscard]] ActiveSetUpdate update_active_set(std::span<const Vec3> v, std::span<const Vec3> reaction,
                                                    std::span<const double> mass, int pass);
    /// After the last revision: particles that would still get through a mesh go only as far as is safe.
    void hold_back(std::span<Vec3> v);
    /// Which particles that has changed, since the step began.
    [[nodiscard]] std::span<const int> held_back() const { return held_back_; }

private:
    void pins_changed();
    void rebuild_filter();
    void rebuild_rows();
    [[nodiscard]] Mat3 free_directions(int particle) const;
    [[nodiscard]] double aimed(const FeatureContact& contact) const;
    [[nodiscard]] std::span<const Vec3> mean_velocity(std::span<const Vec3> v);
    [[nodiscard]] Vec3 aimed(int particle, const Vec3& mean_velocity) const;

    /// Vertices of an obstacle, as pinned particles.
    struct ObstacleVertices {
        int obstacle;
        std::size_t first_pin;
    };

    Pins pins_;
    ActiveSet contacts_;
    std::vector<ObstacleVertices> obstacle_vertices_;
    DirectionFilter filter_;
    std::vector<Vec3> prescribed_;               // m/s, per filter entry
    std::unique_ptr<ConstraintRows> rows_;       // of spans
    std::vector<ConstraintRows::Row> row_list_;  // scratch
    mutable std::vector<double> row_values_;     // scratch: per row
    std::vector<Vec3> pin_velocity_;             // m/s, per pin
    std::span<const Vec3> x_;                    // positions at the start of the step
    double h_ = 0;                               // s
    std::span<const Vec3> x_reach_;              // m
    double reach_ = 0;                           // s
    std::vector<int> held_back_;
    std::vector<Vec3> mean_;  // m/s, scratch: (x_reach + reach v - x)/h
};

}  // namespace tulle
