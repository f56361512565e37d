#pragma once
// Stability study of a scene: the longest stable step of every integrator; the particles and springs that limit it,
// which are those of the vibration that becomes unstable first; and changes of the scene that allow longer steps.

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
    std::string note;    // on stability, from integrator_choices()
    StepLimit unfiltered;
    std::optional<StepLimit> filtered;  // if the scene has a filter
};

/// A particle, or a pair of particles, that limits the step: cloth and number within the cloth.
struct LimitingParticle {
    std::string cloth;
    int particle = 0;
    double share = 0;  // of the kinetic energy of the vibration that grows first
};
struct LimitingPair {
    std::string cloth;
    std::string kind;  // of the spring between them: "structural", "shear" or "bending"; empty: no spring
    int first = 0, second = 0;
    double length = 0;  // m
    double share = 0;   // of the elastic energy of that vibration
};

struct Remedy {
    std::string change;  // "cloth[0].stretch_stiffness = 250 N/m instead of 500 N/m"
    double factor = 1;   // longest step after over before the change; infinite: any step
};

struct StabilityStudy {
    std::string scene;
    std::size_t particles = 0;
    std::string method;        // explicit method of limiting particles and remedies
    bool is_filtered = false;  // whether they include the scene's filter
    std::optional<double> dt;  // s, step of the scene, if it is a fixed number
    bool is_scene_method = false;
    std::vector<MethodSteps> methods;
    std::vector<LimitingParticle> limiting_particles;  // at most ten, greatest share first
    std::vector<LimitingPair> limiting_pairs;
    std::vector<double> shares;  // of all particles
    std::vector<Remedy> remedies;
    bool was_interrupted = false;
};

struct StabilityOptions {
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const StudyProgress&)> on_progress{};
};

/// Runs the stability study, with forces linearised at the start. Throws InputError as Simulation does.
[[nodiscard]] StabilityStudy study_stability(const SceneDescription& scene, const StabilityOptions& options = {});

}  // namespace tulle
