#pragma once
// Collects all problems of one file or mesh into one InputError, so that the user can fix them all at once.

#include <tulle/error.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tulle {

class ProblemList {
public:
    /// Largest number of problems that are listed; further ones are only counted.
    static constexpr std::size_t most_listed = 20;

    explicit ProblemList(std::string file) : file_(std::move(file)) {}

    /// Line and column are 1-based; 0 when there is none.
    void add(int line, int column, std::string message);
    void add(std::string message) { add(0, 0, std::move(message)); }
    [[nodiscard]] std::size_t count() const { return count_; }

    /// Throws one InputError with the problems ordered by line, if there are any. The first message gets the note.
    void throw_if_any(const std::string& note = {}) const;

private:
    std::string file_;
    std::vector<Problem> listed_;
    std::size_t count_ = 0;
};

/// Returns 'text' for a message: in quotes, shortened, and with dots for bytes that are not printable. (The name is not
/// `quoted`, because that would be ambiguous with std::quoted.)
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace tulle
