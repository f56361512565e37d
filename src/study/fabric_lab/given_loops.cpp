#include "study/fabric_lab/given_loops.hpp"

#include "materials/hysteresis_loop.hpp"

#include <algorithm>

namespace tulle {
namespace {

constexpr int stations_per_branch = 400;

/// Returns the places at which a branch is sampled: evenly spaced, and at the points of the law, where its slope
/// changes.
std::vector<double> branch_stations(const MeasuredLoop& law, double from, double to)
{
    std::vector<double> at;
    at.reserve(stations_per_branch + 1 + law.loading.size() + law.unloading.size());
    for (int k = 0; k < stations_per_branch; ++k) at.push_back(from + (to - from) * k / stations_per_branch);
    at.push_back(to);
    for (const auto* branch : {&law.loading, &law.unloading})
        for (const LoopPoint& point : *branch)
            if (point.at > from && point.at < to) at.push_back(point.at);
    std::sort(at.begin(), at.end());
    at.erase(std::unique(at.begin(), at.end()), at.end());
    return at;
}

/// One element with history, driven from turning point to turning point.
class DrivenElement {
public:
    explicit DrivenElement(const MeasuredLoop& law) : law_(law), loop_(law) {}

    void go(double to) { history_ = loop_.advanced(to, history_); }

    /// Drives the element from its current state and returns the points, in order of rising `at`.
    std::vector<LoopPoint> draw(double to)
    {
        const bool rises = to > history_.at;
        std::vector<double> stations = branch_stations(law_, std::min(history_.at, to), std::max(history_.at, to));
        if (!rises) std::reverse(stations.begin(), stations.end());
        std::vector<LoopPoint> points;
        for (const double at : stations) {
            points.push_back({at, loop_.respond(at, history_).value});
            go(at);
        }
        if (!rises) std::reverse(points.begin(), points.end());
        return points;
    }

private:
    MeasuredLoop law_;
    HysteresisLoop loop_;
    LoopHistory history_{};
};

/// Drives an element to one side, then to the other side and back, and returns the last two branches.
DrawnLoop closed_loop(const MeasuredLoop& law, double turn)
{
    DrivenElement element(law);
    element.go(turn);
    DrawnLoop drawn;
    drawn.unloading = element.draw(-turn);
    drawn.loading = element.draw(turn);
    return drawn;
}

}  // namespace

std::string_view name_of(KesTest test)
{
    return test == KesTest::tension ? "tension" : test == KesTest::shear ? "shear" : "bending";
}

std::string_view name_of(Thread along) { return along == Thread::warp ? "warp" : "weft"; }

DrawnLoop given_loop(const FabricDescription& fabric, KesTest test, Thread along)
{
    const FabricDirection& direction = direction_of(fabric, along);
    if (test == KesTest::shear) return closed_loop(loop_of(fabric.shear), greatest_shear);
    if (test == KesTest::bending) return closed_loop(loop_of(direction.bending), greatest_curvature);
    const MeasuredLoop tension = loop_of(direction.tension);
    DrivenElement element(tension);
    DrawnLoop drawn;
    drawn.loading = element.draw(HysteresisLoop(tension).first_reaching(greatest_pull));
    drawn.unloading = element.draw(0);
    return drawn;
}

bool is_same(const DrawnLoop& a, const DrawnLoop& b)
{
    const auto is_same_branch = [](const std::vector<LoopPoint>& p, const std::vector<LoopPoint>& q) {
        return std::equal(p.begin(), p.end(), q.begin(), q.end(), [](const LoopPoint& one, const LoopPoint& other) {
            return one.at == other.at && one.value == other.value;
        });
    };
    return is_same_branch(a.loading, b.loading) && is_same_branch(a.unloading, b.unloading);
}

KesAxes axes_of(KesTest test)
{
    switch (test) {
        case KesTest::tension:
            return {"strain", &FabricQuantity::strain, "tension", &FabricQuantity::tension};
        case KesTest::shear:
            return {"shear angle", &FabricQuantity::angle, "shear force", &FabricQuantity::shear_force};
        case KesTest::bending:
            break;
    }
    return {"curvature", &FabricQuantity::curvature, "moment", &FabricQuantity::moment};
}

std::vector<KesNumber> numbers_of(const KesTension& tension)
{
    return {{"EMT", &FabricQuantity::extension, tension.extension},
            {"LT", &FabricQuantity::linearity, tension.linearity},
            {"WT", &FabricQuantity::work, tension.work()},
            {"RT", &FabricQuantity::resilience, tension.resilience}};
}

std::vector<KesNumber> numbers_of(const KesShear& shear)
{
    return {{"G", &FabricQuantity::shear_stiffness, shear.stiffness},
            {"2HG", &FabricQuantity::shear_width, shear.width_half_degree},
            {"2HG5", &FabricQuantity::shear_width, shear.width_5_degrees}};
}

std::vector<KesNumber> numbers_of(const KesBending& bending)
{
    return {{"B", &FabricQuantity::bending_rigidity, bending.rigidity},
            {"2HB", &FabricQuantity::bending_width, bending.width}};
}

std::vector<KesNumber> numbers_of(KesTest test, const DrawnLoop& loop)
{
    switch (test) {
        case KesTest::tension:
            return numbers_of(read_tension(loop.loading, loop.unloading));
        case KesTest::shear:
            return numbers_of(read_shear(loop.loading, loop.unloading));
        case KesTest::bending:
            break;
    }
    return numbers_of(read_bending(loop.loading, loop.unloading));
}

}  // namespace tulle
