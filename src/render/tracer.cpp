#include "render/tracer.hpp"

#include "core/parallel.hpp"
#include "render/lights.hpp"
#include "render/sampler.hpp"
#include "render/shading.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace tulle {
namespace {

constexpr float brightest_bounce = 3;      // limit for indirect key light: rare bright paths would be specks
constexpr float lit_share = 0.5F;          // share of a coloured element's brightness that depends on light
constexpr int samples_per_pass = 16;       // enough for an estimate; fewer may all miss a light
constexpr float invisible_noise = 0.004F;  // of the shown value, 0..1: one step of 8 bits

/// Result of one path.
struct PathSample {
    Colour light = Colour::Zero();
    Colour albedo = Colour::Ones();
    Sight sight;
};

/// Sums over the samples of a pixel.
struct Pixel {
    PathSample sum{Colour::Zero(), Colour::Zero(), {}};
    float luminance_sum = 0, luminance_squares = 0;
    float shown_sum = 0, shown_squares = 0;  // of the square root of luminance, which is near perceived brightness
    int samples = 0;

    void add(const PathSample& sample)
    {
        sum.light += sample.light;
        sum.albedo += sample.albedo;
        sum.sight.normal += sample.sight.normal;
        sum.sight.point += sample.sight.point;
        sum.sight.footprint += sample.sight.footprint;
        const float bright = luminance(sample.light), shown = std::sqrt(std::min(bright, 1.0F));
        luminance_sum += bright;
        luminance_squares += bright * bright;
        shown_sum += shown;
        shown_squares += shown * shown;
        ++samples;
    }
    /// Returns the variance of the mean, from the sums of a number and of its square.
    [[nodiscard]] float variance(float total, float squares) const
    {
        const auto n = static_cast<float>(samples);
        const float mean = total / n;
        return std::max(squares / n - mean * mean, 0.0F) / n;
    }
    /// Tells whether more samples would cause no visible change.
    [[nodiscard]] bool is_smooth() const
    {
        return variance(shown_sum, shown_squares) < invisible_noise * invisible_noise;
    }
};

class Tracer {
public:
    Tracer(const RenderScene& scene, const TraceSettings& settings)
        : scene_(scene),
          settings_(settings),
          width_(static_cast<float>(scene.camera.sensor_width / scene.camera.focal_length)),
          lights_(scene.lighting),
          level_white_(lights_.level_white()),
          shading_(scene, width_ / static_cast<float>(settings.width))
    {
        const Camera& camera = scene.camera;
        const CameraAxes axes = axes_of(camera.eye, camera.target);
        right_ = axes.right.cast<float>();
        up_ = axes.up.cast<float>();
        forward_ = axes.forward.cast<float>();
        eye_ = (camera.eye - scene.center).cast<float>();
        focus_ = static_cast<float>((camera.target - camera.eye).norm());
        // Aperture diameter = focal length / f-number; focal length in mm, lens radius in m.
        if (camera.f_number > 0) lens_radius_ = static_cast<float>(0.5e-3 * camera.focal_length / camera.f_number);
    }

    [[nodiscard]] PathSample path(int x, int y, std::uint32_t number) const;

private:
    [[nodiscard]] Ray camera_ray(int x, int y, Sampler& sampler) const;
    [[nodiscard]] float pixel_angle() const { return width_ / static_cast<float>(settings_.width); }
    [[nodiscard]] Colour background(const Vec3f& direction) const;
    [[nodiscard]] Colour key_light(const Element& element, const Vec2f& pair) const;

