#pragma once
// A grid held together by springs, and nothing else.

#include "forces/force_field.hpp"
#include "forces/springs.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace tulle {

struct SpringGrid {
    SpringGrid(ClothMesh grid, const GroupedSprings& grouped) : mesh(std::move(grid))
    {
        auto owned = std::make_unique<Springs>(mesh.positions.size());
        owned->add(mesh.springs, 0, grouped);
        std::vector<std::unique_ptr<Force>> forces;
        forces.push_back(std::move(owned));
        field = std::make_unique<ForceField>(mesh.positions.size(), std::move(forces));
    }

    /// At rest.
    [[nodiscard]] std::vector<Vec3> force(const std::vector<Vec3>& at) const
    {
        std::vector<Vec3> f(at.size());
        field->force(at, std::vector<Vec3>(at.size(), Vec3::Zero()), f);
        return f;
    }

    ClothMesh mesh;
    std::unique_ptr<ForceField> field;
};

}  // namespace tulle
