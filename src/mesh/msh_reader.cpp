#include "mesh/msh_reader.hpp"

#include "mesh/problem_list.hpp"
#include "mesh/tokens.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tulle {
namespace {

/// Gmsh's element type of a tetrahedron with four nodes.
constexpr int four_nodes = 4;
/// Gmsh's element types of tetrahedra with more nodes, on their edges, sides or inside. Their sides may be curved.
constexpr std::array curved_tetrahedra{11, 29, 30, 31, 32, 33, 71, 72, 73, 74, 75};

class MshReader {
public:
    MshReader(std::string_view text, const std::string& file) : lines_(text, LineSyntax::plain), problems_(file) {}

    TetrahedronMesh read()
    {
        while (next("$")) {
            const std::string_view section = words_[0].text;
            if (section == "$MeshFormat") {
                read_format();
            } else if (section == "$Nodes") {
                is_new_ ? read_node_blocks() : read_nodes();
            } else if (section == "$Elements") {
                is_new_ ? read_element_blocks() : read_elements();
            } else {
                continue;  // physical names, entities and data are not needed
            }
            expect_end(section);
            problems_.throw_if_any();
        }
        if (!has_format_) problems_.add("is no mesh of Gmsh: it has no $MeshFormat");
        if (has_format_ && tetrahedra_.empty()) {
            problems_.add(has_curved_ ? "has curved tetrahedra only; mesh it with elements of first order (-order 1)"
                                      : "has no tetrahedra; mesh the volume (gmsh -3) and save it");
        }
        problems_.throw_if_any();
        return gather();
    }

private:
    /// Moves to the next line that begins with `start`. Returns false at the end of the file.
    bool next(std::string_view start)
    {
        while (lines_.next(words_))
            if (words_[0].text.starts_with(start)) return true;
        return false;
    }

    /// Checks that the section ends here. If not, it has more lines than it announced.
    void expect_end(std::string_view section)
    {
        const std::string end = "$End" + std::string(section.substr(1));
        if (!lines_.next(words_)) stop("the file ends where " + end + " should follow; it may be cut off");
        if (words_[0].text != end) stop("expected " + end + ": " + std::string(section) + " holds more than it says");
    }

    [[noreturn]] void stop(const std::string& message)
    {
        problems_.add(words_.empty() ? 0 : words_[0].line, 0, message);
        problems_.throw_if_any();
        throw std::logic_error("a problem was added");  // not reached
    }

    /// Reads the next line, which must have at least `count` words.
    void take(std::size_t count, const char* what)
    {
        if (!lines_.next(words_))
            stop(std::string("the file ends where ") + what + " should follow; it may be cut off");
        if (words_.size() < count || words_[0].text.starts_with("$")) stop(std::string("expected ") + what);
    }

    long long whole(std::size_t word)
    {
        const auto number = parse_integer(words_[word], problems_);
        problems_.throw_if_any();
        return *number;
    }

    Vec3 place(std::size_t word)
    {
        Vec3 x;
        for (int k = 0; k < 3; ++k) {
            const auto number = parse_real<double>(words_[word + k], problems_);
            problems_.throw_if_any();
            x[k] = *number;
        }
        return x;
    }

    void read_format()
    {
        take(2, "the version and the kind of file");
        const auto version = parse_real<double>(words_[0], problems_);
        problems_.throw_if_any();
        is_new_ = *version >= 4;
        const bool is_known = (*version >= 2 && *version < 3) || (*version >= 4.1 && *version < 5);
        if (!is_known) stop("expected version 2 or 4.1 of the format, found " + in_quotes(words_[0].text));
        if (whole(1) != 0) stop("is binary; save it as text (gmsh -setnumber Mesh.Binary 0)");
        has_format_ = true;
    }

    void add_node(long long tag, const Vec3& x)
    {
        if (!node_of_tag_.try_emplace(tag, static_cast<int>(nodes_.size())).second)
            stop("node " + std::to_string(tag) + " is there twice");
        nodes_.push_back(x);
    }

    void read_nodes()
    {
        take(1, "the number of nodes");
        for (long long left = whole(0); left > 0; --left) {
            take(4, "a node: its number and 3 coordinates");
            add_node(whole(0), place(1));
        }
    }

    void read_node_blocks()
    {
        take(2, "the numbers of blocks and nodes");
        std::vector<long long> tags;
        for (long long blocks = whole(0); blocks > 0; --blocks) {
            take(4, "a block of nodes: dimension, number, whether it is parametric, and how many");
            tags.clear();
            for (long long left = whole(3); left > 0; --left) {
                take(1, "the number of a node");
                tags.push_back(whole(0));
            }
            for (const long long tag : tags) {
                take(3, "3 coordinates of a node");
                add_node(tag, place(0));
            }
        }
    }

    void add_element(long long type, std::size_t first_node)
    {
        if (std::ranges::find(curved_tetrahedra, type) != curved_tetrahedra.end()) has_curved_ = true;
        if (type != four_nodes) return;
        if (words_.size() < first_node + 4) stop("expected the 4 nodes of a tetrahedron");
        std::array<int, 4> corners{};
        for (std::size_t k = 0; k < 4; ++k) {
            const auto node = node_of_tag_.find(whole(first_node + k));
            if (node == node_of_tag_.end()) stop("node " + in_quotes(words_[first_node + k].text) + " does not exist");
            corners[k] = node->second;
        }
        tetrahedra_.push_back(corners);
    }

    void read_elements()
    {
        take(1, "the number of elements");
        for (long long left = whole(0); left > 0; --left) {
            take(3, "an element: its number, its type, its tags and its nodes");
            add_element(whole(1), 3 + static_cast<std::size_t>(std::max(whole(2), 0LL)));
        }
    }

    void read_element_blocks()
    {
        take(2, "the numbers of blocks and elements");
        for (long long blocks = whole(0); blocks > 0; --blocks) {
            take(4, "a block of elements: dimension, number, type and how many");
            const long long type = whole(2);
            for (long long left = whole(3); left > 0; --left) {
                take(2, "an element: its number and its nodes");
                add_element(type, 1);
            }
        }
    }

    /// Returns the mesh without unused nodes, with all tetrahedra oriented to positive volume.
    TetrahedronMesh gather()
    {
        std::vector<int> new_index(nodes_.size(), -1);
        for (const auto& corners : tetrahedra_)
            for (const int i : corners) new_index[i] = 0;
        TetrahedronMesh mesh;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (new_index[i] < 0) continue;
            new_index[i] = static_cast<int>(mesh.positions.size());
            mesh.positions.push_back(nodes_[i]);
        }
        for (std::array<int, 4> corners : tetrahedra_) {
            for (int& i : corners) i = new_index[i];
            const auto& x = mesh.positions;
            const Vec3 a = x[corners[1]] - x[corners[0]], b = x[corners[2]] - x[corners[0]];
            if (a.cross(b).dot(x[corners[3]] - x[corners[0]]) < 0) std::swap(corners[1], corners[2]);
            mesh.tetrahedra.push_back(corners);
        }
        return mesh;
    }

    TokenLines lines_;
    ProblemList problems_;
    std::vector<Token> words_;
    bool has_format_ = false, is_new_ = false, has_curved_ = false;
    std::unordered_map<long long, int> node_of_tag_;
    std::vector<Vec3> nodes_;  // m
    std::vector<std::array<int, 4>> tetrahedra_;
};

}  // namespace

TetrahedronMesh read_msh(std::string_view text, const std::string& file) { return MshReader(text, file).read(); }

}  // namespace tulle
