#include "contact/pins.hpp"

#include "mesh/rigid_motion.hpp"

#include <algorithm>
#include <utility>

namespace tulle {
namespace {

std::vector<int> grid_line(const std::array<int, 2>& grid, int axis, int at)
{
    // Particle (a, b) has index a + b * grid[0]; an edge fixes the coordinate along `axis`.
    std::vector<int> indices;
    for (int k = 0; k < grid[1 - axis]; ++k) indices.push_back(axis == 0 ? at + k * grid[0] : k + at * grid[0]);
    return indices;
}

struct Selector {
    const ClothMesh& cloth;

    std::vector<int> operator()(const PinCorner& corner) const
    {
        if (cloth.grid[0] == 0) return {};
        const int a = corner.max_first ? cloth.grid[0] - 1 : 0;
        const int b = corner.max_second ? cloth.grid[1] - 1 : 0;
        return {a + b * cloth.grid[0]};
    }
    std::vector<int> operator()(const PinEdge& edge) const
    {
        if (cloth.grid[0] == 0) return {};
        return grid_line(cloth.grid, edge.axis, edge.max ? cloth.grid[edge.axis] - 1 : 0);
    }
    std::vector<int> operator()(const PinBox& box) const
    {
        std::vector<int> indices;
        for (std::size_t p = 0; p < cloth.positions.size(); ++p) {
            const Vec3& x = cloth.positions[p];
            if ((x.array() >= box.min.array()).all() && (x.array() <= box.max.array()).all())
                indices.push_back(static_cast<int>(p));
        }
        return indices;
    }
    std::vector<int> operator()(const PinIndices& list) const
    {
        std::vector<int> indices = list.indices;
        std::sort(indices.begin(), indices.end());
        indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
        return indices;
    }
};

}  // namespace

std::vector<int> select_particles(const PinDescription& pin, const ClothMesh& cloth)
{
    return std::visit(Selector{cloth}, pin.where);
}

std::size_t Pins::place_of(int particle) const
{
    return static_cast<std::size_t>(std::lower_bound(particles_.begin(), particles_.end(), particle) -
                                    particles_.begin());
}

bool Pins::holds(int particle) const
{
    const std::size_t k = place_of(particle);
    return k < particles_.size() && particles_[k] == particle;
}

bool Pins::is_carried(int particle) const { return holds(particle) && pin_of_[place_of(particle)] == carried; }

void Pins::insert(std::size_t k, int particle, int pin, const Vec3& start)
{
    const auto at = static_cast<std::ptrdiff_t>(k);
    particles_.insert(particles_.begin() + at, particle);
    pin_of_.insert(pin_of_.begin() + at, pin);
    start_.insert(start_.begin() + at, start);
    drives_.insert(drives_.begin() + at, Drive{});
}

void Pins::add(const PinDescription& pin, std::span<const int> particles, std::span<const Vec3> positions)
{
    pins_.push_back(pin);
    const int pin_index = static_cast<int>(pins_.size()) - 1;
    for (const int particle : particles)
        if (!holds(particle)) insert(place_of(particle), particle, pin_index, positions[particle]);
}

void Pins::add_carried(int first, int count, std::span<const Vec3> positions)
{
    for (int particle = first; particle < first + count; ++particle)
        insert(place_of(particle), particle, carried, positions[particle]);
}

void Pins::follow(std::span<const Vec3> positions)
{
    for (std::size_t k = 0; k < particles_.size(); ++k)
        if (pin_of_[k] == carried) start_[k] = positions[particles_[k]];
}

void Pins::drive(int particle, const Drive& drive)
{
    const std::size_t k = place_of(particle);
    if (!holds(particle)) insert(k, particle, driven, drive.from);
    pin_of_[k] = driven;
    drives_[k] = drive;
}

void Pins::release(int particle)
{
    if (!holds(particle)) return;
    const auto k = static_cast<std::ptrdiff_t>(place_of(particle));
    particles_.erase(particles_.begin() + k);
    pin_of_.erase(pin_of_.begin() + k);
    start_.erase(start_.begin() + k);
    drives_.erase(drives_.begin() + k);
}

Vec3 Pins::position(std::size_t k, double time) const
{
    if (pin_of_[k] == carried) return start_[k];
    if (pin_of_[k] == driven) {
        const Drive& drive = drives_[k];
        if (time >= drive.end) return drive.to;
        return drive.from + std::max(time - drive.start, 0.0) / (drive.end - drive.start) * (drive.to - drive.from);
    }
    const RigidMotion& motion = pins_[pin_of_[k]].motion;
    return motion.keyframes.empty() ? start_[k] : pose_at(motion, time).apply(start_[k]);
}

void Pins::save(ArchiveWriter& out) const
{
    out.array(std::span<const int>(particles_));
    out.array(std::span<const int>(pin_of_));
    out.array(std::span<const Vec3>(start_));
    for (std::size_t k = 0; k < particles_.size(); ++k) {
        if (pin_of_[k] != driven) continue;
        out.array(std::span<const Vec3>(&drives_[k].from, 1));
        out.array(std::span<const Vec3>(&drives_[k].to, 1));
        out.value(drives_[k].start);
        out.value(drives_[k].end);
    }
}

void Pins::restore(ArchiveReader& in, std::size_t particle_count)
{
    const std::uint64_t count = in.count();
    if (count > particle_count) ArchiveReader::fail();
    // Reads into local vectors, so that a damaged archive changes nothing.
    std::vector<int> particles(count), pin_of(count);
    std::vector<Vec3> start(count);
    std::vector<Drive> drives(count);
    in.elements(std::span<int>(particles));
    in.array(std::span<int>(pin_of));
    in.array(std::span<Vec3>(start));
    int before = -1;
    for (std::size_t k = 0; k < count; ++k) {
        const bool is_sound = particles[k] > before && static_cast<std::size_t>(particles[k]) < particle_count &&
                              pin_of[k] >= driven && pin_of[k] < static_cast<int>(pins_.size());
        if (!is_sound) ArchiveReader::fail();
        before = particles[k];
        if (pin_of[k] != driven) continue;
        in.array(std::span<Vec3>(&drives[k].from, 1));
        in.array(std::span<Vec3>(&drives[k].to, 1));
        in.value(drives[k].start);
        in.value(drives[k].end);
    }
    particles_ = std::move(particles);
    pin_of_ = std::move(pin_of);
    start_ = std::move(start);
    drives_ = std::move(drives);
}

}  // namespace tulle
