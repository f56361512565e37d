#include "simulation/check.hpp"

#include "materials/hysteresis_loop.hpp"
#include "materials/kes.hpp"
#include "materials/tension_curve.hpp"
#include "simulation/scene_fields.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace tulle {
namespace {

/// Visits the fields of one table of the scene and holds each value to its range.
class FieldChecker {
public:
    FieldChecker(std::vector<Problem>& problems, std::string path) : problems_(problems), path_(std::move(path)) {}

    void number(std::string_view key, double value, std::string_view unit, Range range, Need = Need::optional)
    {
        if (!range.contains(value)) report(key, expected_number(range, unit) + ", found " + number_text(value));
    }

    void optional_number(std::string_view key, const std::optional<double>& value, std::string_view unit, Range range)
    {
        if (value) number(key, *value, unit, range);
    }

    void optional_numbers(std::string_view key, const std::optional<std::array<double, 3>>& values,
                          std::string_view unit, Range range)
    {
        if (!values || std::ranges::all_of(*values, [&](double x) { return range.contains(x); })) return;
        report(key, expected_numbers(3, "numbers", range, unit) + ", found " + numbers_text(values->data(), 3));
    }

    void number_or_word(std::string_view key, double value, std::string_view unit, Range range, const auto& words)
    {
        if (std::ranges::none_of(words, [](const auto& word) { return word.is_set; })) number(key, value, unit, range);
    }

    void boolean(std::string_view, bool) {}

    void integer(std::string_view key, int value, Range range)
    {
        if (range.contains(value)) return;
        report(key, "expected an integer " + range.text() + ", found " + std::to_string(value));
    }

    template <int size>
    void vector(std::string_view key, const Eigen::Matrix<double, size, 1>& value, std::string_view unit,
                Range range = any_number, Need = Need::optional)
    {
        const std::span<const double> numbers(value.data(), size);
        if (std::ranges::all_of(numbers, [&](double x) { return range.contains(x); })) return;
        report(key, expected_numbers(size, "numbers", range, unit) + ", found " + numbers_text(value.data(), size));
    }

    void direction(std::string_view key, const Vec3& value)
    {
        if (is_direction(value)) return;
        report(key, "expected a direction, 3 numbers that are not all zero, found " + numbers_text(value.data(), 3));
    }

    template <std::size_t size>
    void integers(std::string_view key, const std::array<int, size>& value, Range range, Need = Need::optional)
    {
        if (std::ranges::all_of(value, [&](int x) { return range.contains(x); })) return;
        std::array<double, size> found{};
        std::ranges::copy(value, found.begin());
        report(key, expected_numbers(size, "integers", range, "") + ", found " + numbers_text(found.data(), size));
    }

    void curve(std::string_view key, const std::vector<CurvePoint>& points)
    {
        if (points.empty()) return;
        if (std::string problem = curve_problem(points); !problem.empty()) report(key, std::move(problem));
    }

    void word(std::string_view key, const std::string& value, const std::vector<std::string_view>& words)
    {
        if (std::ranges::find(words, value) != words.end()) return;
        report(key, expected_word(words) + ", found \"" + value + '"');
    }

    void name(std::string_view key, const std::string& value, Need = Need::optional)
    {
        if (is_plain_name(value)) return;
        report(key, "expected a name of " + std::string(plain_name_rule) + ", found \"" + value + '"');
    }

    template <class Value, std::size_t size>
    void choice(std::string_view key, Value value, const std::array<Named<Value>, size>& names)
    {
        const bool known = std::ranges::any_of(names, [&](const Named<Value>& named) { return named.value == value; });
        if (!known) report(key, "holds no value of its enumeration");
    }

    template <class Value, std::size_t size>
    void optional_choice(std::string_view key, const std::optional<Value>& value,
                         const std::array<Named<Value>, size>& names)
    {
        if (value) choice(key, *value, names);
    }

private:
    void report(std::string_view key, std::string message)
    {
        problems_.push_back({.key = path_ + '.' + std::string(key), .message = std::move(message)});
    }

    std::vector<Problem>& problems_;
    std::string path_;
};

void check_table(std::vector<Problem>& problems, std::string path, const auto& settings)
{
    FieldChecker checker(problems, std::move(path));
    visit_fields(checker, settings);
}

/// Checks the fields of tables of the scene. A table that the scene leaves out has no problems.
class TableChecker {
public:
    explicit TableChecker(std::vector<Problem>& problems) : problems_(problems) {}

    void table(std::string_view key, const auto& settings) { check_table(problems_, std::string(key), settings); }

