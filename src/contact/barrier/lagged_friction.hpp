#pragma once
// Coulomb friction between the two parts of a pair, with lagged pressure: the pressure at the start of the step.
// Friction is a spring between the two features of a touching pair, for example a vertex and a face. The force of the
// spring is at most mu times the pressure, and reaches this limit at a displacement of `friction_speed` h. The spring
// lasts from step to step for as long as the two parts press on each other (docs/theory/self-contact.md).

#include "contact/active_set/active_set.hpp"
#include "contact/barrier/touching_pair.hpp"
#include "core/archive.hpp"

#include <span>
#include <vector>

namespace tulle {

class LaggedFriction {
public:
    /// A pair with friction in this step.
    struct Pair : TouchingPair {
        // If the obstacle of the pair turns in the step, `begin`, `slip` and the normal are turned with the obstacle.
        Vec3 begin = Vec3::Zero();  // m, vector between the closest points at the start of the step
        Vec3 slip = Vec3::Zero();   // m, tangential displacement of the two parts at the start of the step

        /// Returns the tangential displacement [m] of the two parts at x.
        [[nodiscard]] Vec3 displacement(std::span<const Vec3> x) const
        {
            const Vec3 change = slip + between(x) - begin;
            return change - normal.dot(change) * normal;
        }
    };

    /// `slip` [m]: the displacement at which friction reaches mu times the pressure.
    explicit LaggedFriction(double slip) : slip_(slip) {}

    [[nodiscard]] std::span<const Pair> pairs() const { return pairs_; }
    /// Whether the friction pairs of this step are known.
    [[nodiscard]] bool is_known() const { return is_known_; }

    /// Starts a step at x. `goes_on` says whether the last step ended at x. The friction pairs of the new step are not
    /// known before `set_pairs`.
    void begin_step(std::span<const Vec3> x, bool goes_on);
    /// Sets the friction pairs of this step: the pairs that touch at x, the start of the step.
    void set_pairs(std::span<const TouchingPair> touching, std::span<const Vec3> x, const ContactSurface& surface);
    /// Forgets all friction, as at the start of a simulation.
    void clear();

    /// Applies the law of sliding friction to displacements instead of speeds.
    [[nodiscard]] FrictionResponse response(const Pair& pair, std::span<const Vec3> x) const;
    [[nodiscard]] Mat3 stiffness(const Pair& pair, std::span<const Vec3> x) const;      // N/m
    [[nodiscard]] double held_energy(const Pair& pair, std::span<const Vec3> x) const;  // J

    void save(ArchiveWriter& out) const;
    /// Reads what `save` wrote. `particles` is the number of particles.
    void restore(ArchiveReader& in, int particles);

private:
    double slip_;              // m
    std::vector<Pair> pairs_;  // of this step; sorted
    std::vector<Pair> last_;   // of the last step, with the slip at its end; sorted
    bool is_known_ = false;
};

}  // namespace tulle
