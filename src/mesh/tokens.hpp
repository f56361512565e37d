#pragma once
// Tokenizer for text files: lines of words with their line and column, and exactly rounded numbers from words.

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

/// Splits a text into lines of words. The text must outlive the tokens.
class TokenLines {
public:
    TokenLines(std::string_view text, LineSyntax syntax, int first_line = 1)
        : text_(text), syntax_(syntax), line_(first_line)
    {}

    /// Gets the words of the next line that is not empty; false at the end of the text.
    [[nodiscard]] bool next(std::vector<Token>& tokens);

    /// Offset [bytes] after the line that `next` returned last.
    [[nodiscard]] std::size_t offset() const { return offset_; }
    /// Number of the line at `offset`.
    [[nodiscard]] int line() const { return line_; }
    /// Whether the text ended without a line break. Such a text may be valid: some editors omit the last line break.
    [[nodiscard]] bool ended_inside_line() const { return ended_inside_line_; }
    /// Whether the text ended with a '\' that joins no further line. Such a text is always faulty.
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

/// Returns the whole word as a number, rounded to the nearest value of the type, for any locale. If the word is
/// malformed, out of the type's range or not finite, adds a problem and returns nothing.
template <class Real>
[[nodiscard]] std::optional<Real> parse_real(const Token& token, ProblemList& problems);
extern template std::optional<float> parse_real<float>(const Token& token, ProblemList& problems);
extern template std::optional<double> parse_real<double>(const Token& token, ProblemList& problems);

[[nodiscard]] std::optional<std::int64_t> parse_integer(const Token& token, ProblemList& problems);

}  // namespace tulle
