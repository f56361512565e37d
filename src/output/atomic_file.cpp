#include "output/atomic_file.hpp"

#include "output/checked_file.hpp"
#include "output/output_error.hpp"

#include <system_error>

namespace tulle {

std::filesystem::path aside_path(const std::filesystem::path& file)
{
    return file.parent_path() / ("." + file.filename().string() + ".part");
}

void write_file_atomically(const std::filesystem::path& file, std::string_view bytes)
{
    const std::filesystem::path aside = aside_path(file);
    try {
        CheckedFile out = CheckedFile::create(aside, file);
        out.write_at(0, bytes);
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
    sync_directory(file.parent_path());
}

}  // namespace tulle
