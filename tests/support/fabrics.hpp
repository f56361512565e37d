#pragma once
// A fabric of round numbers, different in every direction.

#include "materials/kes.hpp"

#include <tulle/fabric.hpp>

namespace tulle::testing {

inline FabricDescription plain_fabric()
{
    FabricDescription fabric;
    fabric.name = "plain";
    fabric.areal_density = 0.15;
    fabric.warp.tension = KesTension{.extension = 0.04, .linearity = 0.7, .resilience = 0.6};
    fabric.weft.tension = KesTension{.extension = 0.08, .linearity = 0.6, .resilience = 0.5};
    fabric.warp.bending = KesBending{.rigidity = 12e-6, .width = 0.8e-3};
    fabric.weft.bending = KesBending{.rigidity = 7e-6, .width = 0.4e-3};
    fabric.shear = KesShear{.stiffness = 50, .width_half_degree = 1.0, .width_5_degrees = 2.5};
    return fabric;
}

/// The same without any loss: unloading goes back the way that loading came.
inline FabricDescription lossless(FabricDescription fabric)
{
    const auto closed = [](auto& either) {
        MeasuredLoop loop = loop_of(either);
        for (std::size_t k = 0; k < loop.loading.size(); ++k) {
            loop.loading[k].value = 0.5 * (loop.loading[k].value + loop.unloading[k].value);
            loop.unloading[k] = loop.loading[k];
        }
        either = loop;
    };
    for (FabricDirection* direction : {&fabric.warp, &fabric.weft}) {
        closed(direction->tension);
        closed(direction->bending);
    }
    closed(fabric.shear);
    return fabric;
}

}  // namespace tulle::testing
