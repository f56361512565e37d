#pragma once
// Takes out the grain that a limited number of samples leaves: light is smoothed along surfaces and not across their
// edges, folds or shadows (edge-avoiding a-trous wavelets: Dammertz et al. 2010; guided by variance: Schied et al.
// 2017).

#include "render/tracer.hpp"

namespace tulle {

/// The picture's light. What varies with the surface's colour stays sharp: the light that falls on it is smoothed.
[[nodiscard]] Image denoise(const TracedImage& traced);

}  // namespace tulle
