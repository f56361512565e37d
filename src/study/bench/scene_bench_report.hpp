#pragma once
// What steps cost, in words for people, as JSON, and as curves over particles and threads.

#include "plot/plot.hpp"
#include "study/bench/scene_bench.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tulle {

[[nodiscard]] std::string to_text(const SceneBench& bench);
[[nodiscard]] std::string to_text(const SceneScaling& scaling);
[[nodiscard]] nlohmann::ordered_json to_json(const SceneBench& bench);
[[nodiscard]] nlohmann::ordered_json to_json(const SceneScaling& scaling);

/// Time per particle and step over particles, and the gain over threads beside what as many cores could gain.
[[nodiscard]] Figure scaling_figure(const SceneScaling& scaling, const std::string& scene);

}  // namespace tulle
