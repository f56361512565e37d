// tulle fabric test: simulates the tests of a textile laboratory on a specimen.

#include "commands.hpp"
#include "core/refuse.hpp"
#include "fabric_lookup.hpp"
#include "interrupt.hpp"
#include "materials/kes.hpp"
#include "plot/plot.hpp"
#include "progress.hpp"
#include "scene/read_fabric.hpp"
#include "study/fabric_lab/cantilever_report.hpp"
#include "study/fabric_lab/drape_report.hpp"
#include "study/fabric_lab/fabric_figures.hpp"
#include "study/fabric_lab/fabric_report.hpp"
#include "study_run.hpp"
#include "threads_option.hpp"
#ifdef TULLE_HAS_RENDER
#include "drape_picture.hpp"
#include "render/png_writer.hpp"
#endif

#include <tulle/threads.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace tulle {
namespace {

namespace fs = std::filesystem;

struct FabricTestArguments {
    std::string fabric;
    std::string directory;
    std::vector<int> cells;
    std::vector<int> rings;
    std::vector<int> sides;  // particles
    int runs = 3;
    int specimen = 30;           // cm
    double size = 35;            // cm, of a cloth on a table
    double table = 21;           // cm
    std::vector<double> shears;  // gf/(cm deg)
    int threads = 0;
    bool png = false;
    bool quiet = false;
    bool json = false;
};

template <class Study>
void print_study(const Study& study, const StudyFolder& files, const FabricTestArguments& arguments)
{
    print_study(study, files, arguments.json, arguments.quiet,
                [&] { std::fputs((to_text(study) + '\n').c_str(), stdout); });
}

/// Common parts of all tests: fabric, folder, threads, progress and interruption.
struct LaboratoryTest {
    LaboratoryTest(const FabricTestArguments& arguments, const std::string& name)
        : file(find_fabric_here(arguments.fabric)),
          fabric(read_fabric(file)),
          files(free_study_directory(arguments.directory, file.stem().string() + '-' + name)),
          threads(arguments.threads)
    {
        options.cells = arguments.cells;
        options.watch.stop = &watch_for_interrupt();
        if (!arguments.quiet)
            options.watch.on_progress = [this](const StudyProgress& progress) { display.show(progress); };
    }
    LaboratoryTest(const LaboratoryTest&) = delete;  // on_progress has a pointer to this object
    LaboratoryTest& operator=(const LaboratoryTest&) = delete;
    ~LaboratoryTest() = default;

