#include "output/view_page.hpp"

#include "core/assert.hpp"
#include "mesh/obstacle_mesh.hpp"
#include "output/atomic_file.hpp"
#include "output/encode.hpp"
#include "output/frame_files.hpp"
#include "output/output_error.hpp"

#include <zlib.h>
#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

namespace tulle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view magic = "TULLEVW1";
constexpr int levels = 65535;      // of a coordinate
constexpr int field_levels = 255;  // of a field

/// Arrays one after the other, with the table that finds them.
class Body {
public:
    void add(const std::string& name, std::string_view type, std::size_t length, std::string_view bytes)
    {
        bytes_.resize((bytes_.size() + 7) / 8 * 8);
        table_[name] = {{"offset", bytes_.size()}, {"type", type}, {"length", length}};
        bytes_ += bytes;
    }
    [[nodiscard]] const Json& table() const { return table_; }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
    Json table_ = Json::object();
};

struct Range {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    void include(double value)
    {
        if (!std::isfinite(value)) return;
        min = std::min(min, value);
        max = std::max(max, value);
    }
    /// 0 to 0 when nothing was included.
    [[nodiscard]] Range or_zero() const { return min <= max ? *this : Range{0, 0}; }

    /// The nearest of 0 .. `last`; 0 for what is not a number.
    [[nodiscard]] int level(double value, int last) const
    {
        if (!(max > min) || std::isnan(value)) return 0;
        return static_cast<int>(std::lround(std::clamp((value - min) / (max - min), 0.0, 1.0) * last));
    }
};

struct Ranges {
    std::array<Range, 3> axes;
    std::vector<Range> fields;
};

Ranges ranges_of(RunFrames& frames, std::span<const int> shown)
{
    Ranges ranges;
    ranges.fields.resize(frames.fields().size());
    for (const int frame : shown) {
        for (const Vec3& x : frames.read(frame).positions)
            for (int axis = 0; axis < 3; ++axis) ranges.axes[static_cast<std::size_t>(axis)].include(x[axis]);
        for (std::size_t field = 0; field < ranges.fields.size(); ++field)
            for (const double value : frames.values(field)) ranges.fields[field].include(value);
    }
    for (Range& range : ranges.axes) range = range.or_zero();
    for (Range& range : ranges.fields) range = range.or_zero();
    return ranges;
}

/// Appends the differences of one axis between `before` and `now`, and leaves `now` in `before`.
void append_differences(std::string& bytes, std::vector<std::uint16_t>& before, std::span<const Vec3> now, int axis,
                        const Range& range)
{
    const std::size_t low = bytes.size();
    const std::size_t high = low + now.size();
    bytes.resize(high + now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        const auto level = static_cast<std::uint16_t>(range.level(now[i][axis], levels));
        const auto difference = static_cast<std::uint16_t>(level - before[i]);
        const auto zigzag = static_cast<std::uint16_t>((difference << 1) ^ ((difference & 0x8000) != 0 ? 0xffff : 0));
        bytes[low + i] = static_cast<char>(zigzag & 0xff);
        bytes[high + i] = static_cast<char>(zigzag >> 8);
        before[i] = level;
    }
}

void add_motion(Body& body, RunFrames& frames, std::span<const int> shown, const Ranges& ranges, std::size_t particles)
{
    std::string positions;
    positions.reserve(shown.size() * particles * 6);
    std::vector<std::string> fields(ranges.fields.size());
    std::array<std::vector<std::uint16_t>, 3> before;
    for (auto& axis : before) axis.assign(particles, 0);
    for (const int frame : shown) {
        const std::span<const Vec3> now = frames.read(frame).positions;
        TULLE_ASSERT(now.size() == particles);
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            append_differences(positions, before[a], now, axis, ranges.axes[a]);
        }
        for (std::size_t field = 0; field < fields.size(); ++field)
            for (const double value : frames.values(field))
                fields[field] += static_cast<char>(ranges.fields[field].level(value, field_levels));
    }
    body.add("positions", "u8", positions.size(), positions);
    for (std::size_t field = 0; field < fields.size(); ++field)
        body.add("field " + std::to_string(field), "u8", fields[field].size(), fields[field]);
}

void add_faces(Body& body, const std::string& name, std::span<const Face> faces)
{
    std::string bytes;
    for (const Face& face : faces)
        for (const int corner : face) append_binary(bytes, corner);
    body.add(name, "u32", 3 * faces.size(), bytes);
}

