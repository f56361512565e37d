#pragma once
// Helpers that frame writers share: names of files, visible particles, and the part of a frame that belongs to a cloth.

#include <tulle/frame_writer.hpp>

#include <string>

namespace tulle {

/// Returns frame_0000.obj for ending ".obj". Numbers have at least four digits, so that names sort by time.
[[nodiscard]] std::string frame_file_name(int frame, std::string_view ending);

/// Throws InputError unless the number of the frame is `next`.
void require_next_frame(const FrameData& frame, int next);

/// Removes the files of frames `first` and later, and temporary files of a killed run.
void remove_frames(const std::filesystem::path& directory, std::string_view ending, int first);

/// Returns `name` as a file name that is safe on any system: characters other than letters, digits, - _ . become _.
[[nodiscard]] std::string safe_file_name(std::string_view name);

/// Returns a safe file name per cloth. Repeated names get numbers, so that all names differ even if case is ignored.
[[nodiscard]] std::vector<std::string> file_names(std::span<const ClothView> cloths);

/// Whether each particle has one texture coordinate, so that it can be stored with the particle.
[[nodiscard]] bool has_uv_per_particle(const ClothView& cloth);
[[nodiscard]] bool have_uv_per_particle(std::span<const ClothView> cloths);

/// Returns, per particle, 1 when it has an intact face and so is visible. Empty in a run that cannot tear: all
/// particles are visible. A particle that has lost all its faces keeps falling, but must not widen a picture's bounds.
[[nodiscard]] std::vector<unsigned char> seen_particles(const FrameData& frame);

/// Sets the values of invisible particles to NaN, so that they do not widen a colour scale.
void hide_unseen(const FrameData& frame, std::span<double> values);

[[nodiscard]] inline std::span<const Vec3> part_of(std::span<const Vec3> values, const ClothView& cloth)
{
    return values.subspan(static_cast<std::size_t>(cloth.first_particle),
                          static_cast<std::size_t>(cloth.particle_count));
}

}  // namespace tulle
