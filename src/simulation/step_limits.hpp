#pragma once
// Stability limits: the longest stable steps of a scene, known before the first step.

#include "analysis/stability.hpp"
#include "analysis/step_spectrum.hpp"
#include "mesh/cloth_mesh.hpp"

#include <tulle/choices.hpp>
#include <tulle/simulation.hpp>

#include <array>
#include <map>
#include <optional>
#include <string_view>

namespace tulle {

/// Longest stable steps of a method, for the forces of a scene linearised at its start.
struct StepLimit {
    /// s; infinite: any step, zero: none. Empty if it was not searched for, or if the method finds its steps itself.
    std::optional<double> longest;
    /// s, according to ATG07 (its eq. 11 and Algorithm 1); empty for methods that ATG07 does not treat.
    std::optional<double> paper;
};

/// The vibration that grows first, as the shares of particles and pairs of particles in its energy.
struct StiffestMode {
    std::vector<double> particles;  // share of each in the kinetic energy
    struct Pair {
        int i, j;
        double share;  // in the elastic energy
    };
    std::vector<Pair> pairs;  // of coupled particles, greatest share first
};

class StepLimits {
public:
    /// Throws InputError as Simulation does. Contacts, air and water are left out. `like`, which must outlive this
    /// object, has the limits of a nearly equal scene. Searches then start from its vibrations and find steps to 1 %
    /// only.
    explicit StepLimits(const SceneDescription& scene, const StepLimits* like = nullptr);
    ~StepLimits();
    StepLimits(const StepLimits&) = delete;
    StepLimits& operator=(const StepLimits&) = delete;

    [[nodiscard]] std::size_t particle_count() const;
    [[nodiscard]] std::span<const Vec3> positions() const;  // m
    [[nodiscard]] const std::vector<ClothView>& cloths() const;
    /// Returns the kind of the spring between two particles, numbered through all cloths; none if no spring with a
    /// force joins them.
    [[nodiscard]] std::optional<SpringKind> spring_between(int i, int j) const;
    [[nodiscard]] double dt() const;  // s, of a run: whole steps make a frame
    [[nodiscard]] bool has_filter() const;
    /// Returns the limits of a method of integrator_choices(), with the filter of the scene or without it.
    [[nodiscard]] StepLimit of(std::string_view method, bool filtered) const;
    /// Returns the vibration that grows first under an explicit method, at a step just above its limit [s].
    [[nodiscard]] StiffestMode stiffest_mode(std::string_view method, bool filtered, double limit) const;

private:
    [[nodiscard]] SystemAtRest system_at_rest(bool filtered) const;
    [[nodiscard]] const SymplecticLimit& symplectic() const;  // without filter
    [[nodiscard]] double paper(bool filtered) const;          // s, of symplectic Euler
    [[nodiscard]] bool turns_around() const;                  // the filter reverses some velocities
    /// Searches for the limit [s] of a method for which no formula gives it.
    [[nodiscard]] double search(std::string_view method, bool filtered) const;
    /// Sets the vibration that a search starts from, if one is known.
    void start(StepSpectrum& spectrum, bool filtered) const;
    /// Returns a guess of the limit [s] of an explicit method. With `like_`, its ratio to the limit of symplectic Euler
    /// is that in the other scene.
    [[nodiscard]] double guess(std::string_view method, bool filtered) const;

    using Mode = std::array<Vibration, 2>;

    std::unique_ptr<Simulation::Parts> parts_;
    std::unique_ptr<LinearForce> linear_;
    const StepLimits* like_;  // may be null
    mutable std::optional<SymplecticLimit> symplectic_;
    mutable std::array<std::optional<double>, 2> paper_;  // without and with the filter
    mutable std::optional<bool> turns_around_;
    mutable std::array<Mode, 2> modes_;                             // found last, without and with the filter
    mutable std::map<std::pair<std::string, bool>, double> found_;  // s, by search
};

/// Returns the longest useful step [s] of an IMEX formula that treats the turning of springs explicitly;
/// `symplectic` = 2/w is the limit of symplectic Euler. SBDF3 and SBDF4 grow from 0.3/w on, the other formulas are
/// useless from 1/w on (docs/theory/integrators.md).
[[nodiscard]] double turning_limit(const IntegratorChoice& choice, double symplectic);

}  // namespace tulle
