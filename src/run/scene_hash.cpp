#include "run/scene_hash.hpp"

#include "core/fnv.hpp"

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace tulle {
namespace {

/// Gathers the values of a scene as bytes. The scene's text has all other values.
class SceneBytes {
public:
    explicit SceneBytes(std::string text) : bytes_(std::move(text)) {}

    [[nodiscard]] std::uint64_t hash() const { return fnv1a(bytes_); }

    template <class Number>
    requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>) void add(Number value)
    {
        char raw[sizeof value];
        std::memcpy(raw, &value, sizeof value);
        bytes_.append(raw, sizeof value);
    }
    void add(const std::string& text) { bytes_ += text; }

    template <int size>
    void add(const Eigen::Matrix<double, size, 1>& vector)
    {
        for (const double coordinate : vector) add(coordinate);
    }
    template <class Item, std::size_t size>
    void add(const std::array<Item, size>& items)
    {
        for (const Item& one : items) add(one);
    }
    template <class Item>
    void add(const std::vector<Item>& items)
    {
        for (const Item& one : items) add(one);
    }
    template <class Item>
    void add(const std::optional<Item>& value)
    {
        if (value) add(*value);
    }
    template <class... Kinds>
    void add(const std::variant<Kinds...>& value)
    {
        std::visit([&](const auto& kind) { add(kind); }, value);
    }

    void add(const MeshDescription& described)
    {
        add(described.mesh.positions);
        add(described.mesh.faces);
        add(described.mesh.uvs);
        add(described.mesh.uv_faces);
    }

    void add(const CubicDescription& cubic)
    {
        for (const double value : {cubic.stretched, cubic.stretched_factor, cubic.compressed, cubic.compressed_factor})
            add(value);
    }
    void add(const NetSprings& group)
    {
        add(group.name);
        add(group.stiffness);
        add(group.damping);
        add(group.law);
        add(group.cubic);
        add(group.between);
        add(group.rest_lengths);
    }
    void add(const SpringNetDescription& net)
    {
        add(net.nodes);
        add(net.faces);
        add(net.dry_faces);
        add(net.masses);
        add(net.springs);
    }
    void add(const ElasticSolidDescription& solid)
    {
        add(solid.nodes);
        add(solid.faces);
        add(solid.masses);
        add(solid.tetrahedra);
    }
    void add(const RigidBodyDescription& rigid) { add(rigid.shape); }

    void add(const LoopPoint& point)
    {
        add(point.at);
        add(point.value);
    }
    void add(const MeasuredLoop& loop)
    {
        add(loop.loading);
        add(loop.unloading);
        add(loop.reversal);
    }
    void add(const KesTension& tension)
    {
        for (const double value : {tension.extension, tension.linearity, tension.resilience, tension.force}) add(value);
    }
    void add(const PowerTension& tension)
    {
        add(tension.stretch);
        add(tension.compression);
    }
    void add(const KesShear& shear)
    {
        for (const double value : {shear.stiffness, shear.width_half_degree, shear.width_5_degrees}) add(value);
    }
    void add(const KesBending& bending)
    {
        add(bending.rigidity);
        add(bending.width);
    }
    void add(const FabricDirection& direction)
    {
        add(direction.tension);
        add(direction.bending);
        add(direction.strength);
    }
    /// Adds the numbers that a simulation uses; not the name and the sources of the numbers.
    void add(const FabricDescription& fabric)
    {
        add(fabric.areal_density);
        add(fabric.thickness);
        add(fabric.warp);
        add(fabric.weft);
        add(fabric.shear);
        add(fabric.friction);
        add(fabric.drag_coefficients);
    }

    // The text of the scene has the values of these shapes.
    void add(const GridDescription&) {}
    void add(const PlaneShape&) {}
    void add(const BoxShape&) {}
    void add(const SphereShape&) {}
    void add(const CylinderShape&) {}
    void add(const CapsuleShape&) {}

private:
    std::string bytes_;
};

}  // namespace

std::uint64_t hash_of(const SceneFile& scene)
{
    SceneBytes bytes(scene.text);
    for (const ClothDescription& cloth : scene.scene.cloths) {
        bytes.add(cloth.shape);
        bytes.add(cloth.fabric);
    }
    for (const BodyDescription& body : scene.scene.bodies) bytes.add(body.kind);
    for (const ObstacleDescription& obstacle : scene.scene.obstacles) {
        bytes.add(obstacle.shape);
        bytes.add(obstacle.sequence.frames);
    }
    return bytes.hash();
}

}  // namespace tulle
