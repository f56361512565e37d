#pragma once
// The arrays in the data of a page (view_page.hpp), and how numbers become levels of few bits.

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

/// Arrays one after the other, with the table that finds them.
class ViewBody {
public:
    void add(const std::string& name, std::string_view type, std::size_t length, std::string_view bytes);
    void add_faces(const std::string& name, std::span<const Face> faces);
    /// Coordinates as 32-bit floats.
    void add_vectors(const std::string& name, std::span<const Vec2> vectors);
    void add_vectors(const std::string& name, std::span<const Vec3> vectors);

    [[nodiscard]] const nlohmann::ordered_json& table() const { return table_; }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
    nlohmann::ordered_json table_ = nlohmann::ordered_json::object();
};

/// What numbers lie in.
struct ViewRange {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    void include(double value);
    /// 0 to 0 when nothing was included.
    [[nodiscard]] ViewRange or_zero() const { return min <= max ? *this : ViewRange{0, 0}; }
    /// The nearest of 0 .. `last`; 0 for what is not a number.
    [[nodiscard]] int level(double value, int last) const;
};

struct ViewBounds {
    std::array<ViewRange, 3> axes;  // m

    void include(std::span<const Vec3> positions);
    [[nodiscard]] ViewBounds or_zero() const;
    [[nodiscard]] nlohmann::ordered_json json() const;
};

/// Frames of points in 16 bits per axis, each as its difference to the one before.
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
