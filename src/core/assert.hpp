#pragma once
// TULLE_ASSERT guards a caller's contract. It is active in development and test builds (TULLE_ASSERTS) and free
// otherwise; it prints the expression and the values given after it, then aborts.

#ifdef TULLE_ENABLE_ASSERTS

#include <sstream>
#include <string>

namespace tulle::detail {

[[noreturn]] void assertion_failed(const char* expression, const char* file, int line, const std::string& values);

template <class... Values>
std::string describe_values(const Values&... values)
{
    std::ostringstream out;
    ((out << ' ' << values), ...);
    return out.str();
}

}  // namespace tulle::detail

#define TULLE_ASSERT(expression, ...)                                                  \
    ((expression) ? static_cast<void>(0)                                               \
                  : ::tulle::detail::assertion_failed(#expression, __FILE__, __LINE__, \
                                                      ::tulle::detail::describe_values(__VA_ARGS__)))
#else
#define TULLE_ASSERT(...) static_cast<void>(0)
#endif
