#pragma once
// Pictures of several states of one experiment side by side, with the same camera and colour scale.

#include "render/image.hpp"

#include <tulle/triangle_mesh.hpp>

#include <span>
#include <string>
#include <vector>

namespace tulle {

/// A surface that is coloured by its values, or grey without values.
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
    double azimuth = 25, elevation = 20;  // degrees, as in view_direction
    int width = 480, height = 400;        // pixels per view
    int samples = 32;                     // per pixel
    std::string label{}, unit{};          // of the values
    double most = 1;                      // value of the last colour; the first colour is zero
    bool edges = true;                    // draw the mesh edges
};

/// Renders the views, with captions below and a colour bar at the right.
[[nodiscard]] Picture picture_strip(std::span<const StripView> views, const StripSettings& settings);

}  // namespace tulle