template <class Vector>
void add_vectors(Body& body, const std::string& name, std::span<const Vector> vectors)
{
    std::string bytes;
    for (const Vector& v : vectors) append_binary(bytes, v.template cast<float>().eval());
    body.add(name, "f32", bytes.size() / sizeof(float), bytes);
}

void add_cloths(Body& body, std::span<const ClothView> cloths)
{
    for (std::size_t c = 0; c < cloths.size(); ++c) {
        add_faces(body, "faces " + std::to_string(c), cloths[c].faces);
        if (has_uv_per_particle(cloths[c])) add_vectors(body, "uvs " + std::to_string(c), cloths[c].uvs);
    }
}

/// What is left out is marked as such in the header's `list`.
void add_obstacles(Body& body, Json& list, std::span<const ObstacleDescription> obstacles,
                   const std::array<Range, 3>& bounds, std::size_t most_faces)
{
    // A plane reaches well beyond what moves, wherever that is: it is a square around the point nearest to the origin.
    double plane_half_width = 1;  // m
    for (const Range& axis : bounds)
        plane_half_width += std::max(std::abs(axis.min), std::abs(axis.max)) + 2 * (axis.max - axis.min);
    std::size_t faces = 0;
    for (std::size_t o = 0; o < obstacles.size(); ++o) {
        const TriangleMesh mesh = obstacle_mesh(obstacles[o], plane_half_width);
        if (mesh.faces.size() > most_faces - faces) {
            list[o]["omitted"] = "The obstacle " + obstacles[o].name + " has " + std::to_string(mesh.faces.size()) +
                                 " faces; a page shows up to " + std::to_string(most_faces) + " in all.";
            continue;
        }
        faces += mesh.faces.size();
        const std::string name = "obstacle " + std::to_string(o);
        add_vectors(body, name + " vertices", std::span<const Vec3>(mesh.positions));
        add_faces(body, name + " faces", mesh.faces);
    }
}

void add_metrics(Body& body, const MetricsTable& metrics, std::span<const int> shown)
{
    std::string bytes;
    for (const int frame : shown) {
        const auto row = static_cast<std::size_t>(frame);
        for (std::size_t column = 0; column < metrics.columns.size(); ++column)
            append_binary(bytes, row < metrics.rows.size() ? metrics.rows[row][column]
                                                           : std::numeric_limits<double>::quiet_NaN());
    }
    body.add("metrics", "f64", bytes.size() / sizeof(double), bytes);
}

constexpr std::string_view shape_name(const PlaneShape& /*shape*/) { return "plane"; }
constexpr std::string_view shape_name(const BoxShape& /*shape*/) { return "box"; }
constexpr std::string_view shape_name(const SphereShape& /*shape*/) { return "sphere"; }
constexpr std::string_view shape_name(const CylinderShape& /*shape*/) { return "cylinder"; }
constexpr std::string_view shape_name(const CapsuleShape& /*shape*/) { return "capsule"; }
constexpr std::string_view shape_name(const MeshDescription& /*shape*/) { return "mesh"; }

Json header(RunFrames& frames, std::span<const int> shown, const Ranges& ranges, std::size_t particles)
{
    Json json{{"version", 1},
              {"scene", frames.name()},
              {"fps", frames.fps()},
              {"particles", particles},
              {"frame_count", frames.count()},
              {"frames", shown},
              {"times", Json::array()},
              {"cloths", Json::array()},
              {"obstacles", Json::array()},
              {"fields", Json::array()},
              {"metrics", frames.metrics().columns}};
    for (const int frame : shown) json["times"].push_back(frame / frames.fps());
    const auto& [x, y, z] = ranges.axes;
    json["bounds"] = {{"min", {x.min, y.min, z.min}}, {"max", {x.max, y.max, z.max}}};
    for (const ClothView& cloth : frames.cloths())
        json["cloths"].push_back(
            {{"name", cloth.name}, {"first_particle", cloth.first_particle}, {"particle_count", cloth.particle_count}});
    for (const ObstacleDescription& obstacle : frames.obstacles())
        json["obstacles"].push_back(
            {{"name", obstacle.name},
             {"shape", std::visit([](const auto& shape) { return shape_name(shape); }, obstacle.shape)}});
    for (std::size_t f = 0; f < ranges.fields.size(); ++f) {
        const FieldInfo& field = frames.fields()[f];
        json["fields"].push_back({{"name", field.name},
                                  {"unit", field.unit},
                                  {"description", field.description},
                                  {"min", ranges.fields[f].min},
                                  {"max", ranges.fields[f].max}});
    }
    return json;
}

