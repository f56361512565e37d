#include "run/run_json.hpp"

#include <tulle/version.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <thread>

#include <sys/utsname.h>

namespace tulle {
namespace {

using Json = nlohmann::ordered_json;

std::string compiler()
{
#if defined(__clang__)
    return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
    return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
    return "unknown";
#endif
}

Json machine()
{
    utsname system{};
    const bool known = uname(&system) == 0;
    return {{"os", known ? fmt::format("{} {}", system.sysname, system.release) : "unknown"},
            {"arch", known ? system.machine : "unknown"},
            {"cores", std::thread::hardware_concurrency()},
            {"compiler", compiler()}};
}

Json to_json(const RunCertificate& certificate)
{
    const bool has_gap = std::isfinite(certificate.smallest_gap);
    return {{"free", certificate.is_free()},
            {"frames", certificate.frames},
            {"intersections", certificate.intersections},
            {"frames_with_intersections", certificate.frames_with_intersections},
            {"smallest_cloth_gap_m", has_gap ? Json(certificate.smallest_gap) : Json()},
            {"gaps_sought_up_to_m", certificate.reach},
            {"deepest_crossing_m", certificate.deepest_crossing}};
}

}  // namespace

std::string_view name_of(RunStatus status)
{
    switch (status) {
        case RunStatus::running:
            return "running";
        case RunStatus::finished:
            return "finished";
        case RunStatus::stopped:
            return "stopped";
        case RunStatus::failed:
            return "failed";
    }
    return "unknown";
}

std::string to_json(const RunRecord& record)
{
    const RunTotals& totals = record.totals;
    const StageTimes& stages = record.stages;
    Json json;
    json["version"] = version;
    json["machine"] = machine();
    json["scene"] = record.scene;
    json["status"] = name_of(record.status);
    json["message"] = record.message;
    json["warnings"] = record.warnings;
    json["threads"] = record.threads;
    json["particles"] = record.particles;
    json["springs"] = record.springs;
    json["faces"] = record.faces;
    json["method"] = record.method;
    json["solver"] = record.solver;
    json["dt"] = record.dt;
    json["step"] = record.step;
    json["frame_count"] = record.frame_count;
    json["totals"] = {{"frames", totals.frames},
                      {"steps", totals.steps},
                      {"not_converged_steps", totals.not_converged_steps},
                      {"speed_left_m_per_s", totals.speed_left},
                      {"nonlinear_iterations", totals.nonlinear_iterations},
                      {"linear_iterations", totals.linear_iterations},
                      {"matrix_refills", totals.matrix_refills},
                      {"rejected_steps", totals.rejected_steps},
                      {"smallest_dt", totals.smallest_dt},
                      {"largest_dt", totals.largest_dt},
                      {"largest_stretch", totals.largest_stretch},
                      {"torn_faces", totals.torn_faces},
                      {"first_tear", totals.torn_faces > 0 ? Json(totals.first_tear) : Json()}};
    json["seconds"] = {{"wall", record.wall_seconds}, {"force", stages.force},          {"history", stages.history},
                       {"assembly", stages.assembly}, {"solve", stages.solve},          {"contact", stages.contact},
                       {"other", stages.other},       {"output", record.output_seconds}};
    if (record.certificate) {
        json["seconds"]["certify"] = record.certify_seconds;
        json["certificate"] = to_json(*record.certificate);
    }
    json["contact_seconds"] = {{"broad", stages.contact_broad},
                               {"narrow", stages.contact_narrow},
                               {"response", stages.contact - stages.contact_broad - stages.contact_narrow}};
    json["resumed"] = record.resumed;
    // Replace invalid UTF-8: the name of the scene may come from a file name, and must not stop a run.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

RunRecord read_run_json(const std::filesystem::path& file)
{
    std::ifstream in(file);
    const Json json = Json::parse(in, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object()) return {};
    try {
        RunRecord record;
        record.scene = json.value("scene", "");
        if (json.value("status", "") == name_of(RunStatus::finished)) record.status = RunStatus::finished;
        record.method = json.value("method", "");
        record.solver = json.value("solver", "");
        record.resumed = json.value("resumed", 0);
        record.warnings = json.value("warnings", std::vector<std::string>());
        const Json seconds = json.value("seconds", Json::object());
        record.wall_seconds = seconds.value("wall", 0.0);
        record.stages.force = seconds.value("force", 0.0);
        record.stages.history = seconds.value("history", 0.0);
        record.stages.assembly = seconds.value("assembly", 0.0);
        record.stages.solve = seconds.value("solve", 0.0);
        record.stages.contact = seconds.value("contact", 0.0);
        record.stages.other = seconds.value("other", 0.0);
        record.output_seconds = seconds.value("output", 0.0);
        record.certify_seconds = seconds.value("certify", 0.0);
        if (json.contains("certificate")) record.certificate.emplace();
        const Json contact = json.value("contact_seconds", Json::object());
        record.stages.contact_broad = contact.value("broad", 0.0);
        record.stages.contact_narrow = contact.value("narrow", 0.0);
        return record;
    } catch (const Json::exception&) {  // a key has an unexpected type
        return {};
    }
}

}  // namespace tulle
