#include "study/certify/crossings_report.hpp"

#include "core/counted.hpp"
#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace tulle {
namespace {

std::string length_text(double metres) { return metres > 0 ? fmt::format("{:.3g} m", metres) : "-"; }

std::string particle_line(const ClothInObstacle& part)
{
    return fmt::format("deepest particle: {} of {}, {:.3g} m in {}, frame {} ({:.3f} s)\n", part.particle.particle,
                       part.cloth, part.particle.depth, part.obstacle, part.particle.frame, part.particle.time);
}

std::string crossing_line(const ClothInObstacle& part)
{
    const std::string other = part.crossing.obstacle_face >= 0
                                  ? fmt::format("triangle {} of {}", part.crossing.obstacle_face, part.obstacle)
                                  : part.obstacle;
    return fmt::format("deepest crossing: triangle {} of {}, {:.3g} m in {}, frame {} ({:.3f} s)\n", part.crossing.face,
                       part.cloth, part.crossing.depth, other, part.crossing.frame, part.crossing.time);
}

std::string verdict(const Crossings& crossings)
{
    const auto bad = std::count_if(crossings.parts.begin(), crossings.parts.end(),
                                   [](const ClothInObstacle& part) { return !part.is_free(); });
    const std::string frames = counted(crossings.frames, "frame");
    if (crossings.parts.empty()) return frames + ": free, there is no obstacle\n";
    if (bad == 0) return frames + ": free, no cloth is in an obstacle\n";
    return fmt::format("{}: NOT FREE, cloth is in an obstacle ({} of {} pairs of cloth and obstacle)\n", frames, bad,
                       crossings.parts.size());
}

/// Returns null if there is no such place.
nlohmann::ordered_json place_json(double depth, int frame, double time)
{
    if (frame < 0) return nullptr;
    return {{"depth_m", depth}, {"frame", frame}, {"time_s", time}};
}

}  // namespace

std::string to_text(const Crossings& crossings)
{
    Table table({left_column("cloth", 16), left_column("obstacle", 16), right_column("thickness", 10),
                 right_column("deepest particle", 18), right_column("crossings", 10), right_column("frames", 8),
                 right_column("deepest crossing", 18), ""});
    for (const ClothInObstacle& part : crossings.parts)
        table.add_row({part.cloth, part.obstacle, length_text(part.thickness),
                       part.has_inside ? length_text(part.particle.depth) : "has no inside", part.pairs,
                       part.frames_with_pairs, length_text(part.crossing.depth), part.is_free() ? "free" : "NOT FREE"});
    std::string text = crossings.parts.empty() ? "" : to_text(table) + '\n';
    for (const ClothInObstacle& part : crossings.parts) {
        if (part.particle.frame >= 0) text += particle_line(part);
        if (part.crossing.frame >= 0) text += crossing_line(part);
    }
    return text + verdict(crossings);
}

nlohmann::ordered_json to_json(const Crossings& crossings)
{
    nlohmann::ordered_json json;
    json["scene"] = crossings.scene;
    json["frames"] = crossings.frames;
    json["interrupted"] = crossings.was_interrupted;
    json["free"] = crossings.is_free();
    json["parts"] = nlohmann::ordered_json::array();
    for (const ClothInObstacle& part : crossings.parts) {
        nlohmann::ordered_json row{{"cloth", part.cloth},
                                   {"obstacle", part.obstacle},
                                   {"free", part.is_free()},
                                   {"thickness_m", part.thickness},
                                   {"has_inside", part.has_inside},
                                   {"crossings", part.pairs},
                                   {"frames_with_crossings", part.frames_with_pairs}};
        row["deepest_particle"] = place_json(part.particle.depth, part.particle.frame, part.particle.time);
        if (part.particle.frame >= 0) row["deepest_particle"]["particle"] = part.particle.particle;
        row["deepest_crossing"] = place_json(part.crossing.depth, part.crossing.frame, part.crossing.time);
        if (part.crossing.frame >= 0) {
            row["deepest_crossing"]["triangle"] = part.crossing.face;
            row["deepest_crossing"]["obstacle_triangle"] = nullptr;
            if (part.crossing.obstacle_face >= 0)
                row["deepest_crossing"]["obstacle_triangle"] = part.crossing.obstacle_face;
        }
        json["parts"].push_back(row);
    }
    return json;
}

}  // namespace tulle
