#pragma once
// Scene of a picture as plain data: surfaces with materials, lights, backdrop and camera. Metres, Z up.

#include "mesh/rigid_motion.hpp"
#include "render/camera.hpp"
#include "render/colour.hpp"
#include "render/colour_map.hpp"

#include <tulle/triangle_mesh.hpp>

#include <optional>
#include <vector>

namespace tulle {

enum class ClothTexture { plain, woven, checked };

struct ClothMaterial {
    ClothTexture texture = ClothTexture::woven;
    Colour warp = from_hex(0xe9dfcc);   // threads along v; also the colour of plain cloth
    Colour weft = from_hex(0xe2d5bd);   // threads along u
    Colour check = from_hex(0x9c2f2b);  // every other stripe of checked cloth, in both directions
    double thread_pitch = 0.0014;       // m
    double check_width = 0.05;          // m, of a stripe
    float transmission = 0.12F;         // share of the light that passes through the cloth
};

struct ClothModel {
    std::vector<Vec3> positions;
    std::vector<Face> faces;
    std::vector<Vec2> coordinates;       // m along warp and weft, of the cloth at rest; empty: no texture
    std::vector<Face> coordinate_faces;  // per face, into coordinates
    std::vector<double> values;          // per particle, for the scene's colours; empty: none
    ClothMaterial material;
};

enum class Finish { wood, matte };

struct ObstacleModel {
    TriangleMesh mesh;
    Finish finish = Finish::matte;
    Colour colour = from_hex(0xb8b2a7);  // if matte
    RigidPose pose;                      // from the motion of the obstacle
    Vec3 origin = Vec3::Zero();          // m, before the pose; middle of the piece, for the grain of wood
    double grain = 1;                    // m, length scale of the grain of wood
};

/// Lighting: a distant key light with a disc, and the sky. Units are the units of colours: a white surface that faces
/// the key light, without other light, has the brightness `key`.
struct Lighting {
    Vec3 key_direction = view_direction(-45, 45);  // unit, towards the light
    double key_half_angle = 7;                     // degrees; larger values give softer shadows
    Colour key{1.25F, 1.04F, 0.80F};
    Colour zenith{0.54F, 0.61F, 0.72F};
    Colour horizon{0.30F, 0.32F, 0.35F};
};

struct Backdrop {
    Colour ground = from_hex(0x7c868c);
    Colour horizon = from_hex(0x8f9aa0);  // of the distant ground, and of the background at the horizon
    Colour top = from_hex(0x66727a);      // of the background high up
};

struct RenderScene {
    std::vector<ClothModel> cloths;
    std::vector<ObstacleModel> obstacles;
    double ground = 0;           // m, height of the floor
    Vec3 center = Vec3::Zero();  // m, middle of the visible content
    double radius = 1;           // m, about the center; scale of the floor's fading and of offsets
    Camera camera;
    Lighting lighting;
    Backdrop backdrop;
    /// Cloths with values are coloured by the values. Develop such pictures with ToneCurve::clip.
    std::optional<ColourScale> colours;
    bool edges = false;  // draw the mesh edges
};

}  // namespace tulle