    fs::path file;
    FabricDescription fabric;
    StudyFolder files;
    ThreadLimit threads;
    ProgressDisplay display{isatty(STDERR_FILENO) != 0};
    FabricTestOptions options{};
};

int run_kes(const FabricTestArguments& arguments)
{
    LaboratoryTest test(arguments, "kes");
    const KesStudy study = run_kes_tests(test.fabric, test.options);
    test.display.clear();
    const auto has_results = [](const KesCurve& curve) { return curve.drawn.front().has_value(); };
    if (study.was_interrupted && std::ranges::none_of(study.curves, has_results)) return exit_interrupted;
    test.files.write("kes.csv", to_csv(study));
    test.files.write("kes.md", to_markdown(study));
    const fs::path figure = test.files.add(arguments.png ? "kes.png" : "kes.svg");
    print_study(study, test.files, arguments);
    write_plot(figure, kes_figure(study));  // last, so that all other files exist if gnuplot is missing
    if (study.was_interrupted) return exit_interrupted;
    return study.failures.empty() ? exit_done : exit_failed;
}

int run_cantilever(const FabricTestArguments& arguments)
{
    LaboratoryTest test(arguments, "cantilever");
    const CantileverStudy study = run_cantilever_tests(test.fabric, test.options);
    test.display.clear();
    if (study.was_interrupted && study.rows.empty()) return exit_interrupted;
    test.files.write("cantilever.json", to_json(study).dump(2) + '\n');
    test.files.write("cantilever.md", to_markdown(study));
    print_study(study, test.files, arguments);
    if (study.was_interrupted) return exit_interrupted;
    const auto is_good = [](const CantileverRow& row) {
        return row.with_width->strip.is_at_rest && row.without_width->strip.is_at_rest;
    };
    return std::ranges::all_of(study.rows, is_good) ? exit_done : exit_failed;
}

#ifdef TULLE_HAS_RENDER
void write_pictures(const DrapeStudy& study, StudyFolder& files)
{
    for (const DrapeRow& row : study.resolutions)
        if (row.test)
            write_png(files.add(study.shape == SpecimenShape::disc ? fmt::format("drape-{}-rings.png", row.resolution)
                                                                   : fmt::format("table-{}.png", row.resolution)),
                      draped_from_above(study, row, 480));
}
#else
void write_pictures(const DrapeStudy&, StudyFolder&) {}
#endif

/// Runs a drape test. `name` is the name of the test and of its files.
int run_drape(const FabricTestArguments& arguments, const std::string& name, DrapeStudyOptions options)
{
    LaboratoryTest test(arguments, name);
    options.runs = arguments.runs;
    for (const double shear : arguments.shears) options.shears.push_back(shear * gf_per_cm_degree);
    options.watch = test.options.watch;
    const DrapeStudy study = run_drape_tests(test.fabric, options);
    test.display.clear();
    const auto has_results = [](const DrapeRow& row) { return row.test.has_value(); };
    if (study.was_interrupted && std::ranges::none_of(study.resolutions, has_results)) return exit_interrupted;
    test.files.write(name + ".json", to_json(study).dump(2) + '\n');
    test.files.write(name + ".md", to_markdown(study));
    write_pictures(study, test.files);
    print_study(study, test.files, arguments);
    if (study.was_interrupted) return exit_interrupted;
    const bool is_whole =
        std::ranges::all_of(study.resolutions, has_results) && std::ranges::all_of(study.shears, has_results);
    return is_whole ? exit_done : exit_failed;
}

void add_common_options(CLI::App* command, FabricTestArguments& arguments, const std::string& files)
{
    command
        ->add_option("-o,--output", arguments.directory,
                     "The folder for " + files + "; default: studies/<fabric>-" + command->get_name() +
                         ", with a number if this name is taken")
        ->type_name("DIR");
    add_threads_option(command, arguments.threads);
    command->add_flag("--quiet", arguments.quiet, "Show no progress and no tables; problems are still shown");
    command->add_flag("--json", arguments.json, "Print everything as JSON");
}

/// Makes an option take a list of numbers such as "5,10,20".
void take_numbers(CLI::Option* option, const CLI::Range& range)
{
    option->type_name("NUMBERS")->delimiter(',')->check(range)->allow_extra_args(false);
}

using FabricTestPointer = std::shared_ptr<FabricTestArguments>;

void add_kes_command(CLI::App& test, const FabricTestPointer& arguments, int& exit_code)
{
    CLI::App* command = test.add_subcommand("kes", "Measure tension, shear and bending as the Kawabata machines do");
    take_numbers(
        command->add_option(
            "--cells", arguments->cells,
            "Numbers of cells between the jaws, separated by commas, with one run for each number; default: 5,10"),
        CLI::Range(2, 100));
    add_common_options(command, *arguments, "kes.csv, kes.md and kes.svg");
    command->add_flag("--png", arguments->png, "Write the plot as PNG instead of SVG");
    command->footer(
        "The specimen has the size and the speed of the Kawabata machines: 5 cm between the jaws (1 cm for bending), "
        "20 cm\n"
        "wide.\n"
        "Exit code: 0 done, whatever the results are, 2 bad input, 3 a test failed, 130 interrupted.\n"
        "Examples:\n"
        "  tulle fabric test cotton_broad kes\n"
        "  tulle fabric test mill/lot17.toml kes --cells 5,10,20 --png -o studies/lot17");
    command->callback([arguments, &exit_code] {
        if (arguments->cells.empty()) arguments->cells = usual_kes_cells;
        exit_code = run_kes(*arguments);
    });
}

void add_cantilever_command(CLI::App& test, const FabricTestPointer& arguments, int& exit_code)
{
    CLI::App* command = test.add_subcommand(
        "cantilever", "Measure the bending length of strips that are pushed over an edge (ASTM D1388)");
    command
        ->add_option(
            "--cells", arguments->cells,
            fmt::format("Number of cells along the overhanging part of a strip; default: {}", usual_cantilever_cells))
        ->type_name("N")
        ->check(CLI::Range(4, 400))
        ->expected(1);
    add_common_options(command, *arguments, "cantilever.json and cantilever.md");
    command->footer(
        "Every strip is measured twice: with the bending loop of the fabric, and with a bending loop of zero width.\n"
        "Exit code: 0 done, 2 bad input, 3 a strip did not come to rest, 130 interrupted.\n"
        "Examples:\n"
        "  tulle fabric test cotton_broad cantilever\n"
        "  tulle fabric test mill/lot17.toml cantilever --cells 80 --json");
    command->callback([arguments, &exit_code] {
        if (arguments->cells.empty()) arguments->cells = {usual_cantilever_cells};
        exit_code = run_cantilever(*arguments);
    });
}

/// Adds the common options of squares and discs.
void add_draping_options(CLI::App* command, const FabricTestPointer& arguments)
{
    command
        ->add_option("--runs", arguments->runs,
                     "Number of specimens per resolution; their start positions differ slightly")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(1, 100));
    take_numbers(
        command->add_option(
            "--shear", arguments->shears,
            "Further shear stiffnesses G [gf/(cm deg)] to test at the coarsest resolution, separated by commas"),
        CLI::Range(0.01, 100.0));
    const std::string name = command->get_name();
    add_common_options(command, *arguments, name + ".json, " + name + ".md and a picture from above per resolution");
}

