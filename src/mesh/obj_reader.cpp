#include "mesh/obj_reader.hpp"

#include "mesh/problem_list.hpp"
#include "mesh/tokens.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tulle {
namespace {

// The usual library, tinyobjloader, fills missing coordinates with zeros and does not round decimal numbers to the
// nearest double. With it a damaged file would pass, and writing and reading a mesh would change it. So Tulle has its
// own reader.

/// An index beyond the elements read so far. It is valid if the whole file has that many.
struct ForwardIndex {
    Token token;
    std::int64_t number;  // as in the file: the first one is 1
};

struct Corner {
    int position = 0;
    std::optional<int> uv;
};

class ObjReader {
public:
    ObjReader(std::string_view text, const std::string& file, MeshUse use)
        : lines_(text, LineSyntax::obj), problems_(file), takes_uvs_(use == MeshUse::cloth)
    {}

    TriangleMesh read();

private:
    using Words = std::span<const Token>;

    void read_statement(const Token& keyword, Words words);
    void read_position(const Token& keyword, Words words);
    void read_uv(const Token& keyword, Words words);
    void read_face(const Token& keyword, Words words);
    std::optional<Corner> read_corner(const Token& token);
    std::optional<int> resolve(const Token& token, std::size_t count, std::string_view noun,
                               std::vector<ForwardIndex>& forward);
    bool uvs_agree(const Token& keyword);
    void check_forward(const std::vector<ForwardIndex>& forward, std::size_t count, std::string_view noun);

