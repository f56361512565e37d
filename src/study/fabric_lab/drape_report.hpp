#pragma once
// Report of the drape test of a fabric: drape coefficients and numbers of folds.

#include "study/fabric_lab/drape_study.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace tulle {

[[nodiscard]] std::string to_text(const DrapeStudy& study);
[[nodiscard]] std::string to_markdown(const DrapeStudy& study);
[[nodiscard]] nlohmann::ordered_json to_json(const DrapeStudy& study);

}  // namespace tulle
