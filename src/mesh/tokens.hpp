#pragma once
// Text files as lines of words that know where they stand, and exactly rounded numbers from words.

#include "mesh/problem_list.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tulle {

struct Token {
    std::string_view text;
    int line = 0;    // 1-based
    int column = 0;  // 1-based, in bytes
};

enum class LineSyntax {
    plain,
    obj,  // '#' starts a comment, '\' at the end of a line joins the next one to it
};

/// Hands out the lines of a text, cut into words. The text must outlive the tokens.
class TokenLines {
public:
    TokenLines(std::string_view text, LineSyntax syntax, int first_line = 1)
        : text_(text), syntax_(syntax), line_(first_line)
    {}

    /// The words of the next line that has any; false at the end of the text.
    [[nodiscard]] bool next(std::vector<Token>& tokens);

    /// Behind the line that was handed out last.
    [[nodiscard]] std::size_t offset() const { return offset_; }
    /// Number of the line at `offset`.
    [[nodiscard]] int line() const { return line_; }
    /// Whether the text ended before its last line did, which may be sound: editors forget the last line break.
    [[nodiscard]] bool ended_inside_line() const { return ended_inside_line_; }
    /// Whether the text ended with a '\' that joins nothing, which never is.
    [[nodiscard]] bool ended_in_continuation() const { return ended_in_continuation_; }

private:
    void read_line(std::vector<Token>& tokens);
    [[nodiscard]] bool skip_continuation();
    void start_line(std::size_t at);

    std::string_view text_;
    LineSyntax syntax_;
    std::size_t offset_ = 0;
    std::size_t line_start_ = 0;
    int line_ = 1;
    bool ended_inside_line_ = false;
    bool ended_in_continuation_ = false;
};

/// The whole word as a number, rounded to the nearest value of the type whatever the locale. Tells `problems` and
/// returns nothing when it is malformed, out of the type's range, or not finite.
template <class Real>
[[nodiscard]] std::optional<Real> parse_real(const Token& token, ProblemList& problems);
extern template std::optional<float> parse_real<float>(const Token& token, ProblemList& problems);
extern template std::optional<double> parse_real<double>(const Token& token, ProblemList& problems);

[[nodiscard]] std::optional<std::int64_t> parse_integer(const Token& token, ProblemList& problems);

}  // namespace tulle
