#pragma once
// view.html: a whole run in one page that a browser opens from disk. The page itself is built from viewer/ and has a
// placeholder where the data of the run goes, as base64 text of these bytes (numbers little endian):
//
//   "TULLEVW1" | u32 length of the header | u32 CRC-32 of all that follows these 16 bytes | header | zlib stream
//
// The header is JSON: version 1; scene; fps; particles; frame_count of the run; frames and times [s] of those in the
// page; bounds {min, max} [m] of all particles in them; cloths {name, first_particle, particle_count}; obstacles {name,
// shape, bounds, omitted}, with bounds {min, max} [m] in all frames when it moves, and omitted saying why it is not in
// the page, when that is so; fields {name, unit, description, place, min, max}; metrics, the names of their columns;
// body_length and compressed_length, the bytes of the zlib stream unpacked and packed; arrays, a table {name: {offset,
// type, length}} of what is in the unpacked stream, offsets in bytes and multiples of 8, lengths in elements of type
// u8, u32, f32 or f64; and omitted, why there are no positions, when that is so.
//
//   faces C, uvs C               u32, f32   per cloth: corners of triangles, 0 is the cloth's first particle; texture
//                                           coordinates, one pair per particle, where the cloth has such
//   face counts C                u32        of a cloth that tears: how many faces, from the first on, each frame has
//   obstacle O vertices, faces   f32, u32   per obstacle that is not omitted
//   obstacle O poses             f32        frame after frame, of one that moves as a whole: the three rows of a matrix
//                                           that takes (x y z 1) of a vertex to its place
//   obstacle O positions         u8         instead of vertices, of one that changes its shape: frame after frame, see
//                                           below, between the ends of its own bounds
//   metrics                      f64        row after row, one per frame in the page; NaN where there is none
//   positions                    u8         frame after frame; see below
//   field F                      u8         frame after frame, one per particle: 0 is the field's min, 255 its max
//
// Positions are 16-bit per axis, 0 and 65535 the ends of the bounds. A frame stores their difference to the frame
// before (to 0 in the first), as int16 that wraps, in zigzag (0 -1 1 -2 .. become 0 1 2 3 ..), which keeps high bytes
// zero; and, so that these stand together, axis after axis the low bytes of all particles, then the high bytes.

#include "output/run_frames.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace tulle {

/// In a run directory, or wherever it is exported to.
inline constexpr std::string_view view_file_name = "view.html";

/// Stands in the page where the data goes.
inline constexpr std::string_view view_page_placeholder = "@TULLE_RUN_DATA@";

/// What a page may ask of a browser. Longer runs show every k-th frame and the last one, and say so; larger ones show
/// their metrics and, instead of the cloths, the reason. What obstacles that move add to a frame counts too. Obstacles
/// are shown in their order as long as all their faces together fit; one that does not is left out, with the reason.
struct ViewPageLimits {
    std::size_t body_bytes = 120'000'000;    // unpacked: what the browser holds in memory
    std::size_t payload_bytes = 50'000'000;  // packed, before base64
    std::size_t particles = 1'000'000;
    std::size_t obstacle_faces = 1'000'000;  // some 18 MB unpacked
};

/// Throws OutputError when the page cannot be written or `page_template` does not have the placeholder exactly once.
void write_view_page(const std::filesystem::path& file, std::string_view page_template, RunFrames& frames,
                     const ViewPageLimits& limits = {});

/// The bytes that the page holds as base64.
[[nodiscard]] std::string view_payload(RunFrames& frames, const ViewPageLimits& limits = {});

}  // namespace tulle
