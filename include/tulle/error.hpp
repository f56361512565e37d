#pragma once
// Error reports for input by a user: a Problem says where a mistake is and how to correct it.
// Threads: threads may read the same problem or exception at the same time.

#include <stdexcept>
#include <string>
#include <vector>

namespace tulle {

/// One mistake in a scene, a mesh, a flag or an argument.
struct Problem {
    std::string file{};     // as the user named it; empty when there is none
    int line = 0;           // 1-based; 0 when unknown
    int column = 0;         // 1-based; 0 when unknown
    std::string key{};      // path such as cloth[0].areal_density; empty when there is none
    std::string message{};  // expected range with unit, the value found, what to write instead

    /// Returns "flag.toml:14:7: cloth[0].areal_density: expected a number > 0 kg/m^2, found -0.15", for example.
    [[nodiscard]] std::string text() const;
};

/// Exception for invalid input. It is thrown once, with all problems, before anything is simulated or written.
class InputError : public std::runtime_error {
public:
    explicit InputError(std::vector<Problem> problems);
    explicit InputError(Problem problem);

    [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }

private:
    std::vector<Problem> problems_;
};

}  // namespace tulle
