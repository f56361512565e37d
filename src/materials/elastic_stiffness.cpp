#include "materials/elastic_stiffness.hpp"

#include "core/assert.hpp"

#include <cmath>
#include <sstream>

namespace tulle {
namespace {

std::string modulus_problem(const char* name, double modulus)
{
    if (std::isfinite(modulus) && modulus > 0) return "";
    std::ostringstream text;
    text << name << " is " << modulus << ", expected > 0";
    return text.str();
}

std::string poisson_problem(double poisson, double low, double high, const char* reason)
{
    if (poisson > low && poisson < high) return "";
    std::ostringstream text;
    text << "poisson_ratio is " << poisson << ", expected between " << low << " and " << high << ": " << reason;
    return text.str();
}

}  // namespace

Mat3 stiffness_of(const IsotropicMembrane& membrane)
{
    const auto& [modulus, poisson] = membrane;
    return stiffness_of(OrthotropicMembrane{modulus, modulus, poisson, modulus / (2 * (1 + poisson))});
}

Mat3 stiffness_of(const OrthotropicMembrane& membrane)
{
    TULLE_ASSERT(membrane_problem(membrane).empty(), membrane.poisson);
    const auto& [warp, weft, poisson, shear] = membrane;
    // The matrix is symmetric, so the other Poisson's ratio follows: poisson weft / warp.
    const double share = 1 - poisson * poisson * weft / warp;
    Mat3 stiffness = Mat3::Zero();
    stiffness(0, 0) = warp / share;
    stiffness(1, 1) = weft / share;
    stiffness(0, 1) = stiffness(1, 0) = poisson * weft / share;
    stiffness(2, 2) = shear;
    return stiffness;
}

SolidStiffness stiffness_of(const IsotropicSolid& solid)
{
    TULLE_ASSERT(solid_problem(solid).empty(), solid.poisson);
    const auto& [modulus, poisson] = solid;
    const double shear = modulus / (2 * (1 + poisson));
    const double lambda = modulus * poisson / ((1 + poisson) * (1 - 2 * poisson));
    SolidStiffness stiffness = SolidStiffness::Zero();
    stiffness.topLeftCorner<3, 3>().setConstant(lambda);
    stiffness.diagonal().head<3>().array() += 2 * shear;
    stiffness.diagonal().tail<3>().setConstant(shear);
    return stiffness;
}

std::string membrane_problem(const IsotropicMembrane& membrane)
{
    if (std::string problem = modulus_problem("modulus", membrane.modulus); !problem.empty()) return problem;
    return poisson_problem(membrane.poisson, -1, 1, "beyond, stretching both ways or shearing would yield energy");
}

std::string membrane_problem(const OrthotropicMembrane& membrane)
{
    for (const auto& [name, modulus] : {std::pair("warp_modulus", membrane.warp_modulus),
                                        {"weft_modulus", membrane.weft_modulus},
                                        {"shear_modulus", membrane.shear_modulus}})
        if (std::string problem = modulus_problem(name, modulus); !problem.empty()) return problem;
    const double most = std::sqrt(membrane.warp_modulus / membrane.weft_modulus);
    return poisson_problem(membrane.poisson, -most, most,
                           "the square root of the modulus over weft_modulus, beyond which strains would yield energy");
}

std::string solid_problem(const IsotropicSolid& solid)
{
    if (std::string problem = modulus_problem("modulus", solid.modulus); !problem.empty()) return problem;
    return poisson_problem(solid.poisson, -1, 0.5, "beyond, a change of volume or of shape would yield energy");
}

}  // namespace tulle
