#include "output/atomic_file.hpp"

#include "output/checked_file.hpp"
#include "output/output_error.hpp"

#include <system_error>

namespace tulle {

std::filesystem::path aside_path(const std::filesystem::path& file)
{
    return file.parent_path() / ("." + file.filename().string() + ".part");
}

namespace {

enum class Sync { no, yes };

void write_and_rename(const std::filesystem::path& file, std::string_view bytes, Sync sync)
{
    const std::filesystem::path aside = aside_path(file);
    try {
        CheckedFile out = CheckedFile::create(aside, file);
        out.write_at(0, bytes);
        if (sync == Sync::yes)
            out.sync();  // before the rename: a name must never point to data that is still on its way
        out.close();
        std::error_code error;
        std::filesystem::rename(aside, file, error);
        if (error) throw OutputError(file, "cannot write: " + error.message());
    } catch (...) {
        std::error_code ignored;  // the first error is the one to tell
        std::filesystem::remove(aside, ignored);
        throw;
    }
    if (sync == Sync::yes) sync_directory(file.parent_path());
}

}  // namespace

void write_file_atomically(const std::filesystem::path& file, std::string_view bytes)
{
    write_and_rename(file, bytes, Sync::no);
}

void write_file_durably(const std::filesystem::path& file, std::string_view bytes)
{
    write_and_rename(file, bytes, Sync::yes);
}

}  // namespace tulle
