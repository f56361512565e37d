#include "scene/text_file.hpp"

#include "core/refuse.hpp"

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace tulle {

std::string read_text_file(const std::filesystem::path& file)
{
    std::error_code error;
    std::string text;
    if (std::filesystem::is_directory(file, error)) {
        error = std::make_error_code(std::errc::is_a_directory);
    } else {
        std::ifstream in(file, std::ios::binary);
        text.assign(std::istreambuf_iterator<char>(in), {});
        error = in ? std::error_code() : std::error_code(errno, std::generic_category());
    }
    if (error) refuse(file, "cannot be read: " + error.message());
    return text;
}

}  // namespace tulle
