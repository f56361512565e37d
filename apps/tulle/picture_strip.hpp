#pragma once
// Several states of one experiment side by side, seen from the same place and on one scale of colours.

#include "render/image.hpp"

#include <tulle/triangle_mesh.hpp>

#include <span>
#include <string>
#include <vector>

namespace tulle {

/// A surface coloured by its values, or a grey thing where it has none.
struct StripSurface {
    std::vector<Vec3> positions{};  // m
    std::vector<Face> faces{};
    std::vector<double> values{};  // per vertex
};

struct StripView {
    std::string caption{};
    std::vector<StripSurface> surfaces{};
};

struct StripSettings {
    double azimuth = 25, elevation = 20;  // degrees, as view_direction has them
    int width = 480, height = 400;        // pixels of a view
    int samples = 32;                     // of a pixel
    std::string label{}, unit{};          // of the values
    double most = 1;                      // value that has the last of the colours; the first is zero
    bool edges = true;                    // the net is drawn
};

/// Captions below, the bar of colours at the right.
[[nodiscard]] Picture picture_strip(std::span<const StripView> views, const StripSettings& settings);

}  // namespace tulle
