#pragma once
// Builder for the container of binary glTF 2.0 (.glb): a JSON part with the description and a binary part with the
// numbers. The builder manages offsets into the binary part, accessors and bounds; the caller decides their meaning.

#include <tulle/math.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace tulle {

class GlbBuilder {
public:
    using Json = nlohmann::ordered_json;

    /// The JSON part, for the caller to fill. `bytes` adds buffers, bufferViews and accessors.
    [[nodiscard]] Json& json() { return json_; }

    // Each function returns the index of an accessor. Numbers become 32-bit floats.
    [[nodiscard]] int add_indices(std::span<const Face> faces);
    /// Adds positions or displacements, with the bounds that the format requires for them.
    [[nodiscard]] int add_positions(std::span<const Vec3> positions);
    [[nodiscard]] int add_normals(std::span<const Vec3> normals);
    [[nodiscard]] int add_texture_coordinates(std::span<const Vec2> uvs);
    /// Add the animated translations of a node, or its rotations as unit quaternions x y z w.
    [[nodiscard]] int add_translations(std::span<const Vec3> translations);
    [[nodiscard]] int add_rotations(std::span<const Eigen::Vector4d> quaternions);
    /// Adds times or weights, with bounds: the format requires them for times and allows them for weights.
    [[nodiscard]] int add_scalars(std::span<const float> values);

    /// Returns the whole file. Invalid UTF-8 in texts is replaced, because JSON cannot hold it. Throws
    /// std::length_error above 4 GiB, the limit of the format.
    [[nodiscard]] std::string bytes() const;

private:
    enum class Use { vertices = 34962, indices = 34963, other = 0 };  // OpenGL's buffer targets

    /// Adds a buffer view of the bytes from `start` to the end, and an accessor for the whole view.
    int add_accessor(std::size_t start, std::size_t count, std::string_view type, int component_type, Use use);
    template <class Vector>
    int add_vectors(std::span<const Vector> vectors, std::string_view type, Use use, bool with_bounds = false);

    Json json_ = Json::object();
    Json views_ = Json::array(), accessors_ = Json::array();
    std::string binary_;
};

}  // namespace tulle
