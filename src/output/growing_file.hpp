#pragma once
// A file that grows by one record per frame (point caches, metrics.csv). Its good length is known at any time: what
// lies beyond it was cut short by a kill or a full disk and is dropped.

#include "output/checked_file.hpp"

namespace tulle {

class GrowingFile {
public:
    /// A new file that starts with `head`, in place of one that was there.
    [[nodiscard]] static GrowingFile create(const std::filesystem::path& path, std::string_view head);
    /// A file to go on with. Its good length is all of it until `truncate` says otherwise.
    [[nodiscard]] static GrowingFile open(const std::filesystem::path& path);

    /// On failure the file is cut back to the length before, and OutputError thrown.
    void append(std::string_view record);
    /// Replaces bytes inside the good length (a count in the head).
    void overwrite(std::uint64_t offset, std::string_view bytes);
    /// Drops what comes after `length`, which is at most `length()`.
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
