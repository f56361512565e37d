#include "plot/gnuplot_text.hpp"

#include <algorithm>
#include <array>

namespace tulle {
namespace {

/// Returns the bytes of the UTF-8 character at the start of `text`; 0 if there is no valid one.
std::size_t character_length(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    std::size_t length = 0;
    if (first < 0x80) length = 1;
    if (first >= 0xC2 && first < 0xE0) length = 2;
    if (first >= 0xE0 && first < 0xF0) length = 3;
    if (first >= 0xF0 && first < 0xF5) length = 4;
    if (length == 0 || length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    if (length < 3) return length;
    // Refuse overlong codes, halves of UTF-16 surrogate pairs, and codes beyond the last character.
    const unsigned second = byte(1);
    const bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
                       (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
    return wrong ? 0 : length;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

}  // namespace

std::string gnuplot_string(std::string_view text)
{
    // Write these as octal codes. Otherwise gnuplot would end the string, read an escape, or run the text in
    // back-quotes.
    constexpr std::string_view special = "\"\\`";
    constexpr std::array<std::string_view, special.size()> codes{"\\042", "\\134", "\\140"};
    std::string quoted = "\"";
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const std::size_t found = special.find(text.front());
        if (length == 0)
            quoted += '?';
        else if (is_control(text.front()))
            quoted += ' ';
        else if (found != std::string_view::npos)
            quoted += codes[found];
        else
            quoted += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return quoted += '"';
}

}  // namespace tulle
