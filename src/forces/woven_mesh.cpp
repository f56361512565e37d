#include "forces/woven_mesh.hpp"

#include "core/assert.hpp"
#include "materials/kes.hpp"
#include "mesh/surface_patch.hpp"
#include "mesh/topology.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

/// Returns twice the signed area of a face in texture coordinates, divided by the sum of the squares of two sides.
double texture_area(const Vec2& d1, const Vec2& d2)
{
    const double squares = d1.squaredNorm() + d2.squaredNorm();
    return squares > 0 ? (d1.x() * d2.y() - d1.y() * d2.x()) / squares : 0.0;
}

constexpr double least_texture_area = 1e-9;

/// Returns d(position)/du (axis 0) or d(position)/dv (axis 1) of a face.
Vec3 texture_direction(const ClothMesh& mesh, std::size_t face, int axis)
{
    const Face &corners = mesh.faces[face], &uv = mesh.uv_faces[face];
    const Vec2 d1 = mesh.uvs[uv[1]] - mesh.uvs[uv[0]], d2 = mesh.uvs[uv[2]] - mesh.uvs[uv[0]];
    const Vec3 e1 = mesh.positions[corners[1]] - mesh.positions[corners[0]];
    const Vec3 e2 = mesh.positions[corners[2]] - mesh.positions[corners[0]];
    const double twice = d1.x() * d2.y() - d1.y() * d2.x();
    return axis == 0 ? Vec3((d2.y() * e1 - d1.y() * e2) / twice) : Vec3((d1.x() * e2 - d2.x() * e1) / twice);
}

/// Weights of the corners whose sums of positions are the derivatives along the two axes of a face.
struct Gradient {
    std::array<double, 3> u{}, v{};
};

Gradient gradient_of(const std::array<Vec2, 3>& places)
{
    const Vec2 d1 = places[1] - places[0], d2 = places[2] - places[0];
    const double twice = d1.x() * d2.y() - d1.y() * d2.x();
    Gradient g;
    g.u = {(d1.y() - d2.y()) / twice, d2.y() / twice, -d1.y() / twice};
    g.v = {(d2.x() - d1.x()) / twice, -d2.x() / twice, d1.x() / twice};
    return g;
}

template <int count>
void add_curvature(FabricElements<SurfaceCurvature, SumStencil<3, count>>& elements, const SurfacePatch& patch,
                   const std::array<double, SurfacePatch::most>& second, std::uint16_t loop, double area,
                   std::span<const Vec3> x, int first_particle)
{
    typename FabricElements<SurfaceCurvature, SumStencil<3, count>>::Element element;
    element.loop = loop;
    element.weight = area;
    auto& [along, e1, e2] = element.stencil.coefficients;
    for (int k = 0; k < count; ++k) {
        // A patch with fewer vertices repeats its first vertex, with coefficients of zero.
        element.particles[k] = first_particle + patch.vertices[k < patch.count ? k : 0];
        along[k] = second[k];
    }
    e1[0] = e2[0] = -1;
    e1[1] = e2[2] = 1;
    elements.add_at_rest(element, x);
}

/// Adds an element of bending for a second derivative, given by its weights of the vertices.
void add_bending(WovenMesh& mesh, const SurfacePatch& patch, const std::array<double, SurfacePatch::most>& second,
                 std::uint16_t loop, double area, std::span<const Vec3> x, int first_particle)
{
    if (patch.count <= 6) {
        add_curvature<6>(mesh.bending, patch, second, loop, area, x, first_particle);
    } else {
        add_curvature<SurfacePatch::most>(mesh.wide_bending, patch, second, loop, area, x, first_particle);
    }
}

}  // namespace

int face_without_threads(std::span<const Face> faces, std::span<const Vec2> uvs, std::span<const Face> uv_faces)
{
    if (uv_faces.size() != faces.size()) return 0;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const auto& [a, b, c] = uv_faces[f];
        if (!(std::abs(texture_area(uvs[b] - uvs[a], uvs[c] - uvs[a])) > least_texture_area))
            return static_cast<int>(f);
    }
    return -1;
}

std::vector<Vec3> thread_directions(const ClothMesh& mesh, WarpAxis warp)
{
    TULLE_ASSERT(face_without_threads(mesh.faces, mesh.uvs, mesh.uv_faces) < 0);
    std::vector<Vec3> directions;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f)
        directions.push_back(texture_direction(mesh, f, warp == WarpAxis::first ? 0 : 1).normalized());
    return directions;
}

