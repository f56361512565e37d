#include "output/view_page.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "output/test_files.hpp"
#include "output/wavy_run.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace tulle {
namespace {

constexpr double height_offset = 3;  // added to z to make the field "height": its range is no power of two

/// Waves with a field, obstacles and metrics.
class MeasuredWaves : public RunFrames {
public:
    MeasuredWaves(WavyCloths cloths, int count) : cloths_(std::move(cloths)), count_(count)
    {
        data_ = cloths_.frame(0);
        metrics_.columns = {"frame", "energy_total_J"};
        for (int i = 0; i < count; ++i) metrics_.rows.push_back({1.0 * i, 0.1 * i});
    }

    [[nodiscard]] std::string_view name() const override { return name_; }
    [[nodiscard]] double fps() const override { return WavyCloths::fps; }
    [[nodiscard]] int count() const override { return count_; }
    [[nodiscard]] std::span<const ClothView> cloths() const override { return data_.cloths; }
    [[nodiscard]] std::span<const ObstacleDescription> obstacles() const override { return obstacles_; }
    [[nodiscard]] const MetricsTable& metrics() const override { return metrics_; }
    [[nodiscard]] const FrameData& read(int index) override
    {
        data_ = cloths_.frame(index);
        return data_;
    }
    [[nodiscard]] std::span<const FieldDescription> fields() const override { return fields_; }
    [[nodiscard]] std::span<const double> values(std::size_t field) override
    {
        values_.clear();
        for (std::size_t i = 0; i < data_.positions.size(); ++i)
            values_.push_back(field == 0 ? data_.velocities[i].norm() : data_.positions[i].z() + height_offset);
        if (field == 1) values_[0] = std::numeric_limits<double>::quiet_NaN();
        return values_;
    }

    void call_it(std::string name) { name_ = std::move(name); }
    void add(const ObstacleDescription& obstacle) { obstacles_.push_back(obstacle); }
    void drop_metrics_from(std::size_t row) { metrics_.rows.resize(row); }

private:
    WavyCloths cloths_;
    int count_;
    FrameData data_;
    std::string name_ = "waves";
    std::vector<FieldDescription> fields_{{"speed", "m/s", "how fast"}, {"height", "m", "above the ground"}};
    std::vector<double> values_;
    std::vector<ObstacleDescription> obstacles_;
    MetricsTable metrics_;
};

std::uint32_t u32_at(const std::string& bytes, std::size_t offset)
{
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes.at(offset + i));
    return value;
}

/// A payload read by the book: what view_page.hpp says, and nothing of the code that wrote it.
struct Payload {
    nlohmann::json header;
    std::string body;

    explicit Payload(const std::string& bytes)
    {
        EXPECT_EQ(bytes.substr(0, 8), "TULLEVW1");
        const std::string rest = bytes.substr(16);
        EXPECT_EQ(u32_at(bytes, 12),
                  ::crc32(0, reinterpret_cast<const Bytef*>(rest.data()), static_cast<uInt>(rest.size())));
        header = nlohmann::json::parse(rest.substr(0, u32_at(bytes, 8)));
        const std::string stream = rest.substr(u32_at(bytes, 8));
        EXPECT_EQ(stream.size(), header["compressed_length"]);
        body.resize(header["body_length"]);
        uLongf length = body.size();
        EXPECT_EQ(::uncompress(reinterpret_cast<Bytef*>(body.data()), &length,
                               reinterpret_cast<const Bytef*>(stream.data()), stream.size()),
                  Z_OK);
        EXPECT_EQ(length, body.size());
    }

    template <class Number>
    [[nodiscard]] std::vector<Number> array(const std::string& name, const std::string& type) const
    {
        const nlohmann::json& entry = header["arrays"].at(name);
        EXPECT_EQ(entry["type"], type) << name;
        const std::size_t offset = entry["offset"];
        EXPECT_EQ(offset % 8, 0U) << name;
        std::vector<Number> numbers(entry["length"].get<std::size_t>());
        EXPECT_LE(offset + numbers.size() * sizeof(Number), body.size()) << name;
        if (!numbers.empty()) std::memcpy(numbers.data(), body.data() + offset, numbers.size() * sizeof(Number));
        return numbers;
    }

