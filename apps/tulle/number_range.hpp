#pragma once
// Validator for numbers on the command line, with a readable error message.

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <string>

namespace tulle {

/// Accepts numbers from `least` to `most`. Rejects nan, and text that only begins with a number.
class NumberRange : public CLI::Validator {
public:
    NumberRange(double least, double most, const std::string& unit)
        : CLI::Validator(
              [=](std::string& text) {
                  char* end = nullptr;
                  const double value = std::strtod(text.c_str(), &end);
                  const bool whole = end != text.c_str() && *end == '\0';
                  if (whole && value >= least && value <= most) return std::string();
                  return fmt::format("expected a number from {:g} to {:g}{}{}, found {}", least, most,
                                     unit.empty() ? "" : " ", unit, text);
              },
              "", "number range")
    {}
};

}  // namespace tulle
