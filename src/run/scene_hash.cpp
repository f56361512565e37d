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
        const TriangleMesh& mesh = described.mesh;
        add_all(mesh.positions, mesh.faces, mesh.uvs, mesh.uv_faces);
    }

    void add(const CubicDescription& cubic)
    {
        add_all(cubic.stretched, cubic.stretched_factor, cubic.compressed, cubic.compressed_factor);
    }
    void add(const NetSprings& group)
    {
        add_all(group.name, group.stiffness, group.damping, group.law, group.cubic, group.between, group.rest_lengths);
    }
    void add(const SpringNetDescription& net) { add_all(net.nodes, net.faces, net.dry_faces, net.masses, net.springs); }
    void add(const ElasticSolidDescription& solid)
    {
        add_all(solid.nodes, solid.faces, solid.masses, solid.tetrahedra);
    }
    void add(const RigidBodyDescription& rigid) { add(rigid.shape); }

    void add(const LoopPoint& point) { add_all(point.at, point.value); }
    void add(const MeasuredLoop& loop) { add_all(loop.loading, loop.unloading, loop.reversal); }
    void add(const KesTension& tension)
    {
        add_all(tension.extension, tension.linearity, tension.resilience, tension.force);
    }
    void add(const PowerTension& tension) { add_all(tension.stretch, tension.compression); }
    void add(const KesShear& shear) { add_all(shear.stiffness, shear.width_half_degree, shear.width_5_degrees); }
    void add(const KesBending& bending) { add_all(bending.rigidity, bending.width); }
    void add(const FabricDirection& direction) { add_all(direction.tension, direction.bending, direction.strength); }
    /// Adds the numbers that a simulation uses; not the name and the sources of the numbers.
    void add(const FabricDescription& fabric)
    {
        add_all(fabric.areal_density, fabric.thickness, fabric.warp, fabric.weft, fabric.shear, fabric.friction,
                fabric.drag_coefficients);
    }

    // The text of the scene has the values of these shapes.
    void add(const GridDescription&) {}
    void add(const PlaneShape&) {}
    void add(const BoxShape&) {}
    void add(const SphereShape&) {}
    void add(const CylinderShape&) {}
    void add(const CapsuleShape&) {}

private:
    template <class... Values>
    void add_all(const Values&... values)
    {
        (add(values), ...);
    }

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
