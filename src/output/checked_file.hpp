#pragma once
// File with checked operations: each one completes in full or throws OutputError (full disk, file too big, device
// error). Streams of the standard library lose the reason, and may report a full disk only after the data is lost.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace tulle {

class CheckedFile {
public:
    /// Creates an empty file, or empties an existing one. Messages name it `reported_as`.
    [[nodiscard]] static CheckedFile create(const std::filesystem::path& path,
                                            const std::filesystem::path& reported_as);
    /// Opens an existing file for reading and writing.
    [[nodiscard]] static CheckedFile open(const std::filesystem::path& path);

    CheckedFile(CheckedFile&& other) noexcept;
    CheckedFile& operator=(CheckedFile&& other) noexcept;
    CheckedFile(const CheckedFile&) = delete;
    CheckedFile& operator=(const CheckedFile&) = delete;
    ~CheckedFile();

    [[nodiscard]] const std::filesystem::path& reported_as() const { return reported_as_; }
    [[nodiscard]] std::uint64_t size() const;
    /// Returns `count` bytes, or fewer if the file ends before.
    [[nodiscard]] std::string read_at(std::uint64_t offset, std::size_t count) const;

    void write_at(std::uint64_t offset, std::string_view bytes);
    void truncate(std::uint64_t length);
    void sync();   // returns when the data is on the device
    void close();  // reports the errors that network file systems give only here

private:
    CheckedFile(int descriptor, std::filesystem::path reported_as);

    int descriptor_ = -1;
    std::filesystem::path reported_as_;
};

/// Makes a rename or a new name in `directory` durable.
void sync_directory(const std::filesystem::path& directory);
/// Returns when all data written before to the file system of `directory` is on the device.
void sync_file_system(const std::filesystem::path& directory);

}  // namespace tulle
