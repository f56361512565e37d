#pragma once
// A certificate in words for people, as JSON and as a table of its frames.

#include "study/certify/certificate.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tulle {

/// The worst frames, a row each; obstacles, where there are any; and the verdict, which begins with the number of
/// frames and "free" or "NOT FREE", at the end.
[[nodiscard]] std::string to_text(const Certificate& certificate);

[[nodiscard]] nlohmann::ordered_json to_json(const Certificate& certificate);

/// A row per frame, of cloths alone: obstacles are told for all frames together.
[[nodiscard]] std::string to_csv(const Certificate& certificate);

}  // namespace tulle
