#pragma once
// The command line of a peer: name=value, every name with a default, nothing else.

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace peers {

class Options {
public:
    /// `known` has every name with its default. Prints them for "help" and leaves.
    Options(int argc, char** argv, std::map<std::string, std::string> known) : values_(std::move(known))
    {
        for (int k = 1; k < argc; ++k) {
            const std::string argument = argv[k];
            if (argument == "help" || argument == "--help" || argument == "-h") {
                std::printf("usage: %s [name=value]...\nnames and defaults:\n%s", argv[0], listing().c_str());
                std::exit(0);
            }
            const std::size_t sign = argument.find('=');
            const auto found = values_.find(argument.substr(0, sign));
            if (sign == std::string::npos || found == values_.end())
                throw std::invalid_argument("expected name=value with one of these names, found \"" + argument +
                                            "\"\n" + listing());
            found->second = argument.substr(sign + 1);
        }
    }

    [[nodiscard]] const std::string& text(const std::string& name) const { return values_.at(name); }

    [[nodiscard]] double number(const std::string& name) const { return read<double>(name, "a number"); }

    [[nodiscard]] int count(const std::string& name) const
    {
        const int value = read<int>(name, "a whole number");
        if (value < 1) throw std::invalid_argument(name + " must be at least 1, found " + text(name));
        return value;
    }

    [[nodiscard]] bool flag(const std::string& name) const
    {
        if (text(name) != "0" && text(name) != "1")
            throw std::invalid_argument(name + " is 0 or 1, found \"" + text(name) + '"');
        return text(name) == "1";
    }

private:
    template <class Number>
    [[nodiscard]] Number read(const std::string& name, std::string_view kind) const
    {
        const std::string& found = text(name);
        Number value{};
        const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
        if (error != std::errc{} || end != found.data() + found.size())
            throw std::invalid_argument(name + " takes " + std::string(kind) + ", found \"" + found + '"');
        return value;
    }

    [[nodiscard]] std::string listing() const
    {
        std::string lines;
        for (const auto& [name, value] : values_)
            lines.append("    ").append(name).append("=").append(value).append("\n");
        return lines;
    }

    std::map<std::string, std::string> values_;
};

/// The whole of a peer's main: reads the command line and calls `run` with it. Exit code 2 for what went wrong, in
/// words.
template <class Run>
int run_peer(int argc, char** argv, std::map<std::string, std::string> known, const Run& run)
{
    try {
        run(Options(argc, argv, std::move(known)));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 2;
    }
}

}  // namespace peers
