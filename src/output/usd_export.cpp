#include "output/usd_export.hpp"

#include "core/assert.hpp"
#include "mesh/obstacle_mesh.hpp"
#include "output/aside_file.hpp"
#include "output/encode.hpp"
#include "output/export_mesh.hpp"
#include "output/frame_files.hpp"
#include "output/usd_text.hpp"

#include <array>

namespace tulle {
namespace {

void append_value(std::string& text, int value) { append_number(text, value); }

template <class Vector>
requires requires(const Vector& v) { v.x(); }
void append_value(std::string& text, const Vector& value)
{
    for (int i = 0; i < static_cast<int>(value.size()); ++i) {
        text += i == 0 ? "(" : ", ";
        append_number(text, static_cast<float>(value[i]));
    }
    text += ')';
}

template <class Range>
void append_list(std::string& text, const Range& values)
{
    text += '[';
    bool first = true;
    for (const auto& value : values) {
        if (!first) text += ", ";
        append_value(text, value);
        first = false;
    }
    text += ']';
}

std::array<Vec3, 2> extent_of(std::span<const Vec3> positions)
{
    if (positions.empty()) return {Vec3::Zero(), Vec3::Zero()};
    std::array<Vec3, 2> extent{positions[0], positions[0]};
    for (const Vec3& x : positions) extent = {extent[0].cwiseMin(x), extent[1].cwiseMax(x)};
    return extent;
}

std::vector<int> flattened(std::span<const Face> faces)
{
    std::vector<int> corners;
    for (const Face& face : faces) corners.insert(corners.end(), face.begin(), face.end());
    return corners;
}

/// Lines of the file, indented by the depth of the prim they belong to; a long text goes to the file in pieces.
class UsdFile {
public:
    explicit UsdFile(const std::filesystem::path& file) : out_(file) {}

    void line(std::string_view text = {})
    {
        start_line(text.empty() ? 0 : depth_);
        text_.append(text) += '\n';
    }

    template <class Range>
    void list(std::string_view attribute, const Range& values, std::string_view metadata = {})
    {
        start_line(depth_);
        text_.append(attribute) += " = ";
        append_list(text_, values);
        if (!metadata.empty()) text_.append(" (").append(metadata) += ')';
        text_ += '\n';
        flush();
    }

    template <class Range>
    void sample(int time_code, const Range& values)
    {
        start_line(depth_);
        append_number(text_, time_code);
        text_ += ": ";
        append_list(text_, values);
        text_ += ",\n";
        flush();
    }

    void open(std::string_view text)
    {
        line(text);
        ++depth_;
    }
    void close(std::string_view text)
    {
        --depth_;
        line(text);
    }
    /// A prim; `text` is its type, `name` is what people call it.
    void open_prim(std::string_view type, std::string_view usd_name, std::string_view name,
                   std::string_view metadata = {})
    {
        line();
        open(std::string("def ").append(type).append(" \"").append(usd_name).append("\" ("));
        if (!metadata.empty()) line(metadata);
        line("displayName = " + usd_string(name));
        close(")");
        open("{");
    }

    void commit()
    {
        flush();
        out_.commit();
    }

private:
    void start_line(std::size_t depth) { text_.append(4 * depth, ' '); }
    void flush()
    {
        out_.append(text_);
        text_.clear();
    }

