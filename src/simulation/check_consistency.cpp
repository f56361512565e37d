#include "contact/pins.hpp"
#include "forces/mesh_creases.hpp"
#include "forces/woven_mesh.hpp"
#include "mesh/cloth_mesh.hpp"
#include "mesh/placed_mesh.hpp"
#include "simulation/automatic_steps.hpp"
#include "simulation/check.hpp"
#include "simulation/scene_fields.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace tulle {
namespace {

// Frames, and steps in a frame, are counted by int.
constexpr double largest_count = 1e9;

// m; a surface of triangles may have no inside, and cloth that touched it could not tell on which side it is.
constexpr double least_mesh_distance = 1e-4;

/// Whether `inner` is `outer` or lies within it.
bool within(std::string_view inner, std::string_view outer)
{
    if (!inner.starts_with(outer)) return false;
    return inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[';
}

class ConsistencyChecker {
public:
    ConsistencyChecker(const SceneDescription& scene, const std::vector<std::string>& doubtful)
        : scene_(scene), doubtful_(doubtful)
    {}

    std::vector<Problem> run()
    {
        check_counts();
        check_integrator();
        check_solver();
        check_filter();
        if (scene_.cloths.empty() && !is_doubtful("cloth") && !is_doubtful("body"))
            report("cloth", "a scene needs at least one cloth or body");
        check_cloth_names();
        for (std::size_t i = 0; i < scene_.cloths.size(); ++i) check_cloth(path_of(scene_, i), scene_.cloths[i]);
        check_water();
        for (std::size_t i = 0; i < scene_.obstacles.size(); ++i)
            check_obstacle(item("obstacle", i), scene_.obstacles[i]);
        for (std::size_t i = 0; i < scene_.pairs.size(); ++i) check_pair(item("pair", i), scene_.pairs[i]);
        return std::move(problems_);
    }

private:
    void report(std::string key, std::string message)
    {
        problems_.push_back({.key = std::move(key), .message = std::move(message)});
    }

    /// A value at, within or around `key` is known to be wrong.
    bool is_doubtful(std::string_view key) const
    {
        return std::ranges::any_of(doubtful_, [&](const std::string& k) { return within(k, key) || within(key, k); });
    }

    void check_counts()
    {
        if (is_doubtful("simulation.fps")) return;
        const double fps = scene_.simulation.fps;
        const double duration = scene_.simulation.duration;
        if (!is_doubtful("simulation.duration") && !(duration * fps <= largest_count))
            report("simulation.duration", "expected at most " + number_text(largest_count / fps) +
                                              " s (1e9 frames at this fps), found " + number_text(duration));
        const double dt = scene_.integrator.dt;
        const bool is_number = !scene_.integrator.adaptive && !scene_.integrator.automatic;
        if (is_number && !is_doubtful("integrator.dt") && !(dt * fps * largest_count >= 1.0))
            report("integrator.dt", "expected at least " + number_text(1.0 / (fps * largest_count)) +
                                        " s (1e9 steps in a frame), found " + number_text(dt));
    }

    void check_integrator()
    {
        if (is_doubtful("integrator.method")) return;
        const auto choices = integrator_choices();
        const auto choice = std::ranges::find(choices, scene_.integrator.method, &IntegratorChoice::name);
        if (choice == choices.end()) return;
        if (scene_.integrator.automatic && !has_automatic_steps(choice->name)) report_no_automatic_steps(*choice);
        if (!scene_.integrator.adaptive || choice->adaptive) return;
        if (choice->controls_error) {
            report("integrator.dt", "expected a number: " + scene_.integrator.method +
                                        " always follows its error, and dt is the longest step it may take");
            return;
        }
        std::string others;
        for (const IntegratorChoice& other : choices)
            if (other.adaptive) others += (others.empty() ? "" : ", ") + std::string(other.name);
        report("integrator.dt",
               "expected a number: " + scene_.integrator.method + " takes equal steps; \"adaptive\" is for " + others);
    }

    void report_no_automatic_steps(const IntegratorChoice& choice)
    {
        std::string reason = " takes any step: give the one that is precise enough as a number";
        if (choice.controls_error) {
            reason = " always follows its error, and dt is the longest step it may take: give a number";
        } else if (choice.family == IntegratorFamily::explicit_method) {
            reason = " has no step that is safe: give a number, or take symplectic-euler";
        } else if (choice.adaptive) {
            reason += ", or \"adaptive\"";
        }
        report("integrator.dt", "\"auto\" finds steps that are stable, and is for symplectic-euler, verlet and rk4; " +
                                    scene_.integrator.method + reason);
    }

    void check_solver()
    {
        if (is_doubtful("solver")) return;
        if (scene_.solver.method == SolverMethod::direct &&
            scene_.solver.preconditioner != PreconditionerKind::automatic)
            report("solver.preconditioner", "solver.method = \"direct\" takes none: leave it out, or take \"cg\"");
    }

    void check_filter()
    {
        if (!scene_.filter || !scene_.integrator.adaptive || is_doubtful("integrator.dt")) return;
        report("filter",
               "integrator.dt = \"adaptive\" takes no filter, whose effect does not fade with shorter steps: "
               "they would never be short enough. Give dt as a number");
    }

    /// Cloths give their names to files; obstacles may share theirs.
    void check_cloth_names()
    {
        std::map<std::string_view, std::size_t> first;
        for (std::size_t i = 0; i < scene_.cloths.size(); ++i) {
            const std::string key = path_of(scene_, i) + ".name";
            if (is_doubtful(key)) continue;
            const auto [place, is_new] = first.try_emplace(scene_.cloths[i].name, i);
            if (is_new) continue;
            report(key, "expected a name of its own, found \"" + scene_.cloths[i].name + "\", the name of " +
                            path_of(scene_, place->second));
        }
    }

    void check_cloth(const std::string& path, const ClothDescription& cloth)
    {
        const bool shape_known = shape_is_sound(path);
        std::optional<ClothMesh> mesh;  // grids: only when a pin asks where the particles are
        std::optional<int> particle_count;
        if (const auto* grid = std::get_if<GridDescription>(&cloth.shape); grid && shape_known)
            particle_count = grid->particles[0] * grid->particles[1];
        if (const auto* description = std::get_if<MeshDescription>(&cloth.shape); description && shape_known) {
            mesh = check_mesh(path + ".mesh", *description);
            if (mesh) particle_count = static_cast<int>(mesh->positions.size());
            if (mesh && cloth.fabric && !is_doubtful(path + ".fabric")) check_threads(path + ".fabric", *mesh);
        }
        if (const auto* net = std::get_if<NetDescription>(&cloth.shape); net && shape_known) {
            mesh = check_net(path, *net);
            if (mesh) particle_count = static_cast<int>(mesh->positions.size());
            if (cloth.fabric) report(path + ".fabric", "a body has springs of its own; only cloth is of a fabric");
        }
        if (cloth.springs.model == SpringModel::choi_ko && !std::holds_alternative<GridDescription>(cloth.shape) &&
            !is_doubtful(path + ".model"))
            report(path + ".model", "only a grid has the springs of choi-ko; a mesh takes \"springs\"");
        check_creases(path, cloth, mesh ? &*mesh : nullptr);

        for (std::size_t j = 0; j < cloth.pins.size(); ++j) {
            const std::string key = item(path + ".pin", j);
            const PinDescription& pin = cloth.pins[j];
            check_keyframes(key + ".keyframes", pin.motion.keyframes);
            if (is_doubtful(key + ".corner") || is_doubtful(key + ".edge") || is_doubtful(key + ".box") ||
                is_doubtful(key + ".indices"))
                continue;
            if (std::holds_alternative<PinCorner>(pin.where)) check_is_grid(key + ".corner", "corners", cloth);
            if (std::holds_alternative<PinEdge>(pin.where)) check_is_grid(key + ".edge", "edges", cloth);
            if (const auto* indices = std::get_if<PinIndices>(&pin.where); indices && particle_count)
                check_indices(key + ".indices", *indices, *particle_count);
            if (std::holds_alternative<PinBox>(pin.where) && particle_count) {
                if (!mesh) mesh = make_cloth_mesh(std::get<GridDescription>(cloth.shape));
                check_box(key + ".box", pin, *mesh);
            }
        }
    }

    void check_threads(const std::string& key, const ClothMesh& mesh)
    {
        const int face = face_without_threads(mesh.faces, mesh.uvs, mesh.uv_faces);
        if (face < 0) return;
        const std::string which = mesh.uvs.empty() ? "the mesh has none" : "face " + std::to_string(face) + " has none";
        report(key, "the threads of a fabric run along the texture coordinates u and v, but " + which);
    }

    /// `mesh` is that of a cloth of triangles, null where it has none or none that is sound.
    void check_creases(const std::string& path, const ClothDescription& cloth, const ClothMesh* mesh)
    {
        if (cloth.creases.empty() || is_doubtful(path + ".fabric")) return;
        if (!cloth.fabric) {
            report(path + ".crease",
                   "only a measured fabric keeps a crease: give the cloth a fabric instead of springs");
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
                if (std::string problem = crease_problem(*mesh, crease); !problem.empty())
                    report(key, std::move(problem));
            }
        }
    }

    void check_is_on_grid(const std::string& key, const Vec2& place)
    {
        if (place.minCoeff() >= 0 && place.maxCoeff() <= 1) return;
        report(key, "expected a point of the cloth, 2 numbers from 0 to 1 along its axes, found " +
                        numbers_text(place.data(), 2));
    }

    bool shape_is_sound(const std::string& path) const
    {
        const auto sound = [&](const char* key) { return !is_doubtful(path + key); };
        return sound(".shape") && sound(".grid") && sound(".mesh") && sound(".net") && sound(".scale") &&
               sound(".rotation") && sound(".translation");
    }

    std::optional<ClothMesh> check_mesh(const std::string& key, const MeshDescription& description)
    {
        try {
            ClothMesh mesh = make_cloth_mesh(description);
            const auto shortest =
                std::ranges::find_if(mesh.springs, [](const Spring& s) { return !(s.rest_length > 0); });
            if (shortest == mesh.springs.end()) return mesh;
            report(key, "vertices " + std::to_string(shortest->i) + " and " + std::to_string(shortest->j) +
                            " (counted from 0) lie on one point, which leaves the spring between them no length");
        } catch (const InputError& error) {
            add_problems(key, error);
        }
        return std::nullopt;
    }

    std::optional<ClothMesh> check_net(const std::string& path, const NetDescription& net)
    {
        for (std::size_t m = 0; m < net.muscles.size(); ++m) {
            const std::string key = item(path + ".muscle", m) + ".springs";
            const std::string& name = net.muscles[m].springs;
            const auto is_same = [&](const auto& other) { return other == name; };
            if (is_doubtful(key)) continue;
            if (std::ranges::none_of(net.springs, is_same, &NetSprings::name)) {
                std::string known;
                for (const NetSprings& group : net.springs) known += (known.empty() ? "" : ", ") + group.name;
                report(key, "expected the name of springs of the net, one of " + known + ", found \"" + name + '"');
            }
            for (std::size_t other = 0; other < m; ++other)
                if (net.muscles[other].springs == name)
                    report(key, item(path + ".muscle", other) + " moves the springs \"" + name + "\" already");
        }
        try {
            return make_cloth_mesh(net);
        } catch (const InputError& error) {
            add_problems(path + ".net", error);
        }
        return std::nullopt;
    }

    void check_water()
    {
        if (!scene_.water || is_doubtful("body")) return;
        const auto is_wet = [](const ClothDescription& cloth) {
            const auto* net = std::get_if<NetDescription>(&cloth.shape);
            return net != nullptr && !net->faces.empty();
        };
        if (std::ranges::none_of(scene_.cloths, is_wet))
            report("water", "acts on the faces of bodies, and there are none: cloth feels [air]");
    }

    /// Those that were found in a mesh: they have a file of their own.
    void add_problems(const std::string& key, const InputError& error)
    {
        for (Problem problem : error.problems()) {
            problem.key = key;
            problems_.push_back(std::move(problem));
        }
    }

    void check_obstacle(const std::string& path, const ObstacleDescription& obstacle)
    {
        check_keyframes(path + ".motion.keyframes", obstacle.motion.keyframes);
        if (const auto* mesh = std::get_if<MeshDescription>(&obstacle.shape)) {
            check_mesh_obstacle(path, *mesh, obstacle);
        } else if (!obstacle.sequence.frames.empty()) {
            report(path + ".sequence", "only a mesh changes its shape");
        }
    }

    /// Frames that lack vertices or have others.
    void check_sequence(const std::string& key, const MeshDescription& mesh, const MeshSequence& sequence)
    {
        for (std::size_t k = 0; k < sequence.frames.size(); ++k) {
            const std::string name =
                k < sequence.files.size() ? sequence.files[k] : "frame " + std::to_string(k) + " (counted from 0)";
            if (sequence.frames[k].size() != mesh.mesh.positions.size())
                report(key, name + ": expected " + std::to_string(mesh.mesh.positions.size()) +
                                " vertices, as the first frame has, found " +
                                std::to_string(sequence.frames[k].size()));
            else if (!std::ranges::all_of(sequence.frames[k], [](const Vec3& x) { return x.allFinite(); }))
                report(key, name + ": has a vertex that is not at a finite place");
        }
    }

    void check_pair(const std::string& path, const PairDescription& pair)
    {
        const auto check_name = [&](const std::string& key, const std::string& name, const auto& things,
                                    const std::string& list) {
            if (is_doubtful(key) || is_doubtful(list)) return;
            std::string known;
            for (const auto& thing : things) {
                if (thing.name == name) return;
                known += (known.empty() ? "" : ", ") + thing.name;
            }
            report(key, "expected the name of a " + list + (known.empty() ? "" : ", one of " + known) + ", found \"" +
                            name + '"');
        };
        check_name(path + ".cloth", pair.cloth, scene_.cloths, "cloth");
        check_name(path + ".obstacle", pair.obstacle, scene_.obstacles, "obstacle");
        if (!pair.friction && !pair.thickness && !is_doubtful(path + ".friction") && !is_doubtful(path + ".thickness"))
            report(path, "says nothing about the two: give friction, thickness or both");
    }

    void check_mesh_obstacle(const std::string& path, const MeshDescription& mesh, const ObstacleDescription& obstacle)
    {
        if (shape_is_sound(path) && !is_doubtful(path + ".sequence")) {
            try {
                validate(placed_mesh(mesh), mesh.file.empty() ? "mesh" : mesh.file, MeshUse::obstacle);
                check_sequence(path + ".sequence", mesh, obstacle.sequence);
            } catch (const InputError& error) {
                add_problems(path + ".mesh", error);
            }
        }
        const double thickness = obstacle.thickness;
        const std::string key = path + ".thickness";
        for (std::size_t i = 0; i < scene_.cloths.size(); ++i) {
            const std::string cloth_key = path_of(scene_, i) + ".thickness";
            if (is_doubtful(key) || is_doubtful(cloth_key)) continue;
            bool decided = false;  // by a pair
            for (std::size_t k = 0; k < scene_.pairs.size(); ++k) {
                const PairDescription& pair = scene_.pairs[k];
                if (pair.cloth != scene_.cloths[i].name || pair.obstacle != obstacle.name || !pair.thickness) continue;
                decided = true;
                if (*pair.thickness < least_mesh_distance * (1 - 1e-9))
                    report(item("pair", k) + ".thickness", "expected at least " + number_text(least_mesh_distance) +
                                                               " m between a mesh and a cloth, found " +
                                                               number_text(*pair.thickness));
            }
            if (decided) continue;
            const double distance = scene_.cloths[i].thickness + thickness;
            if (distance >= least_mesh_distance * (1 - 1e-9)) continue;  // 3e-5 and 7e-5 are enough, however they round
            report(key, "expected at least " + number_text(least_mesh_distance) +
                            " m between a mesh and a cloth, found " + number_text(distance) + ": " + cloth_key + " (" +
                            number_text(scene_.cloths[i].thickness) + ") and " + key + " (" + number_text(thickness) +
                            ") add up; raise one of them");
        }
    }

    void check_keyframes(const std::string& key, const std::vector<Keyframe>& keyframes)
    {
        for (std::size_t k = 1; k < keyframes.size(); ++k) {
            if (is_doubtful(item(key, k - 1) + ".time") || is_doubtful(item(key, k) + ".time")) continue;
            if (keyframes[k].time > keyframes[k - 1].time) continue;
            report(item(key, k) + ".time", "expected a time after the keyframe before, > " +
                                               number_text(keyframes[k - 1].time) + " s, found " +
                                               number_text(keyframes[k].time));
        }
    }

    void check_is_grid(const std::string& key, const std::string& what, const ClothDescription& cloth)
    {
        if (std::holds_alternative<GridDescription>(cloth.shape)) return;
        report(key, "only a grid has " + what + "; pin the particles of a mesh by box or indices");
    }

    void check_indices(const std::string& key, const PinIndices& pin, int particle_count)
    {
        if (pin.indices.empty()) report(key, "selects no particle");
        for (std::size_t k = 0; k < pin.indices.size(); ++k) {
            if (pin.indices[k] >= 0 && pin.indices[k] < particle_count) continue;
            report(item(key, k), "expected a particle's index from 0 to " + std::to_string(particle_count - 1) +
                                     ", found " + std::to_string(pin.indices[k]));
        }
    }

    void check_box(const std::string& key, const PinDescription& pin, const ClothMesh& mesh)
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

    const SceneDescription& scene_;
    const std::vector<std::string>& doubtful_;
    std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> check_consistency(const SceneDescription& scene, const std::vector<std::string>& doubtful)
{
    return ConsistencyChecker(scene, doubtful).run();
}

std::string path_of(const SceneDescription& scene, std::size_t index)
{
    const std::string kind = kind_of(scene.cloths[index]);
    const auto before = std::ranges::count_if(scene.cloths.begin(), scene.cloths.begin() + static_cast<long>(index),
                                              [&](const ClothDescription& cloth) { return kind == kind_of(cloth); });
    return item(kind, static_cast<std::size_t>(before));
}

double area(const ClothDescription& cloth)
{
    if (std::holds_alternative<NetDescription>(cloth.shape)) return 0;
    if (const auto* grid = std::get_if<GridDescription>(&cloth.shape)) return grid->size.prod();
    const auto& [mesh, file, placement] = std::get<MeshDescription>(cloth.shape);
    double sum = 0;
    for (const Face& face : mesh.faces) {
        const Vec3& x = mesh.positions[face[0]];
        sum += 0.5 * (mesh.positions[face[1]] - x).cross(mesh.positions[face[2]] - x).norm();
    }
    return sum * placement.scale * placement.scale;
}

}  // namespace tulle
