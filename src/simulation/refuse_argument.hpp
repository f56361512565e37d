#pragma once
// What a program gave to a function of Simulation is refused, by the name of the argument.

#include <tulle/error.hpp>

#include <string>
#include <utility>

namespace tulle {

[[noreturn]] inline void refuse_argument(const char* argument, std::string message)
{
    throw InputError(Problem{.key = argument, .message = std::move(message)});
}

}  // namespace tulle
