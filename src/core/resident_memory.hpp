#pragma once
// How much memory the program has in use.

#include <fstream>
#include <optional>

#include <unistd.h>

namespace tulle {

/// Bytes that are resident now; nothing where the system does not tell (it does in Linux).
[[nodiscard]] inline std::optional<double> resident_bytes()
{
    std::ifstream in("/proc/self/statm");
    double all = 0, resident = 0;  // pages
    if (!(in >> all >> resident)) return std::nullopt;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace tulle
