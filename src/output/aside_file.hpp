#pragma once
// Atomic file output in pieces, for files too large for memory: writes to a temporary file and renames it at the end.

#include "output/checked_file.hpp"

namespace tulle {

class AsideFile {
public:
    explicit AsideFile(const std::filesystem::path& file);
    ~AsideFile();  // without `commit`, removes the temporary file and leaves an old file untouched
    AsideFile(const AsideFile&) = delete;
    AsideFile& operator=(const AsideFile&) = delete;

    /// Appends bytes to the temporary file. This and the functions below throw OutputError, as CheckedFile does.
    void append(std::string_view bytes);
    void sync() { out_.sync(); }
    void commit();  // renames the temporary file to the final name

private:
    std::filesystem::path file_, aside_;
    CheckedFile out_;
    std::uint64_t length_ = 0;
    bool committed_ = false;
};

}  // namespace tulle
