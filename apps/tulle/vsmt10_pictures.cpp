#include "vsmt10_pictures.hpp"

#include "picture_strip.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tulle {
namespace {

StripView strip_view(const std::string& caption, const std::vector<Vsmt10Surface>& shape)
{
    StripView view{.caption = caption};
    for (const Vsmt10Surface& surface : shape) {
        StripSurface shown{.positions = surface.positions, .faces = surface.faces, .values = surface.stretch};
        for (double& value : shown.values) value *= 100;
        view.surfaces.push_back(std::move(shown));
    }
    return view;
}

StripSettings stretch_settings(PictureDetail detail)
{
    StripSettings settings{.label = "stretch", .unit = "%"};
    if (detail == PictureDetail::fine) return settings;
    settings.width = settings.height = 120;
    settings.samples = 1;
    return settings;
}

const Vsmt10Pull* first_pull(const Vsmt10Result& result, JacobianTreatment treatment)
{
    const auto found = std::ranges::find(result.pulls, treatment, &Vsmt10Pull::treatment);
    return found == result.pulls.end() ? nullptr : &*found;
}

}  // namespace

Picture vsmt10_lattice_picture(const Vsmt10Result& result, PictureDetail detail)
{
    std::vector<StripView> views{strip_view("at rest", result.pulls[0].at_rest)};
    for (const JacobianTreatment treatment : {JacobianTreatment::damped, JacobianTreatment::exact})
        if (const Vsmt10Pull* pull = first_pull(result, treatment); pull != nullptr && !pull->at_end.empty())
            views.push_back(strip_view(fmt::format("pulled, {} Jacobian", name_of(treatment)), pull->at_end));
    StripSettings settings = stretch_settings(detail);
    settings.elevation = 24;
    settings.most = 200;
    return picture_strip(views, settings);
}

Picture vsmt10_load_picture(const Vsmt10Result& result, Vsmt10Experiment experiment, PictureDetail detail)
{
    std::vector<StripView> views;
    for (const Vsmt10Load& one : result.loads)
        if (one.experiment == experiment && one.status == SweepRunStatus::ok)
            views.push_back(
                strip_view(fmt::format("{}: {:.0f} %", name_of(one.material), 100 * one.end_stretch()), one.at_end));
    StripSettings settings = stretch_settings(detail);
    settings.most = 50;
    settings.edges = false;
    return picture_strip(views, settings);
}

Picture vsmt10_cube_picture(const Vsmt10Result& result, PictureDetail detail)
{
    double fastest = 0;
    for (const Vsmt10Press& one : result.pressed) fastest = std::max(fastest, one.speed);
    std::vector<StripView> views;
    for (const Vsmt10Press& one : result.pressed)
        if (one.weight == Vsmt10Weight::cube && one.speed == fastest)
            views.push_back(strip_view(
                fmt::format("{}: {:.0f} % of the height", name_of(one.material), 100 * one.end_height()), one.at_end));
    StripSettings settings = stretch_settings(detail);
    settings.label = "strain";
    settings.most = 50;
    return picture_strip(views, settings);
}

}  // namespace tulle
