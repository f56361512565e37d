#include "study/certify/certificate.hpp"

#include "mesh/cloth_or_body.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tulle {

long Certificate::intersections() const
{
    long sum = 0;
    for (const ClothFindings& frame : frames) sum += frame.intersections;
    return sum;
}

int Certificate::frames_with_intersections() const
{
    return static_cast<int>(
        std::count_if(frames.begin(), frames.end(), [](const ClothFindings& f) { return f.intersections > 0; }));
}

const ClothFindings* Certificate::nearest() const
{
    const auto found = std::min_element(
        frames.begin(), frames.end(),
        [](const ClothFindings& a, const ClothFindings& b) { return a.smallest_gap < b.smallest_gap; });
    return found == frames.end() ? nullptr : &*found;
}

Certificate certify(RunFrames& run, const SceneDescription& scene, const CrossingOptions& options)
{
    const StudyClock clock;
    ClothCheck check(scene, run.read(0));
    Certificate certificate{.scene = std::string(run.name()), .cloths = {}, .reach = check.reach()};
    for (const ClothView& cloth : run.cloths()) certificate.cloths.emplace_back(cloth.name);
    const int count = run.count();
    certificate.has_bodies = has_rigid_bodies(scene);
    // Share of the work: checking obstacles and rigid bodies takes about as long as checking cloths.
    const double share = scene.obstacles.empty() && !certificate.has_bodies ? 1 : 0.5;
    for (int frame = 0; frame < count && !certificate.was_interrupted; ++frame) {
        certificate.frames.push_back(check.check(run.read(frame)));
        const double done = (frame + 1.0) / count;
        if (options.on_progress)
            options.on_progress(clock.at(share * done, fmt::format("cloths, frame {} of {}", frame + 1, count)));
        certificate.was_interrupted = options.stop != nullptr && *options.stop && frame + 1 < count;
    }
    if (certificate.was_interrupted) return certificate;
    CrossingOptions rest = options;
    if (options.on_progress)
        rest.on_progress = [&](const StudyProgress& progress) {
            options.on_progress(clock.at(share + (1 - share) * progress.fraction, "obstacles, " + progress.what));
        };
    certificate.obstacles = find_crossings(run, scene, rest);
    certificate.was_interrupted = certificate.obstacles.was_interrupted;
    return certificate;
}

}  // namespace tulle
