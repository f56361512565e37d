// Checks the energy and the Jacobian of user-defined forces by central differences.

#include <tulle/error.hpp>
#include <tulle/force.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <utility>

namespace tulle {
namespace {

using Vectors = std::vector<Vec3>;

/// Returns vectors with random components from -1 to 1, the same on every machine.
Vectors random_directions(std::size_t count, std::mt19937& numbers)
{
    constexpr double largest = 4294967295.0;  // largest number of std::mt19937
    Vectors directions(count);
    for (Vec3& d : directions)
        for (int k = 0; k < 3; ++k) d[k] = 2 * static_cast<double>(numbers()) / largest - 1;
    return directions;
}

Vectors shifted(std::span<const Vec3> values, const Vectors& direction, double by)
{
    Vectors moved(values.begin(), values.end());
    for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += by * direction[i];
    return moved;
}

/// Products of the Jacobians by positions and by velocities with one direction.
class Products final : public ForceJacobian {
public:
    Products(const UserForce& force, const Vectors& direction)
        : by_position(direction.size(), Vec3::Zero()),
          by_velocity(direction.size(), Vec3::Zero()),
          force_(force),
          direction_(direction)
    {
        for (const auto& [i, j] : force.couplings()) couplings_.insert({std::min(i, j), std::max(i, j)});
    }

    void add(int i, int j, const Mat3& position_block, const Mat3& velocity_block) override
    {
        const auto is_particle = [&](int p) { return p >= 0 && static_cast<std::size_t>(p) < direction_.size(); };
        if (!is_particle(i) || !is_particle(j)) refuse("names the particles", i, j);
        if (i != j && !couplings_.contains({std::min(i, j), std::max(i, j)}))
            refuse("couples, without couplings() to say so,", i, j);
        const Vec3& d = direction_[static_cast<std::size_t>(j)];
        by_position[static_cast<std::size_t>(i)] += position_block * d;
        by_velocity[static_cast<std::size_t>(i)] += velocity_block * d;
    }

    Vectors by_position, by_velocity;

private:
    [[noreturn]] void refuse(const std::string& does, int i, int j) const
    {
        throw InputError(Problem{.key = "force \"" + force_.name() + "\"",
                                 .message = "its Jacobian " + does + " " + std::to_string(i) + " and " +
                                            std::to_string(j) + "; there are " + std::to_string(direction_.size())});
    }

    const UserForce& force_;
    const Vectors& direction_;
    std::set<std::pair<int, int>> couplings_;
};

double size_of(const Vectors& values)
{
    double sum = 0;
    for (const Vec3& value : values) sum += value.squaredNorm();
    return std::sqrt(sum);
}

/// Returns the larger of two errors; not a number if one of them is none.
double larger(double a, double b)
{
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::quiet_NaN();
    return std::max(a, b);
}

/// Returns |a - b| / max(|a|, |b|), or 0 if both are 0.
double relative_difference(const Vectors& a, const Vectors& b)
{
    Vectors difference(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) difference[i] = a[i] - b[i];
    const double size = larger(size_of(a), size_of(b));
    return size == 0 ? 0 : size_of(difference) / size;
}

}  // namespace

DerivativeErrors check_derivatives(UserForce& force, std::span<const Vec3> x, std::span<const Vec3> v, double time,
                                   double h)
{
    if (v.size() != x.size() || !(h > 0) || !std::isfinite(h))
        throw InputError(Problem{.key = "check_derivatives",
                                 .message = "expected as many velocities as positions, and a finite h > 0; found " +
                                            std::to_string(x.size()) + " positions, " + std::to_string(v.size()) +
                                            " velocities and h = " + std::to_string(h)});
    const auto force_at = [&](std::span<const Vec3> positions, std::span<const Vec3> velocities) {
        Vectors f(x.size(), Vec3::Zero());
        force.add_force(positions, velocities, time, f);
        return f;
    };
    const auto slope = [&](Vectors above, const Vectors& below) {
        for (std::size_t i = 0; i < above.size(); ++i) above[i] = (above[i] - below[i]) / (2 * h);
        return above;
    };

    DerivativeErrors errors;
    std::mt19937 numbers(1);
    // A conservative force does not depend on velocities.
    const Vectors conservative = force_at(x, Vectors(x.size(), Vec3::Zero()));
    constexpr int directions = 4;
    for (int k = 0; k < directions; ++k) {
        const Vectors d = random_directions(x.size(), numbers);
        const Vectors ahead = shifted(x, d, h), behind = shifted(x, d, -h);
        const double above = force.energy(ahead, time), below = force.energy(behind, time);
        if (above != 0 || below != 0) {
            double work = 0, size = 0;  // work of the force along d, and the sum of absolute works
            for (std::size_t i = 0; i < d.size(); ++i) {
                work += conservative[i].dot(d[i]);
                size += std::abs(conservative[i].dot(d[i]));
            }
            const double difference = std::abs(work + (above - below) / (2 * h));
            errors.energy = larger(errors.energy.value_or(0), size == 0 ? difference : difference / size);
        }
        Products products(force, d);
        force.add_jacobian(x, v, time, products);
        const Vectors by_position = slope(force_at(ahead, v), force_at(behind, v));
        const Vectors by_velocity = slope(force_at(x, shifted(v, d, h)), force_at(x, shifted(v, d, -h)));
        errors.by_position = larger(errors.by_position, relative_difference(products.by_position, by_position));
        errors.by_velocity = larger(errors.by_velocity, relative_difference(products.by_velocity, by_velocity));
    }
    return errors;
}

}  // namespace tulle