    /// Of all frames, one after the other.
    [[nodiscard]] std::vector<Vec3> positions() const
    {
        return positions("positions", header["bounds"], header["particles"]);
    }
    [[nodiscard]] std::vector<Vec3> positions(const std::string& name, const nlohmann::json& bounds,
                                              std::size_t particles) const
    {
        const auto bytes = array<std::uint8_t>(name, "u8");
        const std::size_t frames = header["frames"].size();
        EXPECT_EQ(bytes.size(), 6 * particles * frames);
        std::vector<Vec3> positions(particles * frames);
        for (int axis = 0; axis < 3; ++axis) {
            const double min = bounds["min"][static_cast<std::size_t>(axis)];
            const double max = bounds["max"][static_cast<std::size_t>(axis)];
            for (std::size_t i = 0; i < particles; ++i) {
                int level = 0;
                for (std::size_t frame = 0; frame < frames; ++frame) {
                    const std::size_t low = (6 * frame + 2 * static_cast<std::size_t>(axis)) * particles + i;
                    const int zigzag = bytes[low] + 256 * bytes[low + particles];
                    const int difference = zigzag % 2 == 0 ? zigzag / 2 : -(zigzag + 1) / 2;
                    level = (level + difference + 65536) % 65536;
                    positions[frame * particles + i][axis] = min + level * (max - min) / 65535;
                }
            }
        }
        return positions;
    }
};

std::vector<std::uint32_t> corners(std::span<const Face> faces)
{
    std::vector<std::uint32_t> corners;
    for (const Face& face : faces)
        for (const int corner : face) corners.push_back(static_cast<std::uint32_t>(corner));
    return corners;
}

MeasuredWaves short_run() { return {two_cloths(), 7}; }

TEST(ViewPayload, PositionsComeBackWithinHalfAQuantum)
{
    MeasuredWaves run = short_run();
    const Payload payload(view_payload(run));
    const std::vector<Vec3> decoded = payload.positions();
    const std::size_t particles = payload.header["particles"];
    ASSERT_EQ(particles, 29U);
    ASSERT_EQ(payload.header["frames"].size(), 7U);
    for (int frame = 0; frame < 7; ++frame) {
        EXPECT_DOUBLE_EQ(payload.header["times"][static_cast<std::size_t>(frame)], frame / WavyCloths::fps);
        const std::span<const Vec3> expected = run.read(frame).positions;
        for (std::size_t i = 0; i < particles; ++i)
            for (int axis = 0; axis < 3; ++axis) {
                const double extent = payload.header["bounds"]["max"][static_cast<std::size_t>(axis)].get<double>() -
                                      payload.header["bounds"]["min"][static_cast<std::size_t>(axis)].get<double>();
                EXPECT_NEAR(decoded[static_cast<std::size_t>(frame) * particles + i][axis], expected[i][axis],
                            0.5 * extent / 65535 + 1e-12);  // rounding of doubles in a few metres
            }
    }
}

TEST(ViewPayload, FieldsComeBackWithinHalfALevel)
{
    MeasuredWaves run = short_run();
    const Payload payload(view_payload(run));
    for (std::size_t field = 0; field < 2; ++field) {
        const nlohmann::json& info = payload.header["fields"][field];
        EXPECT_EQ(info["name"], run.fields()[field].name);
        EXPECT_EQ(info["unit"], run.fields()[field].unit);
        EXPECT_EQ(info["description"], run.fields()[field].description);
        const double min = info["min"];
        const double max = info["max"];
        const auto levels = payload.array<std::uint8_t>("field " + std::to_string(field), "u8");
        ASSERT_EQ(levels.size(), 7U * 29U);
        double smallest = max;
        double largest = min;
        for (std::size_t k = 0; k < levels.size(); ++k) {
            if (k % 29 == 0) (void)run.read(static_cast<int>(k / 29));
            const double value = run.values(field)[k % 29];
            if (std::isnan(value)) {
                EXPECT_EQ(levels[k], 0);
                continue;
            }
            EXPECT_NEAR(min + levels[k] * (max - min) / 255, value, 0.5001 * (max - min) / 255);
            smallest = std::min(smallest, value);
            largest = std::max(largest, value);
        }
        EXPECT_EQ(min, smallest);
        EXPECT_EQ(max, largest);
    }
}

