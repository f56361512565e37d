#pragma once
// Append-only file that grows by one record per frame (point caches, metrics.csv). The class stores the
// length of the file up to its last complete record, the good length. Bytes beyond the good length are an incomplete
// record, after a kill or with a full disk, and are dropped.

#include "output/checked_file.hpp"

namespace tulle {

class GrowingFile {
public:
    /// Creates a file that starts with `head`, and replaces an existing one.
    [[nodiscard]] static GrowingFile create(const std::filesystem::path& path, std::string_view head);
    /// Opens an existing file to append to. Its good length is the whole file until `truncate` is called.
    [[nodiscard]] static GrowingFile open(const std::filesystem::path& path);

    /// Appends a record. On failure truncates the file to its length before, and throws OutputError.
    void append(std::string_view record);
    /// Replaces bytes within the good length, such as a count in the head.
    void overwrite(std::uint64_t offset, std::string_view bytes);
    /// Drops all bytes after `length`, which must be at most `length()`.
    void truncate(std::uint64_t length);

    [[nodiscard]] std::uint64_t length() const { return length_; }
    [[nodiscard]] std::string read_at(std::uint64_t offset, std::size_t count) const
    {
        return file_.read_at(offset, count);
    }

private:
    GrowingFile(CheckedFile file, std::uint64_t length);

    CheckedFile file_;
    std::uint64_t length_;
};

}  // namespace tulle
