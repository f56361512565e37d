#pragma once
// The whole public interface, for programs that embed Tulle.

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
