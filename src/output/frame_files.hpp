#pragma once
// What the formats share: names of files, and which part of a frame belongs to which cloth.

#include "output/frame_writer.hpp"

#include <string>

namespace tulle {

/// frame_0000.obj for ending ".obj"; at least four digits, so that names sort by time.
[[nodiscard]] std::string frame_file_name(int frame, std::string_view ending);

/// Removes the files of frames `first` and later, and whatever a killed run left aside.
void remove_frames(const std::filesystem::path& directory, std::string_view ending, int first);

/// `name` as a file's name that is safe on any system: other characters than letters, digits, - _ . replaced by _.
[[nodiscard]] std::string safe_file_name(std::string_view name);

/// Such a name per cloth, unlike the others even where case does not count: numbered when they repeat.
[[nodiscard]] std::vector<std::string> file_names(std::span<const ClothView> cloths);

/// Whether each particle has one texture coordinate, so that it can be stored with the particle.
[[nodiscard]] bool has_uv_per_particle(const ClothView& cloth);
[[nodiscard]] bool have_uv_per_particle(std::span<const ClothView> cloths);

/// Per particle, 1 when it has a face to be seen by. Empty, all are, in a run that cannot tear. What has lost all its
/// faces falls on, but no picture should make room for it.
[[nodiscard]] std::vector<unsigned char> seen_particles(const FrameData& frame);

/// NaN where nobody sees the particle: what is hidden must not stretch a scale of colours.
void hide_unseen(const FrameData& frame, std::span<double> values);

[[nodiscard]] inline std::span<const Vec3> part_of(std::span<const Vec3> values, const ClothView& cloth)
{
    return values.subspan(static_cast<std::size_t>(cloth.first_particle),
                          static_cast<std::size_t>(cloth.particle_count));
}

}  // namespace tulle
