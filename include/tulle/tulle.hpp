#pragma once
// The whole public interface, for programs that embed Tulle.
//
// Thread safety: each header says which of its functions several threads may call at the same time. All structures with
// public fields are plain data: threads may read one object at the same time, but a thread that changes an object must
// be alone with it. docs/cpp.md has a table of all functions.

#include <tulle/choices.hpp>
#include <tulle/description.hpp>
#include <tulle/error.hpp>
#include <tulle/fabric.hpp>
#include <tulle/force.hpp>
#include <tulle/math.hpp>
#include <tulle/report.hpp>
#include <tulle/simulation.hpp>
#include <tulle/solid.hpp>
#include <tulle/threads.hpp>
#include <tulle/triangle_mesh.hpp>
#include <tulle/version.hpp>
