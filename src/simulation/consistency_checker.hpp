#pragma once
// Consistency check of a scene: finds contradictions between several values. The parts of the class are in
// check_consistency.cpp (settings and shared functions), check_cloths.cpp, check_bodies.cpp, check_self_contact.cpp and
// check_obstacles.cpp.

#include "mesh/cloth_mesh.hpp"
#include "mesh/cloth_or_body.hpp"
#include "simulation/untangled_start.hpp"

#include <tulle/choices.hpp>
#include <tulle/description.hpp>
#include <tulle/error.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// Returns the names of the methods with an ability, such as "symplectic-euler, verlet and rk4". `last_separator`
/// stands before the last name.
[[nodiscard]] std::string methods_that(bool IntegratorAbilities::*ability, std::string_view last_separator);

class ConsistencyChecker {
public:
    /// Both arguments must outlive this object.
    ConsistencyChecker(const SceneDescription& scene, const std::vector<std::string>& doubtful)
        : scene_(scene), doubtful_(doubtful)
    {}

    [[nodiscard]] std::vector<Problem> run();
    /// Returns the untangled start, which `run` finds only if the scene asks for it, because that takes time.
    [[nodiscard]] const Untangled& start() const { return start_; }

private:
    void report(std::string key, std::string message);
    /// Adds the problems of a mesh with the key of the scene. Each keeps the name of its own file.
    void add_problems(const std::string& key, const InputError& error);
    /// Whether a value at, within or around `key` is known to be wrong.
    [[nodiscard]] bool is_doubtful(std::string_view key) const;
    [[nodiscard]] bool shape_is_sound(const std::string& path) const;
    void check_keyframes(const std::string& key, const std::vector<Keyframe>& keyframes);

    void check_counts();
    void check_integrator();
    void report_no_automatic_steps(const IntegratorChoice& choice);
    void check_solver();
    void check_filter();

    /// Names of cloths and bodies must differ, because they become names of files. Obstacles may share a name.
    void check_cloth_names();
    void check_cloth(const std::string& path, const ClothDescription& cloth);
    [[nodiscard]] std::optional<ClothMesh> check_mesh(const std::string& key, const MeshDescription& description);
    void check_laws(const std::string& path, const SpringSettings& springs);
    void check_cubic(const std::string& key, const CubicDescription& cubic);
    void check_threads(const std::string& key, const ClothMesh& mesh);
    /// `mesh` is the mesh of a cloth of triangles; null if the cloth has none, or none that is sound.
    void check_creases(const std::string& path, const ClothDescription& cloth, const ClothMesh* mesh);
    void check_is_on_grid(const std::string& key, const Vec2& place);
    /// `mesh` is given unless the shape is a grid. An empty `particle_count` means that the shape is not sound.
    void check_pins(const std::string& path, const ClothOrBody& cloth, std::optional<ClothMesh> mesh,
                    std::optional<int> particle_count);
    /// Checks which particles a pin or an attachment selects. `mesh` is made if it is needed.
    void check_selection(const std::string& key, const PinDescription& pin, const ClothOrBody& cloth,
                         std::optional<ClothMesh>& mesh, std::optional<int> particle_count);
    void check_is_grid(const std::string& key, const std::string& what, const ClothOrBody& cloth);
    void check_indices(const std::string& key, const PinIndices& pin, int particle_count);
    void check_box(const std::string& key, const PinDescription& pin, const ClothMesh& mesh);

    void check_body(const std::string& path, const BodyDescription& body);
    /// Checks the laws of the springs, and the springs that muscles name.
    void check_net(const std::string& path, const SpringNetDescription& net);
    void check_water();
    /// Checks the integrator: rigid bodies need steps that solve for all forces at their end.
    void check_rigid_steps();
    /// Checks the settings of [self_contact], then the start (check_start).
    void check_self_contact();
    void check_barriers();
    void check_start();
    void check_attachment(const std::string& path, const AttachmentDescription& attachment);

    void check_obstacle(const std::string& path, const ObstacleDescription& obstacle);
    void check_mesh_obstacle(const std::string& path, const MeshDescription& mesh, const ObstacleDescription& obstacle);
    /// Checks that every frame has the vertices of the mesh, at finite places.
    void check_sequence(const std::string& key, const MeshDescription& mesh, const MeshSequence& sequence);
    void check_pair(const std::string& path, const ContactPairDescription& pair);

    const SceneDescription& scene_;
    const std::vector<std::string>& doubtful_;
    std::vector<Problem> problems_;
    Untangled start_;
};

}  // namespace tulle