void WovenMesh::add(const ClothDescription& cloth, const ClothMesh& mesh, std::span<const Vec3> x, int first_particle)
{
    const FabricDescription& fabric = *cloth.fabric;
    std::array<std::uint16_t, 2> tension_loop{}, bending_loop{};
    for (int thread = 0; thread < 2; ++thread) {
        const FabricDirection& direction = thread == 0 ? fabric.warp : fabric.weft;
        tension_loop[thread] = tension.add_loop(loop_of(direction.tension), cloth.damping_time);
        strengths.push_back(direction.strength.value_or(std::numeric_limits<double>::infinity()));
        bending_loop[thread] = bending.add_loop(loop_of(direction.bending), cloth.damping_time);
        wide_bending.add_loop(loop_of(direction.bending), cloth.damping_time);  // has the same number as in `bending`
    }
    const std::uint16_t shear_law = shear.add_loop(shear_loop_at_rest(fabric), cloth.damping_time);
    const std::uint16_t twist_law = bending.add_loop(twist_loop(fabric), cloth.damping_time);
    wide_bending.add_loop(twist_loop(fabric), cloth.damping_time);

    const std::vector<Vec3> warp = thread_directions(mesh, cloth.warp);
    std::vector<PlaneAxes> axes;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const auto& [a, b, c] = mesh.faces[f];
        axes.push_back(plane_axes(warp[f], {mesh.positions[a], mesh.positions[b], mesh.positions[c]}));
    }
    const std::vector<CreasedEdge> creased = creased_edges(mesh, cloth.creases);
    const CutMesh cut = cut_along(mesh, creased);
    const auto patches = surface_patches(cut.positions, cut.faces, axes);
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        std::array<int, 3> corners = mesh.faces[f];
        for (int& corner : corners) corner += first_particle;
        const auto& [a, b, c] = mesh.faces[f];
        const double area = triangle_area(mesh.positions[a], mesh.positions[b], mesh.positions[c]);
        const Gradient gradient = gradient_of(flat_corners(mesh.positions, mesh.faces[f], axes[f]));
        tension.add({corners, tension_loop[0], area, 1, 1, {{gradient.u}}}, x);
        tension.add({corners, tension_loop[1], area, 1, 1, {{gradient.v}}}, x);
        shear.add({corners, shear_law, area, 1, 0, {{gradient.u, gradient.v}}}, x);
        if (!patches[f]) continue;
        SurfacePatch patch = *patches[f];
        for (int& vertex : patch.vertices) vertex = cut.original[vertex];
        for (int thread = 0; thread < 2; ++thread)
            add_bending(*this, patch, thread == 0 ? patch.uu : patch.vv, bending_loop[thread], area, x, first_particle);
        add_bending(*this, patch, patch.uv, twist_law, area, x, first_particle);
    }
    if (!creased.empty()) add_creases(cloth, mesh, creased, x, first_particle);
}

void WovenMesh::add_creases(const ClothDescription& cloth, const ClothMesh& mesh, std::span<const CreasedEdge> edges,
                            std::span<const Vec3> x, int first_particle)
{
    const FabricDescription& fabric = *cloth.fabric;
    const std::uint16_t warp_law = creases.add_loop(loop_of(fabric.warp.bending), cloth.damping_time);
    const std::uint16_t weft_law = creases.add_loop(loop_of(fabric.weft.bending), cloth.damping_time);
    const std::uint16_t twist_law = creases.add_loop(twist_loop(fabric), cloth.damping_time);
    const std::vector<Vec3> warp = thread_directions(mesh, cloth.warp);
    for (const CreasedEdge& edge : edges) {
        const auto at = [&](int place) { return mesh.positions[edge.vertices[place]]; };
        const Vec3 along = at(1) - at(0);
        const double length = along.norm();
        const double area = triangle_area(at(0), at(1), at(2)) + triangle_area(at(1), at(0), at(3));
        double cosine2 = 0;  // squared cosine of the angle between edge and warp
        for (const int face : edge.faces) cosine2 += 0.5 * std::pow(warp[face].dot(along) / length, 2);
        cosine2 = std::min(cosine2, 1.0);
        std::array<int, 4> particles = edge.vertices;
        for (int& particle : particles) particle += first_particle;
        // The curvature across the edge is angle/width, with the mean height of the two triangles as width. As for a
        // surface bent to a cylinder, it is split into curvatures along both threads and a twist.
        const double width = area / length;
        const auto add_part = [&](std::uint16_t law, double part) {
            if (std::abs(part) > 1e-6) creases.add({particles, law, area, part / width, edge.angle}, x);
        };
        add_part(warp_law, 1 - cosine2);
        add_part(weft_law, cosine2);
        add_part(twist_law, std::sqrt(cosine2 * (1 - cosine2)));
    }
}

}  // namespace tulle
