#include "scene/read_rigid.hpp"

#include "scene/read_pin.hpp"

#include <tulle/solid.hpp>

#include <fmt/format.h>

#include <system_error>
#include <type_traits>

namespace tulle {
namespace {

void read_convex_mesh(SceneReader& in, const std::filesystem::path& directory, MeshDescription& mesh)
{
    std::string name;
    if (!in.text("mesh", name, "the name of a file with a closed, convex surface (.obj, .ply)", Need::required)) return;
    const std::filesystem::path file = directory / name;
    mesh.file = file.string();
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) {
        in.complain("mesh", fmt::format("expected a mesh file, found none at {}", file.string()));
        return;
    }
    try {
        mesh.mesh = read_mesh(file);
    } catch (const InputError& malformed) {  // with positions in the mesh's file
        for (const Problem& problem : malformed.problems()) in.complain("mesh", problem);
    }
}

void apply_scale(double scale, RigidDescription& rigid)
{
    const auto resize = [&](auto& shape) {
        if constexpr (requires { shape.center; }) shape.center *= scale;
        if constexpr (requires { shape.radius; }) shape.radius *= scale;
        if constexpr (requires { shape.size; }) shape.size *= scale;
        if constexpr (requires { shape.placement; }) shape.placement.scale = scale;
    };
    std::visit(resize, rigid.shape);
}

/// Tells whether the shape is valid, so that its volume and centre can be computed.
bool is_whole(const RigidDescription& rigid)
{
    if (const auto* sphere = std::get_if<SphereShape>(&rigid.shape)) return sphere->radius > 0;
    if (const auto* box = std::get_if<BoxShape>(&rigid.shape)) return box->size.minCoeff() > 0;
    return !std::get<MeshDescription>(rigid.shape).mesh.faces.empty();
}

}  // namespace

void read_rigid(SceneReader& in, const std::filesystem::path& directory, std::optional<double> mass, double density,
                NetDescription& net)
{
    RigidDescription rigid;
    const bool is_rigid = in.section("rigid", Need::alternative, [&](SceneReader& below) {
        below.alternative("shape", rigid.shape, rigid_shapes, [&](auto& shape) {
            if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, MeshDescription>) {
                read_convex_mesh(below, directory, shape);
            } else {
                visit_fields(below, shape);
            }
        });
    });
    visit_fields(in, rigid);
    if (in.is_catalogue()) return;
    if (!is_rigid) {
        if (!in.has("rigid"))
            for (const char* key : {"friction", "spin"})
                in.refuse(key, "only a rigid body has this key; of others the obstacle tells");
        return;
    }
    apply_scale(net.placement.scale, rigid);
    if (!is_whole(rigid)) return;
    rigid.mass = mass.value_or(density * volume(rigid));
    try {
        NetDescription made = make_rigid(rigid);
        made.muscles = net.muscles;
        made.placement = net.placement;
        made.placement.scale = 1;
        net = std::move(made);
    } catch (const InputError& unfit) {
        for (const Problem& problem : unfit.problems()) in.complain("rigid.mesh", problem);
    }
}

void read_attachment(SceneReader& in, AttachmentDescription& attachment)
{
    in.name("cloth", attachment.cloth, Need::required);
    in.name("body", attachment.body, Need::required);
    PinDescription pin;
    read_selection(in, pin);
    attachment.where = pin.where;
}

}  // namespace tulle
