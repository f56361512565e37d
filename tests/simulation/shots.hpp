#pragma once
// What things are shot at cloth with, or cloth at things: every method and step must stop them.

#include "support/methods.hpp"

#include <ostream>
#include <string>

namespace tulle::testing {

struct Shot {
    const char* method;
    double dt;  // s
};

inline std::string name_of(const Shot& shot)
{
    return method_label(shot.method) + "_" + std::to_string(static_cast<int>(1 / shot.dt + 0.5));
}

inline void PrintTo(const Shot& shot, std::ostream* out) { *out << name_of(shot); }

}  // namespace tulle::testing
