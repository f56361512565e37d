#include "output/usd_text.hpp"

#include <set>
#include <utility>

namespace tulle {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::vector<std::string> usd_names(std::span<const std::string_view> names)
{
    std::vector<std::string> accepted;
    std::set<std::string> taken;
    for (const std::string_view name : names) {
        std::string stem(name);
        for (char& c : stem)
            if (!is_letter(c) && !is_digit(c)) c = '_';
        if (stem.empty() || is_digit(stem.front())) stem.insert(0, "_");
        std::string unique = stem;
        for (int number = 2; !taken.insert(unique).second; ++number) unique = stem + '_' + std::to_string(number);
        accepted.push_back(std::move(unique));
    }
    return accepted;
}

std::string usd_string(std::string_view text)
{
    constexpr std::string_view hex = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') quoted += '\\';
        if (code >= 0x20 && code != 0x7F)
            quoted += c;
        else
            (quoted.append("\\x") += hex[code / 16]) += hex[code % 16];
    }
    return quoted += '"';
}

}  // namespace tulle
