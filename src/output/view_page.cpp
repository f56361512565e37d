#include "output/view_page.hpp"

#include "output/atomic_file.hpp"
#include "output/encode.hpp"
#include "output/frame_files.hpp"
#include "output/view_body.hpp"
#include "output/view_obstacles.hpp"

#include <tulle/output_error.hpp>

#include <zlib.h>
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
constexpr int field_levels = 255;  // highest level of a field

struct Ranges {
    ViewBounds positions;
    std::vector<ViewRange> fields;
};

Ranges ranges_of(RunFrames& frames, std::span<const int> shown)
{
    Ranges ranges;
    ranges.fields.resize(frames.fields().size());
    for (const int frame : shown) {
        const FrameData& data = frames.read(frame);
        const std::vector<unsigned char> seen = seen_particles(data);
        if (seen.empty()) {
            ranges.positions.include(data.positions);
        } else {
            for (std::size_t i = 0; i < seen.size(); ++i)
                if (seen[i] != 0) ranges.positions.include(data.positions.subspan(i, 1));
        }
        for (std::size_t field = 0; field < ranges.fields.size(); ++field)
            for (const double value : frames.values(field)) ranges.fields[field].include(value);
    }
    ranges.positions = ranges.positions.or_zero();
    for (ViewRange& range : ranges.fields) range = range.or_zero();
    return ranges;
}

void add_motion(ViewBody& body, RunFrames& frames, std::span<const int> shown, const Ranges& ranges,
                std::size_t particles)
{
    ViewPoints positions(ranges.positions, particles, shown.size());
    std::vector<std::string> fields(ranges.fields.size());
    for (const int frame : shown) {
        positions.append(frames.read(frame).positions);
        for (std::size_t field = 0; field < fields.size(); ++field)
            for (const double value : frames.values(field))
                fields[field] += static_cast<char>(ranges.fields[field].level(value, field_levels));
    }
    body.add("positions", "u8", positions.bytes().size(), positions.bytes());
    for (std::size_t field = 0; field < fields.size(); ++field)
        body.add("field " + std::to_string(field), "u8", fields[field].size(), fields[field]);
}

/// Returns, per face, the index of the first shown frame in which it is torn; the number of shown frames if none.
std::vector<std::size_t> places_of_tears(RunFrames& frames, std::span<const int> shown)
{
    std::size_t faces = 0;
    for (const ClothView& cloth : frames.cloths()) faces += cloth.faces.size();
    std::vector<std::size_t> gone(faces, shown.size());
    for (std::size_t place = shown.size(); place-- > 0;) {
        const std::span<const unsigned char> intact = frames.read(shown[place]).intact;
        for (std::size_t f = 0; f < intact.size(); ++f)
            if (intact[f] == 0) gone[f] = place;
    }
    return gone;
}

/// Adds the faces sorted by time of tearing, the last ones first, and the number of intact faces per frame. So the
/// faces of a frame are the first ones of the list.
void add_tearing_faces(ViewBody& body, std::size_t cloth, std::span<const Face> faces,
                       std::span<const std::size_t> gone, std::size_t frame_count)
{
    std::vector<std::size_t> order(faces.size());
    for (std::size_t f = 0; f < order.size(); ++f) order[f] = f;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return gone[a] > gone[b]; });
    std::vector<Face> sorted;
    for (const std::size_t f : order) sorted.push_back(faces[f]);
    body.add_faces("faces " + std::to_string(cloth), sorted);
    std::string counts;
    for (std::size_t place = 0; place < frame_count; ++place)
        append_bits(counts, static_cast<std::uint32_t>(std::count_if(gone.begin(), gone.end(),
                                                                     [&](std::size_t when) { return when > place; })));
    body.add("face counts " + std::to_string(cloth), "u32", frame_count, counts);
}

void add_cloths(ViewBody& body, RunFrames& frames, std::span<const int> shown)
{
    const std::vector<std::size_t> gone = places_of_tears(frames, shown);
    const std::span<const ClothView> cloths = frames.cloths();
    std::size_t first_face = 0;
    for (std::size_t c = 0; c < cloths.size(); ++c) {
        const auto own = std::span(gone).subspan(first_face, cloths[c].faces.size());
        first_face += own.size();
        if (std::any_of(own.begin(), own.end(), [&](std::size_t place) { return place < shown.size(); })) {
            add_tearing_faces(body, c, cloths[c].faces, own, shown.size());
        } else {
            body.add_faces("faces " + std::to_string(c), cloths[c].faces);
        }
        if (has_uv_per_particle(cloths[c])) body.add_vectors("uvs " + std::to_string(c), cloths[c].uvs);
    }
}

