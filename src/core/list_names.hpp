#pragma once
// Lists for messages.

#include <functional>
#include <string>

namespace tulle {

/// Returns "obj, ply, vtk": the names of all items, which `name_of` gives.
template <class Items, class Name = std::identity>
[[nodiscard]] std::string list_names(const Items& items, Name name_of = {})
{
    std::string names;
    for (const auto& item : items) names.append(names.empty() ? "" : ", ").append(std::invoke(name_of, item));
    return names;
}

}  // namespace tulle
