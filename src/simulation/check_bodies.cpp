// ConsistencyChecker: rigid bodies and their attachments.

#include "integrators/choice_of.hpp"
#include "simulation/check.hpp"
#include "simulation/consistency_checker.hpp"
#include "simulation/scene_fields.hpp"

#include <tulle/solid.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {
namespace {

/// "imex-euler, backward-euler or bdf2"
std::string methods_with_barriers()
{
    std::vector<std::string_view> names;
    for (const IntegratorChoice& choice : integrator_choices())
        if (choice.can.barriers) names.push_back(choice.name);
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k) {
        if (k > 0) text += k + 1 == names.size() ? " or " : ", ";
        text += names[k];
    }
    return text;
}

}  // namespace

bool is_rigid(const ClothDescription& cloth)
{
    const auto* net = std::get_if<NetDescription>(&cloth.shape);
    return net != nullptr && net->rigid;
}

void ConsistencyChecker::check_rigid(const std::string& path, const ClothDescription& body, const NetDescription& net)
{
    if (net.nodes.size() < rigid_nodes + 4)
        report(path + ".rigid",
               "expected the net that make_rigid gives, found one of " + std::to_string(net.nodes.size()) + " nodes");
    if (!body.pins.empty())
        report(path + ".pin", "a rigid body is not pinned: an obstacle stands still, or moves along keyframes");
    if (!net.muscles.empty()) report(path + ".muscle", "a rigid body has no springs that a muscle could shorten");
}

void ConsistencyChecker::check_rigid_steps()
{
    const auto body = std::ranges::find_if(scene_.cloths, is_rigid);
    if (body == scene_.cloths.end() || is_doubtful("integrator")) return;
    const std::string which = "rigid bodies, such as \"" + body->name + "\", ";
    const IntegratorSettings& integrator = scene_.integrator;
    const IntegratorAbilities can = abilities_of(integrator.method);
    if (!can.barriers) {
        report("integrator.method", which + "take " + methods_with_barriers() +
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
    const auto find = [&](const char* key, const std::string& name, bool rigid) {
        const auto found = std::ranges::find(scene_.cloths, name, &ClothDescription::name);
        if (is_doubtful(path + key) || is_doubtful("cloth") || is_doubtful("body")) return scene_.cloths.end();
        if (found != scene_.cloths.end() && is_rigid(*found) == rigid) return found;
        std::string known;
        for (const ClothDescription& cloth : scene_.cloths)
            if (is_rigid(cloth) == rigid) known += (known.empty() ? "" : ", ") + cloth.name;
        const std::string what = rigid ? "a rigid body" : "a cloth, or of a body that is not rigid";
        report(path + key,
               "expected the name of " + what + (known.empty() ? "" : ", one of " + known) + ", found \"" + name + '"');
        return scene_.cloths.end();
    };
    static_cast<void>(find(".body", attachment.body, true));
    const auto cloth = find(".cloth", attachment.cloth, false);
    if (cloth == scene_.cloths.end()) return;
    if (!shape_is_sound(path_of(scene_, static_cast<std::size_t>(cloth - scene_.cloths.begin())))) return;
    try {
        std::optional<ClothMesh> mesh = make_cloth_mesh(*cloth);
        const int count = static_cast<int>(mesh->positions.size());
        check_selection(path, PinDescription{.where = attachment.where}, *cloth, mesh, count);
    } catch (const InputError&) {  // reported where the cloth is checked
    }
}

}  // namespace tulle
