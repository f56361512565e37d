#pragma once
// Report of a certificate as text, as JSON and as a CSV table of its frames.

#include "study/certify/certificate.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tulle {

/// Returns the obstacles, if any; the worst frames, a row each; and at the end the verdict, which begins with the
/// number of frames and "free" or "NOT FREE".
[[nodiscard]] std::string to_text(const Certificate& certificate);

[[nodiscard]] nlohmann::ordered_json to_json(const Certificate& certificate);

/// Returns a row per frame with the results of cloths. Results of obstacles are missing, because they are sums over all
/// frames.
[[nodiscard]] std::string to_csv(const Certificate& certificate);

}  // namespace tulle
