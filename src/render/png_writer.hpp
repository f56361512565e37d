#pragma once
// Writes PNG files: lossless pictures for all programs. The same picture gives the same bytes.

#include "render/image.hpp"

#include <filesystem>
#include <string>

namespace tulle {

[[nodiscard]] std::string png_bytes(const Picture& picture);

/// Writes the file completely or not at all. Throws OutputError on failure.
void write_png(const std::filesystem::path& file, const Picture& picture);

}  // namespace tulle
