#include "output/view_body.hpp"

#include "core/assert.hpp"
#include "output/encode.hpp"

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr int coordinate_levels = 65535;

template <class Vector>
std::string float_bytes(std::span<const Vector> vectors)
{
    std::string bytes;
    for (const Vector& v : vectors) append_binary(bytes, v.template cast<float>().eval());
    return bytes;
}

}  // namespace

void ViewBody::add(const std::string& name, std::string_view type, std::size_t length, std::string_view bytes)
{
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
    table_[name] = {{"offset", bytes_.size()}, {"type", type}, {"length", length}};
    bytes_ += bytes;
}

void ViewBody::add_faces(const std::string& name, std::span<const Face> faces)
{
    std::string bytes;
    for (const Face& face : faces)
        for (const int corner : face) append_binary(bytes, corner);
    add(name, "u32", 3 * faces.size(), bytes);
}

void ViewBody::add_vectors(const std::string& name, std::span<const Vec2> vectors)
{
    add(name, "f32", 2 * vectors.size(), float_bytes(vectors));
}

void ViewBody::add_vectors(const std::string& name, std::span<const Vec3> vectors)
{
    add(name, "f32", 3 * vectors.size(), float_bytes(vectors));
}

void ViewRange::include(double value)
{
    if (!std::isfinite(value)) return;
    min = std::min(min, value);
    max = std::max(max, value);
}

int ViewRange::level(double value, int last) const
{
    if (!(max > min) || std::isnan(value)) return 0;
    return static_cast<int>(std::lround(std::clamp((value - min) / (max - min), 0.0, 1.0) * last));
}

void ViewBounds::include(std::span<const Vec3> positions)
{
    for (const Vec3& x : positions)
        for (int axis = 0; axis < 3; ++axis) axes[static_cast<std::size_t>(axis)].include(x[axis]);
}

ViewBounds ViewBounds::or_zero() const { return {{axes[0].or_zero(), axes[1].or_zero(), axes[2].or_zero()}}; }

nlohmann::ordered_json ViewBounds::json() const
{
    const auto& [x, y, z] = axes;
    return {{"min", {x.min, y.min, z.min}}, {"max", {x.max, y.max, z.max}}};
}

ViewPoints::ViewPoints(const ViewBounds& bounds, std::size_t points, std::size_t frames) : bounds_(bounds)
{
    for (auto& axis : before_) axis.assign(points, 0);
    bytes_.reserve(6 * points * frames);
}

void ViewPoints::append(std::span<const Vec3> frame)
{
    for (int axis = 0; axis < 3; ++axis) {
        const ViewRange& range = bounds_.axes[static_cast<std::size_t>(axis)];
        std::vector<std::uint16_t>& before = before_[static_cast<std::size_t>(axis)];
        TULLE_ASSERT(frame.size() == before.size());
        const std::size_t low = bytes_.size();
        const std::size_t high = low + frame.size();
        bytes_.resize(high + frame.size());
        for (std::size_t i = 0; i < frame.size(); ++i) {
            const auto level = static_cast<std::uint16_t>(range.level(frame[i][axis], coordinate_levels));
            const auto change = static_cast<std::uint16_t>(level - before[i]);
            const auto zigzag = static_cast<std::uint16_t>((change << 1) ^ ((change & 0x8000) != 0 ? 0xffff : 0));
            bytes_[low + i] = static_cast<char>(zigzag & 0xff);
            bytes_[high + i] = static_cast<char>(zigzag >> 8);
            before[i] = level;
        }
    }
}

}  // namespace tulle
