#pragma once
// Writes fabric files in SI units.

#include <tulle/fabric.hpp>

#include <string>

namespace tulle {

/// Returns a fabric file that read_fabric reads as the same numbers. A number without a source gets a source that says
/// that a program described it. A range that contains its number only in units of the Kawabata system is converted to
/// SI units. The two numbers of a law of EWS96 become those of the strain 1.
[[nodiscard]] std::string fabric_text(const FabricDescription& fabric);

}  // namespace tulle
