#pragma once
// The tables of a fabric file that say how it answers to tension, shear and bending: numbers of the Kawabata system,
// points of the measured loop, or, of tension, the law of EWS96.

#include "scene/fabric_numbers.hpp"

namespace tulle {

void read_tension(SceneReader& in, FabricNumbers& numbers, std::variant<KesTension, MeasuredLoop, PowerTension>& law);
void read_shear(SceneReader& in, FabricNumbers& numbers, std::variant<KesShear, MeasuredLoop>& law);
void read_bending(SceneReader& in, FabricNumbers& numbers, std::variant<KesBending, MeasuredLoop>& law);

}  // namespace tulle
