// Frame writer for VTK XML PolyData, for ParaView: frame_0000.vtp, frame_0001.vtp, ... and frames.pvd, which lists
// these files with their times.

#include "output/vtk_writer.hpp"

#include "core/assert.hpp"
#include "output/atomic_file.hpp"
#include "output/checked_file.hpp"
#include "output/encode.hpp"
#include "output/frame_files.hpp"
#include "output/output_formats.hpp"

#include <tulle/output_error.hpp>

#include <system_error>
#include <utility>

namespace tulle {
namespace {

constexpr std::string_view vtk_ending = ".vtp";
constexpr std::string_view entry_start = "    <DataSet ";

// XML with arrays as base64. Raw data at the end of the file would be a quarter smaller, but is not valid XML. ParaView
// cannot read data at the end of the file, raw or base64, on systems with a recent expat, such as Debian 12 (VTK issue
// 19258).
class XmlFile {
public:
    void line(std::string_view text) { text_.append(text) += '\n'; }

    /// Writes an array. `values` are little-endian bytes; their length is written before them.
    void array(std::string_view type, std::string_view name, int components, std::string_view values)
    {
        text_.append("        <DataArray type=\"").append(type).append("\" Name=\"").append(name);
        text_.append("\" NumberOfComponents=\"").append(std::to_string(components)).append(R"(" format="binary">)");
        std::string bytes;
        bytes.reserve(sizeof(std::uint64_t) + values.size());
        append_bits(bytes, std::uint64_t{values.size()});
        append_base64(text_, bytes.append(values));
        line("</DataArray>");
    }

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

struct Sizes {
    std::size_t points = 0, faces = 0;
};

Sizes sizes_of(std::span<const ClothView> cloths)
{
    Sizes sizes;
    for (const ClothView& cloth : cloths) {
        sizes.points += static_cast<std::size_t>(cloth.particle_count);
        sizes.faces += cloth.faces.size();
    }
    return sizes;
}

void write_vectors(XmlFile& file, std::string_view name, std::span<const Vec3> values, const FrameData& frame)
{
    std::string bytes;
    for (const ClothView& cloth : frame.cloths)
        for (const Vec3& value : part_of(values, cloth)) append_binary(bytes, value);
    file.array("Float64", name, 3, bytes);
}

void write_point_data(XmlFile& file, const FrameData& frame, const PointField* field)
{
    const bool with_uvs = have_uv_per_particle(frame.cloths);
    std::string head = R"(      <PointData Vectors="velocity")";
    if (with_uvs) head += R"( TCoords="uv")";
    if (field != nullptr) head.append(" Scalars=\"").append(field->name) += '"';
    file.line(head + '>');
    write_vectors(file, "velocity", frame.velocities, frame);
    if (field != nullptr) {
        std::string bytes;
        for (const ClothView& cloth : frame.cloths)
            for (const double value : field->values.subspan(static_cast<std::size_t>(cloth.first_particle),
                                                            static_cast<std::size_t>(cloth.particle_count)))
                append_binary(bytes, value);
        file.array("Float64", field->name, 1, bytes);
    }
    if (with_uvs) {
        std::string bytes;
        for (const ClothView& cloth : frame.cloths)
            for (const Vec2& uv : cloth.uvs.first(static_cast<std::size_t>(cloth.particle_count)))
                append_binary(bytes, uv);
        file.array("Float64", "uv", 2, bytes);
    }
    file.line("      </PointData>");
}

void write_cell_data(XmlFile& file, const FrameData& frame)
{
    std::string bytes;
    for (std::size_t c = 0; c < frame.cloths.size(); ++c)
        for (std::size_t f = 0; f < frame.cloths[c].faces.size(); ++f)
            append_binary(bytes, static_cast<std::int32_t>(c));
    file.line(R"(      <CellData Scalars="cloth">)");
    file.array("Int32", "cloth", 1, bytes);
    file.line("      </CellData>");
}

void write_polygons(XmlFile& file, const FrameData& frame)
{
    std::string corners, ends;
    std::int64_t first_point = 0;
    std::int64_t end = 0;
    for (const ClothView& cloth : frame.cloths) {
        for (const Face& face : cloth.faces) {
            for (const int corner : face) append_binary(corners, first_point + corner);
            append_binary(ends, end += 3);
        }
        first_point += cloth.particle_count;
    }
    file.line("      <Polys>");
    file.array("Int64", "connectivity", 1, corners);
    file.array("Int64", "offsets", 1, ends);
    file.line("      </Polys>");
}

std::string poly_data(const FrameData& frame, const PointField* field = nullptr)
{
    const Sizes sizes = sizes_of(frame.cloths);
    std::string time = R"(      <DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" format="ascii">)";
    append_number(time, frame.time);
    XmlFile file;
    file.line(R"(<?xml version="1.0"?>)");
    file.line(R"(<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64">)");
    file.line("  <PolyData>");
    file.line("    <FieldData>");
    file.line(time + "</DataArray>");
    file.line("    </FieldData>");
    file.line("    <Piece NumberOfPoints=\"" + std::to_string(sizes.points) +
              R"(" NumberOfVerts="0" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys=")" +
              std::to_string(sizes.faces) + "\">");
    write_point_data(file, frame, field);
    write_cell_data(file, frame);
    file.line("      <Points>");
    write_vectors(file, "points", frame.positions, frame);
    file.line("      </Points>");
    write_polygons(file, frame);
    file.line("    </Piece>");
    file.line("  </PolyData>");
    file.line("</VTKFile>");
    return file.text();
}

// Returns the lines of the collection that name frames, in order.
std::vector<std::string> read_entries(const std::filesystem::path& collection)
{
    const CheckedFile file = CheckedFile::open(collection);
    const std::string text = file.read_at(0, file.size());
    std::vector<std::string> entries;
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        if (text.compare(begin, entry_start.size(), entry_start) == 0)
            entries.push_back(text.substr(begin, end - begin));
    return entries;
}

class VtkWriter final : public FrameWriter {
public:
    explicit VtkWriter(const std::filesystem::path& directory)
        : directory_(directory), collection_(directory / "frames.pvd")
    {}

