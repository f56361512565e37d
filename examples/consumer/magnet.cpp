// A user-defined force: a magnet at the end of a swinging arm draws the hem of a cloth with iron thread in it.

#include <tulle/tulle.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

namespace {

/// Attraction to one point: E = -strength / sqrt(r^2 + reach^2), r the distance from the magnet.
class Magnet final : public tulle::UserForce {
public:
    Magnet(std::vector<int> particles, double strength) : particles_(std::move(particles)), strength_(strength) {}

    [[nodiscard]] std::string name() const override { return "magnet"; }
    [[nodiscard]] static tulle::Vec3 place(double time) { return {0.3 * std::sin(3 * time), 0.15, 0.55}; }  // m

    [[nodiscard]] double energy(std::span<const tulle::Vec3> x, double time) override
    {
        double sum = 0;
        for (const int p : particles_) sum -= strength_ / distance(x[p] - place(time));
        return sum;
    }

    void add_force(std::span<const tulle::Vec3> x, std::span<const tulle::Vec3>, double time,
                   std::span<tulle::Vec3> f) override
    {
        for (const int p : particles_) {
            const tulle::Vec3 d = x[p] - place(time);
            f[p] -= strength_ / std::pow(distance(d), 3) * d;
        }
    }

    // With its Jacobian the magnet may be stiff: implicit steps then stay stable.
    void add_jacobian(std::span<const tulle::Vec3> x, std::span<const tulle::Vec3>, double time,
                      tulle::ForceJacobian& jacobian) override
    {
        for (const int p : particles_) {
            const tulle::Vec3 d = x[p] - place(time);
            const double s = distance(d);
            jacobian.add(
                p, p, strength_ * (3 / std::pow(s, 5) * d * d.transpose() - tulle::Mat3::Identity() / std::pow(s, 3)));
        }
    }

private:
    static constexpr double reach = 0.05;  // m, keeps the force finite
    [[nodiscard]] static double distance(const tulle::Vec3& d) { return std::sqrt(d.squaredNorm() + reach * reach); }

    std::vector<int> particles_;
    double strength_;  // N m^2
};

}  // namespace

int main()
{
    tulle::ClothDescription cloth;  // hangs from its upper edge, z = 1 m
    cloth.shape = tulle::GridDescription{
        .size = {0.6, 0.4}, .particles = {31, 21}, .center = {0, 0, 0.8}, .plane = tulle::GridDescription::Plane::xz};
    cloth.pins = {{.where = tulle::PinEdge{.axis = 1, .max = true}}};
    tulle::SceneDescription scene;
    scene.simulation.duration = 1;
    scene.cloths = {cloth};

    std::vector<int> hem(31);  // the lowest row of particles
    for (int i = 0; i < 31; ++i) hem[i] = i;
    const auto magnet = std::make_shared<Magnet>(hem, 4e-5);

    tulle::Simulation simulation(scene, {magnet});
    const tulle::DerivativeErrors errors =
        tulle::check_derivatives(*magnet, simulation.positions(), simulation.velocities());
    std::printf("against differences: energy %.1e, Jacobian %.1e\n", errors.energy.value_or(0), errors.by_position);

    while (simulation.frame() < simulation.frame_count()) {
        const tulle::FrameReport report = simulation.advance_frame();
        if (tulle::is_failure(report.status)) {
            std::fprintf(stderr, "%s\n", simulation.explain(report.last).c_str());
            return 1;
        }
    }
    double nearest = 1;
    for (const int p : hem) nearest = std::min(nearest, (simulation.positions()[p] - Magnet::place(1)).norm());
    std::printf("after %.1f s the hem is %.3f m from the magnet\n", simulation.time(), nearest);
}
