// EWS96's examples as JSON and as a picture: implements a part of ews96_report.hpp.

#include "study/papers/ews96/ews96_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tulle {
namespace {

using Json = nlohmann::ordered_json;

Json json_of_steps(const StepRange& range) { return {{"smallest", range.smallest}, {"largest", range.largest}}; }

Json json_of_paper(const Ews96Paper& paper)
{
    return {{"runge_kutta_steps", json_of_steps(paper.runge_kutta)},
            {"bulirsch_stoer_steps", paper.bulirsch_stoer ? json_of_steps(*paper.bulirsch_stoer) : Json()},
            {"force_seconds", paper.force_seconds},
            {"history_seconds", paper.history_seconds},
            {"contact_seconds", paper.contact_seconds},
            {"frame_seconds", {{"min", paper.least_frame}, {"max", paper.most_frame}, {"mean", paper.mean_frame}}}};
}

Json json_of_run(const Ews96Run& run)
{
    const Ews96Shares& s = run.shares;
    const Ews96Calls calls = calls_of(run);
    Json json{{"method", run.method->name},
              {"status", name_of(run.status)},
              {"dt", run.dt > 0 ? Json(run.dt) : Json()},  // null if the method chooses its steps
              {"steps", run.steps},
              {"rejected_steps", run.rejected_steps},
              {"not_converged_steps", run.not_converged_steps},
              {"force_evaluations", run.force_evaluations},
              {"step_range", json_of_steps(run.dt_range())},
              {"mean_step", run.mean_dt()},
              {"seconds", run.seconds()},
              {"frame_seconds", Json::array()},
              {"shares",
               {{"force", s.force},
                {"history", s.history},
                {"contact", s.contact},
                {"matrices", s.matrices},
                {"rest", s.rest()}}},
              {"seconds_a_call", {{"force", calls.force}, {"history", calls.history}, {"contact", calls.contact}}},
              {"error", run.error},  // null if the end was not reached
              {"rms_error", run.rms_error}};
    for (const Ews96Frame& frame : run.frames) json["frame_seconds"].push_back(frame.seconds);
    return json;
}

/// Returns one panel: seconds per frame, with the paper's as a horizontal line.
Plot panel_of(const Ews96RowResult& found)
{
    Plot plot{.title = fmt::format("{}, {} x {} particles", name_of(found.row.example), found.row.side, found.row.side),
              .x = {.label = "simulated time", .unit = "s", .min = 0},
              .y = {.label = "time of a frame", .unit = "s", .scale = AxisScale::log}};
    const Ews96Run* alike = fastest_alike(found);
    const Ews96Run* longest = run_of(found, "cash-karp");
    if (found.row.paper && longest != nullptr && !longest->frames.empty()) {
        const double mean = found.row.paper->mean_frame;
        plot.series.push_back({.name = "EWS96, mean",
                               .xs = {longest->frames.front().time, longest->frames.back().time},
                               .ys = {mean, mean},
                               .color = 7});
    }
    for (const Ews96Run& run : found.runs) {
        if (!run.method->is_of_paper && run.method->name != "symplectic Euler" && &run != alike) continue;
        Series series{.name = std::string(run.method->name), .style = SeriesStyle::line_and_points};
        for (const Ews96Frame& frame : run.frames) {
            series.xs.push_back(frame.time);
            series.ys.push_back(frame.seconds);
        }
        plot.series.push_back(std::move(series));
    }
    return plot;
}

}  // namespace

nlohmann::ordered_json to_json(const Ews96Result& result)
{
    const Ews96Choices& c = result.options.choices;
    Json json{{"choices",
               {{"frames", c.frames},
                {"fps", ews96_fps},
                {"fabric", result.options.fabric.name},
                {"tension_loop", c.tension_loop},
                {"size", c.size},
                {"table_part", c.table_part},
                {"radius_part", c.radius_part},
                {"thickness_part", c.thickness_part},
                {"gap", c.gap},
                {"friction", result.options.fabric.friction}}},
              {"threads", result.threads},
              {"interrupted", result.was_interrupted},
              {"operations", Json::array()},
              {"rows", Json::array()}};
    for (const Ews96Operations& count : ews96_operations())
        json["operations"].push_back({{"name", count.name},
                                      {"additions", count.additions},
                                      {"multiplications", count.multiplications},
                                      {"divisions", count.divisions},
                                      {"functions", count.functions}});
    for (const Ews96RowResult& found : result.rows) {
        const Ews96Run* alike = fastest_alike(found);
        Json row{{"example", name_of(found.row.example)},
                 {"particles", found.row.particles()},
                 {"paper", found.row.paper ? json_of_paper(*found.row.paper) : Json()},
                 {"fastest_alike", alike == nullptr ? Json() : Json(alike->method->name)},
                 {"runs", Json::array()}};
        for (const Ews96Run& run : found.runs) row["runs"].push_back(json_of_run(run));
        json["rows"].push_back(std::move(row));
    }
    return json;
}

Figure ews96_figure(const Ews96Result& result)
{
    Figure figure{.panel_height = 320};  // room for a legend of five entries
    for (const Ews96RowResult& found : result.rows) figure.plots.push_back(panel_of(found));
    return figure;
}

}  // namespace tulle
