#pragma once
// Random but repeatable vectors for property tests.

#include <tulle/math.hpp>

#include <random>
#include <vector>

namespace tulle::testing {

class RandomVectors {
public:
    explicit RandomVectors(unsigned seed) : engine_(seed) {}

    [[nodiscard]] double number(double low = -1.0, double high = 1.0)
    {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    [[nodiscard]] Vec3 vector(double size = 1.0)
    {
        // Braces draw from left to right; the order of arguments is the compiler's, and another on another machine.
        return size * Vec3{number(), number(), number()};
    }
    [[nodiscard]] std::vector<Vec3> vectors(std::size_t n, double size = 1.0)
    {
        std::vector<Vec3> all(n);
        for (Vec3& v : all) v = vector(size);
        return all;
    }

private:
    std::mt19937 engine_;
};

}  // namespace tulle::testing
