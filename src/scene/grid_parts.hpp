#pragma once
// The words of scene files for the corners and edges of a grid, which give the first axis, then the second axis of the
// grid's plane.

#include "simulation/scene_choices.hpp"

#include <array>

namespace tulle {

inline constexpr std::array<Named<PinCorner>, 4> grid_corners{
    {{"min-min", {false, false}}, {"max-min", {true, false}}, {"min-max", {false, true}}, {"max-max", {true, true}}}};
inline constexpr std::array<Named<PinEdge>, 4> grid_edges{
    {{"min-first", {0, false}}, {"max-first", {0, true}}, {"min-second", {1, false}}, {"max-second", {1, true}}}};

}  // namespace tulle
