#include "render/png_writer.hpp"

#include "output/atomic_file.hpp"

#include <png.h>

#include <stdexcept>

namespace tulle {

std::string png_bytes(const Picture& picture)
{
    png_image head{};  // libpng's simple interface writes no dates and no text, and marks sRGB
    head.version = PNG_IMAGE_VERSION;
    head.width = static_cast<png_uint_32>(picture.width);
    head.height = static_cast<png_uint_32>(picture.height);
    head.format = PNG_FORMAT_RGB;

    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(head);
    std::string bytes(size, '\0');
    constexpr int keep_8_bit = 0;
    constexpr png_int_32 packed_rows = 0;
    if (png_image_write_to_memory(&head, bytes.data(), &size, keep_8_bit, picture.rgb.data(), packed_rows, nullptr) ==
        0) {
        throw std::runtime_error(std::string("PNG: ") + head.message);
    }
    bytes.resize(size);
    return bytes;
}

void write_png(const std::filesystem::path& file, const Picture& picture)
{
    write_file_atomically(file, png_bytes(picture));
}

}  // namespace tulle