TEST(ViewPayload, FacesAndTextureCoordinatesAreThoseOfTheCloths)
{
    WavyCloths cloths = two_cloths();
    cloths.add_seam(1);  // a particle with two texture coordinates: left out
    MeasuredWaves run(std::move(cloths), 2);
    const Payload payload(view_payload(run));
    const std::span<const ClothView> views = run.cloths();
    for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_EQ(payload.array<std::uint32_t>("faces " + std::to_string(c), "u32"), corners(views[c].faces));
        EXPECT_EQ(payload.header["cloths"][c]["name"], views[c].name);
        EXPECT_EQ(payload.header["cloths"][c]["first_particle"], views[c].first_particle);
        EXPECT_EQ(payload.header["cloths"][c]["particle_count"], views[c].particle_count);
    }
    const auto uvs = payload.array<float>("uvs 0", "f32");
    ASSERT_EQ(uvs.size(), 2 * views[0].uvs.size());
    for (std::size_t i = 0; i < uvs.size(); ++i)
        EXPECT_EQ(uvs[i], static_cast<float>(views[0].uvs[i / 2][static_cast<int>(i % 2)]));
    EXPECT_FALSE(payload.header["arrays"].contains("uvs 1"));
}

TEST(ViewPayload, TheFacesOfAFrameOfTornClothAreTheFirstOnes)
{
    WavyCloths cloths = two_cloths();
    cloths.tear(0, 0, 1);
    cloths.tear(0, 5, 3);
    WavyRun run(std::move(cloths), 4);
    const Payload payload(view_payload(run));
    const auto faces = payload.array<std::uint32_t>("faces 0", "u32");
    const auto counts = payload.array<std::uint32_t>("face counts 0", "u32");
    const auto whole = static_cast<std::uint32_t>(run.cloths()[0].faces.size());
    ASSERT_EQ(faces.size(), 3U * whole);
    EXPECT_EQ(counts, (std::vector<std::uint32_t>{whole, whole - 1, whole - 1, whole - 2}));
    for (int frame = 0; frame < 4; ++frame) {
        const auto shown = static_cast<std::ptrdiff_t>(3 * counts[static_cast<std::size_t>(frame)]);
        std::vector<std::uint32_t> first(faces.begin(), faces.begin() + shown);
        std::vector<std::uint32_t> expected = corners(run.read(frame).cloths[0].faces);
        std::sort(first.begin(), first.end());
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(first, expected) << frame;
    }
    EXPECT_FALSE(payload.header["arrays"].contains("face counts 1"));
}

TEST(ViewPayload, ObstaclesAreClosedMeshesAndPlanesReachBeyondTheCloth)
{
    MeasuredWaves run = short_run();
    run.add({"table", BoxShape{{1, 2, 3}, {2, 2, 2}}});
    run.add({"floor", PlaneShape{}});
    const Payload payload(view_payload(run));
    EXPECT_EQ(payload.header["obstacles"][0], (nlohmann::json{{"name", "table"}, {"shape", "box"}}));
    EXPECT_EQ(payload.header["obstacles"][1]["shape"], "plane");
    const auto box = payload.array<float>("obstacle 0 vertices", "f32");
    for (const std::size_t corner : payload.array<std::uint32_t>("obstacle 0 faces", "u32")) {
        ASSERT_LT(3 * corner + 2, box.size());
        EXPECT_EQ(std::abs(box[3 * corner] - 1), 1);
        EXPECT_EQ(std::abs(box[3 * corner + 2] - 3), 1);
    }
    const auto plane = payload.array<float>("obstacle 1 vertices", "f32");
    const double farthest = payload.header["bounds"]["max"][0];
    EXPECT_GT(*std::max_element(plane.begin(), plane.end()), farthest);
}

