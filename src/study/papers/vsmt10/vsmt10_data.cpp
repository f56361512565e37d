// Numbers of VSMT10's figures as JSON and CSV: implements a part of vsmt10_report.hpp.

#include "study/common/table.hpp"
#include "study/papers/vsmt10/vsmt10_report.hpp"

#include <nlohmann/json.hpp>

namespace tulle {
namespace {

using Vsmt10Json = nlohmann::ordered_json;

Table hung_table(const Vsmt10Result& result)
{
    Table table(
        {"material", "stiffness_n_per_m", "a1", "k1_over_k", "status", "time_s", "mean_stretch", "largest_stretch"});
    for (const Vsmt10Hung& one : result.hung) {
        const bool is_cubic = one.material == Vsmt10Material::cubic;
        table.add_row({name_of(one.material), one.stiffness, value_if(is_cubic, one.stretched),
                       value_if(is_cubic, one.factor), name_of(one.status), one.time, one.mean_stretch,
                       one.largest_stretch});
    }
    return table;
}

}  // namespace

nlohmann::ordered_json to_json(const Vsmt10Result& result)
{
    Vsmt10Json json{{"interrupted", result.was_interrupted}, {"threads", result.threads}};
    json["choices"] = choices_text(result);
    json["claims"] = Vsmt10Json::array();
    for (const Vsmt10Claim& claim : vsmt10_claims(result))
        json["claims"].push_back({{"paper", claim.of_paper}, {"here", claim.of_tulle}});
    json["curves"] = Vsmt10Json::array();
    for (const Vsmt10Curve& curve : result.curves)
        json["curves"].push_back({{"law", curve.name()},
                                  {"lengths_m", curve.lengths},
                                  {"tensions_n", curve.tensions},
                                  {"stiffness_n_per_m", curve.stiffness}});
    json["pulled"] = Vsmt10Json::array();
    for (const Vsmt10Pull& one : result.pulls)
        json["pulled"].push_back({{"material", name_of(one.material)},
                                  {"particles", one.side * one.side},
                                  {"jacobian", name_of(one.treatment)},
                                  {"solved_by", one.solve.name()},
                                  {"status", name_of(one.status)},
                                  {"time_s", one.time},
                                  {"sag_m", one.sag},
                                  {"last_amplitude_m", one.last_amplitude}});
    json["loaded"] = Vsmt10Json::array();
    for (const Vsmt10Load& one : result.loads)
        json["loaded"].push_back({{"experiment", name_of(one.experiment)},
                                  {"figure", figure_of(one.experiment)},
                                  {"material", name_of(one.material)},
                                  {"status", name_of(one.status)},
                                  {"time_s", one.time},
                                  {"largest_stretch", one.peak_stretch()},
                                  {"end_stretch", one.end_stretch()},
                                  {"end_mean_stretch", one.end_mean()},
                                  {"sunk_m", one.sunk},
                                  {"end_speed_m_per_s", one.speed}});
    json["pressed"] = Vsmt10Json::array();
    for (const Vsmt10Press& one : result.pressed)
        json["pressed"].push_back({{"material", name_of(one.material)},
                                   {"weight", weight_text(one)},
                                   {"speed_m_per_s", one.speed},
                                   {"jacobian", name_of(one.treatment)},
                                   {"solved_by", one.solve.name()},
                                   {"status", name_of(one.status)},
                                   {"time_s", one.time},
                                   {"least_height", one.least_height()},
                                   {"end_height", one.end_height()}});
    json["times"] = Vsmt10Json::array();
    for (const Vsmt10TimeRow& row : result.times) {
        Vsmt10Json entry{{"particles", row.particles()}, {"iterations", row.iterations}, {"turns", row.turns}};
        entry["materials"] = Vsmt10Json::array();
        for (const Vsmt10Timed& one : row.materials)
            entry["materials"].push_back({{"material", name_of(one.material)},
                                          {"processor_s", one.seconds},
                                          {"relative", one.relative},
                                          {"force_share", one.force_share}});
        json["times"].push_back(std::move(entry));
    }
    json["hanging"] = to_json(hung_table(result));
    return json;
}

std::string curves_csv(const Vsmt10Result& result)
{
    Table table({quoted_column("law"), "length_m", "stiffness_n_per_m", "tension_n"});
    for (const Vsmt10Curve& curve : result.curves)
        for (std::size_t k = 0; k < curve.lengths.size(); ++k)
            table.add_row({curve.name(), curve.lengths[k], curve.stiffness[k], curve.tensions[k]});
    return to_csv(table, Decimals::plain);
}

std::string pulls_csv(const Vsmt10Result& result)
{
    Table table({"material", "particles", "jacobian", "solved_by", "time_s", "amplitude_m"});
    for (const Vsmt10Pull& one : result.pulls)
        for (std::size_t k = 0; k < one.times.size(); ++k)
            table.add_row({name_of(one.material), one.side * one.side, name_of(one.treatment), one.solve.name(),
                           one.times[k], one.amplitudes[k]});
    return to_csv(table, Decimals::plain);
}

std::string loads_csv(const Vsmt10Result& result)
{
    Table table({"figure", "experiment", "material", "time_s", "largest_stretch", "mean_stretch"});
    for (const Vsmt10Load& one : result.loads)
        for (std::size_t k = 0; k < one.times.size(); ++k)
            table.add_row({figure_of(one.experiment), name_of(one.experiment), name_of(one.material), one.times[k],
                           one.largest[k], one.mean[k]});
    return to_csv(table, Decimals::plain);
}

std::string pressed_csv(const Vsmt10Result& result)
{
    Table table({"material", "weight", "jacobian", "solved_by", "time_s", "height"});
    for (const Vsmt10Press& one : result.pressed)
        for (std::size_t k = 0; k < one.times.size(); ++k)
            table.add_row({name_of(one.material), weight_text(one), name_of(one.treatment), one.solve.name(),
                           one.times[k], one.heights[k]});
    return to_csv(table, Decimals::plain);
}

std::string times_csv(const Vsmt10Result& result)
{
    Table table({"particles", "iterations", "material", "processor_s", "relative", "force_share"});
    for (const Vsmt10TimeRow& row : result.times)
        for (const Vsmt10Timed& one : row.materials)
            table.add_row(
                {row.particles(), row.iterations, name_of(one.material), one.seconds, one.relative, one.force_share});
    return to_csv(table, Decimals::plain);
}

std::string hung_csv(const Vsmt10Result& result) { return to_csv(hung_table(result), Decimals::plain); }

}  // namespace tulle
