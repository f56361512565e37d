#pragma once
// FNV-1a hash with 64 bits: detects damaged data and tells scenes apart. It gives no protection against intentional
// changes.

#include <cstdint>
#include <string_view>

namespace tulle {

/// Returns the hash of `bytes`. If `hash` is the result of an earlier call, returns the hash of both inputs together.
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325U)
{
    for (const char byte : bytes) {
        hash ^= static_cast<unsigned char>(byte);
        hash *= 0x100000001b3U;
    }
    return hash;
}

}  // namespace tulle
