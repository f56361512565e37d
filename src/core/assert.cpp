#include "core/assert.hpp"

#ifdef TULLE_ENABLE_ASSERTS

#include <cstdio>
#include <cstdlib>

namespace tulle::detail {

void assertion_failed(const char* expression, const char* file, int line, const std::string& values)
{
    std::fprintf(stderr, "%s:%d: assertion failed: %s%s%s\n", file, line, expression, values.empty() ? "" : " with",
                 values.c_str());
    std::abort();
}

}  // namespace tulle::detail

#endif
