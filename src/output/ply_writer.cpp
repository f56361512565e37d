// Frame writer for binary little-endian PLY: frame_0000.ply, frame_0001.ply, ... Vertices have positions x y z [m],
// velocities vx vy vz [m/s] and, if every particle has one, texture coordinates s t. Faces have their cloth's index.

#include "output/atomic_file.hpp"
#include "output/encode.hpp"
#include "output/frame_files.hpp"
#include "output/output_formats.hpp"

#include <utility>

namespace tulle {
namespace {

constexpr std::string_view ending = ".ply";

void append_properties(std::string& header, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names) header.append("property double ").append(name) += '\n';
}

std::string header_of(const FrameData& frame, bool with_uvs)
{
    std::string header = "ply\nformat binary_little_endian 1.0\ncomment Tulle frame ";
    append_number(header, frame.frame);
    header += ", time ";
    append_number(header, frame.time);
    header += " s; metres, metres per second, Z up\n";

    const std::vector<std::string> names = file_names(frame.cloths);
    int vertices = 0;
    std::size_t faces = 0;
    for (std::size_t c = 0; c < names.size(); ++c) {
        const int next = vertices + frame.cloths[c].particle_count;
        header.append("comment cloth ").append(std::to_string(c)).append(": ").append(names[c]);
        header.append(", vertices ").append(std::to_string(vertices)).append(" to ").append(std::to_string(next - 1));
        header += '\n';
        vertices = next;
        faces += frame.cloths[c].faces.size();
    }
    header.append("element vertex ").append(std::to_string(vertices)) += '\n';
    append_properties(header, {"x", "y", "z", "vx", "vy", "vz"});
    if (with_uvs) append_properties(header, {"s", "t"});  // Blender reads these names
    header.append("element face ").append(std::to_string(faces)) += '\n';
    header += "property list uchar int vertex_indices\nproperty int cloth\nend_header\n";
    return header;
}

class PlyWriter final : public FrameWriter {
public:
    explicit PlyWriter(std::filesystem::path directory) : directory_(std::move(directory)) {}

    void write(const FrameData& frame) override
    {
        const bool with_uvs = have_uv_per_particle(frame.cloths);
        bytes_ = header_of(frame, with_uvs);
        for (const ClothView& cloth : frame.cloths) append_vertices(frame, cloth, with_uvs);

        std::int32_t first_vertex = 0;
        for (std::size_t c = 0; c < frame.cloths.size(); ++c) {
            const ClothView& cloth = frame.cloths[c];
            for (const Face& face : cloth.faces) {
                bytes_ += '\3';  // corners
                for (const int corner : face) append_binary(bytes_, first_vertex + corner);
                append_binary(bytes_, static_cast<std::int32_t>(c));
            }
            first_vertex += cloth.particle_count;
        }
        write_file_atomically(directory_ / frame_file_name(frame.frame, ending), bytes_);
    }

    void resume_after(int frames) override { remove_frames(directory_, ending, frames); }

private:
    void append_vertices(const FrameData& frame, const ClothView& cloth, bool with_uvs)
    {
        const auto positions = part_of(frame.positions, cloth);
        const auto velocities = part_of(frame.velocities, cloth);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            append_binary(bytes_, positions[i]);
            append_binary(bytes_, velocities[i]);
            if (with_uvs) append_binary(bytes_, cloth.uvs[i]);
        }
    }

    std::filesystem::path directory_;
    std::string bytes_;  // a member to reuse its memory
};

}  // namespace

std::unique_ptr<FrameWriter> make_ply_writer(const std::filesystem::path& directory, double /*fps*/)
{
    return std::make_unique<PlyWriter>(directory);
}

}  // namespace tulle
