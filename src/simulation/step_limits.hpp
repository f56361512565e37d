#pragma once
// How long the steps of a scene may be, before the first is taken.

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

/// What a method's steps may be on the net of a scene at its start, which is linearised there.
struct StepLimit {
    /// s; infinite: any step, zero: none. Empty where it was not looked for, or the method finds its steps itself.
    std::optional<double> longest;
    /// s, as ATG07 has it (its eq. 11 and Algorithm 1); empty for methods that it does not speak of.
    std::optional<double> paper;
};

/// Which particles take part in the vibration that grows first.
struct StiffestMode {
    std::vector<double> particles;  // share of each in its kinetic energy
    struct Pair {
        int i, j;
        double share;  // in its elastic energy
    };
    std::vector<Pair> pairs;  // that are joined, greatest share first
};

class StepLimits {
public:
    /// Throws InputError as Simulation does. Contacts and air are left out. `like`: limits of a scene that is nearly
    /// the same, from whose vibrations to start, and which outlives these; then steps are found to 1 % only.
    explicit StepLimits(const SceneDescription& scene, const StepLimits* like = nullptr);
    ~StepLimits();
    StepLimits(const StepLimits&) = delete;
    StepLimits& operator=(const StepLimits&) = delete;

    [[nodiscard]] std::size_t particle_count() const;
    [[nodiscard]] std::span<const Vec3> positions() const;  // m
    [[nodiscard]] const std::vector<ClothView>& cloths() const;
    /// Of two particles of the whole; none where no spring that exerts anything joins them.
    [[nodiscard]] std::optional<SpringKind> spring_between(int i, int j) const;
    [[nodiscard]] double dt() const;  // s, of a run: whole steps make a frame
    [[nodiscard]] bool has_filter() const;
    /// Of a method of integrator_choices(), with the filter of the scene or without any.
    [[nodiscard]] StepLimit of(std::string_view method, bool filtered) const;
    /// Of an explicit method at a step just above its limit.
    [[nodiscard]] StiffestMode stiffest_mode(std::string_view method, bool filtered, double limit) const;

private:
    [[nodiscard]] NetAtRest net(bool filtered) const;
    [[nodiscard]] const SymplecticLimit& symplectic() const;  // without filter
    [[nodiscard]] double paper(bool filtered) const;          // s, of symplectic Euler
    [[nodiscard]] bool turns_around() const;                  // the filter does
    /// Of a method whose limit no formula gives.
    [[nodiscard]] double search(std::string_view method, bool filtered) const;
    /// Displacements and velocities to look from, where any are known.
    void start(StepSpectrum& spectrum, bool filtered) const;
    /// s, of an explicit method: as much longer than symplectic Euler's as in the scene that this one is like.
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

/// The longest step [s] of an IMEX formula that leaves the turning of springs explicit, where symplectic Euler takes up
/// to `symplectic` = 2/w: SBDF3 and 4 grow from 0.3/w on, the others are useless from 1/w on
/// (docs/theory/integrators.md).
[[nodiscard]] double turning_limit(const IntegratorChoice& choice, double symplectic);

}  // namespace tulle