TEST(ViewPayload, ObstaclesMoveFrameByFrame)
{
    MeasuredWaves run(two_cloths(), 11);
    for (const ObstacleDescription& obstacle : moving_obstacles()) run.add(obstacle);
    // 29 particles make 232 bytes per frame, 12 numbers of the drawer 48, two times 6 vertices 72: four frames.
    const Payload payload(view_payload(run, {.body_bytes = 4 * (232 + 48 + 72) - 1}));
    const auto shown = payload.header["frames"].get<std::vector<int>>();
    ASSERT_EQ(shown, (std::vector<int>{0, 3, 6, 9, 10})) << "obstacles count";
    for (std::size_t o = 0; o < 3; ++o) {
        const nlohmann::json& bounds = payload.header["obstacles"][o]["bounds"];
        const std::string name = "obstacle " + std::to_string(o);
        EXPECT_EQ(payload.array<std::uint32_t>(name + " faces", "u32"),
                  corners(obstacle_mesh(run.obstacles()[o], 1).faces));
        std::vector<Vec3> places;
        if (o == 0) {
            const auto vertices = payload.array<float>(name + " vertices", "f32");
            const auto poses = payload.array<float>(name + " poses", "f32");
            ASSERT_EQ(poses.size(), 12 * shown.size());
            for (std::size_t pose = 0; pose < poses.size(); pose += 12) {
                for (std::size_t i = 0; i < vertices.size(); i += 3) {
                    Vec3& x = places.emplace_back();
                    for (std::size_t row = 0; row < 3; ++row) {
                        const float* p = poses.data() + pose + 4 * row;
                        x[static_cast<int>(row)] =
                            p[0] * vertices[i] + p[1] * vertices[i + 1] + p[2] * vertices[i + 2] + p[3];
                    }
                }
            }
        } else {
            EXPECT_FALSE(payload.header["arrays"].contains(name + " vertices"));
            places = payload.positions(name + " positions", bounds, 6);
        }
        Vec3 low = places[0], high = places[0];
        for (std::size_t k = 0; k < places.size(); ++k) {
            const std::size_t count = places.size() / shown.size();
            const TriangleMesh mesh = obstacle_mesh(run.obstacles()[o], 1, shown[k / count] / WavyCloths::fps);
            EXPECT_LT((places[k] - mesh.positions[k % count]).norm(), 5e-5);
            low = low.cwiseMin(mesh.positions[k % count]);
            high = high.cwiseMax(mesh.positions[k % count]);
        }
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(bounds["min"][static_cast<std::size_t>(axis)].get<double>(), low[axis], 1e-12);
            EXPECT_NEAR(bounds["max"][static_cast<std::size_t>(axis)].get<double>(), high[axis], 1e-12);
        }
    }
}

TEST(ViewPayload, ObstaclesWithTooManyFacesAreReplacedByTheReason)
{
    MeasuredWaves run = short_run();
    run.add({"ball", SphereShape{}});  // 3968 faces
    run.add({"table", BoxShape{}});    // 12
    run.add({"limb", CapsuleShape{}});
    const Payload whole(view_payload(run));
    for (const auto& obstacle : whole.header["obstacles"]) EXPECT_FALSE(obstacle.contains("omitted"));
    EXPECT_EQ(whole.header["obstacles"][2]["shape"], "capsule");

    const Payload payload(view_payload(run, {.obstacle_faces = 3967}));
    EXPECT_EQ(payload.header["obstacles"][0]["omitted"],
              "The obstacle ball has 3968 faces; a page shows up to 3967 in all.");
    EXPECT_FALSE(payload.header["arrays"].contains("obstacle 0 faces"));
    EXPECT_EQ(payload.array<std::uint32_t>("obstacle 1 faces", "u32").size(), 36U);
    EXPECT_TRUE(payload.header["obstacles"][2].contains("omitted")) << "all together count";
    EXPECT_EQ(payload.positions().size(), whole.positions().size());
}

TEST(ViewPayload, MetricsAreExactAndMissingRowsAreNotANumber)
{
    MeasuredWaves run = short_run();
    run.drop_metrics_from(5);  // as after a kill
    const Payload payload(view_payload(run));
    EXPECT_EQ(payload.header["metrics"], run.metrics().columns);
    const auto values = payload.array<double>("metrics", "f64");
    ASSERT_EQ(values.size(), 14U);
    for (std::size_t row = 0; row < 5; ++row) EXPECT_EQ(values[2 * row + 1], run.metrics().rows[row][1]);
    EXPECT_TRUE(std::isnan(values[10]) && std::isnan(values[13]));
}

TEST(ViewPayload, NamesMayBeAnything)
{
    MeasuredWaves run = short_run();
    const std::string name = "</script><b>\"\\\n\xc3\xa9";
    run.call_it(name);
    EXPECT_EQ(Payload(view_payload(run)).header["scene"], name);
    run.call_it("no UTF-8: \xff");
    EXPECT_EQ(Payload(view_payload(run)).header["scene"], "no UTF-8: \xef\xbf\xbd");
}

