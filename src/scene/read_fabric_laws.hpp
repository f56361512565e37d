#pragma once
// Reads the laws of tension, shear and bending of a fabric file. A law is given by numbers of the Kawabata system or by
// the points of the measured hysteresis loop. Tension may also have the law of EWS96.

#include "scene/fabric_numbers.hpp"

namespace tulle {

void read_tension(SceneReader& in, FabricNumbers& numbers, std::variant<KesTension, MeasuredLoop, PowerTension>& law);
void read_shear(SceneReader& in, FabricNumbers& numbers, std::variant<KesShear, MeasuredLoop>& law);
void read_bending(SceneReader& in, FabricNumbers& numbers, std::variant<KesBending, MeasuredLoop>& law);

}  // namespace tulle
