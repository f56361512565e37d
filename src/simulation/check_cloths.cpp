// ConsistencyChecker: names, and cloths with their springs, creases and pins.

#include "contact/pins.hpp"
#include "forces/mesh_creases.hpp"
#include "forces/woven_mesh.hpp"
#include "materials/cubic_tension.hpp"
#include "materials/elastic_stiffness.hpp"
#include "simulation/check.hpp"
#include "simulation/consistency_checker.hpp"
#include "simulation/make_forces.hpp"
#include "simulation/scene_fields.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tulle {

void ConsistencyChecker::check_cloth_names()
{
    std::map<std::string_view, std::size_t> first;
    const std::vector<ClothOrBody> all = cloths_and_bodies(scene_);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string key = path_of(scene_, i) + ".name";
        if (is_doubtful(key)) continue;
        const auto [place, is_new] = first.try_emplace(all[i].name, i);
        if (is_new) continue;
        report(key, "expected a name of its own, found \"" + all[i].name + "\", the name of " +
                        path_of(scene_, place->second));
    }
}

void ConsistencyChecker::check_cloth(const std::string& path, const ClothDescription& cloth)
{
    const bool shape_known = shape_is_sound(path);
    std::optional<ClothMesh> mesh;  // grids: only if a pin needs the places of particles
    std::optional<int> particle_count;
    if (const auto* grid = std::get_if<GridDescription>(&cloth.shape); grid && shape_known)
        particle_count = grid->particles[0] * grid->particles[1];
    if (const auto* description = std::get_if<MeshDescription>(&cloth.shape); description && shape_known) {
        mesh = check_mesh(path + ".mesh", *description);
        if (mesh) particle_count = static_cast<int>(mesh->positions.size());
        if (mesh && cloth.fabric && !is_doubtful(path + ".fabric")) check_threads(path + ".fabric", *mesh);
        const bool has_threads = cloth.springs.membrane.weft_modulus || cloth.springs.membrane.shear_modulus;
        if (mesh && !cloth.fabric && cloth.springs.model == SpringModel::membrane && has_threads)
            check_threads(path + ".membrane", *mesh);
    }
    if (cloth.springs.model == SpringModel::choi_ko && !std::holds_alternative<GridDescription>(cloth.shape) &&
        !is_doubtful(path + ".model"))
        report(path + ".model", "only a grid has the springs of choi-ko; a mesh takes \"springs\"");
    if (!cloth.fabric) check_laws(path, cloth.springs);
    check_creases(path, cloth, mesh ? &*mesh : nullptr);
    check_pins(path, cloth, std::move(mesh), particle_count);
}

void ConsistencyChecker::check_laws(const std::string& path, const SpringSettings& springs)
{
    if (springs.model == SpringModel::membrane && !is_doubtful(path + ".membrane")) {
        const OrthotropicMembrane sheet = sheet_of(springs.membrane);
        if (std::string problem = membrane_problem(sheet); !problem.empty())
            report(path + ".membrane", std::move(problem));
    }
    const bool has_own_laws =
        springs.law != TensionLaw::linear || springs.stretch_law || springs.shear_law || springs.bending_law;
    if (springs.model != SpringModel::springs && has_own_laws && !is_doubtful(path + ".law"))
        report(path + ".law", "only model = \"springs\" takes a law; the others have their own");
    const auto is_cubic = [&](const std::optional<TensionLaw>& law) {
        return law.value_or(springs.law) == TensionLaw::cubic;
    };
    if (is_cubic(springs.stretch_law) || is_cubic(springs.shear_law) || is_cubic(springs.bending_law))
        check_cubic(path + ".cubic", springs.cubic);
}

void ConsistencyChecker::check_cubic(const std::string& key, const CubicDescription& cubic)
{
    if (is_doubtful(key)) return;
    if (std::string problem = cubic_problem(cubic); !problem.empty()) report(key, std::move(problem));
}

std::optional<ClothMesh> ConsistencyChecker::check_mesh(const std::string& key, const MeshDescription& description)
{
    try {
        ClothMesh mesh = make_cloth_mesh(description);
        const auto shortest = std::ranges::find_if(mesh.springs, [](const Spring& s) { return !(s.rest_length > 0); });
        if (shortest == mesh.springs.end()) return mesh;
        report(key, "vertices " + std::to_string(shortest->i) + " and " + std::to_string(shortest->j) +
                        " (counted from 0) lie on one point, which leaves the spring between them no length");
    } catch (const InputError& error) {
        add_problems(key, error);
    }
    return std::nullopt;
}

