#pragma once
// Report of a stability study (longest stable steps) as text and as JSON.

#include "study/stability/stability_study.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tulle {

[[nodiscard]] std::string to_text(const StabilityStudy& study);
[[nodiscard]] nlohmann::ordered_json to_json(const StabilityStudy& study);

}  // namespace tulle
