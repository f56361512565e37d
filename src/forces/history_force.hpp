#pragma once
// Forces that depend on more than positions and velocities.

#include <tulle/math.hpp>

#include <span>

namespace tulle {

/// A force that depends on the past: hysteresis, friction with anchors. Force::begin_step commits the past.
class HistoryForce {
public:
    virtual ~HistoryForce() = default;

    [[nodiscard]] virtual bool has_history() const { return true; }
    /// Sets the step h [s] of rates of change: from now on they are backward differences, the change since begin_step
    /// over h. With h = 0, as at first, they follow from the velocities.
    virtual void set_rate_step(double /*h*/) {}
    /// Starts a Newton iteration. The next Jacobian may use what the iterations of this step have predicted, which ends
    /// with the next begin_step. The force does not change, nor does the Jacobian where predictions have come true.
    /// Returns whether the Jacobian uses predictions.
    virtual bool begin_iteration() { return false; }
};

/// A force that takes some quantity as given while a step's equations are solved, such as the normal force that
/// friction is proportional to (lagged friction).
class LaggedForce {
public:
    virtual ~LaggedForce() = default;

    /// Predicts the quantity from the velocities v [m/s] with which the step will probably go on.
    virtual void predict_lagged(std::span<const Vec3> v) = 0;
    /// Updates the quantity after the equations have been solved with an end in x [m]. Returns whether it was too far
    /// off, so that the step is to be solved again.
    [[nodiscard]] virtual bool update_lagged(std::span<const Vec3> x) = 0;
};

}  // namespace tulle
