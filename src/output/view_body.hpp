#pragma once
// Binary arrays in the data of a view page (view_page.hpp), and quantisation of numbers to levels of few bits.

#include <tulle/math.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tulle {

/// Arrays one after the other, with a table of their names, offsets, types and lengths.
class ViewBody {
public:
    void add(const std::string& name, std::string_view type, std::size_t length, std::string_view bytes);
    void add_faces(const std::string& name, std::span<const Face> faces);
    /// Add coordinates as 32-bit floats.
    void add_vectors(const std::string& name, std::span<const Vec2> vectors);
    void add_vectors(const std::string& name, std::span<const Vec3> vectors);

    [[nodiscard]] const nlohmann::ordered_json& table() const { return table_; }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
    nlohmann::ordered_json table_ = nlohmann::ordered_json::object();
};

/// Smallest and largest of some numbers.
struct ViewRange {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    void include(double value);
    /// Returns the range, or 0 to 0 if it is empty.
    [[nodiscard]] ViewRange or_zero() const { return min <= max ? *this : ViewRange{0, 0}; }
    /// Returns the nearest of the levels 0 .. `last`; 0 for NaN.
    [[nodiscard]] int level(double value, int last) const;
};

struct ViewBounds {
    std::array<ViewRange, 3> axes;  // m

    void include(std::span<const Vec3> positions);
    [[nodiscard]] ViewBounds or_zero() const;
    [[nodiscard]] nlohmann::ordered_json json() const;
};

/// Frames of points with 16 bits per axis, each stored as the difference from the frame before.
class ViewPoints {
public:
    ViewPoints(const ViewBounds& bounds, std::size_t points, std::size_t frames);
    void append(std::span<const Vec3> frame);
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    ViewBounds bounds_;
    std::array<std::vector<std::uint16_t>, 3> before_;
    std::string bytes_;
};

}  // namespace tulle
