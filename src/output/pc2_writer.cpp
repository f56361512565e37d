// Frame writer for point caches, version 2 (.pc2): per cloth a growing file name.pc2 with the positions of all frames,
// and name.obj, the mesh of frame 0 that the cache moves. Blender reads the cache with the Mesh Cache modifier, 3ds Max
// with Point Cache.
//
// Layout, little endian: "POINTCACHE2\0", int32 version = 1, int32 points, float32 start frame = 0, float32 frames per
// sample = 1, int32 samples; then for each sample float32 x y z of every point.

#include "output/atomic_file.hpp"
#include "output/encode.hpp"
#include "output/frame_files.hpp"
#include "output/growing_file.hpp"
#include "output/obj_writer.hpp"
#include "output/output_formats.hpp"

#include <tulle/output_error.hpp>

#include <utility>

namespace tulle {
namespace {

constexpr std::size_t header_size = 32;
constexpr std::uint64_t sample_count_offset = 28;

std::string header_of(int points)
{
    std::string header("POINTCACHE2\0", 12);
    append_binary(header, std::int32_t{1});
    append_binary(header, std::int32_t{points});
    append_binary(header, 0.0F);
    append_binary(header, 1.0F);
    append_binary(header, std::int32_t{0});
    return header;
}

std::uint64_t length_after(int frames, int points)
{
    return header_size +
           std::uint64_t{3 * sizeof(float)} * static_cast<std::uint64_t>(points) * static_cast<std::uint64_t>(frames);
}

void set_sample_count(GrowingFile& cache, int samples)
{
    std::string count;
    append_binary(count, std::int32_t{samples});
    cache.overwrite(sample_count_offset, count);
}

GrowingFile reopen(const std::filesystem::path& path, int points, int frames)
{
    GrowingFile cache = GrowingFile::open(path);
    if (cache.read_at(0, sample_count_offset) != header_of(points).substr(0, sample_count_offset))
        throw OutputError(path, "is not the point cache of this cloth (" + std::to_string(points) + " points)");
    const std::uint64_t good_length = length_after(frames, points);
    if (cache.length() < good_length)
        throw OutputError(path, "is too short to go on with: " + std::to_string(frames) + " frames were written");
    // Set the count before truncating: it must never exceed the samples in the file.
    set_sample_count(cache, frames);
    cache.truncate(good_length);
    return cache;
}

class Pc2Writer final : public FrameWriter {
public:
    Pc2Writer(std::filesystem::path directory, double fps) : directory_(std::move(directory)), fps_(fps) {}

    void write(const FrameData& frame) override
    {
        require_next_frame(frame, frames_);
        if (caches_.empty()) open_caches(frame);
        // Count a sample only after its data is written, so that a kill at any moment leaves readable caches. Write the
        // data of all cloths before counting any: if the disk becomes full, all caches stay equally long.
        try {
            for (std::size_t c = 0; c < caches_.size(); ++c) {
                bytes_.clear();
                for (const Vec3& x : part_of(frame.positions, frame.cloths[c]))
                    append_binary(bytes_, Eigen::Vector3f(x.cast<float>()));
                caches_[c].append(bytes_);
            }
            for (GrowingFile& cache : caches_) set_sample_count(cache, frames_ + 1);
        } catch (const OutputError&) {
            take_back(frame);
            throw;
        }
        ++frames_;
    }

    // Truncation is left to the next frame, because only then the names and sizes of the caches are known.
    void resume_after(int frames) override
    {
        caches_.clear();
        frames_ = frames;
    }

private:
    void open_caches(const FrameData& frame)
    {
        const std::vector<std::string> names = file_names(frame.cloths);
        std::vector<GrowingFile> caches;
        for (std::size_t c = 0; c < names.size(); ++c) {
            const int points = frame.cloths[c].particle_count;
            const std::filesystem::path path = directory_ / (names[c] + ".pc2");
            if (frames_ == 0) {
                write_mesh(names[c], frame, frame.cloths[c]);
                caches.push_back(GrowingFile::create(path, header_of(points)));
            } else {
                caches.push_back(reopen(path, points, frames_));
            }
        }
        caches_ = std::move(caches);
    }

    void write_mesh(const std::string& name, const FrameData& frame, const ClothView& cloth)
    {
        bytes_ = "# The mesh that " + name + ".pc2 moves, at its first frame; metres, Z up, ";
        append_number(bytes_, fps_);
        bytes_ += " frames per second\n";
        ObjCounts counts;
        append_obj_object(bytes_, name, part_of(frame.positions, cloth), cloth, counts);
        write_file_atomically(directory_ / (name + ".obj"), bytes_);
    }

    // Best effort after a failure: a cache that cannot be truncated now is truncated when the run resumes.
    void take_back(const FrameData& frame)
    {
        for (std::size_t c = 0; c < caches_.size(); ++c) {
            try {
                set_sample_count(caches_[c], frames_);
                caches_[c].truncate(length_after(frames_, frame.cloths[c].particle_count));
            } catch (const OutputError&) {
                continue;
            }
        }
    }

    std::filesystem::path directory_;
    double fps_;
    int frames_ = 0;                   // whole frames so far
    std::vector<GrowingFile> caches_;  // one per cloth; empty before the first frame
    std::string bytes_;                // a member to reuse its memory
};

}  // namespace

std::unique_ptr<FrameWriter> make_pc2_writer(const std::filesystem::path& directory, double fps)
{
    return std::make_unique<Pc2Writer>(directory, fps);
}

}  // namespace tulle
