#pragma once
// Interfaces of forces that depend on more than positions and velocities: on their history (hysteresis), or on lagged
// quantities (lagged friction).

#include <tulle/math.hpp>

#include <span>

namespace tulle {

/// A force that depends on its history: hysteresis, friction with anchors. Force::begin_step commits the history.
class HistoryForce {
public:
    virtual ~HistoryForce() = default;

    [[nodiscard]] virtual bool has_history() const { return true; }
    /// Sets the step h [s] for rates of change. With h > 0 a rate is a backward difference: the change since
    /// begin_step, divided by h. With h = 0, the initial value, rates follow from the velocities.
    virtual void set_rate_step(double /*h*/) {}
    /// Starts a Newton iteration. The next Jacobian may use predictions from earlier iterations of this step; the next
    /// begin_step discards these predictions. Predictions do not change the force. Where a
    /// prediction agrees with the state that the force has reached, the Jacobian is the same as without the prediction.
    /// Returns whether the Jacobian uses predictions.
    virtual bool begin_iteration() { return false; }
};

/// A force with a lagged quantity: a quantity that is constant while the equations of a step are solved. Example: the
/// normal force in lagged friction.
class LaggedForce {
public:
    virtual ~LaggedForce() = default;

    /// Predicts the lagged quantity from the velocities v [m/s] that the step will probably have.
    virtual void predict_lagged(std::span<const Vec3> v) = 0;
    /// Updates the lagged quantity after the equations have been solved, with the end positions x [m]. Returns whether
    /// the old value was too far off, so that the step must be solved again.
    [[nodiscard]] virtual bool update_lagged(std::span<const Vec3> x) = 0;
};

}  // namespace tulle
