#pragma once
// Finds fabrics on the command line: FABRIC is the name of a fabric, or a file that ends in .toml.

#include "core/refuse.hpp"
#include "scene/find_fabric.hpp"

#include <filesystem>
#include <string>
#include <system_error>

namespace tulle {

/// Calls find_fabric for the working directory.
[[nodiscard]] inline std::filesystem::path find_fabric_here(const std::string& name)
{
    std::error_code ignored;
    if (name.ends_with(".toml") && !std::filesystem::is_regular_file(name, ignored)) refuse(name, "no such file");
    return find_fabric(name, "");
}

}  // namespace tulle
