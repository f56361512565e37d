#pragma once
// The keys of a [[body]] that is rigid, and of an [[attachment]].

#include "scene/scene_reader.hpp"

#include <tulle/description.hpp>

#include <filesystem>
#include <optional>

namespace tulle {

/// Leaves `net` as it is where the body is not rigid. The placement has been read; its scale, which the mass depends
/// on, is applied here and then 1. `mass` [kg] or else `density` [kg/m^3] is what the scene says.
void read_rigid(SceneReader& in, const std::filesystem::path& directory, std::optional<double> mass, double density,
                NetDescription& net);

void read_attachment(SceneReader& in, AttachmentDescription& attachment);

}  // namespace tulle
