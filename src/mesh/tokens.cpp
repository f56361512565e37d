#include "mesh/tokens.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

namespace tulle {
namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// Removes a leading '+': files may contain one, but from_chars does not accept it.
std::string_view without_plus(std::string_view text)
{
    const bool plain_plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
    return plain_plus ? text.substr(1) : text;
}

template <class Number>
std::errc parse_all(std::string_view text, Number& value)
{
    text = without_plus(text);
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return stop == end ? error : std::errc::invalid_argument;
}

/// Returns whether a decimal number that is out of range is too small, not too large.
bool is_tiny(std::string_view text)
{
    // Approximate power of ten of the first digit that is not zero.
    std::int64_t power = 0;
    bool started = false, behind_point = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == 'e' || c == 'E') {
            std::int64_t exponent = 0;
            const bool huge = parse_all(text.substr(i + 1), exponent) != std::errc{};
            return huge ? text[i + 1] == '-' : power + exponent < 0;
        }
        if (c == '.') {
            behind_point = true;
        } else if (c >= '0' && c <= '9') {
            started = started || c != '0';
            if (started && !behind_point) ++power;
            if (!started && behind_point) --power;
        }
    }
    return power < 0;
}

}  // namespace

bool TokenLines::next(std::vector<Token>& tokens)
{
    tokens.clear();
    while (tokens.empty() && offset_ < text_.size()) read_line(tokens);
    return !tokens.empty();
}

void TokenLines::read_line(std::vector<Token>& tokens)
{
    const bool obj = syntax_ == LineSyntax::obj;
    while (offset_ < text_.size()) {
        const char c = text_[offset_];
        if (c == '\n') {
            start_line(offset_ + 1);
            return;
        }
        if (is_space(c)) {
            ++offset_;
        } else if (obj && c == '#') {
            offset_ = std::min(text_.find('\n', offset_), text_.size());
        } else if (obj && c == '\\' && skip_continuation()) {
            ended_in_continuation_ = offset_ == text_.size();
        } else {
            const std::size_t begin = offset_++;
            const auto ends_word = [&](char d) { return is_space(d) || d == '\n' || (obj && (d == '#' || d == '\\')); };
            while (offset_ < text_.size() && !ends_word(text_[offset_])) ++offset_;
            tokens.push_back({.text = text_.substr(begin, offset_ - begin),
                              .line = line_,
                              .column = static_cast<int>(begin - line_start_) + 1});
        }
    }
    ended_inside_line_ = true;
}

/// At a '\': moves after the line break that follows it. Returns false if none follows: the '\' is part of a word then.
bool TokenLines::skip_continuation()
{
    std::size_t at = offset_ + 1;
    while (at < text_.size() && is_space(text_[at])) ++at;
    if (at < text_.size() && text_[at] != '\n') return false;
    if (at < text_.size()) {
        start_line(at + 1);
    } else {
        offset_ = at;
    }
    return true;
}

void TokenLines::start_line(std::size_t at)
{
    offset_ = at;
    line_start_ = at;
    ++line_;
}

template <class Real>
std::optional<Real> parse_real(const Token& token, ProblemList& problems)
{
    Real value = 0;
    const std::errc error = parse_all(token.text, value);
    if (error == std::errc{} && std::isfinite(value)) return value;
    // from_chars rejects numbers that are too small. Zero is the nearest value, and a tiny coordinate is valid.
    if (error == std::errc::result_out_of_range && is_tiny(token.text)) return Real{0};

    const std::string found = ", found " + in_quotes(token.text);
    if (error == std::errc::result_out_of_range) {
        problems.add(token.line, token.column, "number too large" + found);
    } else if (error != std::errc{}) {
        problems.add(token.line, token.column, "expected a number" + found);
    } else {
        problems.add(token.line, token.column, "expected a finite number" + found);
    }
    return std::nullopt;
}

template std::optional<float> parse_real<float>(const Token& token, ProblemList& problems);
template std::optional<double> parse_real<double>(const Token& token, ProblemList& problems);

std::optional<std::int64_t> parse_integer(const Token& token, ProblemList& problems)
{
    std::int64_t value = 0;
    const std::errc error = parse_all(token.text, value);
    if (error == std::errc{}) return value;
    const std::string fault = error == std::errc::result_out_of_range ? "integer too large" : "expected an integer";
    problems.add(token.line, token.column, fault + ", found " + in_quotes(token.text));
    return std::nullopt;
}

}  // namespace tulle
