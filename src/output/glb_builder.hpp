#pragma once
// The container of binary glTF 2.0: a JSON part that describes, and a binary part that holds the numbers.
// Offsets into the binary part, accessors and their bounds are kept here; what they mean is up to the caller.

#include <tulle/math.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace tulle {

class GlbBuilder {
public:
    using Json = nlohmann::ordered_json;

    /// What becomes the JSON part; buffers, bufferViews and accessors are added by `bytes`.
    [[nodiscard]] Json& json() { return json_; }

    // Each returns the index of an accessor. Numbers become 32-bit floats.
    [[nodiscard]] int add_indices(std::span<const Face> faces);
    /// With the bounds that the format wants for positions and their displacements.
    [[nodiscard]] int add_positions(std::span<const Vec3> positions);
    [[nodiscard]] int add_normals(std::span<const Vec3> normals);
    [[nodiscard]] int add_texture_coordinates(std::span<const Vec2> uvs);
    /// What an animation makes of a node: places, and unit quaternions x y z w.
    [[nodiscard]] int add_translations(std::span<const Vec3> translations);
    [[nodiscard]] int add_rotations(std::span<const Eigen::Vector4d> quaternions);
    /// Times have bounds too; weights do not need them, and get them all the same.
    [[nodiscard]] int add_scalars(std::span<const float> values);

    /// The whole file. Text that is no UTF-8 is mended, as JSON cannot hold it. Throws std::length_error above the 4
    /// GiB that the format can count.
    [[nodiscard]] std::string bytes() const;

private:
    enum class Use { vertices = 34962, indices = 34963, other = 0 };  // OpenGL's names for buffers

    /// A view of the bytes from `start` on, and an accessor of all of it.
    int add_accessor(std::size_t start, std::size_t count, std::string_view type, int component_type, Use use);
    template <class Vector>
    int add_vectors(std::span<const Vector> vectors, std::string_view type, Use use, bool with_bounds = false);

    Json json_ = Json::object();
    Json views_ = Json::array(), accessors_ = Json::array();
    std::string binary_;
};

}  // namespace tulle
