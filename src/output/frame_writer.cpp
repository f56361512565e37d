#include "output/frame_writer.hpp"

#include "output/obj_writer.hpp"
#include "output/pc2_writer.hpp"
#include "output/ply_writer.hpp"
#include "output/vtk_writer.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>

#include <array>
#include <string>

namespace tulle {
namespace {

using Maker = std::unique_ptr<FrameWriter> (*)(const std::filesystem::path& directory, double fps);

constexpr std::array choices{
    Choice{"obj", "Wavefront OBJ, one file per frame: positions and texture coordinates as text"},
    Choice{"ply", "binary PLY, one file per frame: positions and velocities"},
    Choice{"pc2", "point cache for Blender and 3ds Max: one growing file per cloth, and its mesh as OBJ"},
    Choice{"vtk", "VTK PolyData for ParaView: one file per frame, frames.pvd opens them all"},
};
constexpr std::array<Maker, choices.size()> makers{make_obj_writer, make_ply_writer, make_pc2_writer, make_vtk_writer};

}  // namespace

std::unique_ptr<FrameWriter> make_frame_writer(std::string_view format, const std::filesystem::path& directory,
                                               double fps)
{
    std::string known;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (choices[i].name == format) return makers[i](directory, fps);
        known.append(i == 0 ? "" : ", ").append(choices[i].name);
    }
    Problem problem;
    problem.key = "output.formats";
    problem.message = "expected one of " + known + ", found \"" + std::string(format) + '"';
    throw InputError(std::move(problem));
}

std::span<const Choice> output_choices() { return choices; }

}  // namespace tulle
