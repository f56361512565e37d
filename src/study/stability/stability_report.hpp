#pragma once
// Which steps are stable, in words for people and as JSON.

#include "study/stability/stability_study.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tulle {

[[nodiscard]] std::string to_text(const StabilityStudy& study);
[[nodiscard]] nlohmann::ordered_json to_json(const StabilityStudy& study);

}  // namespace tulle
