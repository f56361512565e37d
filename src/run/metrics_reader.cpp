#include "run/metrics_reader.hpp"

#include "core/refuse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>
#include <system_error>

namespace tulle {

MetricsTable read_metrics(const std::filesystem::path& file, int rows)
{
    std::ifstream in(file);
    std::string line;
    if (!std::getline(in, line)) refuse(file, "cannot be read");
    MetricsTable table;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        table.columns.push_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    for (int number = 2; static_cast<int>(table.rows.size()) < rows && std::getline(in, line) && !in.eof(); ++number) {
        std::vector<double>& row = table.rows.emplace_back();
        const char* at = line.data();
        const char* const end = at + line.size();
        while (row.size() < table.columns.size() && at < end) {
            double value = 0;
            const auto [after, error] = std::from_chars(at, end, value);
            if (error != std::errc()) break;
            row.push_back(value);
            at = after < end && *after == ',' ? after + 1 : after;
        }
        if (row.size() != table.columns.size() || at != end)
            refuse(file, fmt::format("expected {} numbers", table.columns.size()), number);
    }
    return table;
}

}  // namespace tulle
