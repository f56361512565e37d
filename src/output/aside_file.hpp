#pragma once
// A file that is too large to hold in memory, all or nothing: written aside piece by piece, renamed at the end.

#include "output/checked_file.hpp"

namespace tulle {

class AsideFile {
public:
    explicit AsideFile(const std::filesystem::path& file);
    ~AsideFile();  // without `commit`: nothing was written, and what stood under the name before is untouched
    AsideFile(const AsideFile&) = delete;
    AsideFile& operator=(const AsideFile&) = delete;

    /// Throws OutputError, as all of CheckedFile does.
    void append(std::string_view bytes);
    void sync() { out_.sync(); }
    void commit();

private:
    std::filesystem::path file_, aside_;
    CheckedFile out_;
    std::uint64_t length_ = 0;
    bool committed_ = false;
};

}  // namespace tulle
