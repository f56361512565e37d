#include "output/output_formats.hpp"

#include "output/test_files.hpp"
#include "output/wavy_cloths.hpp"

#include <tulle/output_error.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace tulle {
namespace {

struct Cache {
    struct Header {
        char signature[12];
        std::int32_t version, points;
        float start, sampling;
        std::int32_t samples;
    } header;
    std::vector<float> coordinates;
};

Cache read_cache(const std::filesystem::path& file)
{
    static_assert(sizeof(Cache::Header) == 32);
    const std::string bytes = read_bytes(file);
    Cache cache{};
    std::memcpy(&cache.header, bytes.data(), sizeof cache.header);
    cache.coordinates.resize((bytes.size() - sizeof cache.header) / sizeof(float));
    std::memcpy(cache.coordinates.data(), bytes.data() + sizeof cache.header, bytes.size() - sizeof cache.header);
    return cache;
}

TEST(Pc2Writer, HoldsEachClothsFramesAsFloats)
{
    const TemporaryDirectory directory;
    WavyCloths cloths = two_cloths();
    const auto writer = make_pc2_writer(directory.path(), WavyCloths::fps);
    for (int frame = 0; frame < 3; ++frame) writer->write(cloths.frame(frame));

    const std::vector<std::string> files{"curtain.pc2", "table_cloth.pc2"};
    for (std::size_t c = 0; c < files.size(); ++c) {
        const Cache cache = read_cache(directory / files[c]);
        const ClothView cloth = cloths.frame(0).cloths[c];
        EXPECT_EQ(std::memcmp(cache.header.signature, "POINTCACHE2", 12), 0);
        EXPECT_EQ(cache.header.version, 1);
        EXPECT_EQ(cache.header.points, cloth.particle_count);
        EXPECT_EQ(cache.header.start, 0.0F);
        EXPECT_EQ(cache.header.sampling, 1.0F);
        EXPECT_EQ(cache.header.samples, 3);
        ASSERT_EQ(cache.coordinates.size(), static_cast<std::size_t>(3 * 3 * cloth.particle_count));
        auto value = cache.coordinates.begin();
        for (int frame = 0; frame < 3; ++frame)
            for (int i = 0; i < cloth.particle_count; ++i)
                for (int k = 0; k < 3; ++k) {
                    const auto particle = static_cast<std::size_t>(cloth.first_particle + i);
                    ASSERT_EQ(*value++, static_cast<float>(cloths.frame(frame).positions[particle][k]));
                }
    }
}

TEST(Pc2Writer, TheMeshBesideTheCacheIsThatOfTheFirstFrame)
{
    const TemporaryDirectory directory;
    WavyCloths cloths;
    cloths.add("flag", 2, 2);
    const auto writer = make_pc2_writer(directory.path(), 25);
    for (int frame = 0; frame < 2; ++frame) writer->write(cloths.frame(frame));
    const std::string text = read_bytes(directory / "flag.obj");
    EXPECT_EQ(text.substr(0, text.find("v ")),
              "# The mesh that flag.pc2 moves, at its first frame; metres, Z up, 25 frames per second\no flag\n");
    EXPECT_NE(text.find("\nv 0 0 0\n"), std::string::npos);
    EXPECT_NE(text.find("\nf 1/1 2/2 4/4\nf 1/1 4/4 3/3\n"), std::string::npos);
}

// Between any two writes of the file the head promises only what is there, so that a cache in the making can be read.
TEST(Pc2Writer, TheHeadNeverPromisesMoreThanTheFileHolds)
{
    const TemporaryDirectory directory;
    WavyCloths cloths;
    cloths.add("flag", 2, 2);
    const auto writer = make_pc2_writer(directory.path(), 25);
    writer->write(cloths.frame(0));
    for (std::uint64_t room = 32 + 48; room < 32 + 96; ++room) {
        const FileSizeLimit limit(room);
        EXPECT_THROW(writer->write(cloths.frame(1)), OutputError);
        EXPECT_EQ(read_cache(directory / "flag.pc2").header.samples, 1);
    }
}

TEST(Pc2Writer, RefusesToGoOnWithACacheThatIsTooShortOrOfAnotherCloth)
{
    const TemporaryDirectory directory;
    WavyCloths small, big;
    small.add("flag", 2, 2);
    big.add("flag", 3, 3);
    make_pc2_writer(directory.path(), 25)->write(small.frame(0));
    const Contents before = contents_of(directory.path());

    const auto writer = make_pc2_writer(directory.path(), 25);
    writer->resume_after(2);
    EXPECT_THROW(writer->write(small.frame(2)), OutputError);
    writer->resume_after(1);
    EXPECT_THROW(writer->write(big.frame(1)), OutputError);
    EXPECT_EQ(contents_of(directory.path()), before) << "a refusal changes nothing";
}

}  // namespace
}  // namespace tulle
