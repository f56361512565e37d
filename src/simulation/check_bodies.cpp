// ConsistencyChecker: bodies, attachments to rigid bodies, and water.

#include "core/list_names.hpp"
#include "integrators/choice_of.hpp"
#include "simulation/check.hpp"
#include "simulation/consistency_checker.hpp"
#include "simulation/scene_fields.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tulle {

void ConsistencyChecker::check_body(const std::string& path, const BodyDescription& body)
{
    std::optional<ClothMesh> mesh;
    std::optional<int> particle_count;
    if (shape_is_sound(path)) {
        if (const auto* net = std::get_if<SpringNetDescription>(&body.kind)) check_net(path, *net);
        try {
            mesh = make_cloth_mesh(body);
            particle_count = static_cast<int>(mesh->positions.size());
        } catch (const InputError& error) {
            add_problems(path + (is_rigid(body) ? ".rigid.mesh" : ".net"), error);
        }
        if (is_rigid(body) && !body.pins.empty())
            report(path + ".pin", "a rigid body is not pinned: an obstacle stands still, or moves along keyframes");
    }
    check_pins(path, body, std::move(mesh), particle_count);
}

void ConsistencyChecker::check_net(const std::string& path, const SpringNetDescription& net)
{
    for (std::size_t g = 0; g < net.springs.size(); ++g)
        if (net.springs[g].law == TensionLaw::cubic && !is_doubtful(path + ".cubic"))
            check_cubic(item(path + ".net.springs", g) + ".cubic", net.springs[g].cubic);
    for (std::size_t m = 0; m < net.muscles.size(); ++m) {
        const std::string key = item(path + ".muscle", m) + ".springs";
        const std::string& name = net.muscles[m].springs;
        const auto is_same = [&](const auto& other) { return other == name; };
        if (is_doubtful(key)) continue;
        if (std::ranges::none_of(net.springs, is_same, &NetSprings::name))
            report(key, "expected the name of springs of the net, one of " +
                            list_names(net.springs, &NetSprings::name) + ", found \"" + name + '"');
        for (std::size_t other = 0; other < m; ++other)
            if (net.muscles[other].springs == name)
                report(key, item(path + ".muscle", other) + " moves the springs \"" + name + "\" already");
    }
}

void ConsistencyChecker::check_water()
{
    if (!scene_.water || is_doubtful("body")) return;
    const auto has_wet_faces = [](const auto& kind) {
        if constexpr (requires { kind.faces; }) return !kind.faces.empty();
        return false;
    };
    const auto is_wet = [&](const BodyDescription& body) { return std::visit(has_wet_faces, body.kind); };
    if (std::ranges::none_of(scene_.bodies, is_wet))
        report("water", "acts on the faces of bodies, and there are none: cloth feels [air]");
}

void ConsistencyChecker::check_rigid_steps()
{
    const auto body = std::ranges::find_if(scene_.bodies, [](const BodyDescription& each) { return is_rigid(each); });
    if (body == scene_.bodies.end() || is_doubtful("integrator")) return;
    const std::string which = "rigid bodies, such as \"" + body->name + "\", ";
    const IntegratorSettings& integrator = scene_.integrator;
    const IntegratorAbilities can = abilities_of(integrator.method);
    if (!can.barriers) {
        report("integrator.method", which + "take " + methods_that(&IntegratorAbilities::barriers, " or ") +
                                        ", which solve for what pushes them at the end of a step; found " +
                                        integrator.method);
        return;
    }
    if (integrator.adaptive || integrator.automatic)
        report("integrator.dt", which + "take equal steps: give a number of seconds");
    if (can.updates && integrator.update != UpdateKind::automatic)
        report("integrator.update", which + "take update = \"auto\", which solves by Newton's method where it must");
    if (can.newton_kinds && integrator.newton == NewtonKind::once)
        report("integrator.newton", which + "take newton = \"converged\": contact is not linear");
}

void ConsistencyChecker::check_attachment(const std::string& path, const AttachmentDescription& attachment)
{
    const std::vector<ClothOrBody> all = cloths_and_bodies(scene_);
    const auto find = [&](const char* key, const std::string& name, bool rigid) {
        const auto found = std::ranges::find_if(all, [&](const ClothOrBody& one) { return one.name == name; });
        if (is_doubtful(path + key) || is_doubtful("cloth") || is_doubtful("body")) return all.end();
        if (found != all.end() && found->is_rigid() == rigid) return found;
        std::string known;
        for (const ClothOrBody& one : all)
            if (one.is_rigid() == rigid) known += (known.empty() ? "" : ", ") + one.name;
        const std::string what = rigid ? "a rigid body" : "a cloth, or of a body that is not rigid";
        report(path + key,
               "expected the name of " + what + (known.empty() ? "" : ", one of " + known) + ", found \"" + name + '"');
        return all.end();
    };
    static_cast<void>(find(".body", attachment.body, true));
    const auto cloth = find(".cloth", attachment.cloth, false);
    if (cloth == all.end()) return;
    if (!shape_is_sound(path_of(scene_, static_cast<std::size_t>(cloth - all.begin())))) return;
    try {
        std::optional<ClothMesh> mesh =
            cloth->cloth != nullptr ? make_cloth_mesh(*cloth->cloth) : make_cloth_mesh(*cloth->body);
        const int count = static_cast<int>(mesh->positions.size());
        check_selection(path, PinDescription{.where = attachment.where}, *cloth, mesh, count);
    } catch (const InputError&) {  // reported where the cloth is checked
    }
}

}  // namespace tulle
