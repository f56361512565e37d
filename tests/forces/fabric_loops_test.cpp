// Fabrics on all branches of their loops: what the matrix says of each, and that no way around gives energy back.

#include "forces/fabric_sheet.hpp"
#include "support/fabrics.hpp"
#include "support/finite_difference.hpp"
#include "support/random_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tulle {
namespace {

using testing::FabricSheet;
using testing::plain_fabric;
using testing::RandomVectors;
using testing::sheet_cloth;
using testing::sheet_grid;
using testing::sheet_of_triangles;

/// As a grid or of irregular triangles.
FabricSheet loop_sheet(bool of_triangles)
{
    const std::array cells{5, 4};
    if (of_triangles) return FabricSheet(sheet_cloth(sheet_of_triangles(cells, 0.3), plain_fabric()));
    return FabricSheet(sheet_cloth(sheet_grid(cells), plain_fabric()));
}

enum Branch { sticks, slides_up, slides_down, crosses_points, below_zero, branches };
using Seen = std::array<int, branches>;

void count(const auto& elements, const std::vector<Vec3>& x, Seen& seen)
{
    for (std::size_t k = 0; k < elements.size(); ++k) {
        const HysteresisLoop& loop = elements.loop(k);
        const LoopHistory& past = elements.history(k);
        const double q = elements.q(k, x);
        const LoopResponse response = loop.respond(q, past);
        ++seen[response.slides ? (response.offset > 0 ? slides_up : slides_down) : sticks];
        if (loop.piece_at(q) != loop.piece_at(past.at)) ++seen[crosses_points];
        if (q < 0) ++seen[below_zero];
    }
}

/// From histories of every kind, moved a little and far, so that elements stick and slide both ways, within pieces of
/// their loops and across points, pulled and pressed together. All kinds of elements have to have been everywhere.
TEST(FabricLoops, JacobiansAreTheDerivativesOfTheForceOnEveryBranch)
{
    for (const bool of_triangles : {false, true}) {
        const FabricSheet sheet = loop_sheet(of_triangles);
        std::array<Seen, 3> seen{};  // tension, shear, bending
        for (unsigned seed = 1; seed <= 12; ++seed) {
            for (unsigned past = 0; past < 4; ++past)
                sheet.field->begin_step(sheet.crumpled(100 * seed + past, 0.004), 0);
            // A small step sticks, a large one slides.
            const double way = seed % 3 == 0 ? 1e-6 : seed % 3 == 1 ? 1e-4 : 4e-3;
            const std::vector<Vec3> x = testing::shifted(sheet.crumpled(100 * seed + 3, 0.004), way,
                                                         RandomVectors(seed).vectors(sheet.flat.size()));
            const auto add_counts = [&](const auto& woven) {
                count(woven.tension, x, seen[0]);
                count(woven.shear, x, seen[1]);
                count(woven.bending, x, seen[2]);
            };
            if (of_triangles) {
                add_counts(sheet.fabrics->mesh());
                count(sheet.fabrics->mesh().wide_bending, x, seen[2]);
            } else {
                add_counts(sheet.fabrics->grid());
            }
            const std::vector<Vec3> d = RandomVectors(seed + 50).vectors(x.size());
            Csr<Mat3> A(sheet.field->pattern());
            sheet.field->add_jacobian(x, sheet.still, JacobianTreatment::exact, 1, 0, A);
            std::vector<Vec3> expected(d.size());
            A.multiply(d, expected);
            // Elements whose branch ends within it are off by its length: few, and by little.
            const double h = 1e-10;
            const std::vector<Vec3> ahead = sheet.force(testing::shifted(x, h, d)),
                                    behind = sheet.force(testing::shifted(x, -h, d));
            double off = 0, size = 0;
            for (std::size_t i = 0; i < d.size(); ++i) {
                off += (expected[i] - (ahead[i] - behind[i]) / (2 * h)).squaredNorm();
                size += expected[i].squaredNorm();
            }
            EXPECT_LT(std::sqrt(off), 1e-4 * std::sqrt(size)) << "seed " << seed << (of_triangles ? " triangles" : "");
        }
        for (std::size_t kind = 0; kind < seen.size(); ++kind)
            for (std::size_t branch = 0; branch < branches; ++branch) {
                // Bending loops have points at their ends only, far beyond what is bent here.
                if (kind == 2 && branch == crosses_points) continue;
                EXPECT_GT(seen[kind][branch], 10) << "kind " << kind << ", branch " << branch;
            }
    }
}

/// Driven around, from shape to shape and back to the first, again and again: the work that goes in is never less than
/// what is stored, and much of it is lost.
TEST(FabricLoops, NoWayAroundGivesEnergyBack)
{
    for (const bool of_triangles : {false, true}) {
        const FabricSheet sheet = loop_sheet(of_triangles);
        constexpr int steps = 400;
        std::vector<Vec3> x = sheet.flat, f = sheet.force(x);
        double stored = sheet.field->energy(x), lost = 0, all_work = 0;
        for (unsigned leg = 1; leg <= 12; ++leg) {
            const std::vector<Vec3> from = x;
            const std::vector<Vec3> to = leg % 4 == 0 ? sheet.flat : sheet.crumpled(leg % 4, 0.003);
            double work = 0;
            for (int step = 1; step <= steps; ++step) {
                std::vector<Vec3> next = from;
                const double part = static_cast<double>(step) / steps;
                for (std::size_t i = 0; i < next.size(); ++i) next[i] += part * (to[i] - from[i]);
                const std::vector<Vec3> pull = sheet.force(next);
                for (std::size_t i = 0; i < next.size(); ++i) work -= 0.5 * (f[i] + pull[i]).dot(next[i] - x[i]);
                sheet.field->begin_step(next, 0);
                x = next;
                f = pull;
            }
            const double now = sheet.field->energy(x);
            all_work += std::abs(work);
            // Trapezia over kinks are inexact; not by more than this.
            EXPECT_GT(work - (now - stored), -1e-3 * std::abs(work)) << "leg " << leg;
            lost += work - (now - stored);
            stored = now;
        }
        EXPECT_GT(lost, 0.05 * all_work);
    }
}

}  // namespace
}  // namespace tulle
