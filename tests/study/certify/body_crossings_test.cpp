// Cloth and rigid bodies in the frames of a run: what is in a body, or passes through one, is found.

#include "study/certify/certificate.hpp"

#include "mesh/rigid_mesh.hpp"
#include "study/certify/certificate_report.hpp"

#include <gtest/gtest.h>

namespace tulle {
namespace {

/// A run of one frame: a sheet of 1 m in the plane z = 0, cells of 25 cm, and a ball or a brick somewhere.
class BodyRun : public RunFrames {
public:
    explicit BodyRun(const RigidBodyDescription& body, const RigidBodyDescription* other = nullptr)
    {
        constexpr int n = 5;
        ClothDescription cloth;
        cloth.name = "cloth";
        cloth.shape = GridDescription{.size = {1, 1}, .particles = {n, n}};
        cloth.thickness = 0.001;
        scene.cloths.push_back(cloth);
        for (int b = 0; b < n; ++b)
            for (int a = 0; a < n; ++a) positions_.emplace_back(0.25 * a - 0.5, 0.25 * b - 0.5, 0);
        for (int b = 0; b + 1 < n; ++b)
            for (int a = 0; a + 1 < n; ++a) {
                const int i = a + b * n;
                sheet_.push_back({i, i + 1, i + n + 1});
                sheet_.push_back({i, i + n + 1, i + n});
            }
        views_.push_back({"cloth", 0, n * n, sheet_, {}, sheet_});
        add("body", body, 0);
        if (other != nullptr) add("other", *other, 1);
        velocities_.assign(positions_.size(), Vec3::Zero());
    }

    SceneDescription scene;

    [[nodiscard]] std::string_view name() const override { return "made"; }
    [[nodiscard]] double fps() const override { return 25; }
    [[nodiscard]] int count() const override { return 1; }
    [[nodiscard]] std::span<const ClothView> cloths() const override { return views_; }
    [[nodiscard]] std::span<const ObstacleDescription> obstacles() const override { return {}; }
    [[nodiscard]] const MetricsTable& metrics() const override { return metrics_; }
    [[nodiscard]] const FrameData& read(int index) override
    {
        frame_ = {index, 0, positions_, velocities_, views_};
        return frame_;
    }
    [[nodiscard]] std::span<const FieldDescription> fields() const override { return {}; }
    [[nodiscard]] std::span<const double> values(std::size_t) override { return {}; }

private:
    void add(const char* name, const RigidBodyDescription& described, std::size_t number)
    {
        scene.bodies.push_back({.name = name, .kind = described, .thickness = 0});
        const ClothMesh mesh = make_rigid_mesh(described);
        const int first = static_cast<int>(positions_.size());
        const int count = static_cast<int>(mesh.positions.size()) - rigid_nodes;
        positions_.insert(positions_.end(), mesh.positions.begin(), mesh.positions.begin() + count);
        faces_[number] = mesh.faces;
        views_.push_back({name, first, count, faces_[number], {}, faces_[number]});
    }

    std::vector<Vec3> positions_, velocities_;
    std::vector<Face> sheet_;
    std::array<std::vector<Face>, 2> faces_;
    std::vector<ClothView> views_;
    FrameData frame_;
    MetricsTable metrics_;
};

RigidBodyDescription ball_at(const Vec3& centre, double radius) { return {.shape = SphereShape{centre, radius}}; }
RigidBodyDescription brick_at(const Vec3& centre, double size)
{
    return {.shape = BoxShape{centre, Vec3::Constant(size)}};
}

TEST(CertifyBodies, WhatLiesBesideABodyIsFree)
{
    for (const RigidBodyDescription& body : {ball_at({0.1, 0.1, 0.0501}, 0.05), brick_at({0.1, 0.1, 0.0501}, 0.1)}) {
        BodyRun run(body);
        const Certificate certificate = certify(run, run.scene);
        EXPECT_TRUE(certificate.is_free());
        EXPECT_EQ(certificate.obstacles.parts.size(), 1u);
        EXPECT_NE(to_text(certificate).find("1 frame: free, no cloth passes through itself, another or a rigid body"),
                  std::string::npos)
            << to_text(certificate);
    }
}

/// Smaller than a cell: no particle is in it.
TEST(CertifyBodies, ABodyThatStandsInAFaceIsFound)
{
    for (const RigidBodyDescription& body : {ball_at({0.1, 0.1, 0.01}, 0.05), brick_at({0.1, 0.1, 0.01}, 0.1)}) {
        BodyRun run(body);
        const Certificate certificate = certify(run, run.scene);
        EXPECT_FALSE(certificate.is_free());
        EXPECT_GT(certificate.intersections(), 3);
        EXPECT_EQ(certificate.frames[0].deepest.cloths, (std::array{0, 1}));
        EXPECT_EQ(certificate.obstacles.parts[0].particle.frame, -1);
        EXPECT_GT(certificate.obstacles.parts[0].pairs, 3);
        const std::string text = to_text(certificate);
        EXPECT_NE(text.find("cloth passes through cloth or a rigid body in 1 of them"), std::string::npos) << text;
    }
}

TEST(CertifyBodies, WhatIsWhollyInABodyIsFound)
{
    for (const RigidBodyDescription& body : {ball_at({0, 0, 0.3}, 2), brick_at({0, 0, 0.3}, 4)}) {
        BodyRun run(body);
        const Certificate certificate = certify(run, run.scene);
        EXPECT_EQ(certificate.intersections(), 0) << "no surface is crossed";
        EXPECT_FALSE(certificate.is_free());
        EXPECT_GT(certificate.obstacles.parts[0].particle.depth, 1);
    }
}

TEST(CertifyBodies, DepthInABrickIsThatToItsNearestSide)
{
    BodyRun run(brick_at({0, 0, 0.047}, 0.1));
    const Crossings found = find_crossings(run, run.scene);
    EXPECT_NEAR(found.parts.at(0).particle.depth, 0.003, 1e-12);
    EXPECT_EQ(found.parts[0].particle.particle, 12) << "the one in the middle";
}

/// Springs keep bodies apart, and give way.
TEST(CertifyBodies, BodiesAreNotComparedWithEachOther)
{
    const RigidBodyDescription other = ball_at({0.1, 0.1, 0.12}, 0.05);
    BodyRun run(brick_at({0.1, 0.1, 0.06}, 0.1), &other);
    EXPECT_TRUE(certify(run, run.scene).is_free());
}

}  // namespace
}  // namespace tulle
