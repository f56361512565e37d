#pragma once
// Pins of a cloth or a body.

#include "scene/scene_reader.hpp"

namespace tulle {

/// Which particles are meant.
void read_selection(SceneReader& in, PinDescription& pin);
void read_pin(SceneReader& in, PinDescription& pin);

}  // namespace tulle
