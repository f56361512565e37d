#pragma once
// Reads the pins of a cloth or a body.

#include "scene/scene_reader.hpp"

namespace tulle {

/// Reads the selection of particles, for a pin or an attachment.
void read_selection(SceneReader& in, PinDescription& pin);
void read_pin(SceneReader& in, PinDescription& pin);

}  // namespace tulle
