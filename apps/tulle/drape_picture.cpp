#include "drape_picture.hpp"

#include "render/denoise.hpp"
#include "render/tracer.hpp"

#include <cmath>

namespace tulle {
namespace {

/// Returns a square around the origin, with corners at (+-half, +-half).
TriangleMesh square_mesh(double half)
{
    TriangleMesh mesh;
    mesh.positions = {{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
    mesh.faces = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

RenderScene scene_from_above(const DrapedPiece& piece, const DrapeStudy& study)
{
    RenderScene scene;
    ClothModel cloth;
    cloth.positions = piece.shape.positions;
    cloth.faces = piece.shape.faces;
    cloth.material.texture = ClothTexture::plain;
    scene.cloths.push_back(std::move(cloth));
    const bool round = study.shape == SpecimenShape::disc;
    const double across = width_across(study.shape, study.specimen);  // m
    const double length = 0.5 * (across - study.support), below = 1.1 * length;
    // A pale disc or square on the ground shows the extent of the flat specimen.
    ObstacleModel flat;
    flat.mesh = round ? disc_mesh(0.5 * across, 24, 0) : square_mesh(0.5 * study.specimen);
    for (Vec3& p : flat.mesh.positions) p.z() = -below + 1e-4;
    flat.colour = from_hex(0xa9b4ba);
    scene.obstacles.push_back(std::move(flat));
    scene.ground = -below;
    scene.radius = 0.5 * across;
    // Place the camera far away, so that near and far folds have the same size.
    const double distance = 40 * across, seen = (round ? 1.08 : 0.8) * across;
    scene.camera.eye = {0, 0, distance};
    scene.camera.focal_length = scene.camera.sensor_width * (distance + below) / seen;
    scene.lighting.key_direction = view_direction(-50, 32);  // low, so that shadows show the folds
    return scene;
}

}  // namespace

Picture draped_from_above(const DrapeStudy& study, const DrapeRow& row, int size)
{
    const std::vector<DrapedPiece>& pieces = row.test->pieces;
    Picture all(size * static_cast<int>(pieces.size()), size);
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        const TracedImage traced =
            trace(scene_from_above(pieces[k], study), {.width = size, .height = size, .samples = 24});
        const Picture one = develop(denoise(traced), ToneCurve::film);
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) all.set(static_cast<int>(k) * size + x, y, one.at(x, y));
    }
    return all;
}

}  // namespace tulle
