#pragma once
// What an action complains of.

#include <tulle/error.hpp>

#include <string>

namespace tulle::testing {

/// The text of the InputError that it throws.
std::string message_of(const auto& action)
{
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

}  // namespace tulle::testing
