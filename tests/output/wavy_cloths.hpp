#pragma once
// Grids that a wave runs through: frames of known positions and velocities without a simulation.

#include <tulle/frame_writer.hpp>

#include <cmath>
#include <deque>
#include <map>
#include <numbers>
#include <string>

namespace tulle {

class WavyCloths {
public:
    static constexpr double fps = 25;         // frames per second
    static constexpr double spacing = 0.25;   // m, between particles
    static constexpr double apart = 6;        // m, between the first corners of cloths
    static constexpr double amplitude = 0.1;  // m; wave length 1 m, period 1 s

    void add(const std::string& name, int columns, int rows)
    {
        Cloth& cloth = cloths_.emplace_back();
        cloth.name = name;
        const double start = apart * static_cast<double>(cloths_.size() - 1);
        for (int b = 0; b < rows; ++b) {
            for (int a = 0; a < columns; ++a) {
                flat_.emplace_back(start + spacing * a, spacing * b, 0);
                cloth.uvs.emplace_back(a / (columns - 1.0), b / (rows - 1.0));
            }
        }
        for (int b = 0; b + 1 < rows; ++b) {
            for (int a = 0; a + 1 < columns; ++a) {
                const int i = a + b * columns;
                cloth.faces.push_back({i, i + 1, i + columns + 1});
                cloth.faces.push_back({i, i + columns + 1, i + columns});
            }
        }
        cloth.uv_faces = cloth.faces;
    }

    /// Views of the cloths; valid until the next change.
    FrameData frame(int number)
    {
        const double time = number / fps;
        positions_.clear();
        velocities_.clear();
        for (const Vec3& x : flat_) {
            const double angle = 2 * std::numbers::pi * (x.x() + time);
            positions_.emplace_back(x.x(), x.y(), amplitude * std::sin(angle));
            velocities_.emplace_back(0, 0, 2 * std::numbers::pi * amplitude * std::cos(angle));
        }
        views_ = whole();
        if (tears_.empty()) return {number, time, positions_, velocities_, views_};
        leave_out_torn(number);
        return {number, time, positions_, velocities_, views_, intact_};
    }

    /// The cloth loses a face in a frame.
    void tear(std::size_t cloth, std::size_t face, int frame) { tears_.push_back({cloth, face, frame}); }

    [[nodiscard]] std::vector<ClothView> whole() const
    {
        std::vector<ClothView> views;
        int first = 0;
        for (const Cloth& cloth : cloths_) {
            const int count = cloth.particles >= 0 ? cloth.particles : static_cast<int>(cloth.uvs.size());
            views.push_back({cloth.name, first, count, cloth.faces, cloth.uvs, cloth.uv_faces});
            first += count;
        }
        return views;
    }

    /// Gives the first face of a cloth a texture coordinate of its own, as at a seam.
    void add_seam(std::size_t cloth)
    {
        Cloth& changed = cloths_[cloth];
        changed.particles = static_cast<int>(changed.uvs.size());
        changed.uv_faces[0][0] = static_cast<int>(changed.uvs.size());
        changed.uvs.emplace_back(0.5, 0.75);
    }

    void remove_uvs(std::size_t cloth)
    {
        Cloth& changed = cloths_[cloth];
        changed.particles = static_cast<int>(changed.uvs.size());
        changed.uvs.clear();
        changed.uv_faces.clear();
    }

private:
    struct Cloth {
        std::string name;
        int particles = -1;  // as many as texture coordinates, unless said otherwise
        std::vector<Face> faces, uv_faces;
        std::vector<Vec2> uvs;
    };

    struct Tear {
        std::size_t cloth, face;
        int frame;
    };

    void leave_out_torn(int frame)
    {
        intact_.clear();
        for (std::size_t c = 0; c < cloths_.size(); ++c) {
            const Cloth& whole = cloths_[c];
            Cloth& torn = torn_[c];
            torn.faces.clear();
            torn.uv_faces.clear();
            for (std::size_t f = 0; f < whole.faces.size(); ++f) {
                bool is_intact = true;
                for (const Tear& tear : tears_)
                    is_intact = is_intact && !(tear.cloth == c && tear.face == f && tear.frame <= frame);
                intact_.push_back(is_intact ? 1 : 0);
                if (!is_intact) continue;
                torn.faces.push_back(whole.faces[f]);
                if (!whole.uv_faces.empty()) torn.uv_faces.push_back(whole.uv_faces[f]);
            }
            views_[c].faces = torn.faces;
            views_[c].uv_faces = torn.uv_faces;
        }
    }

    std::vector<Tear> tears_;
    std::vector<unsigned char> intact_;
    std::map<std::size_t, Cloth> torn_;
    std::deque<Cloth> cloths_;
    std::vector<Vec3> flat_, positions_, velocities_;
    std::vector<ClothView> views_;
};

inline WavyCloths two_cloths()
{
    WavyCloths cloths;
    cloths.add("curtain", 5, 4);
    cloths.add("table cloth", 3, 3);
    return cloths;
}

/// Bit for bit: tells 0 from -0, which == does not.
inline bool same_bits(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

/// Numbers that sloppy formats lose: no short decimal, the smallest and largest, minus zero.
inline const std::vector<double>& awkward_numbers()
{
    static const std::vector<double> numbers{0.1,   1.0 / 3,  -0.0,       5e-324, 2.2250738585072014e-308,
                                             1e300, -1.0e-17, 123456.789, 1e5,    0.30000000000000004};
    return numbers;
}

}  // namespace tulle
