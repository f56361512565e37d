#include "run/disk_space.hpp"

#include "core/refuse.hpp"
#include "output/output_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

namespace tulle {
namespace {

namespace fs = std::filesystem;

constexpr double metrics_row_bytes = 150;

}  // namespace

std::uintmax_t estimate_output_bytes(const Simulation& simulation, std::span<const std::string> formats, int frames)
{
    double faces = 0;
    for (const ClothView& cloth : simulation.cloths()) faces += static_cast<double>(cloth.faces.size());
    const double seen = 13.4 * simulation.particle_count();  // upper bound in view.html: 10 bytes as base64
    double frame_bytes = metrics_row_bytes + seen;
    for (const OutputFormat& format : output_formats) {
        if (!format.in_every_run && std::ranges::find(formats, format.name) == formats.end()) continue;
        const FrameBytes& bytes = format.bytes;
        frame_bytes += bytes.per_frame + bytes.per_particle * simulation.particle_count() + bytes.per_face * faces;
    }
    // Doubles count bytes exactly up to 9 petabytes. Rounding above that does not matter for the check.
    return static_cast<std::uintmax_t>(std::ceil(frame_bytes) * frames);
}

void require_space(const fs::path& directory, std::uintmax_t needed)
{
    std::error_code error;
    fs::path existing = fs::absolute(directory, error);
    while (!existing.empty() && !fs::exists(existing, error) && existing != existing.parent_path()) {
        existing = existing.parent_path();
    }
    const fs::space_info space = fs::space(existing, error);
    if (error || space.capacity == 0) return;  // unknown free space; a write would report errors
    if (needed <= space.available) return;
    refuse(directory, fmt::format("the run needs about {}, but only {} are free there; choose another disk by -o, a "
                                  "shorter duration, a lower fps or fewer formats",
                                  readable_bytes(needed), readable_bytes(space.available)));
}

std::string readable_bytes(std::uintmax_t bytes)
{
    constexpr std::array units{"kB", "MB", "GB", "TB", "PB", "EB"};
    if (bytes < 1000) return fmt::format("{} bytes", bytes);
    double amount = static_cast<double>(bytes) / 1000;
    std::size_t unit = 0;
    while (amount >= 999.5 && unit + 1 < units.size()) {
        amount /= 1000;
        ++unit;
    }
    return amount < 9.95 ? fmt::format("{:.1f} {}", amount, units[unit])
                         : fmt::format("{:.0f} {}", amount, units[unit]);
}

}  // namespace tulle
