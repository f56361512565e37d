#pragma once
// Value streams over the data of a PLY file, with one interface for text and binary files:
//   begin an element, take or skip each of its values, end it; finish after the last element.
// When a function returns false or nothing, `problems` already holds the reason. Once a source is `exhausted`, no more
// values can be read.

#include "mesh/ply_header.hpp"
#include "mesh/tokens.hpp"

#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// Values of a text file, with one line per element.
class PlyTextSource {
public:
    PlyTextSource(std::string_view data, int first_line, ProblemList& problems)
        : lines_(data, LineSyntax::plain, first_line), problems_(problems)
    {}

    [[nodiscard]] bool begin(const PlyElement& element, std::size_t index);
    /// Returns a finite number; a double holds the values of all PLY types exactly. A value of type float is rounded to
    /// float even if the text has more digits, so that text and binary files give the same mesh.
    [[nodiscard]] std::optional<double> take(PlyType type);
    /// Returns the length that precedes a list.
    [[nodiscard]] std::optional<std::size_t> take_length(PlyType type);
    [[nodiscard]] bool skip(PlyType type, std::size_t count);
    [[nodiscard]] bool end();
    [[nodiscard]] bool exhausted() const { return exhausted_; }
    void finish();
    void add_problem(const std::string& message) { problems_.add(words_[0].line, words_[0].column, message); }

private:
    TokenLines lines_;
    ProblemList& problems_;
    std::vector<Token> words_;
    std::size_t next_ = 0;  // word to take
    bool exhausted_ = false;
};

/// Values of a binary file, without gaps between them.
class PlyBinarySource {
public:
    PlyBinarySource(std::string_view data, std::endian order, ProblemList& problems)
        : rest_(data), order_(order), problems_(problems)
    {}

    [[nodiscard]] bool begin(const PlyElement& element, std::size_t index);
    /// A number that is not finite is added to `problems` and returned as zero, because the values after it can still
    /// be read.
    [[nodiscard]] std::optional<double> take(PlyType type);
    [[nodiscard]] std::optional<std::size_t> take_length(PlyType type);
    [[nodiscard]] bool skip(PlyType type, std::size_t count);
    [[nodiscard]] static bool end() { return true; }
    [[nodiscard]] bool exhausted() const { return exhausted_; }
    void finish();
    void add_problem(const std::string& message);

private:
    template <class Value>
    double load() const;
    double load(PlyType type) const;
    bool has(std::size_t bytes_each, std::size_t count);

    std::string_view rest_;
    std::endian order_;
    ProblemList& problems_;
    const PlyElement* element_ = nullptr;  // being read
    std::size_t index_ = 0;
    bool exhausted_ = false;
};

}  // namespace tulle
