#include "output/encode.hpp"

namespace tulle {

void append_base64(std::string& out, std::string_view bytes)
{
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = bytes.size() - i < 3 ? bytes.size() - i : 3;
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        // n bytes fill n + 1 characters; the last character is filled in part.
        for (std::size_t k = 0; k < 4; ++k) out += k <= count ? alphabet[bits >> (18 - 6 * k) & 63U] : '=';
    }
}

}  // namespace tulle
