#pragma once
// Gathers what is wrong with one file or mesh, so that its owner can mend everything in one go.

#include <tulle/error.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tulle {

class ProblemList {
public:
    /// As many as a person reads; what is found beyond that is only counted.
    static constexpr std::size_t most_listed = 20;

    explicit ProblemList(std::string file) : file_(std::move(file)) {}

    /// Line and column are 1-based; 0 when there is none.
    void add(int line, int column, std::string message);
    void add(std::string message) { add(0, 0, std::move(message)); }
    [[nodiscard]] std::size_t count() const { return count_; }

    /// Throws one InputError, ordered by line, when anything was added. A note goes behind the first message.
    void throw_if_any(const std::string& note = {}) const;

private:
    std::string file_;
    std::vector<Problem> listed_;
    std::size_t count_ = 0;
};

/// 'text', fit for a message: shortened, and with dots for bytes that are not printable. (Not `quoted`, which would be
/// ambiguous with std::quoted.)
[[nodiscard]] std::string in_quotes(std::string_view text);

/// "1 face", "2 faces".
[[nodiscard]] std::string counted(std::size_t n, std::string_view noun);

}  // namespace tulle
