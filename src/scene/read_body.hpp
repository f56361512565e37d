#pragma once
// [[body]]: a net of nodes and springs from a file of its own, or a solid.

#include "scene/scene_reader.hpp"

#include <filesystem>

namespace tulle {

/// Files are found from `directory`.
void read_body(SceneReader& in, const std::filesystem::path& directory, ClothDescription& body);

/// Throws InputError with every problem of the file that its keys show.
[[nodiscard]] NetDescription read_net(const std::filesystem::path& file);

/// The keys of a net's file.
[[nodiscard]] std::vector<SceneKey> net_keys();

}  // namespace tulle
