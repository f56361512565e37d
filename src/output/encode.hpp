#pragma once
// Encoding of numbers as bytes that are the same on every machine: shortest decimals that read back exactly, little
// endian binary numbers, and base64.

#include <array>
#include <bit>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tulle {

/// Appends a number as decimal text, independent of the locale. The text of a floating-point number is the shortest
/// text that reads back exactly.
template <class Number>
requires std::integral<Number> || std::floating_point<Number>
void append_number(std::string& out, Number value)
{
    std::array<char, 32> digits{};  // the longest text of a double, -2.2250738585072014e-308, has 24 characters
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

template <std::unsigned_integral Bits>
void append_bits(std::string& out, Bits bits)
{
    std::array<char, sizeof(Bits)> bytes{};
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(bytes.data(), &bits, bytes.size());
    else
        for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(bits >> (8 * i));
    out.append(bytes.data(), bytes.size());
}

inline void append_binary(std::string& out, double value) { append_bits(out, std::bit_cast<std::uint64_t>(value)); }
inline void append_binary(std::string& out, float value) { append_bits(out, std::bit_cast<std::uint32_t>(value)); }
inline void append_binary(std::string& out, std::int32_t value) { append_bits(out, static_cast<std::uint32_t>(value)); }
inline void append_binary(std::string& out, std::int64_t value) { append_bits(out, static_cast<std::uint64_t>(value)); }

/// Appends the coordinates of a fixed-size vector, one after the other.
template <class Vector>
requires requires(const Vector& v) { v.x(); }
void append_binary(std::string& out, const Vector& v)
{
    for (int i = 0; i < static_cast<int>(v.size()); ++i) append_binary(out, v[i]);
}

/// Appends base64 text: three bytes become four characters, padded with '=' (RFC 4648).
void append_base64(std::string& out, std::string_view bytes);

}  // namespace tulle
