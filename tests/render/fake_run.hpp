#pragma once
// A run that was never simulated: one square cloth of known shape, and numbers that are known at every particle.

#include <tulle/run_frames.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tulle {

class FakeRun : public RunFrames {
public:
    using Shape = std::function<Vec3(double u, double v, int frame)>;

    /// `n` x `n` particles at shape(u, v, frame) with 0 <= u, v <= 1. Fields: "u" [m], and "tilt", v - 1/2.
    FakeRun(int n, int frames, Shape shape) : n_(n), count_(frames), shape_(std::move(shape))
    {
        for (int b = 0; b < n; ++b) {
            for (int a = 0; a < n; ++a) uvs_.emplace_back(a / (n - 1.0), b / (n - 1.0));
        }
        for (int b = 0; b + 1 < n; ++b) {
            for (int a = 0; a + 1 < n; ++a) {
                const int i = a + b * n;
                faces_.push_back({i, i + 1, i + n + 1});
                faces_.push_back({i, i + n + 1, i + n});
            }
        }
        views_.push_back({"cloth", 0, n * n, faces_, uvs_, faces_});
    }

    std::vector<ObstacleDescription> obstacle_list;

    [[nodiscard]] std::string_view name() const override { return "fake"; }
    [[nodiscard]] double fps() const override { return 25; }
    [[nodiscard]] int count() const override { return count_; }
    [[nodiscard]] std::span<const ClothView> cloths() const override { return views_; }
    [[nodiscard]] std::span<const ObstacleDescription> obstacles() const override { return obstacle_list; }
    [[nodiscard]] const MetricsTable& metrics() const override { return metrics_; }

    [[nodiscard]] const FrameData& read(int index) override
    {
        positions_.clear();
        for (const Vec2& uv : uvs_) positions_.push_back(shape_(uv.x(), uv.y(), index));
        velocities_.assign(positions_.size(), Vec3::Zero());
        frame_ = {index, index / fps(), positions_, velocities_, views_};
        return frame_;
    }

    [[nodiscard]] std::span<const FieldDescription> fields() const override { return fields_; }
    [[nodiscard]] std::span<const double> values(std::size_t field) override
    {
        values_.clear();
        for (const Vec2& uv : uvs_) values_.push_back(field == 0 ? uv.x() : uv.y() - 0.5);
        return values_;
    }

private:
    int n_, count_;
    Shape shape_;
    std::vector<Vec2> uvs_;
    std::vector<Face> faces_;
    std::vector<ClothView> views_;
    std::vector<Vec3> positions_, velocities_;
    std::vector<double> values_;
    FrameData frame_;
    MetricsTable metrics_;
    std::vector<FieldDescription> fields_{{"u", "m", "along the first side"}, {"tilt", "1", "along the second side"}};
};

/// A level cloth of one metre, `height` above the origin.
inline FakeRun level_run(int n = 9, double height = 0)
{
    return {n, 2, [height](double u, double v, int) { return Vec3(u - 0.5, v - 0.5, height); }};
}

}  // namespace tulle
