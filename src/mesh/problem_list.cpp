#include "mesh/problem_list.hpp"

#include "core/counted.hpp"

#include <algorithm>

namespace tulle {

void ProblemList::add(int line, int column, std::string message)
{
    ++count_;
    if (listed_.size() < most_listed) {
        listed_.push_back({.file = file_, .line = line, .column = column, .key = {}, .message = std::move(message)});
    }
}

void ProblemList::throw_if_any(const std::string& note) const
{
    if (listed_.empty()) return;
    std::vector<Problem> problems = listed_;
    // Some problems are found only at the end of a file, such as an index that no later line has made valid.
    std::ranges::stable_sort(problems, {}, &Problem::line);
    problems.front().message += note;
    if (count_ > problems.size()) {
        const std::string more = "and " + counted(count_ - problems.size(), "more problem");
        problems.push_back({.file = file_, .line = 0, .column = 0, .key = {}, .message = more});
    }
    throw InputError(std::move(problems));
}

std::string in_quotes(std::string_view text)
{
    constexpr std::size_t longest = 40;
    std::string result = "'";
    for (const char c : text.substr(0, longest)) result += c >= ' ' && c <= '~' ? c : '.';
    return result + (text.size() > longest ? "...'" : "'");
}

}  // namespace tulle
