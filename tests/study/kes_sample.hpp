#pragma once
// A study of a fabric as if its machines had drawn this much too high.

#include "study/fabric_lab/fabric_tests.hpp"
#include "support/fabrics.hpp"

namespace tulle::testing {

/// Every force at the first resolution times `coarse`, at the second times `fine`.
inline KesStudy sample_kes_study(double coarse, double fine)
{
    const FabricDescription fabric = plain_fabric();
    KesStudy study{.fabric = fabric.name, .cells = {5, 10}, .curves = {}, .failures = {}};
    const auto scaled = [](DrawnLoop loop, double factor) {
        for (auto* branch : {&loop.loading, &loop.unloading})
            for (LoopPoint& point : *branch) point.value *= factor;
        return loop;
    };
    for (const KesTest test : kes_tests)
        for (const Thread along : thread_systems) {
            const DrawnLoop given = given_loop(fabric, test, along);
            study.curves.push_back({test, along, given, {scaled(given, coarse), scaled(given, fine)}});
        }
    return study;
}

}  // namespace tulle::testing
