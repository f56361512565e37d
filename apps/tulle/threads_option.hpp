#pragma once
// The option --threads of most commands.

#include <CLI/CLI.hpp>

#include <string>

namespace tulle {

inline constexpr const char* threads_help = "Number of threads; default: all cores";

inline void add_threads_option(CLI::App* command, int& threads, const std::string& help = threads_help)
{
    command->add_option("--threads", threads, help)->type_name("N")->check(CLI::Range(1, 1024));
}

}  // namespace tulle
