#include "scene/read_rigid.hpp"

#include "mesh/rigid_mesh.hpp"
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

/// Tells whether the shape is valid, so that its volume and centre can be computed.
bool is_whole(const RigidBodyDescription& rigid)
{
    if (const auto* sphere = std::get_if<SphereShape>(&rigid.shape)) return sphere->radius > 0;
    if (const auto* box = std::get_if<BoxShape>(&rigid.shape)) return box->size.minCoeff() > 0;
    return !std::get<MeshDescription>(rigid.shape).mesh.faces.empty();
}

}  // namespace

void read_rigid(SceneReader& in, const std::filesystem::path& directory, std::optional<double> mass, double density,
                BodyDescription& body)
{
    RigidBodyDescription rigid;
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
    const RigidBodyDescription in_size = scaled(rigid, body.placement.scale);
    if (!is_whole(in_size)) return;
    rigid.mass = mass.value_or(density * volume(in_size));
    try {
        static_cast<void>(make_rigid_mesh(in_size));
        body.kind = std::move(rigid);
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
