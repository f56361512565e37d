#pragma once
// What a simulation saves, as a string.

#include <tulle/simulation.hpp>

#include <sstream>
#include <string>

namespace tulle {

inline std::string saved(const Simulation& simulation)
{
    std::ostringstream out;
    simulation.save(out);
    return out.str();
}

inline void restore(Simulation& simulation, const std::string& bytes)
{
    std::istringstream in(bytes);
    simulation.restore(in);
}

}  // namespace tulle
