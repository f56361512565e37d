#include "render/png_writer.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>
#include <png.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

namespace tulle {
namespace {

Picture pattern(int width, int height)
{
    Picture picture(width, height);
    for (std::size_t i = 0; i < picture.rgb.size(); ++i) picture.rgb[i] = static_cast<std::uint8_t>(i * i + i / 7);
    return picture;
}

TEST(PngWriter, LibpngReadsEveryPixelBack)
{
    const Picture picture = pattern(37, 11);  // rows that no alignment suits
    const std::string bytes = png_bytes(picture);
    png_image head{};
    head.version = PNG_IMAGE_VERSION;
    ASSERT_NE(png_image_begin_read_from_memory(&head, bytes.data(), bytes.size()), 0) << head.message;
    EXPECT_EQ(head.width, 37U);
    EXPECT_EQ(head.height, 11U);
    EXPECT_EQ(head.format, static_cast<png_uint_32>(PNG_FORMAT_RGB));
    head.format = PNG_FORMAT_RGB;
    std::vector<std::uint8_t> read(PNG_IMAGE_SIZE(head));
    ASSERT_NE(png_image_finish_read(&head, nullptr, read.data(), 0, nullptr), 0) << head.message;
    EXPECT_EQ(read, picture.rgb);
}

TEST(PngWriter, SameBytesEveryTimeAndNoDate)
{
    const std::string bytes = png_bytes(pattern(16, 16));
    EXPECT_EQ(bytes, png_bytes(pattern(16, 16)));
    EXPECT_EQ(bytes.find("tIME"), std::string::npos);
    EXPECT_NE(bytes.find("sRGB"), std::string::npos);
}

TEST(PngWriter, ReplacesItsFileAndLeavesNothingAside)
{
    const auto folder = std::filesystem::temp_directory_path() / ("tulle_png_writer_test_" + std::to_string(getpid()));
    std::filesystem::remove_all(folder);
    std::filesystem::create_directory(folder);
    write_png(folder / "a.png", pattern(4, 4));
    write_png(folder / "a.png", pattern(5, 5));
    std::ifstream in(folder / "a.png", std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), png_bytes(pattern(5, 5)));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
    EXPECT_THROW(write_png(folder / "none" / "a.png", pattern(4, 4)), OutputError);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace tulle
