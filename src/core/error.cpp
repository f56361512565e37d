#include <tulle/error.hpp>

#include <utility>

namespace tulle {
namespace {

std::string join(const std::vector<Problem>& problems)
{
    std::string text;
    for (const Problem& problem : problems) {
        if (!text.empty()) text += '\n';
        text += problem.text();
    }
    return text;
}

}  // namespace

std::string Problem::text() const
{
    std::string text;
    if (!file.empty()) {
        text += file;
        if (line > 0) text += ':' + std::to_string(line);
        if (line > 0 && column > 0) text += ':' + std::to_string(column);
        text += ": ";
    }
    if (!key.empty()) text += key + ": ";
    return text + message;
}

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(join(problems)), problems_(std::move(problems))
{}

InputError::InputError(Problem problem) : InputError(std::vector<Problem>{std::move(problem)}) {}

}  // namespace tulle