    TokenLines lines_;
    ProblemList problems_;
    bool takes_uvs_;
    TriangleMesh mesh_;
    std::vector<Corner> corners_;  // of the face being read
    std::vector<ForwardIndex> forward_positions_, forward_uvs_;
    int first_face_line_ = 0;
    bool first_face_has_uvs_ = false;
    bool told_uvs_differ_ = false;
};

std::string missing(std::string_view noun, const Token& token, std::size_t count)
{
    return std::string(noun) + ' ' + in_quotes(token.text) + " does not exist, the file has " + std::to_string(count);
}

TriangleMesh ObjReader::read()
{
    std::vector<Token> words;
    while (lines_.next(words)) {
        const std::size_t problems_before = problems_.count();
        read_statement(words.front(), std::span(words).subspan(1));
        // Report a cut-off file only if the line is wrong as well: many valid files lack the last line break.
        const bool wrong = problems_.count() > problems_before || lines_.ended_in_continuation();
        if (wrong && lines_.ended_inside_line()) {
            problems_.add(words.front().line, 0, "the file ends inside this line; it may be cut off");
        }
    }
    check_forward(forward_positions_, mesh_.positions.size(), "vertex");
    check_forward(forward_uvs_, mesh_.uvs.size(), "texture coordinate");
    problems_.throw_if_any();
    if (!first_face_has_uvs_) mesh_.uvs.clear();  // listed in the file, but no face uses them
    return std::move(mesh_);
}

void ObjReader::read_statement(const Token& keyword, Words words)
{
    if (keyword.text == "v") {
        read_position(keyword, words);
    } else if (keyword.text == "vt" && takes_uvs_) {
        read_uv(keyword, words);
    } else if (keyword.text == "f") {
        read_face(keyword, words);
    }
}

void ObjReader::read_position(const Token& keyword, Words words)
{
    // After x y z may come a weight (for rational curves only) or a colour. A faulty vertex is kept too, so that later
    // indices keep their meaning. The file is refused at the end.
    Vec3& position = mesh_.positions.emplace_back(Vec3::Zero());
    if (words.size() != 3 && words.size() != 4 && words.size() != 6) {
        problems_.add(
            keyword.line, keyword.column,
            "expected 3 coordinates (or 4 with a weight, 6 with a colour), found " + std::to_string(words.size()));
        return;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto value = parse_real<double>(words[i], problems_);
        if (value && i < 3) position[static_cast<Eigen::Index>(i)] = *value;
    }
}

void ObjReader::read_uv(const Token& keyword, Words words)
{
    Vec2& uv = mesh_.uvs.emplace_back(Vec2::Zero());
    if (words.size() != 2 && words.size() != 3) {
        problems_.add(keyword.line, keyword.column,
                      "expected 2 texture coordinates (or 3), found " + std::to_string(words.size()));
        return;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto value = parse_real<double>(words[i], problems_);
        if (value && i < 2) uv[static_cast<Eigen::Index>(i)] = *value;
    }
}

void ObjReader::read_face(const Token& keyword, Words words)
{
    if (words.size() < 3) {
        problems_.add(keyword.line, keyword.column,
                      "a face has at least 3 corners, found " + std::to_string(words.size()));
        return;
    }
    corners_.clear();
    for (const Token& word : words) {
        if (const auto corner = read_corner(word)) corners_.push_back(*corner);
    }
    if (corners_.size() != words.size() || !uvs_agree(keyword)) return;
    for (std::size_t i = 2; i < corners_.size(); ++i) {
        const std::array<Corner, 3> fan{corners_[0], corners_[i - 1], corners_[i]};
        mesh_.faces.push_back({fan[0].position, fan[1].position, fan[2].position});
        if (fan[0].uv) mesh_.uv_faces.push_back({*fan[0].uv, *fan[1].uv, *fan[2].uv});
    }
}

/// Reads a corner: v, v/vt, v//vn or v/vt/vn. The indices of normals, and of unused texture coordinates, must only be
/// integers.
std::optional<Corner> ObjReader::read_corner(const Token& token)
{
    std::array<Token, 3> part{token, token, token};
    std::size_t parts = 0, begin = 0;
    for (; parts < 3 && begin <= token.text.size(); ++parts) {
        const std::size_t end = std::min(token.text.find('/', begin), token.text.size());
        part[parts].text = token.text.substr(begin, end - begin);
        part[parts].column = token.column + static_cast<int>(begin);
        begin = end + 1;
    }
    const bool too_many = begin <= token.text.size();
    const bool uv_missing = parts == 2 && part[1].text.empty();
    const bool normal_missing = parts == 3 && part[2].text.empty();
    if (too_many || part[0].text.empty() || uv_missing || normal_missing) {
        problems_.add(token.line, token.column,
                      "expected a corner as v, v/vt, v//vn or v/vt/vn, found " + in_quotes(token.text));
        return std::nullopt;
    }
    const auto position = resolve(part[0], mesh_.positions.size(), "vertex", forward_positions_);
    bool sound = position.has_value();
    Corner corner{.position = position.value_or(0), .uv = {}};
    if (parts >= 2 && !part[1].text.empty()) {
        if (takes_uvs_) {
            corner.uv = resolve(part[1], mesh_.uvs.size(), "texture coordinate", forward_uvs_);
            sound = sound && corner.uv;
        } else {
            sound = parse_integer(part[1], problems_).has_value() && sound;
        }
    }
    if (parts == 3) sound = parse_integer(part[2], problems_).has_value() && sound;
    return sound ? std::optional(corner) : std::nullopt;
}

/// Converts an index of the file (from 1, or from -1 backwards) to an index from 0. `count`: number of elements so far.
std::optional<int> ObjReader::resolve(const Token& token, std::size_t count, std::string_view noun,
                                      std::vector<ForwardIndex>& forward)
{
    const auto number = parse_integer(token, problems_);
    if (!number) return std::nullopt;
    const auto so_far = static_cast<std::int64_t>(count);
    if (*number == 0) {
        problems_.add(token.line, token.column, std::string(noun) + " 0 does not exist, OBJ files count from 1");
        return std::nullopt;
    }
    if (*number < -so_far || *number > std::numeric_limits<int>::max()) {
        problems_.add(token.line, token.column, missing(noun, token, count) + " up to here");
        return std::nullopt;
    }
    if (*number > so_far) forward.push_back({.token = token, .number = *number});
    return static_cast<int>(*number > 0 ? *number - 1 : so_far + *number);
}

/// Checks that either all corners of a mesh have texture coordinates, or none.
bool ObjReader::uvs_agree(const Token& keyword)
{
    std::size_t with_uv = 0;
    for (const Corner& corner : corners_) with_uv += corner.uv ? 1 : 0;
    if (with_uv != 0 && with_uv != corners_.size()) {
        problems_.add(keyword.line, keyword.column,
                      "some corners of this face have a texture coordinate and others have none");
        return false;
    }
    if (first_face_line_ == 0) {
        first_face_line_ = keyword.line;
        first_face_has_uvs_ = with_uv != 0;
    }
    if (first_face_has_uvs_ == (with_uv != 0)) return true;
    if (!told_uvs_differ_) {  // report it once: half of the faces may have this problem
        told_uvs_differ_ = true;
        problems_.add(keyword.line, keyword.column,
                      std::string("this face has ") + (with_uv != 0 ? "" : "no ") +
                          "texture coordinates, unlike the face on line " + std::to_string(first_face_line_));
    }
    return false;
}

void ObjReader::check_forward(const std::vector<ForwardIndex>& forward, std::size_t count, std::string_view noun)
{
    for (const ForwardIndex& index : forward) {
        if (index.number <= static_cast<std::int64_t>(count)) continue;
        problems_.add(index.token.line, index.token.column, missing(noun, index.token, count));
    }
}

}  // namespace

TriangleMesh read_obj(std::string_view text, const std::string& file, MeshUse use)
{
    return ObjReader(text, file, use).read();
}

}  // namespace tulle
