#include "scene/suggestion.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace tulle {
namespace {

/// Tells whether words differ only in case. EMT and emt have edit distance three, but the same meaning.
bool equal_but_for_case(std::string_view a, std::string_view b)
{
    const auto lower = [](unsigned char c) { return std::tolower(c); };
    return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b)
{
    // Dynamic programming: rows of distance[i][j] between the first i letters of a and the first j letters of b.
    std::vector<int> before_last(b.size() + 1);
    std::vector<int> last(b.size() + 1);
    std::vector<int> row(b.size() + 1);
    std::iota(last.begin(), last.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int change = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

std::optional<std::string_view> suggest(std::string_view word, std::span<const std::string_view> words)
{
    for (const std::string_view candidate : words)
        if (equal_but_for_case(word, candidate)) return candidate;
    std::optional<std::string_view> nearest;
    // Up to a third of the letters may differ, or two letters of a short word. Farther suggestions would confuse.
    int limit = std::max(2, static_cast<int>(word.size()) / 3);
    limit = std::min(limit, static_cast<int>(word.size()) - 1);
    for (const std::string_view candidate : words) {
        const int distance = edit_distance(word, candidate);
        if (distance > limit || distance >= static_cast<int>(candidate.size())) continue;
        nearest = candidate;
        limit = distance - 1;
    }
    return nearest;
}

}  // namespace tulle
