#include <tulle/frame_writer.hpp>

#include "core/list_names.hpp"
#include "output/atomic_file.hpp"
#include "output/output_formats.hpp"
#include "output/test_files.hpp"
#include "output/wavy_cloths.hpp"

#include <tulle/choices.hpp>
#include <tulle/error.hpp>
#include <tulle/output_error.hpp>
#include <tulle/triangle_mesh.hpp>

#include <gtest/gtest.h>

#include <set>

namespace tulle {
namespace {

// What every format promises, whatever its files look like.
class EveryFormat : public ::testing::TestWithParam<std::string> {
protected:
    EveryFormat()
    {
        cloths_.add("a", 2, 2);
        cloths_.add("b", 3, 2);
    }

    [[nodiscard]] std::unique_ptr<FrameWriter> make_writer() const
    {
        return make_frame_writer(GetParam(), directory_.path(), WavyCloths::fps);
    }

    void write(FrameWriter& writer, int first, int end)
    {
        for (int frame = first; frame < end; ++frame) writer.write(cloths_.frame(frame));
    }

    // The directory after each number of frames of a run that nothing disturbs; it is empty again afterwards.
    std::vector<Contents> undisturbed_run(int frames)
    {
        std::vector<Contents> after{{}};
        const auto writer = make_writer();
        for (int frame = 0; frame < frames; ++frame) {
            write(*writer, frame, frame + 1);
            after.push_back(contents_of(directory_.path()));
        }
        set_contents(directory_.path(), {});
        return after;
    }

    void expect_resumes_to(const Contents& expected, const Contents& killed, const std::string& what)
    {
        set_contents(directory_.path(), killed);
        const auto writer = make_writer();
        writer->resume_after(2);
        write(*writer, 2, 3);
        ASSERT_EQ(contents_of(directory_.path()), expected) << what;
    }

