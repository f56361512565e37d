#include "render/run_models.hpp"

#include "output/frame_files.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

constexpr std::size_t points_per_frame = 4000;              // enough for the camera
constexpr double threads_across = 640, checks_across = 20;  // per cloth, so that they suit any size

/// Colours of cloths. They repeat after the last palette.
struct Palette {
    std::uint32_t warp, weft, check;
};
constexpr std::array<Palette, 4> palettes{{{0xe3d8c4, 0xdbceb5, 0x8e2b2a},
                                           {0xa9bfcb, 0xb9cbd4, 0x2f5568},
                                           {0xd9b9a0, 0xe3c8b2, 0x8a4b2c},
                                           {0xbccaae, 0xc9d4bd, 0x4c6a3f}}};

Vec3 face_area(std::span<const Vec3> x, const Face& f) { return 0.5 * (x[f[1]] - x[f[0]]).cross(x[f[2]] - x[f[0]]); }

/// Returns metres per unit of u and of v, as a mean over the faces.
Vec2 texture_scale(const ClothView& cloth, std::span<const Vec3> x)
{
    Vec2 sum = Vec2::Zero();
    double total = 0;
    for (std::size_t k = 0; k < cloth.faces.size(); ++k) {
        const Face& f = cloth.faces[k];
        const Face& t = cloth.uv_faces[k];
        const Vec2 t1 = cloth.uvs[t[1]] - cloth.uvs[t[0]], t2 = cloth.uvs[t[2]] - cloth.uvs[t[0]];
        const double det = t1.x() * t2.y() - t1.y() * t2.x();
        if (det == 0) continue;
        const Vec3 x1 = x[f[1]] - x[f[0]], x2 = x[f[2]] - x[f[0]];
        const double area = face_area(x, f).norm();
        sum += area * Vec2((x1 * t2.y() - x2 * t1.y()).norm(), (x2 * t1.x() - x1 * t2.x()).norm()) / std::abs(det);
        total += area;
    }
    return total > 0 ? Vec2(sum / total) : Vec2::Ones();
}

/// Returns texture coordinates for a mesh without them: a projection along the axis of its smallest extent.
std::vector<Vec2> flat_coordinates(std::span<const Vec3> x)
{
    Eigen::AlignedBox3d bounds;
    for (const Vec3& p : x) bounds.extend(p);
    int thin = 0;
    bounds.sizes().minCoeff(&thin);
    std::vector<Vec2> coordinates;
    for (const Vec3& p : x) coordinates.emplace_back(p[(thin + 1) % 3], p[(thin + 2) % 3]);
    return coordinates;
}

/// Chooses the view direction: along the main direction of the normals of the cloth, if there is one.
void find_view(RunExtent& extent, const FrameData& frame)
{
    double total = 0, level = 0, xx = 0, xy = 0, yy = 0;
    for (const ClothView& cloth : frame.cloths) {
        const std::span<const Vec3> x = part_of(frame.positions, cloth);
        for (const Face& f : cloth.faces) {
            const Vec3 a = face_area(x, f);
            const double size = a.norm();
            if (size == 0) continue;
            total += size;
            level += std::abs(a.z());
            xx += a.x() * a.x() / size;
            xy += a.x() * a.y() / size;
            yy += a.y() * a.y() / size;
        }
    }
    constexpr double aside = 28;  // degrees; a view slightly from the side shows depth
    extent.azimuth = aside;
    extent.elevation = total > 0 ? 12 + 26 * level / total : 25;
    const double spread = std::hypot(xx - yy, 2 * xy);  // difference of the eigenvalues
    if (total == 0 || spread < 0.5 * (xx + yy) || xx + yy < 0.1 * total) return;
    // Of the two directions of the principal axis, take the one nearer to -Y, or to +X.
    const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
    Vec2 front(std::cos(angle), std::sin(angle));
    if (front.y() > 0.1 || (std::abs(front.y()) <= 0.1 && front.x() < 0)) front = -front;
    extent.azimuth = aside + std::atan2(front.x(), -front.y()) * 180 / std::numbers::pi;
}

}  // namespace

std::vector<ClothRest> cloth_rests(RunFrames& run)
{
    const FrameData& frame = run.read(0);
    std::vector<ClothRest> rests;
    for (const ClothView& cloth : frame.cloths) {
        const std::span<const Vec3> x = part_of(frame.positions, cloth);
        ClothRest rest;
        if (cloth.uvs.empty()) {
            rest.coordinates = flat_coordinates(x);
        } else {
            const Vec2 scale = texture_scale(cloth, x);
            for (const Vec2& uv : cloth.uvs) rest.coordinates.emplace_back(uv.cwiseProduct(scale));
        }
        Eigen::AlignedBox2d bounds;
        for (const Vec2& c : rest.coordinates) bounds.extend(c);
        if (!bounds.isEmpty() && bounds.sizes().maxCoeff() > 0) rest.extent = bounds.sizes().maxCoeff();
        rests.push_back(std::move(rest));
    }
    return rests;
}

std::vector<ClothModel> cloth_models(const FrameData& frame, std::span<const ClothRest> rests,
                                     std::span<const double> values, ClothTexture texture)
{
    std::vector<ClothModel> models;
    for (std::size_t k = 0; k < frame.cloths.size(); ++k) {
        const ClothView& cloth = frame.cloths[k];
        const std::span<const Vec3> x = part_of(frame.positions, cloth);
        ClothModel model;
        model.positions.assign(x.begin(), x.end());
        model.faces.assign(cloth.faces.begin(), cloth.faces.end());
        model.coordinates = rests[k].coordinates;
        const std::span<const Face> coordinate_faces = cloth.uvs.empty() ? cloth.faces : cloth.uv_faces;
        model.coordinate_faces.assign(coordinate_faces.begin(), coordinate_faces.end());
        if (!values.empty()) {
            const auto own = values.subspan(static_cast<std::size_t>(cloth.first_particle), x.size());
            model.values.assign(own.begin(), own.end());
        }
        const Palette& palette = palettes[k % palettes.size()];
        model.material.texture = texture;
        model.material.warp = from_hex(palette.warp);
        model.material.weft = from_hex(palette.weft);
        model.material.check = from_hex(palette.check);
        model.material.thread_pitch = rests[k].extent / threads_across;
        model.material.check_width = rests[k].extent / checks_across;
        models.push_back(std::move(model));
    }
    return models;
}

RunExtent extent_of(RunFrames& run, std::span<const int> frames)
{
    RunExtent extent;
    for (const int index : frames) {
        const FrameData& frame = run.read(index);
        const std::size_t stride = std::max<std::size_t>(1, frame.positions.size() / points_per_frame);
        const std::vector<unsigned char> seen = seen_particles(frame);
        for (std::size_t i = 0; i < frame.positions.size(); ++i) {
            if (!seen.empty() && seen[i] == 0) continue;
            if (i % stride == 0) extent.points.push_back(frame.positions[i]);
            extent.bounds.extend(frame.positions[i]);
        }
        if (index == frames.back()) find_view(extent, frame);
    }
    extent.stage = StageModels(run, frames, extent.bounds);
    for (const Vec3& p : extent.stage.points()) {
        extent.points.push_back(p);
        extent.bounds.extend(p);
    }
    return extent;
}

}  // namespace tulle