void ConsistencyChecker::check_threads(const std::string& key, const ClothMesh& mesh)
{
    const int face = face_without_threads(mesh.faces, mesh.uvs, mesh.uv_faces);
    if (face < 0) return;
    const std::string which = mesh.uvs.empty() ? "the mesh has none" : "face " + std::to_string(face) + " has none";
    report(key, "threads run along the texture coordinates u and v, but " + which);
}

void ConsistencyChecker::check_creases(const std::string& path, const ClothDescription& cloth, const ClothMesh* mesh)
{
    if (cloth.creases.empty() || is_doubtful(path + ".fabric")) return;
    if (!cloth.fabric) {
        report(path + ".crease", "only a measured fabric keeps a crease: give the cloth a fabric instead of springs");
        return;
    }
    for (std::size_t j = 0; j < cloth.creases.size(); ++j) {
        const std::string key = item(path + ".crease", j);
        const CreaseDescription& crease = cloth.creases[j];
        if (is_doubtful(key)) continue;
        if (crease.from == crease.to) {
            report(key + ".to", "expected another point than from, found " + numbers_text(crease.to.data(), 2));
        } else if (std::holds_alternative<GridDescription>(cloth.shape)) {
            check_is_on_grid(key + ".from", crease.from);
            check_is_on_grid(key + ".to", crease.to);
        } else if (mesh && mesh->uv_faces.size() == mesh->faces.size()) {
            if (std::string problem = crease_problem(*mesh, crease); !problem.empty()) report(key, std::move(problem));
        }
    }
}

void ConsistencyChecker::check_is_on_grid(const std::string& key, const Vec2& place)
{
    if (place.minCoeff() >= 0 && place.maxCoeff() <= 1) return;
    report(key, "expected a point of the cloth, 2 numbers from 0 to 1 along its axes, found " +
                    numbers_text(place.data(), 2));
}

void ConsistencyChecker::check_pins(const std::string& path, const ClothOrBody& cloth, std::optional<ClothMesh> mesh,
                                    std::optional<int> particle_count)
{
    for (std::size_t j = 0; j < cloth.pins.size(); ++j) {
        const std::string key = item(path + ".pin", j);
        const PinDescription& pin = cloth.pins[j];
        check_keyframes(key + ".keyframes", pin.motion.keyframes);
        check_selection(key, pin, cloth, mesh, particle_count);
    }
}

void ConsistencyChecker::check_selection(const std::string& key, const PinDescription& pin, const ClothOrBody& cloth,
                                         std::optional<ClothMesh>& mesh, std::optional<int> particle_count)
{
    if (is_doubtful(key + ".corner") || is_doubtful(key + ".edge") || is_doubtful(key + ".box") ||
        is_doubtful(key + ".indices"))
        return;
    if (std::holds_alternative<PinCorner>(pin.where)) check_is_grid(key + ".corner", "corners", cloth);
    if (std::holds_alternative<PinEdge>(pin.where)) check_is_grid(key + ".edge", "edges", cloth);
    if (const auto* indices = std::get_if<PinIndices>(&pin.where); indices && particle_count)
        check_indices(key + ".indices", *indices, *particle_count);
    if (std::holds_alternative<PinBox>(pin.where) && particle_count) {
        if (!mesh) mesh = make_cloth_mesh(*cloth.grid());
        check_box(key + ".box", pin, *mesh);
    }
}

void ConsistencyChecker::check_is_grid(const std::string& key, const std::string& what, const ClothOrBody& cloth)
{
    if (cloth.grid() != nullptr) return;
    report(key, "only a grid has " + what + "; choose the particles of a mesh by box or indices");
}

void ConsistencyChecker::check_indices(const std::string& key, const PinIndices& pin, int particle_count)
{
    if (pin.indices.empty()) report(key, "selects no particle");
    for (std::size_t k = 0; k < pin.indices.size(); ++k) {
        if (pin.indices[k] >= 0 && pin.indices[k] < particle_count) continue;
        report(item(key, k), "expected a particle's index from 0 to " + std::to_string(particle_count - 1) +
                                 ", found " + std::to_string(pin.indices[k]));
    }
}

void ConsistencyChecker::check_box(const std::string& key, const PinDescription& pin, const ClothMesh& mesh)
{
    const auto& box = std::get<PinBox>(pin.where);
    if ((box.min.array() > box.max.array()).any()) {
        report(key, "expected min <= max in every coordinate, found min " + numbers_text(box.min.data(), 3) +
                        " and max " + numbers_text(box.max.data(), 3));
        return;
    }
    if (!select_particles(pin, mesh).empty()) return;
    Vec3 low = mesh.positions.front();
    Vec3 high = mesh.positions.front();
    for (const Vec3& x : mesh.positions) {
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
    }
    report(key, "selects no particle; the cloth reaches from " + numbers_text(low.data(), 3) + " to " +
                    numbers_text(high.data(), 3));
}

}  // namespace tulle
