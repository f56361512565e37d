#include "output/view_obstacles.hpp"

#include "mesh/obstacle_mesh.hpp"
#include "mesh/rigid_motion.hpp"
#include "output/encode.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace tulle {
namespace {

constexpr std::size_t pose_numbers = 12;

/// Adds the mesh of a rigid obstacle before its motion, and its pose at each time: three rows of four numbers.
void add_rigid(ViewBody& body, const std::string& name, nlohmann::ordered_json& entry, const TriangleMesh& mesh,
               const RigidMotion& motion, std::span<const double> times)
{
    std::string poses;
    ViewBounds bounds;
    std::vector<Vec3> places(mesh.positions.size());
    for (const double time : times) {
        const RigidPose pose = pose_at(motion, time);
        for (int row = 0; row < 3; ++row) {
            for (int i = 0; i < 3; ++i) append_binary(poses, static_cast<float>(pose.rotation(row, i)));
            append_binary(poses, static_cast<float>(pose.translation[row]));
        }
        std::ranges::transform(mesh.positions, places.begin(), [&](const Vec3& x) { return pose.apply(x); });
        bounds.include(places);
    }
    entry["bounds"] = bounds.or_zero().json();
    body.add_vectors(name + " vertices", mesh.positions);
    body.add(name + " poses", "f32", pose_numbers * times.size(), poses);
}

void add_deforming(ViewBody& body, const std::string& name, nlohmann::ordered_json& entry,
                   const ObstacleDescription& obstacle, double plane_half_width, std::span<const double> times)
{
    const auto positions_at = [&](double time) { return obstacle_mesh(obstacle, plane_half_width, time).positions; };
    ViewBounds bounds;
    for (const double time : times) bounds.include(positions_at(time));
    bounds = bounds.or_zero();
    entry["bounds"] = bounds.json();
    ViewPoints points(bounds, positions_at(0).size(), times.size());
    for (const double time : times) points.append(positions_at(time));
    body.add(name + " positions", "u8", points.bytes().size(), points.bytes());
}

}  // namespace

std::size_t obstacle_frame_bytes(std::span<const ObstacleDescription> obstacles, std::size_t most_faces)
{
    std::size_t bytes = 0, faces = 0;
    for (const ObstacleDescription& obstacle : obstacles) {
        const TriangleMesh mesh = unmoved_obstacle_mesh(obstacle, 1);
        if (mesh.faces.size() > most_faces - faces) continue;
        faces += mesh.faces.size();
        if (is_deforming(obstacle)) {
            bytes += 6 * mesh.positions.size();
        } else if (is_moving(obstacle)) {
            bytes += pose_numbers * sizeof(float);
        }
    }
    return bytes;
}

void add_obstacles(ViewBody& body, nlohmann::ordered_json& list, std::span<const ObstacleDescription> obstacles,
                   std::span<const double> times, const ViewBounds& cloths, std::size_t most_faces)
{
    // Extend planes well beyond the cloths. A plane is a square around its point nearest to the origin, so the distance
    // of the cloths from the origin counts too.
    double plane_half_width = 1;  // m
    for (const ViewRange& axis : cloths.axes)
        plane_half_width += std::max(std::abs(axis.min), std::abs(axis.max)) + 2 * (axis.max - axis.min);
    std::size_t faces = 0;
    for (std::size_t o = 0; o < obstacles.size(); ++o) {
        const bool is_rigid = is_moving(obstacles[o]) && !is_deforming(obstacles[o]);
        const TriangleMesh mesh = is_rigid ? unmoved_obstacle_mesh(obstacles[o], plane_half_width)
                                           : obstacle_mesh(obstacles[o], plane_half_width);
        if (mesh.faces.size() > most_faces - faces) {
            list[o]["omitted"] = "The obstacle " + obstacles[o].name + " has " + std::to_string(mesh.faces.size()) +
                                 " faces; a page shows up to " + std::to_string(most_faces) + " in all.";
            continue;
        }
        faces += mesh.faces.size();
        const std::string name = "obstacle " + std::to_string(o);
        if (is_rigid) {
            add_rigid(body, name, list[o], mesh, obstacles[o].motion, times);
        } else if (is_deforming(obstacles[o])) {
            add_deforming(body, name, list[o], obstacles[o], plane_half_width, times);
        } else {
            body.add_vectors(name + " vertices", mesh.positions);
        }
        body.add_faces(name + " faces", mesh.faces);
    }
}

}  // namespace tulle
