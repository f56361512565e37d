#pragma once
// Reads a [[body]] table of a scene: a net of nodes and springs from a file, a solid, or a rigid body.

#include "scene/scene_reader.hpp"

#include <filesystem>

namespace tulle {

/// Reads the table. File names are relative to `directory`.
void read_body(SceneReader& in, const std::filesystem::path& directory, BodyDescription& body);

/// Reads the file of a net. Throws InputError with every invalid key and value of the file.
[[nodiscard]] SpringNetDescription read_net(const std::filesystem::path& file);

/// Returns the keys that the file of a net may have.
[[nodiscard]] std::vector<SceneKey> net_keys();

}  // namespace tulle
