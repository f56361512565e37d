#include "print.hpp"

#include "core/counted.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>

namespace tulle {

void print_problems(const InputError& error)
{
    std::string text;
    for (const Problem& problem : error.problems()) text += problem.text() + '\n';
    text += "tulle: " + counted(error.problems().size(), "problem") + '\n';
    std::fputs(text.c_str(), stderr);
}

void print_warnings(const std::vector<Problem>& warnings)
{
    std::string text;
    for (const Problem& warning : warnings) text += fmt::format("tulle: warning: {}\n", warning.text());
    std::fputs(text.c_str(), stderr);
}

nlohmann::ordered_json to_json(const std::vector<Problem>& problems)
{
    auto list = nlohmann::ordered_json::array();
    for (const Problem& problem : problems) {
        list.push_back({{"file", problem.file},
                        {"line", problem.line},
                        {"column", problem.column},
                        {"key", problem.key},
                        {"message", problem.message}});
    }
    return list;
}

void print_json(const nlohmann::ordered_json& json)
{
    const std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
    std::fputs(text.c_str(), stdout);
}

std::string readable_duration(double seconds)
{
    if (seconds > 0 && seconds < 0.00995) return fmt::format("{:.2g} ms", seconds * 1000);
    if (seconds < 0.9995) return fmt::format("{:.0f} ms", seconds * 1000);
    if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
    const auto whole = std::llround(seconds);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace tulle
