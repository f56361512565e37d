#include "render/video.hpp"

#include <tulle/error.hpp>
#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

namespace tulle {
namespace {

namespace fs = std::filesystem;

class VideoTest : public ::testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(is_ffmpeg_present()) << "no ffmpeg here; see script/bootstrap";
        // A name that a shell would trip over, and that no test beside this one has.
        folder_ = fs::temp_directory_path() / ("tulle video test; $(false) 'x' " + std::to_string(getpid()));
        fs::remove_all(folder_);
        fs::create_directory(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), {}); }
    [[nodiscard]] static std::string bytes_of(const fs::path& file)
    {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    fs::path folder_;
};

Picture grey(int width, int height, int level)
{
    Picture picture(width, height);
    picture.rgb.assign(picture.rgb.size(), static_cast<std::uint8_t>(level));
    return picture;
}

void write_film(const fs::path& file, int width, int height)
{
    VideoWriter film(file, width, height, 25);
    for (const int level : {20, 120, 220}) film.add(grey(width, height, level));
    film.finish();
}

TEST_F(VideoTest, PlaysBackTheFramesThatWereGiven)
{
    const fs::path file = folder_ / "film.mp4";
    write_film(file, 64, 48);
    EXPECT_EQ(files(), 1) << "nothing is left aside";
    fs::copy_file(file, folder_ / "copy.mp4");
    fs::current_path(folder_);
    ASSERT_EQ(std::system("ffmpeg -v error -y -i copy.mp4 -f rawvideo -pix_fmt rgb24 raw < /dev/null"), 0);
    const std::string raw = bytes_of(folder_ / "raw");
    fs::current_path(folder_.parent_path());
    constexpr std::size_t picture = 64 * 48 * 3;
    ASSERT_EQ(raw.size(), 3 * picture);
    const int levels[] = {20, 120, 220};
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(static_cast<unsigned char>(raw[k * picture + picture / 2]), levels[k], 4) << "frame " << k;
}

TEST_F(VideoTest, StreamsFromTheStartAndIsTheSameEveryTime)
{
    write_film(folder_ / "a.mp4", 64, 48);
    write_film(folder_ / "b.mp4", 64, 48);
    const std::string bytes = bytes_of(folder_ / "a.mp4");
    EXPECT_EQ(bytes, bytes_of(folder_ / "b.mp4"));
    EXPECT_LT(bytes.find("moov"), bytes.find("mdat"));
}

TEST_F(VideoTest, OddSizesArePadded)
{
    write_film(folder_ / "odd.mp4", 33, 17);
    EXPECT_GT(fs::file_size(folder_ / "odd.mp4"), 500U);
}

TEST_F(VideoTest, WhatIsNotFinishedLeavesNothing)
{
    {
        VideoWriter film(folder_ / "film.mp4", 64, 48, 25);
        film.add(grey(64, 48, 100));
    }
    EXPECT_EQ(files(), 0);
}

TEST_F(VideoTest, SaysWhyWhenItCannotBeWritten)
{
    const fs::path file = folder_ / "nowhere" / "film.mp4";
    try {
        VideoWriter film(file, 640, 480, 25);
        // More than fits between the programs, so that a write meets the closed end too.
        for (int k = 0; k < 20; ++k) film.add(grey(640, 480, 10 * k));
        film.finish();
        FAIL() << "written to a folder that is not there";
    } catch (const OutputError& error) {
        EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos) << error.what();
    }
}

TEST_F(VideoTest, WithoutFfmpegItSaysWhatToInstall)
{
    const std::string path = std::getenv("PATH");
    setenv("PATH", "/nonexistent", 1);
    std::string message;
    try {
        const VideoWriter film(folder_ / "film.mp4", 64, 48, 25);
    } catch (const InputError& error) {
        message = error.problems().at(0).text();
    }
    setenv("PATH", path.c_str(), 1);
    EXPECT_NE(message.find("ffmpeg"), std::string::npos);
    EXPECT_NE(message.find("install"), std::string::npos);
    EXPECT_EQ(files(), 0);
}

}  // namespace
}  // namespace tulle
