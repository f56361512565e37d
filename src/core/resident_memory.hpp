#pragma once
// Resident memory of the program.

#include <fstream>
#include <optional>

#include <unistd.h>

namespace tulle {

/// Returns the bytes that are resident now. Returns nothing if the system does not provide the number (Linux does).
[[nodiscard]] inline std::optional<double> resident_bytes()
{
    std::ifstream in("/proc/self/statm");
    double all = 0, resident = 0;  // pages
    if (!(in >> all >> resident)) return std::nullopt;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace tulle
