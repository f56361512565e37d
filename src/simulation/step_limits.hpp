#pragma once
// How long the steps of a scene may be, before the first is taken.

#include "analysis/step_growth.hpp"

#include <tulle/simulation.hpp>

#include <array>
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

/// Who takes part in the vibration that grows first.
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
    /// Throws InputError as Simulation does. Contacts and air are left out.
    explicit StepLimits(const SceneDescription& scene);
    ~StepLimits();
    StepLimits(const StepLimits&) = delete;
    StepLimits& operator=(const StepLimits&) = delete;

    [[nodiscard]] std::size_t particle_count() const;
    [[nodiscard]] std::span<const Vec3> positions() const;  // m
    [[nodiscard]] const std::vector<ClothView>& cloths() const;
    [[nodiscard]] double dt() const;  // s, of a run: whole steps make a frame
    [[nodiscard]] bool has_filter() const;
    /// Of a method of integrator_choices(), with the filter of the scene or without any.
    [[nodiscard]] StepLimit of(std::string_view method, bool filtered) const;
    /// Of an explicit method at a step just above its limit.
    [[nodiscard]] StiffestMode stiffest_mode(std::string_view method, bool filtered, double limit) const;

private:
    [[nodiscard]] NetAtRest net(bool filtered) const;
    [[nodiscard]] double symplectic() const;          // s, without filter
    [[nodiscard]] double paper(bool filtered) const;  // s, of symplectic Euler
    std::unique_ptr<Simulation::Parts> parts_;
    std::unique_ptr<LinearForce> linear_;
    mutable std::optional<double> symplectic_;
    mutable std::array<std::optional<double>, 2> paper_;  // without and with the filter
};

}  // namespace tulle
