// export_sample DIRECTORY: wavy cloths in every format of whole runs, with all that the formats may have to hold, for
// script/clients to open: wave (the frames of output_sample, with obstacles), and seams, plain, still, moving for
// single difficulties.

#include "output/gltf_export.hpp"
#include "output/output_formats.hpp"
#include "output/wavy_run.hpp"

#include <exception>
#include <iostream>

namespace {

tulle::WavyCloths wide_cloths()
{
    tulle::WavyCloths cloths;
    cloths.add("curtain", 21, 11);
    cloths.add("table cloth", 9, 9);
    return cloths;
}

void write(const std::filesystem::path& directory, const std::string& name, tulle::WavyRun run)
{
    for (const tulle::OutputFormat& format : tulle::output_formats)
        if (format.write_run != nullptr) format.write_run(directory / (name + std::string(format.ending)), run);
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: export_sample DIRECTORY\n";
        return 2;
    }
    try {
        std::filesystem::create_directories(argv[1]);
        write(argv[1], "wave", {wide_cloths(), 3, tulle::one_obstacle_of_each_kind()});
        tulle::WavyCloths seams = wide_cloths();
        seams.add_seam(0);
        write(argv[1], "seams", {seams, 3});
        tulle::WavyCloths plain = wide_cloths();
        plain.remove_uvs(0);
        plain.remove_uvs(1);
        write(argv[1], "plain", {plain, 3});
        write(argv[1], "still", {wide_cloths(), 1});
        write(argv[1], "moving", {wide_cloths(), 6, tulle::moving_obstacles()});
        tulle::WavyRun long_run(wide_cloths(), 121);
        tulle::write_gltf(std::filesystem::path(argv[1]) / "long.glb", long_run);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
