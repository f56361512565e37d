#include "study/certify/certificate_report.hpp"

#include "core/counted.hpp"
#include "study/certify/crossings_report.hpp"
#include "study/common/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tulle {
namespace {

constexpr std::size_t rows_shown = 10;  // frames in the text; --csv has all of them

/// Returns the frames with intersections, the deepest first.
std::vector<const ClothFindings*> worst_frames(const Certificate& certificate)
{
    std::vector<const ClothFindings*> bad;
    for (const ClothFindings& frame : certificate.frames)
        if (frame.intersections > 0) bad.push_back(&frame);
    std::stable_sort(bad.begin(), bad.end(), [](const ClothFindings* a, const ClothFindings* b) {
        return a->deepest_crossing > b->deepest_crossing;
    });
    return bad;
}

std::string position_text(const Vec3& x) { return fmt::format("({:.4g}, {:.4g}, {:.4g})", x.x(), x.y(), x.z()); }

std::string face_text(const Certificate& certificate, const ClothPlace& place, int side)
{
    return fmt::format("{} {}", certificate.cloths[place.cloths[side]], place.faces[side]);
}

std::string worst_table(const Certificate& certificate)
{
    const std::vector<const ClothFindings*> bad = worst_frames(certificate);
    if (bad.empty()) return "";
    Table table({right_column("frame", 6), right_column("time", 9), right_column("intersections", 13),
                 right_column("deepest crossing", 16), left_column("triangle", 20), left_column("triangle", 20),
                 "at, in metres"});
    for (std::size_t k = 0; k < std::min(bad.size(), rows_shown); ++k) {
        const ClothFindings& frame = *bad[k];
        table.add_row({frame.frame, fmt::format("{:.3f} s", frame.time), frame.intersections,
                       fmt::format("{:.3g} m", frame.deepest_crossing), face_text(certificate, frame.deepest, 0),
                       face_text(certificate, frame.deepest, 1), position_text(frame.deepest.position)});
    }
    std::string text = to_text(table);
    if (bad.size() > rows_shown) text += fmt::format("... and {} more frames\n", bad.size() - rows_shown);
    return text + '\n';
}

std::string gap_line(const Certificate& certificate)
{
    const ClothFindings* nearest = certificate.nearest();
    if (nearest == nullptr || nearest->intersections > 0) return "";
    if (nearest->nearest.cloths[0] < 0)
        return fmt::format("smallest gap between layers: more than {:.3g} mm\n", 1e3 * certificate.reach);
    const auto& [one, other] = nearest->nearest.cloths;
    return fmt::format("smallest gap between layers: {:.3g} mm, {}, at {} m, frame {} ({:.3f} s)\n",
                       1e3 * nearest->smallest_gap,
                       one == other ? fmt::format("of {}", certificate.cloths[one])
                                    : fmt::format("{} and {}", certificate.cloths[one], certificate.cloths[other]),
                       position_text(nearest->nearest.position), nearest->frame, nearest->time);
}

std::string cloth_verdict(const Certificate& certificate)
{
    const std::string frames = counted(certificate.frames.size(), "frame");
    const int bad = certificate.frames_with_intersections();
    const bool has_bodies = certificate.has_bodies;
    if (bad == 0)
        return frames + ": free, no cloth passes through itself" +
               (has_bodies ? ", another or a rigid body\n" : " or another\n");
    return fmt::format("{}: NOT FREE, cloth passes through cloth{} in {} of them ({} pairs of triangles)\n", frames,
                       has_bodies ? " or a rigid body" : "", bad, certificate.intersections());
}

/// Returns null for a value that is not finite, because JSON has no infinity.
nlohmann::ordered_json number_json(double value)
{
    if (!std::isfinite(value)) return nullptr;
    return value;
}

nlohmann::ordered_json cloth_place_json(const Certificate& certificate, const ClothPlace& place)
{
    if (place.cloths[0] < 0) return nullptr;
    nlohmann::ordered_json json{{"cloths", {certificate.cloths[place.cloths[0]], certificate.cloths[place.cloths[1]]}}};
    if (place.faces[0] >= 0) json["triangles"] = place.faces;
    json["position_m"] = {place.position.x(), place.position.y(), place.position.z()};
    return json;
}

nlohmann::ordered_json frame_json(const Certificate& certificate, const ClothFindings& frame)
{
    return {{"frame", frame.frame},
            {"time_s", frame.time},
            {"intersections", frame.intersections},
            {"smallest_cloth_gap_m", number_json(frame.smallest_gap)},
            {"nearest", cloth_place_json(certificate, frame.nearest)},
            {"deepest_crossing_m", frame.deepest_crossing},
            {"deepest", cloth_place_json(certificate, frame.deepest)}};
}

}  // namespace

std::string to_text(const Certificate& certificate)
{
    std::string text = worst_table(certificate) + gap_line(certificate) + cloth_verdict(certificate);
    if (!certificate.obstacles.parts.empty()) text = to_text(certificate.obstacles) + '\n' + text;
    return text;
}

nlohmann::ordered_json to_json(const Certificate& certificate)
{
    nlohmann::ordered_json json;
    json["scene"] = certificate.scene;
    json["free"] = certificate.is_free();
    json["interrupted"] = certificate.was_interrupted;
    json["intersections"] = certificate.intersections();
    json["frames_with_intersections"] = certificate.frames_with_intersections();
    const ClothFindings* nearest = certificate.nearest();
    json["smallest_cloth_gap_m"] = nullptr;
    if (nearest != nullptr) json["smallest_cloth_gap_m"] = number_json(nearest->smallest_gap);
    json["gaps_sought_up_to_m"] = certificate.reach;
    json["frames"] = nlohmann::ordered_json::array();
    for (const ClothFindings& frame : certificate.frames) json["frames"].push_back(frame_json(certificate, frame));
    json["obstacles"] = to_json(certificate.obstacles);
    return json;
}

std::string to_csv(const Certificate& certificate)
{
    Table table({"frame", "time_s", "intersections", "smallest_cloth_gap_m", "deepest_crossing_m"});
    for (const ClothFindings& frame : certificate.frames)
        table.add_row({frame.frame, frame.time, frame.intersections, frame.smallest_gap, frame.deepest_crossing});
    return to_csv(table);
}

}  // namespace tulle
