#pragma once
// Stiffness matrices C of linear elastic materials, stress = C strain (docs/theory/elements.md). Strains are Green's;
// shear is the change of angle, gamma = 2 e:
//     plane:  (e_uu, e_vv, gamma_uv)                               stress times thickness [N/m]
//     solid:  (e_xx, e_yy, e_zz, gamma_yz, gamma_xz, gamma_xy)     stress [N/m^2]
// Moduli whose C is not positive definite are refused, because some strain would release energy.

#include <tulle/math.hpp>

#include <string>

namespace tulle {

using SolidStiffness = Eigen::Matrix<double, 6, 6>;

/// A membrane with the same stiffness in every direction of its plane.
struct IsotropicMembrane {
    double modulus = 0;  // N/m
    double poisson = 0;  // Poisson's ratio: a strain e along a pull gives -poisson e across it
};

/// A woven membrane with threads along two directions that are perpendicular at rest: warp is u, weft is v.
struct OrthotropicMembrane {
    double warp_modulus = 0, weft_modulus = 0;  // N/m
    double poisson = 0;                         // a strain e along a pull on the warp gives -poisson e along the weft
    double shear_modulus = 0;                   // N/m per rad
};

struct IsotropicSolid {
    double modulus = 0;  // N/m^2, Young's modulus
    double poisson = 0;
};

/// Membranes are in plane stress: no stress acts across the plane.
[[nodiscard]] Mat3 stiffness_of(const IsotropicMembrane& membrane);
[[nodiscard]] Mat3 stiffness_of(const OrthotropicMembrane& membrane);
[[nodiscard]] SolidStiffness stiffness_of(const IsotropicSolid& solid);

/// Returns the reason why the numbers describe no elastic material, or an empty text.
[[nodiscard]] std::string membrane_problem(const IsotropicMembrane& membrane);
[[nodiscard]] std::string membrane_problem(const OrthotropicMembrane& membrane);
[[nodiscard]] std::string solid_problem(const IsotropicSolid& solid);

}  // namespace tulle
