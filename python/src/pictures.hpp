#pragma once
// Ray-traced pictures as arrays.

#include "bindings.hpp"

#include "core/refuse.hpp"
#include "render/render_run.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace tulle::python {

/// Rows, columns, red green blue. `given` are the arguments of the function in Python, which has checked them.
inline py::array_t<std::uint8_t> render_picture(RunFrames& run, int frame, const py::dict& given)
{
    RenderOptions options;
    options.width = given["width"].cast<int>();
    options.height = given["height"].cast<int>();
    options.samples = given["samples"].cast<int>();
    const auto texture = given["texture"].cast<std::string>();
    options.texture = texture == "checked" ? ClothTexture::checked
                      : texture == "plain" ? ClothTexture::plain
                                           : ClothTexture::woven;
    options.colour = given["colour"].cast<std::optional<std::string>>().value_or("");
    options.range = given["range"].cast<std::optional<std::array<double, 2>>>();
    options.edges = given["edges"].cast<bool>();
    if (const auto view = given["view"].cast<std::optional<std::array<double, 2>>>()) {
        options.azimuth = (*view)[0];
        options.elevation = (*view)[1];
    }
    options.zoom = given["zoom"].cast<double>();
    options.f_number = given["aperture"].cast<double>();

    Interruption interruption;
    Picture picture;
    {
        const py::gil_scoped_release others;
        const std::array frames{frame};
        RunRenderer renderer(run, options, frames);
        picture = renderer.picture(frame, [&](double) { return interruption.goes_on(); });
    }
    interruption.rethrow();
    py::array_t<std::uint8_t> array({picture.height, picture.width, 3});
    std::memcpy(array.mutable_data(), picture.rgb.data(), picture.rgb.size());
    return array;
}

}  // namespace tulle::python
