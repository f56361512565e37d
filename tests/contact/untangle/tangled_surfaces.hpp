#pragma once
// Surfaces that start through themselves, as scenes come by them.

#include "contact/barrier/made_surface.hpp"

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

namespace tulle::testing {

struct TangledCase {
    std::string name;
    MadeSurface made;
    std::vector<double> inverse_mass;  // 1/kg
    double most_displacement = 0;      // m: a third more than particles are moved by today
};

inline constexpr double tangled_thickness = 0.005;  // m

/// A sheet of 20 x 20 cells, 0.5 m wide, as cloth `cloth`; `shape` takes the points of the square [0, 0.5]^2.
inline void add_sheet(MadeSurface& made, int cloth, double disorder, const std::function<Vec3(double, double)>& shape)
{
    TriangleMesh sheet = sheet_mesh({0.5, 0.5}, {20, 20}, disorder, static_cast<unsigned>(cloth + 1));
    for (Vec3& p : sheet.positions) p = shape(p.x(), p.y());
    made.add(sheet.positions, sheet.faces, {cloth, tangled_thickness, 0});
}

inline Vec3 flat(double u, double v) { return {u, v, 0}; }

/// With `disorder` 0 grids are regular, and many things lie exactly above each other.
inline std::vector<TangledCase> tangled_cases(double disorder)
{
    std::vector<TangledCase> cases;
    const auto add = [&](const std::string& name, double most_displacement, const auto& fill) {
        TangledCase& made = cases.emplace_back();
        made.name = name + (disorder > 0 ? "" : ", regular");
        made.most_displacement = most_displacement;
        fill(made.made);
        made.inverse_mass.assign(made.made.x.size(), 1000);
    };
    const auto sheet = [&](MadeSurface& made, int cloth, const auto& shape) {
        add_sheet(made, cloth, disorder, shape);
    };
    add("a dip through the cloth below", 0.016, [&](MadeSurface& made) {
        sheet(made, 0, flat);
        sheet(made, 1, [](double u, double v) {
            const double r = std::hypot(u - 0.26, v - 0.23) / 0.08;
            return Vec3(u, v, 0.01 - 0.03 * std::exp(-r * r));
        });
    });
    add("a deep dip", 0.07, [&](MadeSurface& made) {
        sheet(made, 0, flat);
        sheet(made, 1, [](double u, double v) {
            const double r = std::hypot(u - 0.26, v - 0.23) / 0.1;
            return Vec3(u, v, 0.01 - 0.1 * std::exp(-r * r));
        });
    });
    add("half through, over the border", 0.17, [&](MadeSurface& made) {
        sheet(made, 0, flat);
        sheet(made, 1, [](double u, double v) { return Vec3(0.2611, v + 0.2513, u - 0.2207); });
    });
    add("all across", 0.09, [&](MadeSurface& made) {
        sheet(made, 0, flat);
        sheet(made, 1, [](double u, double v) { return Vec3(0.2611, 0.8 * v + 0.053, u - 0.1107); });
    });
    add("a corner through the cloth below", 0.06, [&](MadeSurface& made) {
        sheet(made, 0, flat);
        sheet(made, 1, [](double u, double v) {
            return Vec3(0.2611, 0.253 + std::sqrt(0.5) * (u - v), std::sqrt(0.5) * (u + v) - 0.08);
        });
    });
    add("a corner in a stack", 0.007, [&](MadeSurface& made) {
        for (int c = 0; c < 5; ++c)
            sheet(made, c, [c](double u, double v) {
                const double near_corner = std::max(0.0, 1 - (u + v) / 0.15);
                return Vec3(u, v, 0.006 * c - (c == 2 ? 0.012 * near_corner : 0.0));
            });
    });
    add("folded through itself", 0.025, [&](MadeSurface& made) {
        sheet(made, 0, [](double u, double v) {
            // A U that lies on its side, of 0.02 m inside, and the upper arm sinks through the lower one.
            constexpr double r = 0.02, straight = 0.22;
            if (u < straight) return Vec3(u, v, 0);
            const double angle = (u - straight) / r;
            if (angle < std::numbers::pi) return Vec3(straight + r * std::sin(angle), v, r - r * std::cos(angle));
            const double back = u - straight - r * std::numbers::pi;
            return Vec3(straight - back, v, 2 * r - 0.3 * back);
        });
    });
    add("two in one place", 0.0025, [&](MadeSurface& made) {
        sheet(made, 0, flat);
        sheet(made, 1, flat);
    });
    add("three in one place", 0.0045, [&](MadeSurface& made) {
        for (int c = 0; c < 3; ++c) sheet(made, c, flat);
    });
    add("interleaved", 0.006, [&](MadeSurface& made) {
        sheet(made, 0, [](double u, double v) { return Vec3(u, v, 0.0003 * std::sin(30 * u) * std::cos(25 * v)); });
        sheet(made, 1, [](double u, double v) {
            return Vec3(u + 0.003, v + 0.002, 0.0001 + 0.0002 * std::sin(21 * u + 17 * v));
        });
    });
    add("interleaved, rough", 0.009, [&](MadeSurface& made) {
        RandomValues random(7);
        for (int c = 0; c < 2; ++c)
            sheet(made, c, [&](double u, double v) {
                return Vec3(u + 0.003 * c, v + 0.002 * c, 0.0001 * c + random.number(-0.0003, 0.0003));
            });
    });
    add("sloping through each other", 0.025, [&](MadeSurface& made) {
        sheet(made, 0, flat);
        sheet(made, 1, [](double u, double v) { return Vec3(u + 0.011, v + 0.013, 0.06 - 0.17 * u); });
    });
    add("a skirt with folds through each other", 0.03, [&](MadeSurface& made) {
        // Folds that lean over until the flanks of neighbours have changed places.
        constexpr int around = 120, rows = 20, folds = 8;
        std::vector<Vec3> x;
        std::vector<Face> faces;
        for (int b = 0; b <= rows; ++b)
            for (int a = 0; a < around; ++a) {
                const double down = static_cast<double>(b) / rows, angle = 2 * std::numbers::pi * a / around;
                const double wave = folds * angle;
                const double leaning = angle + 0.22 * down * std::sin(wave);
                const double radius = 0.15 + 0.1 * down + 0.05 * down * std::sin(2 * wave);
                x.emplace_back(radius * std::cos(leaning), radius * std::sin(leaning), -0.4 * down);
            }
        for (int b = 0; b < rows; ++b)
            for (int a = 0; a < around; ++a) {
                const int next = (a + 1) % around;
                const int p = a + b * around, q = next + b * around, r = a + (b + 1) * around,
                          s = next + (b + 1) * around;
                faces.push_back({p, r, s});
                faces.push_back({p, s, q});
            }
        made.add(x, faces, {0, tangled_thickness, 0});
    });
    return cases;
}

}  // namespace tulle::testing
