#include "render/textures.hpp"

#include "render/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tulle {
namespace {

float smooth_step(float t) { return t * t * (3 - 2 * t); }

float lattice_value(int i, int j, int k)
{
    const std::uint32_t ij = hash(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
    return unit_float(hash(ij, static_cast<std::uint32_t>(k)));
}

/// Returns smooth value noise between 0 and 1 that varies over distances of about 1.
float noise(const Vec3f& p)
{
    const Vec3f base(std::floor(p.x()), std::floor(p.y()), std::floor(p.z()));
    const Vec3f t = (p - base).unaryExpr([](float x) { return smooth_step(x); });
    const int i = static_cast<int>(base.x()), j = static_cast<int>(base.y()), k = static_cast<int>(base.z());
    const auto along_x = [&](int dj, int dk) {
        return std::lerp(lattice_value(i, j + dj, k + dk), lattice_value(i + 1, j + dj, k + dk), t.x());
    };
    return std::lerp(std::lerp(along_x(0, 0), along_x(1, 0), t.y()), std::lerp(along_x(0, 1), along_x(1, 1), t.y()),
                     t.z());
}

/// Returns 1 in every other stripe of width 1, and 0 between. Edges are soft over the width `blur`.
float stripes(float x, float blur)
{
    const float phase = x - 2 * std::floor(0.5F * x);            // 0..2, coloured below 1
    const float inside = 0.5F - std::abs(phase - 0.5F);          // distance inside the stripe 0..1
    const float nearest = phase < 1.5F ? inside : phase - 2.0F;  // or in the next stripe
    return std::clamp(nearest / std::max(blur, 1e-6F) + 0.5F, 0.0F, 1.0F);
}

/// Returns smooth value noise of two coordinates, at half the cost of three.
float noise(float x, float y, int seed)
{
    const float i = std::floor(x), j = std::floor(y);
    const float s = smooth_step(x - i), t = smooth_step(y - j);
    const auto value = [&](float di, float dj) {
        return lattice_value(static_cast<int>(i + di), static_cast<int>(j + dj), seed);
    };
    return std::lerp(std::lerp(value(0, 0), value(1, 0), s), std::lerp(value(0, 1), value(1, 1), s), t);
}

/// Returns the unevenness of yarn: a factor near 1 per thread, which changes slowly along the thread.
float yarn(float thread, float along, int seed)
{
    const float fine = noise(thread, 0.05F * along, seed);
    const float coarse = noise(0.13F * thread, 0.02F * along, seed + 1);
    return 1 + 0.10F * (fine - 0.5F) + 0.07F * (coarse - 0.5F);
}

}  // namespace

ClothLook cloth_look(const ClothMaterial& material, const Vec2f& at, float footprint)
{
    if (material.texture == ClothTexture::plain) return {.albedo = material.warp};
    const auto pitch = static_cast<float>(material.thread_pitch);
    const Vec2f thread = at / pitch;  // in units of threads
    const Vec2f index(std::floor(thread.x()), std::floor(thread.y()));

    Colour warp = material.warp, weft = material.weft;
    if (material.texture == ClothTexture::checked) {
        // Warp threads change colour with u, weft threads with v. Where both change, the square has the full colour.
        const auto width = static_cast<float>(material.check_width);
        const float blur = 0.5F * footprint / width;
        const float in_warp = stripes(at.x() / width, blur), in_weft = stripes(at.y() / width, blur);
        warp = (1 - in_warp) * warp + in_warp * material.check;
        weft = (1 - in_weft) * weft + in_weft * material.check;
    }
    const Colour mean = 0.5F * (warp + weft);

    // Single threads are visible if they are a few pixels wide. Unevenness over several threads is visible from afar.
    const float detail = smooth_step(std::clamp(0.5F * (pitch / footprint - 0.8F), 0.0F, 1.0F));
    const float unevenness = smooth_step(std::clamp(0.5F * (4 * pitch / footprint - 0.8F), 0.0F, 1.0F));
    if (unevenness <= 0) return {.albedo = mean};
    const float slub = 0.5F * (yarn(index.x(), thread.y(), 0) + yarn(index.y(), thread.x(), 2));
    const Colour far = mean * (1 + unevenness * (slub - 1));
    if (detail <= 0) return {.albedo = far};

    // Plain weave: each thread goes over one thread and under the next. The surface is a cylinder across a thread.
    // Along the thread it slopes to the point where the thread goes under the next one.
    const bool warp_on_top = static_cast<int>(index.x() + index.y()) % 2 == 0;
    const Vec2f local = 2.0F * (thread - index) - Vec2f::Ones();  // -1..1 in the cell
    const float across = warp_on_top ? local.x() : local.y();
    const float along = warp_on_top ? local.y() : local.x();
    constexpr float edge_dark = 0.42F, dive_dark = 0.22F;
    const float shade =
        (1 - edge_dark * across * across - dive_dark * along * along) / (1 - (edge_dark + dive_dark) / 3);
    const float strand = warp_on_top ? yarn(index.x(), thread.y(), 0) : yarn(index.y(), thread.x(), 2);
    const Colour near = (warp_on_top ? warp : weft) * (shade * strand);

    const Vec2f slope = Vec2f(-0.55F * across, -0.45F * along);
    ClothLook look;
    look.albedo = ((1 - detail) * far + detail * near).min(0.95F);
    look.slope = detail * (warp_on_top ? slope : Vec2f(slope.y(), slope.x()));
    return look;
}

Colour wood_albedo(const Vec3f& at)
{
    static const Colour light = from_hex(0xc79a68), dark = from_hex(0x9a6a3f);
    // Rings about the axis of the trunk, distorted by noise that is stretched along the axis.
    const Vec3f bent(1.3F * at.x(), 4 * at.y(), 4 * at.z());
    const float radius = std::hypot(at.y() + 0.9F, at.z() - 0.35F);
    const float ring = 16 * radius + 1.6F * noise(bent) + 0.5F * noise(3.0F * bent + Vec3f(5, 1, 9));
    const float phase = ring - std::floor(ring);
    const float late = phase < 0.85F ? smooth_step(phase / 0.85F) : 1 - smooth_step((phase - 0.85F) / 0.15F);
    const float fibre = noise(Vec3f(5 * at.x(), 130 * at.y(), 130 * at.z()));
    const float share = std::clamp(0.62F * late + 0.35F * fibre, 0.0F, 1.0F);
    return (1 - share) * light + share * dark;
}

}  // namespace tulle
