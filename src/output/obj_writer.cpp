// Frame writer for Wavefront OBJ: frame_0000.obj, frame_0001.obj, ... with all cloths of a frame as objects.

#include "output/obj_writer.hpp"

#include "core/assert.hpp"
#include "output/atomic_file.hpp"
#include "output/encode.hpp"
#include "output/frame_files.hpp"
#include "output/output_formats.hpp"

#include <utility>

namespace tulle {
namespace {

template <class Vector>
void append_line(std::string& text, std::string_view keyword, const Vector& values)
{
    text += keyword;
    for (int i = 0; i < static_cast<int>(values.size()); ++i) {
        text += ' ';
        append_number(text, values[i]);
    }
    text += '\n';
}

class ObjWriter final : public FrameWriter {
public:
    explicit ObjWriter(std::filesystem::path directory) : directory_(std::move(directory)) {}

    void write(const FrameData& frame) override
    {
        text_ = "# Tulle frame ";
        append_number(text_, frame.frame);
        text_ += ", time ";
        append_number(text_, frame.time);
        text_ += " s; metres, Z up\n";

        const std::vector<std::string> names = file_names(frame.cloths);
        ObjCounts counts;
        for (std::size_t c = 0; c < names.size(); ++c)
            append_obj_object(text_, names[c], part_of(frame.positions, frame.cloths[c]), frame.cloths[c], counts);
        write_file_atomically(directory_ / frame_file_name(frame.frame, ending), text_);
    }

    void resume_after(int frames) override { remove_frames(directory_, ending, frames); }

private:
    static constexpr std::string_view ending = ".obj";

    std::filesystem::path directory_;
    std::string text_;  // a member to reuse its memory
};

}  // namespace

void append_obj_object(std::string& text, std::string_view name, std::span<const Vec3> positions,
                       const ClothView& cloth, ObjCounts& counts)
{
    const bool with_uvs = !cloth.uvs.empty();
    TULLE_ASSERT(!with_uvs || cloth.uv_faces.size() == cloth.faces.size(), cloth.uv_faces.size(), cloth.faces.size());
    text.append("o ").append(name) += '\n';
    for (const Vec3& x : positions) append_line(text, "v", x);
    for (const Vec2& uv : cloth.uvs) append_line(text, "vt", uv);

    for (std::size_t f = 0; f < cloth.faces.size(); ++f) {
        text += 'f';
        for (std::size_t corner = 0; corner < 3; ++corner) {
            text += ' ';
            append_number(text, counts.vertices + static_cast<std::size_t>(cloth.faces[f][corner]) + 1);
            if (!with_uvs) continue;
            text += '/';
            append_number(text, counts.uvs + static_cast<std::size_t>(cloth.uv_faces[f][corner]) + 1);
        }
        text += '\n';
    }
    counts.vertices += positions.size();
    counts.uvs += cloth.uvs.size();
}

std::unique_ptr<FrameWriter> make_obj_writer(const std::filesystem::path& directory, double /*fps*/)
{
    return std::make_unique<ObjWriter>(directory);
}

}  // namespace tulle
