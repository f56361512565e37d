#pragma once
// Report of a scene benchmark as text, as JSON, and as curves over particles and threads.

#include "plot/plot.hpp"
#include "study/bench/scene_bench.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tulle {

[[nodiscard]] std::string to_text(const SceneBench& bench);
[[nodiscard]] std::string to_text(const SceneScaling& scaling);
[[nodiscard]] nlohmann::ordered_json to_json(const SceneBench& bench);
[[nodiscard]] nlohmann::ordered_json to_json(const SceneScaling& scaling);

/// Returns a figure of the time per particle and step over particles, and of the speed-up over threads beside the ideal
/// speed-up.
[[nodiscard]] Figure scaling_figure(const SceneScaling& scaling, const std::string& scene);

}  // namespace tulle