    template <class Settings>
    void table(std::string_view key, const std::optional<Settings>& settings)
    {
        if (settings) table(key, *settings);
    }

private:
    std::vector<Problem>& problems_;
};

/// The shapes of obstacles; their fields stand beside the obstacle's own.
void check_shape(std::vector<Problem>& problems, const std::string& path, const auto& shape)
{
    check_table(problems, path, shape);
}

void check_shape(std::vector<Problem>& problems, const std::string& path, const GridDescription& grid)
{
    check_table(problems, path + ".grid", grid);
}

void check_placement(std::vector<Problem>& problems, const std::string& path, const Placement& placement)
{
    check_table(problems, path, placement);
    FieldChecker rotation(problems, path + ".rotation");
    visit_rotation_fields(rotation, placement);
}

void check_shape(std::vector<Problem>& problems, const std::string& path, const MeshDescription& mesh)
{
    check_placement(problems, path, mesh.placement);
}

void check_kind(std::vector<Problem>& problems, const std::string& path, const RigidBodyDescription& rigid)
{
    check_table(problems, path, rigid);
    FieldChecker(problems, path).number("mass", rigid.mass, "kg", greater_than(0.0));
    std::visit([&](const auto& shape) { check_shape(problems, path + ".rigid", shape); }, rigid.shape);
}

void check_kind(std::vector<Problem>& problems, const std::string& path, const SpringNetDescription& net)
{
    for (std::size_t g = 0; g < net.springs.size(); ++g) {
        const std::string springs = item(path + ".net.springs", g);
        check_table(problems, springs, net.springs[g]);
        check_table(problems, springs + ".cubic", net.springs[g].cubic);
    }
    for (std::size_t m = 0; m < net.muscles.size(); ++m)
        check_table(problems, item(path + ".muscle", m), net.muscles[m]);
}

void check_kind(std::vector<Problem>& problems, const std::string& path, const ElasticSolidDescription& solid)
{
    check_table(problems, path + ".elastic", solid.elastic);
}

void check_motion(std::vector<Problem>& problems, const std::string& path, const RigidMotion& motion)
{
    check_table(problems, path, motion);
    for (std::size_t k = 0; k < motion.keyframes.size(); ++k)
        check_table(problems, item(path + ".keyframes", k), motion.keyframes[k]);
}

void check_pin(std::vector<Problem>& problems, const std::string& path, const PinDescription& pin)
{
    check_motion(problems, path, pin.motion);
    if (const auto* box = std::get_if<PinBox>(&pin.where)) check_table(problems, path + ".box", *box);
    if (const auto* edge = std::get_if<PinEdge>(&pin.where); edge && edge->axis != 0 && edge->axis != 1)
        problems.push_back({.key = path + ".edge",
                            .message = "expected axis 0 or 1 of the grid, found " + std::to_string(edge->axis)});
}

void check_fabric(std::vector<Problem>& problems, const std::string& path, const FabricDescription& fabric)
{
    const auto check_loop = [&](const char* key, const auto& either) {
        if (std::string problem = loop_problem(loop_of(either)); !problem.empty())
            problems.push_back({.key = path + key, .message = std::move(problem)});
    };
    check_loop(".warp.tension", fabric.warp.tension);
    check_loop(".warp.bending", fabric.warp.bending);
    check_loop(".weft.tension", fabric.weft.tension);
    check_loop(".weft.bending", fabric.weft.bending);
    check_loop(".shear", fabric.shear);
}

void check_pins(std::vector<Problem>& problems, const std::string& path, const std::vector<PinDescription>& pins)
{
    for (std::size_t j = 0; j < pins.size(); ++j) check_pin(problems, item(path + ".pin", j), pins[j]);
}

void check_cloth(std::vector<Problem>& problems, const std::string& path, const ClothDescription& cloth)
{
    check_table(problems, path, cloth);
    check_table(problems, path + ".cubic", cloth.springs.cubic);
    check_table(problems, path + ".membrane", cloth.springs.membrane);
    std::visit([&](const auto& shape) { check_shape(problems, path, shape); }, cloth.shape);
    if (cloth.fabric) check_fabric(problems, path + ".fabric", *cloth.fabric);
    check_pins(problems, path, cloth.pins);
    for (std::size_t j = 0; j < cloth.creases.size(); ++j)
        check_table(problems, item(path + ".crease", j), cloth.creases[j]);
}

void check_body(std::vector<Problem>& problems, const std::string& path, const BodyDescription& body)
{
    check_table(problems, path, body);
    std::visit([&](const auto& kind) { check_kind(problems, path, kind); }, body.kind);
    check_placement(problems, path, body.placement);
    check_pins(problems, path, body.pins);
}

void check_air(std::vector<Problem>& problems, const AirDescription& air)
{
    check_table(problems, "air", air);
    if (air.gust) check_table(problems, "air.gust", *air.gust);
    for (std::size_t i = 0; i < air.jets.size(); ++i) check_table(problems, item("air.jet", i), air.jets[i]);
}

}  // namespace

std::vector<Problem> check(const SceneDescription& scene)
{
    Untangled start;
    return check(scene, start);
}

std::vector<Problem> check(const SceneDescription& scene, Untangled& start)
{
    std::vector<Problem> problems;
    TableChecker tables(problems);
    visit_method_tables(tables, scene);
    for (std::size_t i = 0; i < scene.cloths.size(); ++i) check_cloth(problems, item("cloth", i), scene.cloths[i]);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) check_body(problems, item("body", i), scene.bodies[i]);
    for (std::size_t i = 0; i < scene.obstacles.size(); ++i) {
        const std::string path = item("obstacle", i);
        check_table(problems, path, scene.obstacles[i]);
        std::visit([&](const auto& shape) { check_shape(problems, path, shape); }, scene.obstacles[i].shape);
        check_motion(problems, path + ".motion", scene.obstacles[i].motion);
        check_table(problems, path + ".sequence", scene.obstacles[i].sequence);
    }
    for (std::size_t i = 0; i < scene.contact_pairs.size(); ++i)
        check_table(problems, item("contact_pair", i), scene.contact_pairs[i]);
    if (scene.air) check_air(problems, *scene.air);
    visit_force_tables(tables, scene);

    std::vector<std::string> doubtful;
    doubtful.reserve(problems.size());
    for (const Problem& problem : problems) doubtful.push_back(problem.key);
    std::ranges::move(check_consistency(scene, doubtful, start), std::back_inserter(problems));
    return problems;
}

}  // namespace tulle
