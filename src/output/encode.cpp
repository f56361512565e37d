#include "output/encode.hpp"

#include <algorithm>

namespace tulle {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The characters of each number of twelve bits: half the look-ups of one table entry per character.
constexpr std::array<std::array<char, 2>, 4096> character_pairs = [] {
    std::array<std::array<char, 2>, 4096> pairs{};
    for (std::size_t bits = 0; bits < pairs.size(); ++bits) pairs[bits] = {alphabet[bits >> 6U], alphabet[bits & 63U]};
    return pairs;
}();

std::uint32_t bits_of(std::string_view bytes, std::size_t first, std::size_t count)
{
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
        bits = bits << 8U | (k < count ? static_cast<unsigned char>(bytes[first + k]) : 0U);
    return bits;
}

}  // namespace

void append_base64(std::string& out, std::string_view bytes)
{
    const std::size_t before = out.size();
    out.resize(before + (bytes.size() + 2) / 3 * 4);
    char* to = out.data() + before;
    const auto write = [&](std::uint32_t bits) {
        to = std::ranges::copy(character_pairs[bits >> 12U], to).out;
        to = std::ranges::copy(character_pairs[bits & 4095U], to).out;
    };
    const std::size_t triples = bytes.size() / 3 * 3;
    for (std::size_t i = 0; i < triples; i += 3) write(bits_of(bytes, i, 3));
    const std::size_t rest = bytes.size() - triples;
    if (rest == 0) return;
    // n bytes fill n + 1 characters; the last character is filled in part.
    write(bits_of(bytes, triples, rest));
    std::fill(to - (3 - rest), to, '=');
}

}  // namespace tulle
