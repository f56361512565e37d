#pragma once
// Wind: the velocity of the air as a field in space and time. Wind is the sum of a steady wind, its gusts, jets and a
// field of the program (docs/theory/air.md).

#include <tulle/description.hpp>

#include <array>
#include <vector>

namespace tulle {

/// Gusts: changes of the wind, along it and across it, in proportion to its speed. Each component is a sum of four
/// sines whose periods have no common multiple. The wind carries the gusts along, so a gust arrives later downwind.
class Gusts {
public:
    Gusts(const GustDescription& gust, const Vec3& wind);

    /// Returns the change of the wind [m/s] at x [m] and time t [s].
    [[nodiscard]] Vec3 at(const Vec3& x, double t) const;

private:
    static constexpr std::size_t sines = 4;
    /// a sin(angle) + b cos(angle) for each direction
    struct Sine {
        double rate;                // rad/s
        std::array<double, 3> a{};  // m/s
        std::array<double, 3> b{};  // m/s
    };
    std::array<Vec3, 3> axes_;  // along the wind, and two across
    Vec3 delay_;                // s/m: at x a gust is later by delay . x
    std::array<Sine, sines> sines_{};
};

/// Round jet: u = speed R/b exp(-(r/b)^2) with b = R + spread s, at the distance s along the axis and the distance r
/// from it. The air behind the opening is still. The momentum flux rho pi/2 (speed R)^2 is the same at every s.
class Jet {
public:
    explicit Jet(const JetDescription& jet);

    /// Returns the velocity [m/s] at x [m].
    [[nodiscard]] Vec3 at(const Vec3& x) const;

private:
    JetDescription jet_;  // direction of length 1
};

class Wind {
public:
    explicit Wind(const AirDescription& air);

    /// Returns the wind [m/s] without gusts, jets and field.
    [[nodiscard]] const Vec3& steady() const { return steady_; }
    /// Sets the wind [m/s] without gusts, jets and field. The gusts are made anew for this wind.
    void set_steady(const Vec3& wind);

    /// Returns the velocity of the air [m/s] at x [m] and time t [s].
    [[nodiscard]] Vec3 at(const Vec3& x, double t) const
    {
        Vec3 velocity = steady_;
        if (gusts_) velocity += gusts_->at(x, t);
        for (const Jet& jet : jets_) velocity += jet.at(x);
        if (field_) velocity += field_(x, t);
        return velocity;
    }

private:
    Vec3 steady_;  // m/s
    std::optional<GustDescription> gust_;
    std::optional<Gusts> gusts_;
    std::vector<Jet> jets_;
    std::function<Vec3(const Vec3&, double)> field_;
};

}  // namespace tulle