    AsideFile out_;
    std::string text_;
    std::size_t depth_ = 0;
};

void write_head(UsdFile& usd, RunFrames& run, const std::string& root)
{
    std::string fps;
    append_number(fps, run.fps());
    usd.line("#usda 1.0");
    usd.open("(");
    usd.line("defaultPrim = \"" + root + '"');
    usd.line(R"(doc = "Cloth simulated by Tulle")");
    usd.line("endTimeCode = " + std::to_string(run.count() - 1));
    usd.line("framesPerSecond = " + fps);
    usd.line("metersPerUnit = 1");
    usd.line("startTimeCode = 0");
    usd.line("timeCodesPerSecond = " + fps);
    usd.line("upAxis = \"Z\"");
    usd.close(")");
}

void write_faces(UsdFile& usd, std::span<const Face> faces, const Vec3& color)
{
    usd.list("int[] faceVertexCounts", std::vector<int>(faces.size(), 3));
    usd.list("int[] faceVertexIndices", flattened(faces));
    usd.line("uniform token subdivisionScheme = \"none\"");
    usd.list("color3f[] primvars:displayColor", std::array{color}, R"(interpolation = "constant")");
}

void write_texture_coordinates(UsdFile& usd, const ClothView& cloth)
{
    if (cloth.uvs.empty()) return;
    TULLE_ASSERT(cloth.uv_faces.size() == cloth.faces.size(), cloth.uv_faces.size(), cloth.faces.size());
    constexpr std::string_view attribute = "texCoord2f[] primvars:st";
    if (has_uv_per_particle(cloth)) {
        usd.list(attribute, cloth.uvs.first(static_cast<std::size_t>(cloth.particle_count)),
                 R"(interpolation = "vertex")");
        return;
    }
    usd.list(attribute, cloth.uvs, R"(interpolation = "faceVarying")");
    usd.list("int[] primvars:st:indices", flattened(cloth.uv_faces));
}

/// `values` makes one frame's list out of the frame.
template <class Values>
void write_samples(UsdFile& usd, std::string_view attribute, RunFrames& run, Values values)
{
    usd.open(std::string(attribute).append(".timeSamples = {"));
    for (int frame = 0; frame < run.count(); ++frame) usd.sample(frame, values(run.read(frame)));
    usd.close("}");
}

void write_cloth(UsdFile& usd, RunFrames& run, std::size_t index, const std::string& usd_name)
{
    const ClothView& cloth = run.cloths()[index];
    usd.open_prim("Mesh", usd_name, cloth.name);
    usd.line("uniform bool doubleSided = 1");
    write_faces(usd, cloth.faces, cloth_color(index));
    write_texture_coordinates(usd, cloth);
    std::vector<std::array<Vec3, 2>> extents;
    write_samples(usd, "point3f[] points", run, [&](const FrameData& frame) {
        extents.push_back(extent_of(part_of(frame.positions, cloth)));
        return part_of(frame.positions, cloth);
    });
    usd.open("float3[] extent.timeSamples = {");
    for (std::size_t frame = 0; frame < extents.size(); ++frame) usd.sample(static_cast<int>(frame), extents[frame]);
    usd.close("}");
    write_samples(usd, "vector3f[] velocities", run,
                  [&](const FrameData& frame) { return part_of(frame.velocities, cloth); });
    usd.line(R"(normal3f[] normals (interpolation = "vertex"))");
    write_samples(usd, "normal3f[] normals", run,
                  [&](const FrameData& frame) { return vertex_normals(part_of(frame.positions, cloth), cloth.faces); });
    usd.close("}");
}

void write_obstacle(UsdFile& usd, const ObstacleDescription& obstacle, const std::string& usd_name, double half_width)
{
    const TriangleMesh mesh = obstacle_mesh(obstacle, half_width);
    const CornerNormals creased = creased_normals(mesh);
    std::vector<Vec3> normals;
    for (const int corner : flattened(creased.faces))
        normals.push_back(creased.normals[static_cast<std::size_t>(corner)]);

    usd.open_prim("Mesh", usd_name, obstacle.name);
    // A plane is seen from below too, and nothing is lost for the solids.
    usd.line("uniform bool doubleSided = 1");
    write_faces(usd, mesh.faces, obstacle_color());
    usd.list("float3[] extent", extent_of(mesh.positions));
    usd.list("point3f[] points", mesh.positions);
    usd.list("normal3f[] normals", normals, R"(interpolation = "faceVarying")");
    usd.close("}");
}

template <class Named>
std::vector<std::string> names_of(std::span<const Named> things)
{
    std::vector<std::string_view> names;
    for (const Named& thing : things) names.emplace_back(thing.name);
    return usd_names(names);
}

}  // namespace

void write_usd(const std::filesystem::path& file, RunFrames& run)
{
    const std::string root = usd_names(std::array{run.name()}).front();
    const std::vector<std::string> cloth_names = names_of(run.cloths());
    const std::vector<std::string> obstacle_names = names_of(run.obstacles());
    const double half_width = plane_half_width(run);

    UsdFile usd(file);
    write_head(usd, run, root);
    usd.open_prim("Xform", root, run.name(), R"(kind = "component")");
    usd.open_prim("Xform", "cloths", "cloths");
    for (std::size_t c = 0; c < cloth_names.size(); ++c) write_cloth(usd, run, c, cloth_names[c]);
    usd.close("}");
    usd.open_prim("Xform", "obstacles", "obstacles");
    for (std::size_t o = 0; o < obstacle_names.size(); ++o)
        write_obstacle(usd, run.obstacles()[o], obstacle_names[o], half_width);
    usd.close("}");
    usd.close("}");
    usd.commit();
}

}  // namespace tulle
