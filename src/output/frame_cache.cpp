#include "output/frame_cache.hpp"

#include "core/assert.hpp"
#include "core/refuse.hpp"
#include "output/encode.hpp"
#include "output/frame_files.hpp"
#include "output/growing_file.hpp"
#include "output/output_formats.hpp"

#include <tulle/output_error.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace tulle {
namespace {

constexpr std::string_view magic = "TULLECACHE";
constexpr std::uint16_t plain_version = 1, tearing_version = 2;

std::string header_of(int particles, int tearing_faces)
{
    std::string header(magic);
    append_bits(header, tearing_faces > 0 ? tearing_version : plain_version);
    append_binary(header, std::int32_t{particles});
    if (tearing_faces > 0) append_binary(header, std::int32_t{tearing_faces});
    return header;
}

std::uint64_t length_after(int frames, int particles, int tearing_faces)
{
    return header_of(particles, tearing_faces).size() +
           static_cast<std::uint64_t>(frames) * frame_cache_bytes(particles, tearing_faces);
}

void append_flags(std::string& bytes, std::span<const unsigned char> flags)
{
    for (std::size_t begin = 0; begin < flags.size(); begin += 8) {
        unsigned byte = 0;
        for (std::size_t k = begin; k < std::min(begin + 8, flags.size()); ++k)
            if (flags[k] != 0) byte |= 1U << (k - begin);
        bytes += static_cast<char>(byte);
    }
}

class FrameCacheWriter final : public FrameWriter {
public:
    explicit FrameCacheWriter(const std::filesystem::path& directory) : path_(directory / frame_cache_name) {}

    void write(const FrameData& frame) override
    {
        require_next_frame(frame, frames_);
        if (!file_) file_ = open(static_cast<int>(frame.positions.size()), static_cast<int>(frame.intact.size()));
        bytes_.clear();
        append_binary(bytes_, frame.time);
        for (const std::span<const Vec3> values : {frame.positions, frame.velocities})
            for (const Vec3& value : values) append_binary(bytes_, Eigen::Vector3f(value.cast<float>()));
        append_flags(bytes_, frame.intact);
        file_->append(bytes_);
        ++frames_;
    }

    // Truncation is left to the next frame, because only then the number of particles is known.
    void resume_after(int frames) override
    {
        file_.reset();
        frames_ = frames;
    }

private:
    [[nodiscard]] GrowingFile open(int particles, int tearing_faces) const
    {
        const std::string header = header_of(particles, tearing_faces);
        if (frames_ == 0) return GrowingFile::create(path_, header);
        GrowingFile file = GrowingFile::open(path_);
        const std::uint64_t good_length = length_after(frames_, particles, tearing_faces);
        if (file.read_at(0, header.size()) != header || file.length() < good_length)
            throw OutputError(path_, "does not hold the " + std::to_string(frames_) + " frames that were written");
        file.truncate(good_length);
        return file;
    }

    std::filesystem::path path_;
    std::optional<GrowingFile> file_;  // none before the first frame
    int frames_ = 0;                   // whole frames so far
    std::string bytes_;                // a member to reuse its memory
};

/// Takes a number from the front of the bytes, which must be long enough.
template <class Number>
Number take(const char*& at)
{
    Number value;
    std::memcpy(&value, at, sizeof value);  // every machine Tulle supports is little-endian
    at += sizeof value;
    return value;
}

}  // namespace

std::uint64_t frame_cache_bytes(int particles, int tearing_faces)
{
    return sizeof(double) + std::uint64_t{2 * 3 * sizeof(float)} * static_cast<std::uint64_t>(particles) +
           static_cast<std::uint64_t>((tearing_faces + 7) / 8);
}

std::unique_ptr<FrameWriter> make_frame_cache_writer(const std::filesystem::path& directory, double /*fps*/)
{
    return std::make_unique<FrameCacheWriter>(directory);
}

FrameCacheReader::FrameCacheReader(const std::filesystem::path& file, int particles, int faces)
    : path_(file), in_(file, std::ios::binary), particles_(particles)
{
    if (!in_) refuse(path_, "cannot be read: no frames were kept here");
    const auto starts_with = [&](const std::string& wanted) {
        std::string header(wanted.size(), '\0');
        in_.clear();
        in_.seekg(0);
        in_.read(header.data(), static_cast<std::streamsize>(header.size()));
        return in_ && header == wanted;
    };
    if (!starts_with(header_of(particles, 0))) {
        tearing_faces_ = faces;
        if (faces == 0 || !starts_with(header_of(particles, faces)))
            refuse(path_, "is not the frame cache of this scene, or of another version of Tulle");
    }
    const std::size_t header_bytes = header_of(particles, tearing_faces_).size();
    count_ = static_cast<int>((std::filesystem::file_size(file) - header_bytes) /
                              frame_cache_bytes(particles, tearing_faces_));
}

void FrameCacheReader::read(int index, double& time, std::span<Vec3> positions, std::span<Vec3> velocities,
                            std::span<unsigned char> intact)
{
    TULLE_ASSERT(index >= 0 && index < count_, index, count_);
    bytes_.resize(frame_cache_bytes(particles_, tearing_faces_));
    in_.clear();
    in_.seekg(static_cast<std::streamoff>(length_after(index, particles_, tearing_faces_)));
    in_.read(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
    if (!in_) refuse(path_, "frame " + std::to_string(index) + " is cut off");
    const char* at = bytes_.data();
    time = take<double>(at);
    for (const std::span<Vec3> values : {positions, velocities})
        for (Vec3& value : values)
            for (double& coordinate : value) coordinate = static_cast<double>(take<float>(at));
    const auto is_finite = [](const Vec3& value) { return value.allFinite(); };
    if (!std::all_of(positions.begin(), positions.end(), is_finite) ||
        !std::all_of(velocities.begin(), velocities.end(), is_finite))
        refuse(path_, "frame " + std::to_string(index) + " is damaged: not all of its numbers are finite");
    for (std::size_t f = 0; f < static_cast<std::size_t>(tearing_faces_); ++f)
        intact[f] = static_cast<unsigned char>((static_cast<unsigned char>(at[f / 8]) >> (f % 8)) & 1U);
}

}  // namespace tulle
