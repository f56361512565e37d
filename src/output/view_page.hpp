#pragma once
// View page (view.html): a whole run in one HTML page that a browser opens from disk. The page itself is built from
// viewer/ and has a placeholder for the data of the run: base64 text of these bytes (numbers little endian):
//
//   "TULLEVW1" | u32 length of the header | u32 CRC-32 of all bytes after these 16 | header | zlib stream
//
// The header is JSON with these keys:
//   version                 1
//   scene, fps, particles   of the run
//   frame_count             number of frames of the run
//   frames, times           numbers and times [s] of the frames in the page
//   bounds                  {min, max} [m] of all visible particles in these frames
//   cloths                  {name, first_particle, particle_count}
//   obstacles               {name, shape, bounds, omitted}: bounds {min, max} [m] in all frames, if the obstacle moves;
//                           omitted, the reason why the obstacle is not in the page, if it is left out
//   fields                  {name, unit, description, place, min, max}
//   metrics                 names of the columns
//   body_length, compressed_length   bytes of the zlib stream, unpacked and packed
//   arrays                  table {name: {offset, type, length}} of the unpacked stream: offsets in bytes, multiples
//                           of 8; lengths in elements of type u8, u32, f32 or f64
//   omitted                 the reason why the page has no positions, if they are left out
//
// The arrays of the unpacked stream:
//   faces C, uvs C               u32, f32   per cloth C: corners of triangles, where 0 is the cloth's first particle;
//                                           texture coordinates, one pair per particle, if the cloth has them
//   face counts C                u32        if the cloth tears: number of faces in each frame, counted from the first
//   obstacle O vertices, faces   f32, u32   per obstacle O that is not omitted
//   obstacle O poses             f32        if the obstacle moves rigidly: frame after frame, three rows of the matrix
//                                           that maps (x y z 1) of a vertex to its place
//   obstacle O positions         u8         if the obstacle deforms, instead of its vertices: frame after frame, coded
//                                           as below with the bounds of this obstacle
//   metrics                      f64        row after row, one per frame in the page; NaN where a row is missing
//   positions                    u8         frame after frame, encoded as below
//   field F                      u8         frame after frame, one per particle: 0 is the field's min, 255 its max
//
// Positions have 16 bits per axis; 0 and 65535 are the ends of the bounds. A frame stores the difference from the frame
// before (from 0 in the first frame), as a wrapping int16 in zigzag code (0 -1 1 -2 .. become 0 1 2 3 ..). Small
// differences then have a high byte of zero. Axis after axis, the low bytes of all particles come first, then the high
// bytes, so that these zeros are adjacent and compress well.

#include <tulle/run_frames.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace tulle {

/// File name of the page, in a run directory or an export directory.
inline constexpr std::string_view view_file_name = "view.html";

/// Placeholder in the page, which the data replaces.
inline constexpr std::string_view view_page_placeholder = "@TULLE_RUN_DATA@";

/// Size limits of a page, for the sake of browsers. The page of a longer run has every k-th frame and the last one, and
/// says so. The page of a run with too many particles has the metrics and, instead of the cloths, the reason. The bytes
/// of moving obstacles count as part of a frame. Obstacles are added in their order; an obstacle that exceeds the
/// remaining number of faces is left out, with the reason.
struct ViewPageLimits {
    std::size_t body_bytes = 120'000'000;    // unpacked: what the browser holds in memory
    std::size_t payload_bytes = 50'000'000;  // packed, before base64
    std::size_t particles = 1'000'000;
    std::size_t obstacle_faces = 1'000'000;  // some 18 MB unpacked
};

/// Writes the page. Throws OutputError when it cannot be written, or when `page_template` does not have the placeholder
/// exactly once.
void write_view_page(const std::filesystem::path& file, std::string_view page_template, RunFrames& frames,
                     const ViewPageLimits& limits = {});

/// Returns the bytes that the page holds as base64.
[[nodiscard]] std::string view_payload(RunFrames& frames, const ViewPageLimits& limits = {});

}  // namespace tulle
