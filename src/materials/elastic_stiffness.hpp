#pragma once
// How linear elastic materials answer strains with stresses, as matrices (docs/theory/elements.md). Strains are
// Green's, shear as the change of angle, gamma = 2 e:
//     plane:  (e_uu, e_vv, gamma_uv)                                in stresses per width [N/m], modulus times
//     thickness solid:  (e_xx, e_yy, e_zz, gamma_yz, gamma_xz, gamma_xy)      in stresses [N/m^2]
// A matrix that is not positive definite would yield energy when it is strained; such numbers are refused.

#include <tulle/math.hpp>

#include <string>

namespace tulle {

using SolidStiffness = Eigen::Matrix<double, 6, 6>;

/// The same in every direction of the plane.
struct IsotropicMembrane {
    double modulus = 0;  // N/m
    double poisson = 0;  // what is stretched by e narrows by this times e
};

/// Threads along two directions that are perpendicular at rest: warp is u, weft is v.
struct OrthotropicMembrane {
    double warp_modulus = 0, weft_modulus = 0;  // N/m
    double poisson = 0;                         // pulled along the warp by e, it narrows along the weft by this times e
    double shear_modulus = 0;                   // N/m per rad
};

struct IsotropicSolid {
    double modulus = 0;  // N/m^2, Young's
    double poisson = 0;
};

/// Plane stress: across the plane nothing holds.
[[nodiscard]] Mat3 stiffness_of(const IsotropicMembrane& membrane);
[[nodiscard]] Mat3 stiffness_of(const OrthotropicMembrane& membrane);
[[nodiscard]] SolidStiffness stiffness_of(const IsotropicSolid& solid);

/// Why numbers are no elastic material, or an empty text.
[[nodiscard]] std::string membrane_problem(const IsotropicMembrane& membrane);
[[nodiscard]] std::string membrane_problem(const OrthotropicMembrane& membrane);
[[nodiscard]] std::string solid_problem(const IsotropicSolid& solid);

}  // namespace tulle