    void write(const FrameData& frame) override
    {
        require_next_frame(frame, static_cast<int>(entries_.size()));
        const std::string name = frame_file_name(frame.frame, vtk_ending);
        write_file_atomically(directory_ / name, poly_data(frame));

        std::string entry(entry_start);
        entry += "timestep=\"";
        append_number(entry, frame.time);
        entries_.push_back(entry + R"(" part="0" file=")" + name + "\"/>");
        try {
            write_collection();
        } catch (const OutputError&) {
            entries_.pop_back();
            std::error_code ignored;
            std::filesystem::remove(directory_ / name, ignored);
            throw;
        }
    }

    void resume_after(int frames) override
    {
        const auto kept = static_cast<std::size_t>(frames);
        entries_.clear();
        if (kept > 0) {
            entries_ = read_entries(collection_);
            if (entries_.size() < kept)
                throw OutputError(collection_, "lists " + std::to_string(entries_.size()) + " frames, but " +
                                                   std::to_string(frames) + " were written");
            entries_.resize(kept);
            write_collection();  // before files are removed: it must never list missing files
        } else {
            std::error_code error;
            std::filesystem::remove(collection_, error);
            if (error) throw OutputError(collection_, "cannot remove: " + error.message());
        }
        remove_frames(directory_, vtk_ending, frames);
    }

private:
    void write_collection() const
    {
        std::string text =
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" "
            "byte_order=\"LittleEndian\">\n  <Collection>\n";
        for (const std::string& entry : entries_) text.append(entry) += '\n';
        text += "  </Collection>\n</VTKFile>\n";
        write_file_atomically(collection_, text);
    }

    std::filesystem::path directory_;
    std::filesystem::path collection_;
    std::vector<std::string> entries_;  // one line per frame
};

}  // namespace

void write_vtk_file(const std::filesystem::path& file, const FrameData& frame, const PointField& field)
{
    TULLE_ASSERT(field.values.size() == frame.positions.size(), field.values.size(), frame.positions.size());
    write_file_atomically(file, poly_data(frame, &field));
}

std::unique_ptr<FrameWriter> make_vtk_writer(const std::filesystem::path& directory, double /*fps*/)
{
    return std::make_unique<VtkWriter>(directory);
}

}  // namespace tulle
