// Bounds in single precision against exact distances, on pairs of all shapes: near, far, touching, of no size, as thin
// as needles, parallel, and far from the origin.
#include "contact/barrier/pair_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace tulle {
namespace {

struct PairFamily {
    const char* name;
    double size;      // m, of edges
    double apart;     // m, between the two
    double flatness;  // of the third direction: 0 puts all in a plane
    double needle;    // of the second direction
    Vec3 place;       // m
};

constexpr int samples = 16;  // a batch

class PairBounds : public ::testing::TestWithParam<PairFamily> {
protected:
    /// Places of the particles of `samples` pairs, one after the other.
    [[nodiscard]] std::vector<Vec3> scatter(std::mt19937& random) const
    {
        const PairFamily& family = GetParam();
        std::uniform_real_distribution<double> unit(-1, 1);
        std::vector<Vec3> x;
        for (int p = 0; p < 4 * samples; ++p) {
            const Vec3 shape(unit(random), family.needle * unit(random), family.flatness * unit(random));
            x.push_back(family.place + family.size * shape);
            if (p % 4 == 0) x.back().z() += family.apart;
        }
        return x;
    }

    [[nodiscard]] std::vector<Vec3> move(const std::vector<Vec3>& x, std::mt19937& random) const
    {
        std::uniform_real_distribution<double> unit(-1, 1);
        std::vector<Vec3> to = x;
        for (Vec3& place : to) place += GetParam().size * Vec3(unit(random), unit(random), unit(random));
        return to;
    }

    static SurfacePair pair_of(int k, PairKind kind) { return {{4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3}, kind}; }

    static PairBatch batch_of(PairKind kind, const RoundedMotion& motion)
    {
        PairBatch batch(kind);
        for (int k = 0; k < samples; ++k) batch.add(pair_of(k, kind).particles, static_cast<std::size_t>(k), motion);
        return batch;
    }
};

constexpr std::array kinds = {PairKind::vertex_face, PairKind::edge_edge};

TEST_P(PairBounds, StayBelowTheDistanceAndNearIt)
{
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        const std::vector<Vec3> x = scatter(random);
        RoundedMotion motion;
        motion.set(x);
        for (const PairKind kind : kinds) {
            PairBatch batch = batch_of(kind, motion);
            const PairBatch::Lanes& least = batch.least_distances(motion);
            for (int k = 0; k < samples; ++k) {
                const double distance = closest_points(pair_of(k, kind), x).between.norm();
                const auto bound = static_cast<double>(least[static_cast<std::size_t>(k)]);
                ASSERT_LE(bound, distance) << GetParam().name;
                // What lies well apart is told to do so: bounds that say nothing would pass as well.
                if (GetParam().apart > GetParam().size && kind == PairKind::vertex_face) {
                    ASSERT_GE(bound, 0.9 * distance - 3 * static_cast<double>(motion.rounding())) << GetParam().name;
                }
            }
        }
    }
}

TEST_P(PairBounds, HoldWhileAllGoTheSamePartOfTheirMotions)
{
    std::mt19937 random(5);
    for (int round = 0; round < 50; ++round) {
        const std::vector<Vec3> from = scatter(random), to = move(from, random);
        const Vec3 common(0.2, -0.3, 5);
        std::vector<Vec3> beyond = to, x = from;
        for (Vec3& place : beyond) place += common;
        RoundedMotion motion;
        motion.set(from, beyond, common);
        for (const PairKind kind : kinds) {
            PairBatch batch = batch_of(kind, motion);
            const PairBatch::Lanes& least = batch.least_distances(motion);
            for (int step = 0; step <= 20; ++step) {
                const double part = step / 20.0;
                for (std::size_t p = 0; p < x.size(); ++p) x[p] = from[p] + part * (to[p] - from[p]);
                for (int k = 0; k < samples; ++k)
                    ASSERT_LE(static_cast<double>(least[static_cast<std::size_t>(k)]),
                              closest_points(pair_of(k, kind), x).between.norm())
                        << GetParam().name << " at " << part;
            }
        }
    }
}

TEST_P(PairBounds, HoldWhereEachGoesAPartOfItsOwn)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0, 1);
    for (int round = 0; round < 50; ++round) {
        const std::vector<Vec3> from = scatter(random), to = move(from, random);
        std::vector<Vec3> x = from;
        RoundedMotion motion;
        motion.set(from, to, Vec3::Zero());
        for (const PairKind kind : kinds) {
            PairBatch batch = batch_of(kind, motion);
            const PairBatch::Approach approach = batch.approaches(motion);
            for (int k = 0; k < samples; ++k)
                ASSERT_GE(static_cast<double>(approach.start[static_cast<std::size_t>(k)]),
                          closest_points(pair_of(k, kind), from).between.norm())
                    << GetParam().name;
            for (int attempt = 0; attempt < 20; ++attempt) {
                // The ends are where bounds are tight.
                for (std::size_t p = 0; p < x.size(); ++p)
                    x[p] = from[p] + std::clamp(2 * unit(random) - 0.5, 0.0, 1.0) * (to[p] - from[p]);
                for (int k = 0; k < samples; ++k)
                    ASSERT_LE(static_cast<double>(approach.least[static_cast<std::size_t>(k)]),
                              closest_points(pair_of(k, kind), x).between.norm())
                        << GetParam().name;
            }
        }
    }
}

std::string name_of(const ::testing::TestParamInfo<PairFamily>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(Families, PairBounds,
                         ::testing::Values(PairFamily{"Near", 5e-3, 2e-3, 1, 1, Vec3::Zero()},
                                           PairFamily{"Apart", 5e-3, 2e-2, 1, 1, Vec3(0.4, -0.3, 0.2)},
                                           PairFamily{"Flat", 5e-3, 0, 0, 1, Vec3(0.4, -0.3, 0.2)},
                                           PairFamily{"Layered", 5e-3, 2e-3, 0, 1, Vec3(0.4, -0.3, 0.2)},
                                           PairFamily{"Needles", 5e-2, 1e-3, 1e-4, 1e-4, Vec3(0.4, -0.3, 0.2)},
                                           PairFamily{"OfNoSize", 0, 1e-3, 1, 1, Vec3(0.4, -0.3, 0.2)},
                                           PairFamily{"FarAway", 5e-3, 2e-2, 1, 1, Vec3(100, 2000, -50)},
                                           PairFamily{"Large", 5, 1, 1, 1, Vec3(3, 2, 1)}),
                         name_of);

}  // namespace
}  // namespace tulle
