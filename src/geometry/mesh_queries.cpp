#include "geometry/mesh_queries.hpp"

#include "geometry/tree_queries.hpp"
#ifdef TULLE_HAS_EMBREE
#include "geometry/embree_queries.hpp"
#endif

#include <stdexcept>

namespace tulle {

bool is_available(QueryMethod method)
{
#ifdef TULLE_HAS_EMBREE
    return method == QueryMethod::tree || method == QueryMethod::embree;
#else
    return method == QueryMethod::tree;
#endif
}

std::unique_ptr<MeshQueries> make_mesh_queries(std::span<const Vec3> vertices, std::span<const Face> faces,
                                               QueryMethod method)
{
    if (!is_available(method)) throw std::invalid_argument("mesh queries by Embree: this build is without Embree");
#ifdef TULLE_HAS_EMBREE
    if (method == QueryMethod::embree) return std::make_unique<EmbreeQueries>(vertices, faces);
#endif
    return std::make_unique<TreeQueries>(vertices, faces);
}

}  // namespace tulle
