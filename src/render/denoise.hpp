#pragma once
// Denoising of path-traced pictures by edge-avoiding a-trous wavelets (Dammertz et al. 2010), guided by variance
// (Schied et al. 2017). Light is smoothed along surfaces and not across their edges, folds or shadows.

#include "render/tracer.hpp"

namespace tulle {

/// Returns the denoised light of the picture. The filter smooths the incoming light, and the colours of surfaces stay
/// sharp.
[[nodiscard]] Image denoise(const TracedImage& traced);

}  // namespace tulle
