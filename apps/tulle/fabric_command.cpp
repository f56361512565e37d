// tulle fabric: shows the properties of a fabric, with figures, and runs its tests.

#include "commands.hpp"
#include "core/refuse.hpp"
#include "fabric_lookup.hpp"
#include "plot/plot.hpp"
#include "print.hpp"
#include "scene/read_fabric.hpp"
#include "study/fabric_lab/fabric_card.hpp"
#include "study/fabric_lab/fabric_figures.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

namespace tulle {
namespace {

namespace fs = std::filesystem;

struct FabricShowArguments {
    std::string fabric;
    std::string output;
    bool json = false;
};

/// Checks the name of the picture. A picture replaces only a file of the same kind.
void check_picture_name(const fs::path& file)
{
    const bool is_png = file.extension() == ".png";
    if (!is_png && file.extension() != ".svg") refuse(file, "expected a name that ends in .svg or .png");
    std::error_code ignored;
    if (const fs::path folder = file.parent_path(); !folder.empty() && !fs::is_directory(folder, ignored))
        refuse(folder, "is not a directory");
    if (!fs::exists(file, ignored)) return;
    std::string head(256, '\0');
    std::ifstream(file, std::ios::binary).read(head.data(), static_cast<std::streamsize>(head.size()));
    const bool is_own = is_png ? head.starts_with("\x89PNG\r\n\x1a\n") : head.find("<svg") != std::string::npos;
    if (!is_own) refuse(file, fmt::format("exists, is no {} file and is not overwritten", is_png ? "PNG" : "SVG"));
}

int show(const FabricShowArguments& arguments)
{
    const fs::path file = find_fabric_here(arguments.fabric);
    const FabricDescription fabric = read_fabric(file);
    if (!arguments.output.empty()) check_picture_name(arguments.output);
    const FabricCard card = fabric_card(fabric, fabric_unit_system(file));
    if (arguments.json) {
        nlohmann::ordered_json json = to_json(card);
        json["file"] = file.string();
        if (!arguments.output.empty()) json["picture"] = arguments.output;
        print_json(json);
    } else {
        std::fputs(to_text(card).c_str(), stdout);
        if (!arguments.output.empty()) std::fputs(fmt::format("\n{}\n", arguments.output).c_str(), stdout);
    }
    if (!arguments.output.empty()) write_plot(arguments.output, fabric_figure(fabric));  // last: needs gnuplot
    return exit_done;
}

void add_fabric_show_command(CLI::App& fabric, int& exit_code)
{
    const auto arguments = std::make_shared<FabricShowArguments>();
    CLI::App* command = fabric.add_subcommand(
        "show", "Show every number of a fabric with its uncertainty, and plot the curves of the fabric");
    command->add_option("FABRIC", arguments->fabric, "A fabric file, or a name that tulle list fabrics shows")
        ->required();
    command
        ->add_option("-o,--output", arguments->output,
                     "Draw the loops of tension, shear and bending into this .svg or .png file; an existing file of "
                     "the same type is replaced")
        ->type_name("FILE");
    command->add_flag("--json", arguments->json, "Print everything as JSON");
    command->footer(
        "Examples:\n"
        "  tulle fabric show cotton_broad\n"
        "  tulle fabric show mill/lot17.toml -o lot17.svg");
    command->callback([arguments, &exit_code] { exit_code = show(*arguments); });
}

}  // namespace

void add_fabric_command(CLI::App& app, int& exit_code)
{
    CLI::App* command =
        app.add_subcommand("fabric", "Show the data of a fabric, or simulate laboratory tests of a fabric");
    command->require_subcommand(1);
    command->footer(
        "tulle list fabrics shows the available fabrics. docs/fabrics.md describes how to write a fabric file.\n"
        "Examples:\n"
        "  tulle fabric show silk -o silk.svg\n"
        "  tulle fabric test silk kes\n"
        "  tulle fabric test silk cantilever\n"
        "  tulle fabric test silk drape");
    add_fabric_show_command(*command, exit_code);
    add_fabric_test_command(*command, exit_code);
}

}  // namespace tulle
