#pragma once
// Writes the files of bodies: nodes with masses, and springs or tetrahedra.

#include <tulle/description.hpp>

#include <string>
#include <vector>

namespace tulle {

class SceneParts;

/// Return a file that read_net reads as the same body. `path` is the path of the body, for problems.
[[nodiscard]] std::string net_text(SceneParts& parts, const std::string& path, const SpringNetDescription& net);
[[nodiscard]] std::string net_text(SceneParts& parts, const std::string& path, const ElasticSolidDescription& solid);

}  // namespace tulle
