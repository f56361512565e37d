#pragma once
// Writes fabric files in SI units.

#include <tulle/fabric.hpp>

#include <string>

namespace tulle {

/// Returns a fabric file that read_fabric reads as the same numbers. Numbers that no source of the fabric names get one
/// that says that a program described them. A range of a source that fits its number in units of the Kawabata system
/// only is converted. The two numbers of a law of EWS96 become those of the strain 1.
[[nodiscard]] std::string fabric_text(const FabricDescription& fabric);

}  // namespace tulle
