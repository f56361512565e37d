#pragma once
// FNV-1a with 64 bits: finds damage and tells scenes apart; no protection against intent.

#include <cstdint>
#include <string_view>

namespace tulle {

/// With what a call before has given, the two together.
[[nodiscard]] constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325U)
{
    for (const char byte : bytes) {
        hash ^= static_cast<unsigned char>(byte);
        hash *= 0x100000001b3U;
    }
    return hash;
}

}  // namespace tulle
