#pragma once
// PNG: lossless, opened by everything. The same picture gives the same bytes.

#include "render/image.hpp"

#include <filesystem>
#include <string>

namespace tulle {

[[nodiscard]] std::string png_bytes(const Picture& picture);

/// All or nothing; throws OutputError.
void write_png(const std::filesystem::path& file, const Picture& picture);

}  // namespace tulle
