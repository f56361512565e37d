// Checkpoints: saves and restores what the next step depends on, and nothing else.

#include "simulation/parts.hpp"

#include "core/archive.hpp"
#include "core/fnv.hpp"

#include <sstream>
#include <string_view>

namespace tulle {
namespace {
constexpr std::uint32_t format_version = 15;

template <class T>
std::string_view bytes_of(std::span<const T> values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}
}  // namespace

// The fingerprint leaves out stiffnesses, wind and obstacles, so that a state may go on under other conditions.
std::uint64_t Simulation::Parts::take_fingerprint() const
{
    std::uint64_t hash = fnv1a(scene.integrator.method);
    hash = fnv1a(bytes_of(of_cloths(start_position)), hash);
    hash = fnv1a(bytes_of(of_cloths(state.mass)), hash);
    hash = fnv1a(obstacle_barrier != nullptr ? "barrier" : "", hash);
    hash = fnv1a(cloth_on_bodies == ClothOnBodies::barriers ? "body barriers" : "", hash);
    for (const ClothMesh& mesh : meshes) hash = fnv1a(bytes_of(std::span<const Face>(mesh.faces)), hash);
    return hash;
}

void Simulation::save(std::ostream& out) const { write_state(out, parts_->fingerprint); }

void Simulation::write_state(std::ostream& stream, std::uint64_t fingerprint) const
{
    const Parts& p = *parts_;
    ArchiveWriter out(stream);
    out.value(format_version);
    out.value(fingerprint);
    out.value(p.clock.fps);
    out.value(p.clock.steps_per_frame);
    out.value(p.clock.frame);
    out.value(p.clock.step);
    out.array(std::span<const Vec3>(p.state.position));
    out.array(std::span<const Vec3>(p.state.velocity));
    out.array(std::span<const Vec3>(p.state.previous_velocity));
    out.value(p.state.previous_step);
    p.forces->save(out);
    if (p.split_barrier) p.split_barrier->with_change().save(out);
    p.constraints->save_pins(out);
    p.constraints->contacts().save(out);
    p.integrator->save(out);
    if (p.filter) p.filter->save(out);
    if (p.automatic) p.automatic->save(out);
}

void Simulation::restore(std::istream& stream)
{
    std::ostringstream before;
    save(before);
    try {
        read_state(stream);
    } catch (...) {
        std::istringstream back(before.str());
        read_state(back);
        throw;
    }
}

void Simulation::read_state(std::istream& stream)
{
    Parts& p = *parts_;
    ArchiveReader in(stream);
    std::uint32_t version = 0;
    FrameClock clock = p.clock;
    in.value(version);
    if (version != format_version) ArchiveReader::fail();
    std::uint64_t fingerprint = 0;
    in.value(fingerprint);
    if (fingerprint != p.fingerprint) ArchiveReader::fail();
    in.value(clock.fps);
    in.value(clock.steps_per_frame);
    in.value(clock.frame);
    in.value(clock.step);
    // Automatic steps differ from frame to frame.
    const bool same_steps = p.automatic ? clock.steps_per_frame > 0 : clock.steps_per_frame == p.clock.steps_per_frame;
    if (clock.fps != p.clock.fps || !same_steps || clock.frame < 0 || clock.step < 0 ||
        clock.step >= clock.steps_per_frame)
        ArchiveReader::fail();
    in.array(std::span<Vec3>(p.state.position));
    in.array(std::span<Vec3>(p.state.velocity));
    in.array(std::span<Vec3>(p.state.previous_velocity));
    in.value(p.state.previous_step);
    p.forces->restore(in);
    if (p.split_barrier) p.split_barrier->with_change().restore(in);
    p.constraints->restore_pins(in);
    p.hold_pinned();
    p.constraints->contacts().restore(in);
    p.integrator->restore(in);
    if (p.filter) p.filter->restore(in);
    if (p.automatic) p.automatic->restore(in);
    p.follow_tears();
    p.clock = clock;
    p.is_broken = false;
    // Friction of rigid bodies depends on the motion of obstacles in the previous step.
    const bool has_moved = !p.bodies.empty() && time() > 0;
    p.constraints->contacts().move_obstacles(has_moved ? time() - dt() : time(), time());
    if (!p.bodies.empty()) p.constraints->follow_carried(p.state.position);
}

}  // namespace tulle
