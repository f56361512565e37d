#include "output/atomic_file.hpp"

#include "output/aside_file.hpp"

namespace tulle {

std::filesystem::path aside_path(const std::filesystem::path& file)
{
    return file.parent_path() / ("." + file.filename().string() + ".part");
}

namespace {

enum class Sync { no, yes };

void write_and_rename(const std::filesystem::path& file, std::string_view bytes, Sync sync)
{
    AsideFile out(file);
    out.append(bytes);
    if (sync == Sync::yes) out.sync();  // before the rename: the name must never refer to data not yet on the device
    out.commit();
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
