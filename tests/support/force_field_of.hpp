#pragma once

#include "forces/force_field.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace tulle::testing {

/// A field of one force alone.
[[nodiscard]] inline std::unique_ptr<ForceField> force_field_of(std::unique_ptr<Force> force, std::size_t particles)
{
    std::vector<std::unique_ptr<Force>> forces;
    forces.push_back(std::move(force));
    return std::make_unique<ForceField>(particles, std::move(forces));
}

}  // namespace tulle::testing
