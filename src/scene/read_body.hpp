#pragma once
// Reads a [[body]] table of a scene: a net of nodes and springs or tetrahedra from a file, a solid, or a rigid body.

#include "scene/scene_reader.hpp"

#include <filesystem>
#include <variant>

namespace tulle {

/// Reads the table. File names are relative to `directory`.
void read_body(SceneReader& in, const std::filesystem::path& directory, BodyDescription& body);

using SoftBody = std::variant<SpringNetDescription, ElasticSolidDescription>;

/// Reads the file of a net of springs, or of an elastic solid. Throws InputError with every invalid key and value.
[[nodiscard]] SoftBody read_net(const std::filesystem::path& file);

/// Returns the keys that the file of a net may have.
[[nodiscard]] std::vector<SceneKey> net_keys();

}  // namespace tulle
