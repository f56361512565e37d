#pragma once
// Error reports for input by a user: a Problem gives the position of a mistake and explains how to correct the mistake.
// Thread safety: threads may read the same problem or exception at the same time.

#include <stdexcept>
#include <string>
#include <vector>

namespace tulle {

/// One mistake in a scene, a mesh, a flag or an argument.
struct Problem {
    std::string file{};     // as the user named the file; empty if the mistake is not in a file
    int line = 0;           // 1-based; 0 when unknown
    int column = 0;         // 1-based; 0 when unknown
    std::string key{};      // path such as cloth[0].areal_density; empty if the mistake belongs to no key
    std::string message{};  // expected range with unit, the value found, the suggested correction

    /// Returns "flag.toml:14:7: cloth[0].areal_density: expected a number > 0 kg/m^2, found -0.15", for example.
    [[nodiscard]] std::string text() const;
};

/// Exception for invalid input. Functions throw one InputError with all problems, before they simulate or write
/// anything.
class InputError : public std::runtime_error {
public:
    explicit InputError(std::vector<Problem> problems);
    explicit InputError(Problem problem);

    [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }

private:
    std::vector<Problem> problems_;
};

}  // namespace tulle
