#pragma once
// Reads the keys of a rigid motion: keyframes, axis, pivot, interpolation.

#include "scene/scene_reader.hpp"

namespace tulle {

inline void read_motion(SceneReader& in, RigidMotion& motion)
{
    in.each("keyframes", motion.keyframes,
            [](SceneReader& below, Keyframe& keyframe) { visit_fields(below, keyframe); });
    visit_fields(in, motion);
}

}  // namespace tulle
