#pragma once
// Which steps each method may take on a scene, what limits them, and what would make them longer.

#include "simulation/step_limits.hpp"
#include "study/common/study_progress.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tulle {

struct MethodSteps {
    std::string method;
    std::string family;  // "explicit", "implicit" or "IMEX"
    std::string note;    // of integrator_choices()
    StepLimit unfiltered;
    std::optional<StepLimit> filtered;  // where the scene has a filter
};

/// A particle or a pair of them, by cloth and number in it.
struct LimitingParticle {
    std::string cloth;
    int particle = 0;
    double share = 0;  // of the kinetic energy of the vibration that grows first
};
struct LimitingPair {
    std::string cloth;
    std::string kind;  // of the spring between them: "structural", "shear" or "bending"; empty where there is none
    int first = 0, second = 0;
    double length = 0;  // m
    double share = 0;   // of its elastic energy
};

struct Remedy {
    std::string change;  // "cloth[0].stretch_stiffness = 250 N/m instead of 500 N/m"
    double factor = 1;   // by which steps may be longer; infinite: any step
};

struct StabilityStudy {
    std::string scene;
    std::size_t particles = 0;
    std::string method;        // explicit, that limits and remedies are of
    bool is_filtered = false;  // they are
    std::optional<double> dt;  // s, that a run takes, where it is a number
    bool is_scene_method = false;
    std::vector<MethodSteps> methods;
    std::vector<LimitingParticle> limiting_particles;  // ten at most, greatest share first
    std::vector<LimitingPair> limiting_pairs;
    std::vector<double> shares;  // of every particle
    std::vector<Remedy> remedies;
    bool was_interrupted = false;
};

struct StabilityOptions {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const StudyProgress&)> on_progress{};
};

/// Throws InputError as Simulation does.
[[nodiscard]] StabilityStudy study_stability(const SceneDescription& scene, const StabilityOptions& options = {});

}  // namespace tulle
