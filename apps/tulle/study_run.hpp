#pragma once
// Common parts of commands that run a study: files, progress, and the end of the study.

#include "interrupt.hpp"
#include "output/atomic_file.hpp"
#include "print.hpp"
#include "progress.hpp"
#include "study/common/study_directory.hpp"

#include <tulle/error.hpp>
#include <tulle/output_error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <unistd.h>

namespace tulle {

/// Files of a study, in a folder that is created with the first file. A growing table may be written repeatedly, so
/// that a killed study leaves its results so far.
class StudyFolder {
public:
    explicit StudyFolder(std::filesystem::path directory) : directory_(std::move(directory)) {}

    void write(const std::string& name, const std::string& text) { write_file_atomically(add(name), text); }
    /// Registers a file that other code writes, and returns its path.
    std::filesystem::path add(const std::string& name)
    {
        if (names_.empty()) make_study_directory(directory_);
        std::filesystem::path file = directory_ / name;
        if (std::find(names_.begin(), names_.end(), file.string()) == names_.end()) names_.push_back(file.string());
        return file;
    }
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

private:
    std::filesystem::path directory_;
    std::vector<std::string> names_;
};

/// Prints the result of a study, as JSON or as text by `print`, and the names of its files.
template <class Result, class Print>
void print_study(const Result& result, const StudyFolder& files, bool as_json, bool quiet, const Print& print)
{
    if (as_json) {
        nlohmann::ordered_json json = to_json(result);
        json["files"] = files.names();
        print_json(json);
        return;
    }
    if (!quiet) print();
    for (const std::string& file : files.names()) fmt::print("{}\n", file);
}

/// Runs a study with progress, until it ends or is interrupted. If the study fails, prints the reason and returns
/// nothing.
template <class Study>
[[nodiscard]] auto run_shown(Study& study, bool quiet) -> std::optional<decltype(study.run())>
{
    study.stop = &watch_for_interrupt();
    ProgressDisplay display(isatty(STDERR_FILENO) != 0);
    if (!quiet) study.on_progress = [&](const StudyProgress& progress) { display.show(progress); };
    try {
        auto result = study.run();
        display.clear();
        return result;
    } catch (const InputError&) {
        throw;
    } catch (const OutputError&) {
        throw;
    } catch (const std::runtime_error& error) {
        display.clear();
        std::fputs(fmt::format("tulle: {}\n", error.what()).c_str(), stderr);
        return std::nullopt;
    }
}

}  // namespace tulle
