#include "output/frame_writer.hpp"

#include "output/frame_cache.hpp"
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

struct FrameFormat {
    std::string_view name;
    Maker make;
};

constexpr std::array frame_formats{
    FrameFormat{"cache", make_frame_cache_writer}, FrameFormat{"obj", make_obj_writer},
    FrameFormat{"ply", make_ply_writer},           FrameFormat{"pc2", make_pc2_writer},
    FrameFormat{"vtk", make_vtk_writer},
};

constexpr std::array choices{
    Choice{"obj", "Wavefront OBJ, one file per frame: positions and texture coordinates as text"},
    Choice{"ply", "binary PLY, one file per frame: positions and velocities"},
    Choice{"pc2", "point cache for Blender and 3ds Max: one growing file per cloth, and its mesh as OBJ"},
    Choice{"vtk", "VTK PolyData for ParaView: one file per frame, frames.pvd opens them all"},
    Choice{"usd", "Universal Scene Description: cloths and obstacles with all frames in one .usda file, at the end"},
    Choice{"gltf", "binary glTF: the last frame, and for short runs all as an animation, in one .glb file, at the end"},
};

}  // namespace

std::unique_ptr<FrameWriter> make_frame_writer(std::string_view format, const std::filesystem::path& directory,
                                               double fps)
{
    for (const FrameFormat& known : frame_formats)
        if (known.name == format) return known.make(directory, fps);
    std::string names;
    for (const Choice& choice : choices) names.append(names.empty() ? "" : ", ").append(choice.name);
    Problem problem;
    problem.key = "output.formats";
    problem.message = "expected one of " + names + ", found \"" + std::string(format) + '"';
    throw InputError(std::move(problem));
}

std::span<const Choice> output_choices() { return choices; }

}  // namespace tulle