std::string packed(const std::string& bytes)
{
    uLongf length = ::compressBound(static_cast<uLong>(bytes.size()));
    std::string out(length, '\0');
    // Bytes are what zlib and we both mean, only their signs differ.
    const int status = ::compress2(reinterpret_cast<Bytef*>(out.data()), &length,
                                   reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()), 6);
    if (status != Z_OK) throw std::runtime_error("zlib cannot compress: error " + std::to_string(status));
    out.resize(length);
    return out;
}

/// The parts of a payload behind its first 16 bytes, and these.
std::string joined(Json header, const Body& body)
{
    const std::string stream = packed(body.bytes());
    header["body_length"] = body.bytes().size();
    header["compressed_length"] = stream.size();
    header["arrays"] = body.table();
    const std::string json = header.dump(-1, ' ', false, Json::error_handler_t::replace);  // names may be no UTF-8
    uLong crc = ::crc32_z(0, reinterpret_cast<const Bytef*>(json.data()), json.size());
    crc = ::crc32_z(crc, reinterpret_cast<const Bytef*>(stream.data()), stream.size());
    std::string payload(magic);
    append_bits(payload, static_cast<std::uint32_t>(json.size()));
    append_bits(payload, static_cast<std::uint32_t>(crc));
    return payload.append(json).append(stream);
}

/// Every `stride`-th frame, and the last one: how a cloth comes to rest is what people look at.
std::vector<int> shown_frames(int count, int stride)
{
    std::vector<int> shown;
    for (int frame = 0; frame < count; frame += stride) shown.push_back(frame);
    if (count > 0 && shown.back() != count - 1) shown.push_back(count - 1);
    return shown;
}

std::string payload_of(RunFrames& frames, std::span<const int> shown, std::size_t particles, std::size_t obstacle_faces)
{
    const Ranges ranges = ranges_of(frames, shown);
    Json json = header(frames, shown, ranges, particles);
    Body body;
    add_metrics(body, frames.metrics(), shown);
    add_cloths(body, frames.cloths());
    add_obstacles(body, json["obstacles"], frames.obstacles(), ranges.axes, obstacle_faces);
    add_motion(body, frames, shown, ranges, particles);
    return joined(std::move(json), body);
}

/// For cloths that a browser would choke on.
std::string payload_without_cloths(RunFrames& frames, std::span<const int> shown, std::size_t particles,
                                   const std::string& why)
{
    Json json = header(frames, shown, ranges_of(frames, {}), particles);
    json["omitted"] = why;
    Body body;
    add_metrics(body, frames.metrics(), shown);
    return joined(std::move(json), body);
}

}  // namespace

std::string view_payload(RunFrames& frames, const ViewPageLimits& limits)
{
    std::size_t particles = 0;
    for (const ClothView& cloth : frames.cloths()) particles += static_cast<std::size_t>(cloth.particle_count);
    const int count = frames.count();
    if (particles > limits.particles)
        return payload_without_cloths(frames, shown_frames(count, 1), particles,
                                      "The cloths have " + std::to_string(particles) +
                                          " particles; a page shows up to " + std::to_string(limits.particles) + ".");

    // As many frames as fit unpacked; how small they get packed is known only afterwards.
    const std::size_t frame_bytes = particles * (6 + frames.fields().size());
    auto stride = static_cast<int>(frame_bytes * static_cast<std::size_t>(count) / limits.body_bytes) + 1;
    for (;;) {
        const std::vector<int> shown = shown_frames(count, stride);
        std::string payload = payload_of(frames, shown, particles, limits.obstacle_faces);
        if (payload.size() <= limits.payload_bytes || shown.size() <= 2) return payload;
        const double excess = static_cast<double>(payload.size()) / static_cast<double>(limits.payload_bytes);
        stride = std::max(stride + 1, static_cast<int>(std::min(std::ceil(stride * excess), 1.0 * count)));
    }
}

void write_view_page(const std::filesystem::path& file, std::string_view page_template, RunFrames& frames,
                     const ViewPageLimits& limits)
{
    const std::size_t place = page_template.find(view_page_placeholder);
    if (place == std::string_view::npos) throw OutputError(file, "the page has no place for the run's data");
    const std::string_view behind = page_template.substr(place + view_page_placeholder.size());
    if (behind.find(view_page_placeholder) != std::string_view::npos)
        throw OutputError(file, "the page has more than one place for the run's data");

    const std::string payload = view_payload(frames, limits);
    std::string page;
    page.reserve(page_template.size() + payload.size() / 3 * 4 + 4);
    page += page_template.substr(0, place);
    append_base64(page, payload);
    page += behind;
    write_file_atomically(file, page);
}

}  // namespace tulle
