#include "scene/read_mesh_sequence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

namespace tulle {
namespace {

void read_frames(SceneReader& in, const std::filesystem::path& pattern, MeshDescription& mesh, MeshSequence& sequence)
{
    constexpr const char* key = "meshes";
    const std::vector<std::filesystem::path> files = files_like(pattern);
    if (files.empty()) {
        in.complain(key, fmt::format("expected files like {}, found none", pattern.string()));
        return;
    }
    for (const std::filesystem::path& file : files) {
        TriangleMesh frame;
        try {
            frame = read_mesh(file, MeshUse::obstacle);
        } catch (const InputError& malformed) {
            for (const Problem& problem : malformed.problems()) in.complain(key, problem);
            return;
        }
        if (sequence.frames.empty()) {
            mesh.mesh = frame;
            mesh.file = file.string();
        } else if (frame.faces != mesh.mesh.faces) {
            in.complain(key, fmt::format("{}: expected the {} faces of {}, in their order", file.string(),
                                         mesh.mesh.faces.size(), mesh.file));
            return;
        }
        sequence.frames.push_back(std::move(frame.positions));
        sequence.files.push_back(file.string());
    }
}

}  // namespace

std::vector<std::filesystem::path> files_like(const std::filesystem::path& pattern)
{
    const std::string name = pattern.filename().string();
    const std::size_t star = name.find('*');
    if (star == std::string::npos) return {};
    const std::string head = name.substr(0, star);
    const std::string tail = name.substr(star + 1);

    std::vector<std::pair<std::string, std::filesystem::path>> found;  // text in place of the star, file
    std::error_code error;
    const std::filesystem::path folder = pattern.has_parent_path() ? pattern.parent_path() : ".";
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string here = entry.path().filename().string();
        if (here.size() < head.size() + tail.size() || !here.starts_with(head) || !here.ends_with(tail)) continue;
        std::string part = here.substr(head.size(), here.size() - head.size() - tail.size());
        found.emplace_back(std::move(part), entry.path());
    }
    std::ranges::sort(found, [](const auto& a, const auto& b) {
        return std::pair(a.first.size(), a.first) < std::pair(b.first.size(), b.first);
    });
    std::vector<std::filesystem::path> files;
    files.reserve(found.size());
    for (auto& [part, file] : found) files.push_back(std::move(file));
    return files;
}

bool read_mesh_sequence(SceneReader& in, const std::filesystem::path& directory, MeshDescription& mesh,
                        MeshSequence& sequence)
{
    return in.section("sequence", Need::alternative, [&](SceneReader& below) {
        std::string pattern;
        const bool is_named =
            below.text("meshes", pattern, "mesh files, with * for their numbers, such as walk/*.obj", Need::required);
        visit_fields(below, sequence);
        if (is_named) read_frames(below, directory / pattern, mesh, sequence);
    });
}

}  // namespace tulle
