#include "drape_picture.hpp"

#include "render/denoise.hpp"
#include "render/tracer.hpp"

#include <cmath>

namespace tulle {
namespace {

RenderScene scene_from_above(const DrapedPiece& piece, double specimen, double support)
{
    RenderScene scene;
    ClothModel cloth;
    cloth.positions = piece.shape.positions;
    cloth.faces = piece.shape.faces;
    cloth.material.texture = ClothTexture::plain;
    scene.cloths.push_back(std::move(cloth));
    const double length = 0.5 * (specimen - support), below = 1.1 * length;
    // Where the specimen reached when it was flat: a pale disc on the ground.
    ObstacleModel flat;
    flat.mesh = disc_mesh(0.5 * specimen, 24, 0);
    for (Vec3& p : flat.mesh.positions) p.z() = -below + 1e-4;
    flat.colour = from_hex(0xa9b4ba);
    scene.obstacles.push_back(std::move(flat));
    scene.ground = -below;
    scene.radius = 0.5 * specimen;
    // From so far away that near and far folds are of one size.
    const double distance = 40 * specimen, seen = 1.08 * specimen;
    scene.camera.eye = {0, 0, distance};
    scene.camera.focal_length = scene.camera.sensor_width * (distance + below) / seen;
    scene.lighting.key_direction = view_direction(-50, 32);  // low: folds are read from their shadows
    return scene;
}

}  // namespace

Picture draped_from_above(const std::vector<DrapedPiece>& pieces, double specimen, double support, int size)
{
    Picture all(size * static_cast<int>(pieces.size()), size);
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        const TracedImage traced =
            trace(scene_from_above(pieces[k], specimen, support), {.width = size, .height = size, .samples = 48});
        const Picture one = develop(denoise(traced), ToneCurve::film);
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x) all.set(static_cast<int>(k) * size + x, y, one.at(x, y));
    }
    return all;
}

}  // namespace tulle
