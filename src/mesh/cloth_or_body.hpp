#pragma once
// Cloths and bodies of a scene under one type, for code that treats both alike. Their common order is: all cloths, then
// all bodies. Meshes, particles and views have this order.

#include <tulle/description.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace tulle {

/// Returns the description of a rigid body; null for a body of another kind.
[[nodiscard]] inline const RigidBodyDescription* rigid_of(const BodyDescription& body)
{
    return std::get_if<RigidBodyDescription>(&body.kind);
}

[[nodiscard]] inline bool is_rigid(const BodyDescription& body) { return rigid_of(body) != nullptr; }

/// A cloth or a body. It refers to the description, which must outlive it.
struct ClothOrBody {
    // Implicit, so that functions that take a ClothOrBody can be called with either description.
    // NOLINTBEGIN(google-explicit-constructor)
    ClothOrBody(const ClothDescription& described)
        : name(described.name),
          thickness(described.thickness),
          velocity(described.velocity),
          pins(described.pins),
          cloth(&described)
    {}
    ClothOrBody(const BodyDescription& described)
        : name(described.name),
          thickness(described.thickness),
          velocity(described.velocity),
          pins(described.pins),
          body(&described)
    {}
    // NOLINTEND(google-explicit-constructor)

    const std::string& name;
    const double& thickness;  // m
    const Vec3& velocity;     // m/s
    const std::vector<PinDescription>& pins;
    const ClothDescription* cloth = nullptr;  // null for a body
    const BodyDescription* body = nullptr;    // null for a cloth

    /// Returns the description of the rigid body; null for cloths and other bodies.
    [[nodiscard]] const RigidBodyDescription* rigid() const { return body != nullptr ? rigid_of(*body) : nullptr; }
    [[nodiscard]] bool is_rigid() const { return rigid() != nullptr; }
    /// Returns the grid of the cloth; null for meshes and bodies.
    [[nodiscard]] const GridDescription* grid() const
    {
        return cloth != nullptr ? std::get_if<GridDescription>(&cloth->shape) : nullptr;
    }
};

/// Returns "cloth" or "body".
[[nodiscard]] inline const char* kind_of(const ClothOrBody& one) { return one.body != nullptr ? "body" : "cloth"; }

[[nodiscard]] inline std::size_t count_cloths_and_bodies(const SceneDescription& scene)
{
    return scene.cloths.size() + scene.bodies.size();
}

/// Returns a cloth or a body by its index in the common order.
[[nodiscard]] inline ClothOrBody cloth_or_body(const SceneDescription& scene, std::size_t index)
{
    const std::size_t cloths = scene.cloths.size();
    return index < cloths ? ClothOrBody(scene.cloths[index]) : ClothOrBody(scene.bodies[index - cloths]);
}

/// Returns all cloths and bodies in their common order.
[[nodiscard]] inline std::vector<ClothOrBody> cloths_and_bodies(const SceneDescription& scene)
{
    std::vector<ClothOrBody> all;
    all.reserve(count_cloths_and_bodies(scene));
    for (const ClothDescription& cloth : scene.cloths) all.emplace_back(cloth);
    for (const BodyDescription& body : scene.bodies) all.emplace_back(body);
    return all;
}

[[nodiscard]] inline bool has_rigid_bodies(const SceneDescription& scene)
{
    return std::ranges::any_of(scene.bodies, [](const BodyDescription& body) { return is_rigid(body); });
}

}  // namespace tulle
