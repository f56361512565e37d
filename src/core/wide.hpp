#pragma once
// Wide vector units. x86-64 programs may assume registers of two doubles only, but most processors have registers of
// four. A function marked TULLE_WIDE is compiled for both, and the program chooses when it starts. The numbers do not
// depend on the choice: each lane computes what a scalar would compute, the order of every sum is written out, and
// multiplications and additions are never contracted (cmake/TulleCompile.cmake).
//
// A marked function must be defined in a source file, and must not be a template or inline. Functions that it calls are
// compiled for both only if they are inlined.

#include <cstring>

// Sanitizers check the code that runs before their own start. The choice between the two versions is such code.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(TULLE_WITHOUT_WIDE)
#define TULLE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TULLE_WIDE
#endif

namespace tulle {

/// Four doubles side by side: one register or two. Quads are passed by reference: compilers refuse to return them from
/// functions that are compiled without wide registers, even if they inline these functions.
using Quad = double __attribute__((vector_size(32)));

/// Loads four doubles from any address.
inline void load(const double* from, Quad& to) { std::memcpy(&to, from, sizeof to); }

/// Loads three doubles; the fourth is zero.
inline void load_three(const double* from, Quad& to) { to = Quad{from[0], from[1], from[2], 0.0}; }

/// Stores the first three doubles.
inline void store_three(const Quad& quad, double* to)
{
    to[0] = quad[0];
    to[1] = quad[1];
    to[2] = quad[2];
}

}  // namespace tulle
