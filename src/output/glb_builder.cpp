#include "output/glb_builder.hpp"

#include "output/encode.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace tulle {
namespace {

constexpr int float_component = 5126;
constexpr int unsigned_component = 5125;

void append_chunk(std::string& out, std::string_view type, std::string_view content, char padding)
{
    const std::size_t padded = (content.size() + 3) / 4 * 4;
    append_bits(out, static_cast<std::uint32_t>(padded));
    out.append(type).append(content).append(padded - content.size(), padding);
}

}  // namespace

int GlbBuilder::add_accessor(std::size_t start, std::size_t count, std::string_view type, int component_type, Use use)
{
    // Every number has four bytes, so all views have the alignment that the format requires.
    Json view{{"buffer", 0}, {"byteOffset", start}, {"byteLength", binary_.size() - start}};
    if (use != Use::other) view["target"] = static_cast<int>(use);
    views_.push_back(std::move(view));
    accessors_.push_back(
        {{"bufferView", views_.size() - 1}, {"componentType", component_type}, {"count", count}, {"type", type}});
    return static_cast<int>(accessors_.size()) - 1;
}

int GlbBuilder::add_indices(std::span<const Face> faces)
{
    const std::size_t start = binary_.size();
    for (const Face& face : faces)
        for (const int corner : face) append_bits(binary_, static_cast<std::uint32_t>(corner));
    return add_accessor(start, 3 * faces.size(), "SCALAR", unsigned_component, Use::indices);
}

template <class Vector>
int GlbBuilder::add_vectors(std::span<const Vector> vectors, std::string_view type, Use use, bool with_bounds)
{
    using Floats = Eigen::Matrix<float, Vector::RowsAtCompileTime, 1>;
    const std::size_t start = binary_.size();
    Floats low = Floats::Constant(std::numeric_limits<float>::infinity());
    Floats high = -low;
    for (const Vector& vector : vectors) {
        const Floats floats = vector.template cast<float>();
        append_binary(binary_, floats);
        low = low.cwiseMin(floats);
        high = high.cwiseMax(floats);
    }
    const int accessor = add_accessor(start, vectors.size(), type, float_component, use);
    if (with_bounds) {  // of the rounded floats, because readers compare exactly
        Json& bounded = accessors_.back();
        for (int i = 0; i < static_cast<int>(low.size()); ++i) {
            bounded["min"].push_back(low[i]);
            bounded["max"].push_back(high[i]);
        }
    }
    return accessor;
}

int GlbBuilder::add_positions(std::span<const Vec3> positions)
{
    return add_vectors(positions, "VEC3", Use::vertices, true);
}
int GlbBuilder::add_normals(std::span<const Vec3> normals) { return add_vectors(normals, "VEC3", Use::vertices); }
int GlbBuilder::add_texture_coordinates(std::span<const Vec2> uvs) { return add_vectors(uvs, "VEC2", Use::vertices); }
int GlbBuilder::add_translations(std::span<const Vec3> translations)
{
    return add_vectors(translations, "VEC3", Use::other);
}
int GlbBuilder::add_rotations(std::span<const Eigen::Vector4d> quaternions)
{
    return add_vectors(quaternions, "VEC4", Use::other);
}

int GlbBuilder::add_scalars(std::span<const float> values)
{
    const std::size_t start = binary_.size();
    for (const float value : values) append_binary(binary_, value);
    const int accessor = add_accessor(start, values.size(), "SCALAR", float_component, Use::other);
    const auto [low, high] = std::ranges::minmax(values);
    accessors_.back()["min"] = Json::array({low});
    accessors_.back()["max"] = Json::array({high});
    return accessor;
}

std::string GlbBuilder::bytes() const
{
    Json whole = json_;
    whole["buffers"] = Json::array({{{"byteLength", binary_.size()}}});
    whole["bufferViews"] = views_;
    whole["accessors"] = accessors_;
    const std::string text = whole.dump(-1, ' ', false, Json::error_handler_t::replace);

    std::string chunks;
    constexpr std::size_t heads = 12 + 8 + 8 + 3 + 3;  // with padding
    if (text.size() + binary_.size() + heads > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("more than 4 GiB, which binary glTF cannot count");
    append_chunk(chunks, "JSON", text, ' ');
    append_chunk(chunks, std::string_view("BIN\0", 4), binary_, '\0');

    std::string all = "glTF";
    append_bits(all, std::uint32_t{2});
    append_bits(all, static_cast<std::uint32_t>(chunks.size() + 12));
    return all.append(chunks);
}

}  // namespace tulle
