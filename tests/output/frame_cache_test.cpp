#include "output/frame_cache.hpp"

#include "output/output_formats.hpp"
#include "output/test_files.hpp"
#include "output/wavy_cloths.hpp"

#include <tulle/error.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

namespace tulle {
namespace {

constexpr int particle_count = 5 * 4 + 3 * 3;  // of two_cloths

class FrameCache : public ::testing::Test {
protected:
    void write(int frames)
    {
        WavyCloths cloths = two_cloths();
        const auto writer = make_frame_cache_writer(directory_.path(), WavyCloths::fps);
        for (int frame = 0; frame < frames; ++frame) writer->write(cloths.frame(frame));
    }

    TemporaryDirectory directory_;
    std::filesystem::path file_ = directory_ / std::string(frame_cache_name);
};

TEST_F(FrameCache, FramesComeBackInAnyOrderAsFloats)
{
    write(4);
    FrameCacheReader reader(file_, particle_count);
    ASSERT_EQ(reader.count(), 4);
    WavyCloths cloths = two_cloths();
    std::vector<Vec3> x(particle_count), v(particle_count);
    for (const int index : {2, 0, 3, 1}) {
        double time = 0;
        reader.read(index, time, x, v);
        const FrameData expected = cloths.frame(index);
        EXPECT_EQ(time, expected.time);
        for (std::size_t i = 0; i < particle_count; ++i) {
            EXPECT_EQ(x[i], expected.positions[i].cast<float>().cast<double>());
            EXPECT_EQ(v[i], expected.velocities[i].cast<float>().cast<double>());
        }
    }
}

TEST_F(FrameCache, IntactFacesComeBackAndARunGoesOnWithThem)
{
    constexpr int face_count = 2 * (4 * 3 + 2 * 2);
    WavyCloths cloths = two_cloths();
    cloths.tear(0, 3, 1);
    cloths.tear(1, 0, 2);
    auto writer = make_frame_cache_writer(directory_.path(), WavyCloths::fps);
    for (int frame = 0; frame < 4; ++frame) writer->write(cloths.frame(frame));
    const std::string bytes = read_bytes(file_);
    writer = make_frame_cache_writer(directory_.path(), WavyCloths::fps);
    writer->resume_after(2);
    for (int frame = 2; frame < 4; ++frame) writer->write(cloths.frame(frame));
    EXPECT_EQ(read_bytes(file_), bytes);

    FrameCacheReader reader(file_, particle_count, face_count);
    ASSERT_EQ(reader.count(), 4);
    EXPECT_TRUE(reader.can_tear());
    std::vector<Vec3> x(particle_count), v(particle_count);
    std::vector<unsigned char> intact(face_count);
    for (const int index : {3, 0, 2, 1}) {
        double time = 0;
        reader.read(index, time, x, v, intact);
        const FrameData expected = cloths.frame(index);
        EXPECT_TRUE(std::ranges::equal(intact, expected.intact)) << index;
        EXPECT_EQ(x[7], expected.positions[7].cast<float>().cast<double>());
    }
    EXPECT_THROW(FrameCacheReader(file_, particle_count, face_count + 1), InputError);
    write(1);
    EXPECT_FALSE(FrameCacheReader(file_, particle_count, face_count).can_tear());
}

TEST_F(FrameCache, SizeIsAsStated)
{
    write(3);
    const std::string bytes = read_bytes(file_);
    EXPECT_EQ((bytes.size() - 16) % frame_cache_bytes(particle_count), 0U);
    EXPECT_EQ((bytes.size() - 16) / frame_cache_bytes(particle_count), 3U);
}

TEST_F(FrameCache, AFrameThatIsCutOffDoesNotCount)
{
    write(3);
    const std::string bytes = read_bytes(file_);
    write_bytes(file_, bytes.substr(0, bytes.size() - 1));
    EXPECT_EQ(FrameCacheReader(file_, particle_count).count(), 2);
    write_bytes(file_, bytes.substr(0, 16));
    EXPECT_EQ(FrameCacheReader(file_, particle_count).count(), 0);
}

TEST_F(FrameCache, OtherFilesAreRefused)
{
    EXPECT_THROW(FrameCacheReader(file_, particle_count), InputError);
    write(1);
    EXPECT_THROW(FrameCacheReader(file_, particle_count + 1), InputError);
    for (const char* text : {"", "TULLE", "something else that is long enough"}) {
        write_bytes(file_, text);
        EXPECT_THROW(FrameCacheReader(file_, particle_count), InputError) << text;
    }
}

TEST_F(FrameCache, AFileThatShrankWhileItWasReadIsAnErrorNotGarbage)
{
    write(2);
    FrameCacheReader reader(file_, particle_count);
    write_bytes(file_, read_bytes(file_).substr(0, 40));
    double time = 0;
    std::vector<Vec3> x(particle_count), v(particle_count);
    EXPECT_THROW(reader.read(1, time, x, v), InputError);
}

TEST_F(FrameCache, NumbersThatAreNotFiniteAreAnErrorNotAPicture)
{
    write(2);
    std::string bytes = read_bytes(file_);
    const std::size_t frame = frame_cache_bytes(particle_count);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::memcpy(bytes.data() + bytes.size() - frame + sizeof(double) + 4, &nan, sizeof nan);  // y of a particle
    write_bytes(file_, bytes);
    FrameCacheReader reader(file_, particle_count);
    double time = 0;
    std::vector<Vec3> x(particle_count), v(particle_count);
    EXPECT_NO_THROW(reader.read(0, time, x, v));
    EXPECT_THROW(reader.read(1, time, x, v), InputError);
}

}  // namespace
}  // namespace tulle
