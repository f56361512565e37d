#pragma once
// Pins of a cloth or a body.

#include "scene/scene_reader.hpp"

namespace tulle {

void read_pin(SceneReader& in, PinDescription& pin);

}  // namespace tulle
