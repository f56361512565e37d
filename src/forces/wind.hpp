#pragma once
// The velocity of the air as a field in space and time: a steady wind, its gusts, jets, and what a program adds
// (docs/theory/air.md).

#include <tulle/description.hpp>

#include <array>
#include <vector>

namespace tulle {

/// Changes of the wind, relative to its speed: along it and across it. Each is a sum of four sines whose periods have
/// no common multiple; the wind carries them along, so that a gust arrives later downwind.
class Gusts {
public:
    Gusts(const GustDescription& gust, const Vec3& wind);

    /// m/s, what is added to the wind at x [m] and time t [s]
    [[nodiscard]] Vec3 at(const Vec3& x, double t) const;

private:
    static constexpr std::size_t sines = 4;
    /// a sin(angle) + b cos(angle) of each direction
    struct Sine {
        double rate;                // rad/s
        std::array<double, 3> a{};  // m/s
        std::array<double, 3> b{};  // m/s
    };
    std::array<Vec3, 3> axes_;  // along the wind, and two across
    Vec3 delay_;                // s/m: a gust is at x later by delay . x
    std::array<Sine, sines> sines_{};
};

/// A round jet: u = speed R/b exp(-(r/b)^2) with b = R + spread s, at the distance s along its axis and r from it;
/// still air behind the opening. The flux of momentum, rho pi/2 (speed R)^2, is the same at every s.
class Jet {
public:
    explicit Jet(const JetDescription& jet);

    /// m/s at x [m]
    [[nodiscard]] Vec3 at(const Vec3& x) const;

private:
    JetDescription jet_;  // direction of length 1
};

class Wind {
public:
    explicit Wind(const AirDescription& air);

    /// m/s, without gusts, jets and field
    [[nodiscard]] const Vec3& steady() const { return steady_; }
    /// Its gusts are those of another wind then.
    void set_steady(const Vec3& wind);

    /// m/s at x [m] and time t [s]
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
