#pragma once
// Report of the cantilever test of a fabric: bending length and bending rigidity, with and without hysteresis.

#include "study/fabric_lab/fabric_tests.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace tulle {

[[nodiscard]] std::string to_text(const CantileverStudy& study);
[[nodiscard]] std::string to_markdown(const CantileverStudy& study);
[[nodiscard]] nlohmann::ordered_json to_json(const CantileverStudy& study);

}  // namespace tulle
