#include "contact/active_set/active_set.hpp"

namespace tulle {

FrictionResponse sliding_friction(const Vec3& normal, const Vec3& v, double limit)
{
    const Mat3 tangential = Mat3::Identity() - normal * normal.transpose();
    const Vec3 t = tangential * v;
    const double speed = t.norm();
    if (speed >= friction_speed) {
        const Vec3 d = t / speed;
        return {-limit * d, (limit / speed) * (tangential - d * d.transpose())};
    }
    const double ratio = speed / friction_speed;
    const double secant = limit * (2 - ratio) / friction_speed;  // limit s(y)/y
    FrictionResponse response{-secant * t, secant * tangential};
    if (speed > 0) response.drag -= (limit / (friction_speed * friction_speed * speed)) * (t * t.transpose());
    return response;
}

}  // namespace tulle