void add_drape_command(CLI::App& test, const FabricTestPointer& arguments, int& exit_code)
{
    CLI::App* command =
        test.add_subcommand("drape", "Measure the drape coefficient of discs by the method of Cusick (ISO 9073-9)");
    take_numbers(command->add_option("--rings", arguments->rings,
                                     "Numbers of rings of particles around the middle, separated by commas, one "
                                     "resolution for each number; default: 12,18"),
                 CLI::Range(3, 100));
    command
        ->add_option("--specimen", arguments->specimen,
                     "Diameter of the discs [cm]; the diameter of the support is 18 cm")
        ->type_name("CM")
        ->capture_default_str()
        ->check(CLI::IsMember({24, 30, 36}));
    add_draping_options(command, arguments);
    command->footer(
        "A disc of fabric lies on a platform that moves down around a smaller disc. The drape coefficient is the part "
        "of\n"
        "the ring between the two discs that the fabric still covers, seen from above. The test takes minutes; start\n"
        "with --rings 8 --runs 1 for a first result.\n"
        "Exit code: 0 done, whatever the results are, 2 bad input, 3 a test failed, 130 interrupted.\n"
        "Examples:\n"
        "  tulle fabric test wool_tropical drape\n"
        "  tulle fabric test cotton_broad drape --rings 12,18,24 --shear 0.5,3 -o studies/cotton");
    command->callback([arguments, &exit_code] {
        DrapeStudyOptions options{.specimen = 0.01 * arguments->specimen};
        if (!arguments->rings.empty()) options.resolutions = arguments->rings;
        exit_code = run_drape(*arguments, "drape", options);
    });
}

void add_table_command(CLI::App& test, const FabricTestPointer& arguments, int& exit_code)
{
    CLI::App* command =
        test.add_subcommand("table", "Measure the drape coefficient of a square cloth on a round table");
    take_numbers(
        command->add_option(
            "--particles", arguments->sides,
            "Numbers of particles along a side, separated by commas, one resolution for each number; default: 26,52"),
        CLI::Range(5, 400));
    command->add_option("--size", arguments->size, "Side of the cloth [cm]")
        ->type_name("CM")
        ->capture_default_str()
        ->check(CLI::Range(5.0, 500.0));
    command->add_option("--table", arguments->table, "Diameter of the table [cm], less than the side of the cloth")
        ->type_name("CM")
        ->capture_default_str()
        ->check(CLI::Range(1.0, 500.0));
    add_draping_options(command, arguments);
    command->footer(
        "The test is the test drape for a square cloth on a grid along its threads. The drape coefficient is the part "
        "of\n"
        "the area beyond the table that the cloth still covers, seen from above: a flat cloth has 100 %. The default\n"
        "sizes are those of a tablecloth on a plate (docs/fabrics.md). Cloths with 104 particles along a side take an\n"
        "hour; start with --runs 1.\n"
        "Exit code: 0 done, whatever the results are, 2 bad input, 3 a test failed, 130 interrupted.\n"
        "Examples:\n"
        "  tulle fabric test cotton_broad table --runs 1\n"
        "  tulle fabric test canvas table --size 100 --table 60 --particles 26,52,104 -o studies/canvas");
    command->callback([arguments, &exit_code] {
        if (arguments->table >= arguments->size)
            refuse("tulle fabric test table",
                   "--table must be smaller than --size, because a part of the cloth must hang over the table");
        DrapeStudyOptions options{.shape = SpecimenShape::square,
                                  .specimen = 0.01 * arguments->size,
                                  .support = 0.01 * arguments->table,
                                  .resolutions = {26, 52}};
        if (!arguments->sides.empty()) options.resolutions = arguments->sides;
        exit_code = run_drape(*arguments, "table", options);
    });
}

}  // namespace

void add_fabric_test_command(CLI::App& fabric, int& exit_code)
{
    const auto arguments = std::make_shared<FabricTestArguments>();
    CLI::App* command = fabric.add_subcommand("test", "Run a laboratory test on simulated specimens of a fabric");
    command->add_option("FABRIC", arguments->fabric, "A fabric file, or a name that tulle list fabrics shows")
        ->required();
    command->require_subcommand(0, 1);
    command->footer(
        "Examples:\n"
        "  tulle fabric test cotton_broad kes\n"
        "  tulle fabric test cotton_broad cantilever\n"
        "  tulle fabric test cotton_broad drape\n"
        "  tulle fabric test cotton_broad table --runs 1");
    add_kes_command(*command, arguments, exit_code);
    add_cantilever_command(*command, arguments, exit_code);
    add_drape_command(*command, arguments, exit_code);
    add_table_command(*command, arguments, exit_code);
    command->callback([command] {
        if (!command->get_subcommands().empty()) return;
        std::string names;
        for (const CLI::App* one : command->get_subcommands([](const CLI::App*) { return true; }))
            names += (names.empty() ? "" : " or ") + one->get_name();
        refuse("tulle fabric test", "the test is missing. Name one after the fabric: " + names);
    });
}

}  // namespace tulle