    TemporaryDirectory directory_;
    WavyCloths cloths_;
};

TEST_P(EveryFormat, WritesTheSameBytesEachTime)
{
    EXPECT_EQ(undisturbed_run(3), undisturbed_run(3));
    EXPECT_TRUE(contents_of(directory_.path()).empty());
}

TEST_P(EveryFormat, AKillAtAnyByteOfAFrameResumesToTheSameBytes)
{
    const std::vector<Contents> after = undisturbed_run(3);
    const Contents &before = after[2], &whole = after[3];
    Contents killed = before;
    for (const auto& [name, bytes] : whole) {
        if (before.contains(name) && before.at(name) == bytes) continue;
        if (before.contains(name) && bytes.size() > before.at(name).size() &&
            (name.ends_with(".pc2") || name.ends_with(".cache"))) {
            // A growing file, cut anywhere in its new record, which its head does not count yet.
            for (std::size_t cut = before.at(name).size(); cut <= bytes.size(); ++cut) {
                killed[name] = before.at(name) + bytes.substr(before.at(name).size(), cut - before.at(name).size());
                expect_resumes_to(whole, killed, name + " cut at " + std::to_string(cut));
            }
        } else {
            // A file written aside: a part of it is there under the hidden name only.
            const std::string aside = aside_path(name).string();
            for (std::size_t cut = 0; cut <= bytes.size(); cut += 1 + bytes.size() / 10) {
                killed[aside] = bytes.substr(0, cut);
                expect_resumes_to(whole, killed, aside + " cut at " + std::to_string(cut));
            }
            killed.erase(aside);
        }
        killed[name] = bytes;  // done; the kill comes while the next file is written
        expect_resumes_to(whole, killed, name + " done");
    }
}

TEST_P(EveryFormat, ResumingForgetsLaterFrames)
{
    const std::vector<Contents> after = undisturbed_run(5);
    expect_resumes_to(after[3], after[5], "two frames too many");
}

TEST_P(EveryFormat, ResumingAfterNothingStartsAnew)
{
    const std::vector<Contents> after = undisturbed_run(3);
    set_contents(directory_.path(), after[3]);
    const auto writer = make_writer();
    writer->resume_after(0);
    write(*writer, 0, 1);
    EXPECT_EQ(contents_of(directory_.path()), after[1]);
}

TEST_P(EveryFormat, AFullDiskLosesNothingAndLeavesNothing)
{
    const std::vector<Contents> after = undisturbed_run(3);
    // The smallest limit under which the new frame fits.
    std::size_t needed = 0;
    for (const auto& [name, bytes] : after[3])
        if (!after[2].contains(name) || after[2].at(name) != bytes) needed = std::max(needed, bytes.size());

    const auto writer = make_writer();
    write(*writer, 0, 2);
    for (std::size_t room = 0; room < needed; room += 1 + needed / 50) {
        {
            const FileSizeLimit limit(room);
            ASSERT_THROW(write(*writer, 2, 3), OutputError) << room;
        }
        ASSERT_EQ(contents_of(directory_.path()), after[2]) << room;
    }
    write(*writer, 2, 3);
    EXPECT_EQ(contents_of(directory_.path()), after[3]) << "the frame can be tried again when there is room";
}

TEST_P(EveryFormat, AMissingDirectoryIsAnErrorThatNamesIt)
{
    const auto writer = make_frame_writer(GetParam(), directory_ / "missing", WavyCloths::fps);
    try {
        write(*writer, 0, 1);
        FAIL() << "wrote into a directory that is not there";
    } catch (const OutputError& error) {
        EXPECT_NE(std::string(error.what()).find((directory_ / "missing").string()), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos);
    }
}

std::vector<std::string> format_names()
{
    std::vector<std::string> names;
    for (const Choice& choice : frame_formats()) names.emplace_back(choice.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat, ::testing::ValuesIn(format_names()),
                         [](const auto& instance) { return instance.param; });

TEST(FrameWriter, OtherFormatsAreRefusedWithTheFormatsOfFrames)
{
    for (const auto& [format, hint] :
         {std::pair{"fbx", ""}, std::pair{"usd", ", a format of whole runs: write_frames writes it"}}) {
        try {
            (void)make_frame_writer(format, ".", 25);
            FAIL() << "made a writer for " << format;
        } catch (const InputError& error) {
            ASSERT_EQ(error.problems().size(), 1U);
            EXPECT_EQ(error.problems()[0].text(), "format: expected one of " +
                                                      list_names(frame_formats(), &Choice::name) + ", found \"" +
                                                      format + '"' + hint);
        }
    }
}

// A program that writes the same frame twice must not get a file with a frame too many.
TEST_P(EveryFormat, AFrameOutOfOrderIsRefusedOrReplacesItsFile)
{
    const std::vector<Contents> after = undisturbed_run(2);
    const auto writer = make_writer();
    write(*writer, 0, 2);
    try {
        write(*writer, 1, 2);
    } catch (const InputError& error) {
        EXPECT_EQ(error.problems()[0].text(), "frame: expected 2, the frame that follows those written, found 1");
    }
    EXPECT_EQ(contents_of(directory_.path()), after[2]);
}

TEST(FrameFormats, TheTableHasOneFunctionPerFormatAndNoNameTwice)
{
    std::set<std::string_view> names;
    for (const OutputFormat& format : output_formats) {
        EXPECT_TRUE(names.insert(format.name).second) << format.name;
        EXPECT_NE(format.make_writer == nullptr, format.write_run == nullptr) << format.name;
        EXPECT_EQ(format.write_run != nullptr, format.ending.starts_with('.')) << format.name;
        EXPECT_GE(format.bytes.per_particle, 12) << format.name << ": three floats at least";
        EXPECT_FALSE(format.description.empty());
    }
    EXPECT_EQ(frame_formats().front().name, "cache");
    EXPECT_EQ(output_choices().front().name, "obj");
    EXPECT_EQ(export_formats().front().name, "view");
    for (const Choice& choice : export_formats()) {
        EXPECT_NE(choice.name, "cache");
        EXPECT_FALSE(choice.description.empty()) << choice.name;
    }
}

TEST(FrameWriter, CurrentFrameShowsTheSimulation)
{
    SceneDescription scene;
    scene.cloths.emplace_back();
    Simulation simulation(scene);
    ASSERT_FALSE(is_failure(simulation.advance_frame().status));
    const FrameData frame = current_frame(simulation);
    EXPECT_EQ(frame.frame, 1);
    EXPECT_EQ(frame.time, simulation.time());
    EXPECT_EQ(frame.positions.size(), static_cast<std::size_t>(simulation.particle_count()));
    EXPECT_EQ(frame.positions[3], simulation.visible_positions()[3]);
    EXPECT_EQ(frame.velocities[3], simulation.velocities()[3]);
    EXPECT_EQ(frame.cloths.size(), 1U);
    EXPECT_TRUE(frame.intact.empty());
}

// All formats in one directory, as in a run with several formats, with a cloth named like a frame.
TEST(FrameWriter, FormatsShareADirectory)
{
    const TemporaryDirectory directory;
    WavyCloths cloths;
    cloths.add("frame_0000", 2, 2);
    std::size_t expected = 0;
    for (const std::string& format : format_names()) {
        const TemporaryDirectory alone;
        make_frame_writer(format, alone.path(), 25)->write(cloths.frame(0));
        expected += contents_of(alone.path()).size();
        make_frame_writer(format, directory.path(), 25)->write(cloths.frame(0));
    }
    EXPECT_EQ(contents_of(directory.path()).size(), expected);
    for (const std::string& format : format_names()) make_frame_writer(format, directory.path(), 25)->resume_after(1);
    EXPECT_EQ(contents_of(directory.path()).size(), expected);
}

// Frames are meshes that a scene can start from.
TEST(FrameWriter, OurOwnReaderTakesFramesBack)
{
    const TemporaryDirectory directory;
    WavyCloths cloths = two_cloths();
    const FrameData frame = cloths.frame(1);
    for (const std::string format : {"obj", "ply"}) {
        make_frame_writer(format, directory.path(), 25)->write(frame);
        const TriangleMesh mesh = read_mesh(directory / ("frame_0001." + format));
        ASSERT_EQ(mesh.positions.size(), frame.positions.size()) << format;
        for (std::size_t i = 0; i < mesh.positions.size(); ++i)
            EXPECT_EQ(mesh.positions[i], frame.positions[i]) << format << ' ' << i;
        const auto first_faces = frame.cloths[0].faces;
        ASSERT_EQ(mesh.faces.size(), first_faces.size() + frame.cloths[1].faces.size());
        EXPECT_TRUE(std::equal(first_faces.begin(), first_faces.end(), mesh.faces.begin())) << format;
    }
}

}  // namespace
}  // namespace tulle