void add_metrics(ViewBody& body, const MetricsTable& metrics, std::span<const int> shown)
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

std::vector<double> times_of(const RunFrames& frames, std::span<const int> shown)
{
    std::vector<double> times;  // s
    for (const int frame : shown) times.push_back(frame / frames.fps());
    return times;
}

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
    json["times"] = times_of(frames, shown);
    json["bounds"] = ranges.positions.json();
    for (const ClothView& cloth : frames.cloths())
        json["cloths"].push_back(
            {{"name", cloth.name}, {"first_particle", cloth.first_particle}, {"particle_count", cloth.particle_count}});
    for (const ObstacleDescription& obstacle : frames.obstacles())
        json["obstacles"].push_back(
            {{"name", obstacle.name},
             {"shape", std::visit([](const auto& shape) { return shape_name(shape); }, obstacle.shape)}});
    for (std::size_t f = 0; f < ranges.fields.size(); ++f) {
        const FieldDescription& field = frames.fields()[f];
        json["fields"].push_back({{"name", field.name},
                                  {"unit", field.unit},
                                  {"description", field.description},
                                  {"place", field.is_place},
                                  {"min", ranges.fields[f].min},
                                  {"max", ranges.fields[f].max}});
    }
    return json;
}

std::string packed(const std::string& bytes)
{
    uLongf length = ::compressBound(static_cast<uLong>(bytes.size()));
    std::string out(length, '\0');
    // The casts are safe: zlib's bytes are unsigned char, those of std::string are char.
    const int status = ::compress2(reinterpret_cast<Bytef*>(out.data()), &length,
                                   reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uLong>(bytes.size()), 6);
    if (status != Z_OK) throw std::runtime_error("zlib cannot compress: error " + std::to_string(status));
    out.resize(length);
    return out;
}

/// Returns a whole payload: the first 16 bytes, the header, and the compressed arrays.
std::string joined(Json header, const ViewBody& body)
{
    const std::string stream = packed(body.bytes());
    header["body_length"] = body.bytes().size();
    header["compressed_length"] = stream.size();
    header["arrays"] = body.table();
    const std::string json = header.dump(-1, ' ', false, Json::error_handler_t::replace);  // names may be invalid UTF-8
    uLong crc = ::crc32_z(0, reinterpret_cast<const Bytef*>(json.data()), json.size());
    crc = ::crc32_z(crc, reinterpret_cast<const Bytef*>(stream.data()), stream.size());
    std::string payload(magic);
    append_bits(payload, static_cast<std::uint32_t>(json.size()));
    append_bits(payload, static_cast<std::uint32_t>(crc));
    return payload.append(json).append(stream);
}

/// Returns every `stride`-th frame and the last one, because users look at the state at rest.
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
    ViewBody body;
    add_metrics(body, frames.metrics(), shown);
    add_cloths(body, frames, shown);
    add_obstacles(body, json["obstacles"], frames.obstacles(), times_of(frames, shown), ranges.positions,
                  obstacle_faces);
    add_motion(body, frames, shown, ranges, particles);
    return joined(std::move(json), body);
}

/// Returns a payload with metrics only, for cloths too large for a browser.
std::string payload_without_cloths(RunFrames& frames, std::span<const int> shown, std::size_t particles,
                                   const std::string& why)
{
    Json json = header(frames, shown, ranges_of(frames, {}), particles);
    json["omitted"] = why;
    ViewBody body;
    add_metrics(body, frames.metrics(), shown);
    return joined(std::move(json), body);
}

}  // namespace

std::string view_payload(RunFrames& frames, const ViewPageLimits& limits)
{
    const std::size_t particles = frames.read(0).positions.size();
    const int count = frames.count();
    if (particles > limits.particles)
        return payload_without_cloths(frames, shown_frames(count, 1), particles,
                                      "The cloths have " + std::to_string(particles) +
                                          " particles; a page shows up to " + std::to_string(limits.particles) + ".");

    // Start with as many frames as fit unpacked. The packed size is known only afterwards; if too large, take fewer.
    const std::size_t frame_bytes =
        particles * (6 + frames.fields().size()) + obstacle_frame_bytes(frames.obstacles(), limits.obstacle_faces);
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
