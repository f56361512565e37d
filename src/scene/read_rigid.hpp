#pragma once
// Reads the keys of a rigid [[body]], and of an [[attachment]].

#include "scene/scene_reader.hpp"

#include <tulle/description.hpp>

#include <filesystem>
#include <optional>

namespace tulle {

/// Reads a rigid body into `body`; a body of another kind stays unchanged. The placement must already be read, because
/// the mass depends on the scale. The mass is `mass` [kg] if the scene gives it, otherwise it follows from `density`
/// [kg/m^3].
void read_rigid(SceneReader& in, const std::filesystem::path& directory, std::optional<double> mass, double density,
                BodyDescription& body);

void read_attachment(SceneReader& in, AttachmentDescription& attachment);

}  // namespace tulle