TEST(ViewPayload, LongRunsShowEveryKthFrameAndTheLast)
{
    MeasuredWaves run(two_cloths(), 11);
    const std::size_t all = view_payload(run).size();
    // 29 particles of 6 bytes and 2 fields make 232 bytes per frame: four of the 11 fit.
    const Payload thinned(view_payload(run, {.body_bytes = 928}));
    EXPECT_EQ(thinned.header["frames"], (std::vector<int>{0, 3, 6, 9, 10}));
    EXPECT_EQ(thinned.header["frame_count"], 11);
    EXPECT_EQ(thinned.header["times"][4], 10 / WavyCloths::fps);
    EXPECT_EQ(thinned.array<double>("metrics", "f64")[8], 10);  // frame of the last row
    EXPECT_EQ(thinned.positions().size(), 5U * 29U);

    const std::string packed = view_payload(run, {.payload_bytes = all - 1});
    EXPECT_LT(packed.size(), all);
    EXPECT_EQ(Payload(packed).header["frames"].back(), 10);
    // What cannot be made small enough ends with two frames, not in an endless search.
    EXPECT_EQ(Payload(view_payload(run, {.payload_bytes = 1})).header["frames"], (std::vector<int>{0, 10}));
}

TEST(ViewPayload, TooLargeClothsAreReplacedByTheReason)
{
    MeasuredWaves run = short_run();
    const Payload payload(view_payload(run, {.particles = 28}));
    EXPECT_EQ(payload.header["omitted"], "The cloths have 29 particles; a page shows up to 28.");
    EXPECT_FALSE(payload.header["arrays"].contains("positions"));
    EXPECT_EQ(payload.array<double>("metrics", "f64").size(), 14U);
    EXPECT_FALSE(Payload(view_payload(run, {.particles = 29})).header.contains("omitted"));
}

TEST(ViewPayload, ARunWithoutFramesIsEmpty)
{
    MeasuredWaves run(two_cloths(), 0);
    const Payload payload(view_payload(run));
    EXPECT_TRUE(payload.header["frames"].empty());
    EXPECT_TRUE(payload.positions().empty());
}

std::string decoded_base64(std::string_view text)
{
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        if (c == '=') break;
        const std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        bits = bits << 6 | static_cast<std::uint32_t>(alphabet.find(c));
        if ((count += 6) >= 8) bytes += static_cast<char>(bits >> (count -= 8));
    }
    return bytes;
}

TEST(ViewPage, HoldsThePayloadWhereTheTemplateHasThePlaceholder)
{
    const TemporaryDirectory directory;
    MeasuredWaves run = short_run();
    const std::string before = "<script>";
    const std::string behind = "</script>\n";
    write_view_page(directory / "view.html", before + std::string(view_page_placeholder) + behind, run);
    const std::string page = read_bytes(directory / "view.html");
    ASSERT_TRUE(page.starts_with(before) && page.ends_with(behind));
    EXPECT_EQ(decoded_base64(page.substr(before.size(), page.size() - before.size() - behind.size())),
              view_payload(run));
    EXPECT_EQ(contents_of(directory.path()).size(), 1U);  // nothing left aside
}

TEST(ViewPage, RefusesATemplateWithoutPlaceholderOrWithTwo)
{
    const TemporaryDirectory directory;
    MeasuredWaves run = short_run();
    const std::string place(view_page_placeholder);
    EXPECT_THROW(write_view_page(directory / "view.html", "<html></html>", run), OutputError);
    EXPECT_THROW(write_view_page(directory / "view.html", place + " " + place, run), OutputError);
    EXPECT_TRUE(contents_of(directory.path()).empty());
}

TEST(ViewPage, AHundredFramesOfATableclothStayBelowTenMegabytes)
{
    const TemporaryDirectory directory;
    WavyCloths cloths;
    cloths.add("tablecloth", 52, 52);
    MeasuredWaves run(std::move(cloths), 100);
    const std::string page_template(800'000, ' ');  // the page itself, three.js included
    write_view_page(directory / "view.html", page_template + std::string(view_page_placeholder), run);
    EXPECT_LT(std::filesystem::file_size(directory / "view.html"), 10'000'000U);
}

}  // namespace
}  // namespace tulle
