#include "output/frame_files.hpp"

#include "output/atomic_file.hpp"

#include <tulle/error.hpp>
#include <tulle/output_error.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace tulle {
namespace {

constexpr std::string_view frame_prefix = "frame_";
constexpr std::size_t frame_digits = 4;
constexpr std::size_t longest_name = 100;  // bytes; file systems allow 255, and temporary names need some

bool is_plain(char c)
{
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool beyond_ascii = static_cast<unsigned char>(c) >= 0x80;  // part of a letter in UTF-8
    return letter || beyond_ascii || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

bool is_utf8_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::string lower(std::string text)
{
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

// The frame that a file of this name holds, or none when it is no frame file.
std::optional<int> frame_of(std::string_view file_name, std::string_view ending)
{
    if (!file_name.starts_with(frame_prefix) || !file_name.ends_with(ending)) return std::nullopt;
    if (file_name.size() < frame_prefix.size() + frame_digits + ending.size()) return std::nullopt;
    const std::string_view digits =
        file_name.substr(frame_prefix.size(), file_name.size() - frame_prefix.size() - ending.size());
    int frame = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), frame);
    if (error != std::errc() || end != digits.data() + digits.size() || frame < 0) return std::nullopt;
    return frame;
}

}  // namespace

std::string safe_file_name(std::string_view name)
{
    std::size_t length = std::min(name.size(), longest_name);
    while (length > 0 && length < name.size() && is_utf8_continuation(name[length])) --length;
    std::string plain(name.substr(0, length));
    std::ranges::replace_if(
        plain, [](char c) { return !is_plain(c); }, '_');
    if (plain.empty()) return "cloth";
    if (plain.front() == '.' || plain.front() == '-') plain.front() = '_';  // avoids hidden files and flags
    // The OBJ mesh of a point cache must not have the name of a frame file.
    if (lower(plain).starts_with(frame_prefix)) plain.insert(0, "cloth_");
    return plain;
}

std::string frame_file_name(int frame, std::string_view ending)
{
    std::string digits = std::to_string(frame);
    if (digits.size() < frame_digits) digits.insert(0, frame_digits - digits.size(), '0');
    std::string name(frame_prefix);
    return name.append(digits).append(ending);
}

void require_next_frame(const FrameData& frame, int next)
{
    if (frame.frame == next) return;
    Problem problem;
    problem.key = "frame";
    problem.message = "expected " + std::to_string(next) + ", the frame that follows those written, found " +
                      std::to_string(frame.frame);
    throw InputError(std::move(problem));
}

void remove_frames(const std::filesystem::path& directory, std::string_view ending, int first)
{
    namespace fs = std::filesystem;
    std::vector<fs::path> unwanted;  // collected first: removing during listing may skip names
    std::error_code error;
    fs::directory_iterator entry(directory, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (const auto frame = frame_of(name, ending)) {
            if (*frame >= first) unwanted.push_back(entry->path());
        } else if (name.starts_with('.') && name.ends_with(".part")) {
            const std::string final_name = name.substr(1, name.size() - 6);
            if (frame_of(final_name, ending)) unwanted.push_back(entry->path());
        }
    }
    if (error) throw OutputError(directory, "cannot list: " + error.message());
    for (const fs::path& file : unwanted) {
        fs::remove(file, error);
        if (error) throw OutputError(file, "cannot remove: " + error.message());
    }
}

std::vector<std::string> file_names(std::span<const ClothView> cloths)
{
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const ClothView& cloth : cloths) {
        const std::string stem = safe_file_name(cloth.name);
        std::string name = stem;
        for (int number = 2; !taken.insert(lower(name)).second; ++number) name = stem + '_' + std::to_string(number);
        names.push_back(std::move(name));
    }
    return names;
}

std::vector<unsigned char> seen_particles(const FrameData& frame)
{
    std::vector<unsigned char> seen;
    if (frame.intact.empty()) return seen;
    seen.assign(frame.positions.size(), 0);
    for (const ClothView& cloth : frame.cloths)
        for (const Face& face : cloth.faces)
            for (const int corner : face) seen[static_cast<std::size_t>(cloth.first_particle + corner)] = 1;
    return seen;
}

void hide_unseen(const FrameData& frame, std::span<double> values)
{
    const std::vector<unsigned char> seen = seen_particles(frame);
    for (std::size_t i = 0; i < seen.size(); ++i)
        if (seen[i] == 0) values[i] = std::numeric_limits<double>::quiet_NaN();
}

bool has_uv_per_particle(const ClothView& cloth)
{
    return !cloth.uvs.empty() && cloth.uvs.size() >= static_cast<std::size_t>(cloth.particle_count) &&
           std::ranges::equal(cloth.faces, cloth.uv_faces);
}

bool have_uv_per_particle(std::span<const ClothView> cloths)
{
    return std::ranges::all_of(cloths, has_uv_per_particle);
}

}  // namespace tulle