    const RenderScene& scene_;
    TraceSettings settings_;
    float width_;  // of the picture, at distance 1
    Lights lights_;
    Colour level_white_;
    Shading shading_;
    Vec3f right_, up_, forward_, eye_;
    float focus_, lens_radius_ = 0;  // m
};

Vec3f level(const Vec3f& direction) { return {direction.x(), direction.y(), 0}; }

/// Tent filter: returns a number in -1..1 with a triangular density, so that edges are antialiased.
float tent(float x) { return x < 0.5F ? std::sqrt(2 * x) - 1 : 1 - std::sqrt(2 - 2 * x); }

Ray Tracer::camera_ray(int x, int y, Sampler& sampler) const
{
    const Vec2f jitter = sampler.next();
    const float scale = pixel_angle();
    const float across =
        scale * (static_cast<float>(x) + 0.5F + tent(jitter.x()) - 0.5F * static_cast<float>(settings_.width));
    const float upward =
        scale * (0.5F * static_cast<float>(settings_.height) - static_cast<float>(y) - 0.5F - tent(jitter.y()));
    const Vec3f direction = forward_ + across * right_ + upward * up_;
    if (lens_radius_ == 0) return {eye_, direction.normalized()};
    const Vec2f pair = sampler.next();
    const float radius = lens_radius_ * std::sqrt(pair.x()), angle = 2 * std::numbers::pi_v<float> * pair.y();
    const Vec3f shift = radius * (std::cos(angle) * right_ + std::sin(angle) * up_);
    return {eye_ + shift, (focus_ * direction - shift).normalized()};
}

Colour Tracer::background(const Vec3f& direction) const
{
    const float height = std::clamp(1.6F * direction.z(), 0.0F, 1.0F);
    const float t = height * (2 - height);
    return (1 - t) * scene_.backdrop.horizon + t * scene_.backdrop.top;
}

Colour Tracer::key_light(const Element& element, const Vec2f& pair) const
{
    const Vec3f direction = lights_.key_direction(pair);
    const float cosine = element.normal.dot(direction);
    const float share = cosine > 0 ? 1 - element.transmission : element.transmission;
    if (share <= 0 || shading_.is_blocked({cosine > 0 ? element.above : element.below, direction}))
        return Colour::Zero();
    return element.albedo * lights_.key * (share * std::abs(cosine));
}

PathSample Tracer::path(int x, int y, std::uint32_t number) const
{
    Sampler sampler(static_cast<std::uint32_t>(y * settings_.width + x), number);
    Ray ray = camera_ray(x, y, sampler);
    PathSample sample;
    Colour& light = sample.light;
    Colour throughput = Colour::Ones();
    for (int bounce = 0; bounce < settings_.bounces; ++bounce) {
        auto element = shading_.element(ray, bounce == 0);
        if (bounce == 0) {
            const float haze = element ? element->haze : 1.0F;
            const Colour behind = background(element ? level(ray.direction) : ray.direction);
            light = haze * behind;
            throughput *= 1 - haze;
            sample.albedo = haze * behind;
            if (haze >= 1) return sample;
            sample.albedo += (1 - haze) * element->albedo;
            sample.sight = {element->normal, element->above, pixel_angle() * (element->above - ray.origin).norm()};
        } else if (!element) {
            light += throughput * lights_.sky(ray.direction);
            return sample;
        }
        if (element->is_coloured) {
            // A horizontal element in full light has exactly the colour of its value. Slope and shadow make it darker.
            light += (1 - lit_share) * throughput * element->albedo;
            throughput *= lit_share * element->albedo / level_white_;
            element->albedo = Colour::Ones();
        }
        const Vec2f key_pair = sampler.next(), bounce_pair = sampler.next();
        Colour gathered = throughput * key_light(*element, key_pair);
        if (bounce > 0) gathered *= std::min(1.0F, brightest_bounce / std::max(luminance(gathered), 1e-6F));
        light += gathered;

        // Transmit or reflect, with probabilities in proportion to the light of each. The same random number is
        // rescaled for the direction.
        Vec2f pair = bounce_pair;
        const float through = element->transmission;
        const bool passes = pair.y() < through;
        pair.y() = passes ? pair.y() / through : (pair.y() - through) / (1 - through);
        ray = {passes ? element->below : element->above,
               cosine_direction(passes ? Vec3f(-element->normal) : element->normal, pair)};
        throughput *= element->albedo;
    }
    return sample;
}

TracedImage mean_of(const std::vector<Pixel>& pixels, const TraceSettings& settings)
{
    TracedImage traced;
    traced.light = traced.albedo = Image(settings.width, settings.height);
    traced.variance.resize(pixels.size());
    traced.sights.resize(pixels.size());
    parallel_for(pixels.size(), [&](std::size_t i) {
        const Pixel& pixel = pixels[i];
        const float share = 1 / static_cast<float>(std::max(pixel.samples, 1));  // 0 samples: rendering was stopped
        traced.light.pixels[i] = share * pixel.sum.light;
        traced.albedo.pixels[i] = share * pixel.sum.albedo;
        traced.variance[i] = pixel.variance(pixel.luminance_sum, pixel.luminance_squares);
        const Sight& sum = pixel.sum.sight;
        traced.sights[i] = {share * sum.normal, share * sum.point, share * sum.footprint};
    });
    return traced;
}

}  // namespace

TracedImage trace(const RenderScene& scene, const TraceSettings& settings,
                  const std::function<bool(double)>& on_progress)
{
    const Tracer tracer(scene, settings);
    std::vector<Pixel> pixels(static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height));
    // Work in bands, for frequent progress and stops. Each band has enough pixels for many cores.
    const std::size_t band = std::max(pixels.size() / 16, 32 * block_size);
    bool goes_on = true;
    for (int done = 0; done < settings.samples && goes_on;) {
        const int until = std::min(done + samples_per_pass, settings.samples);
        for (std::size_t first = 0; first < pixels.size() && goes_on; first += band) {
            const std::size_t end = std::min(first + band, pixels.size());
            parallel_for(end - first, [&](std::size_t offset) {
                Pixel& pixel = pixels[first + offset];
                if (done > 0 && pixel.is_smooth()) return;
                const int x = static_cast<int>((first + offset) % static_cast<std::size_t>(settings.width));
                const int y = static_cast<int>((first + offset) / static_cast<std::size_t>(settings.width));
                for (int k = done; k < until; ++k) pixel.add(tracer.path(x, y, static_cast<std::uint32_t>(k)));
            });
            const double share = static_cast<double>(end) / static_cast<double>(pixels.size());
            goes_on = !on_progress || on_progress((done + share * (until - done)) / settings.samples);
        }
        done = until;
    }
    return mean_of(pixels, settings);
}

}  // namespace tulle
