// output_sample DIRECTORY: three frames of two wavy cloths in every format that is written frame by frame, for
// script/clients to open.

#include "output/wavy_cloths.hpp"

#include <tulle/frame_writer.hpp>

#include <exception>
#include <iostream>

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: output_sample DIRECTORY\n";
        return 2;
    }
    try {
        std::filesystem::create_directories(argv[1]);
        tulle::WavyCloths cloths;
        cloths.add("curtain", 21, 11);
        cloths.add("table cloth", 9, 9);
        for (const tulle::Choice& format : tulle::frame_formats()) {
            if (format.name == "cache") continue;  // for Tulle alone
            const auto writer = tulle::make_frame_writer(format.name, argv[1], tulle::WavyCloths::fps);
            for (int frame = 0; frame < 3; ++frame) writer->write(cloths.frame(frame));
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
