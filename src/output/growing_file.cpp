#include "output/growing_file.hpp"

#include "core/assert.hpp"
#include "output/atomic_file.hpp"

#include <tulle/output_error.hpp>

#include <utility>

namespace tulle {

GrowingFile::GrowingFile(CheckedFile file, std::uint64_t length) : file_(std::move(file)), length_(length) {}

GrowingFile GrowingFile::create(const std::filesystem::path& path, std::string_view head)
{
    write_file_atomically(path, head);  // so that an existing file always has its whole head
    return open(path);
}

GrowingFile GrowingFile::open(const std::filesystem::path& path)
{
    CheckedFile file = CheckedFile::open(path);
    const std::uint64_t length = file.size();
    return {std::move(file), length};
}

void GrowingFile::append(std::string_view record)
{
    try {
        file_.write_at(length_, record);
    } catch (const OutputError&) {
        try {
            file_.truncate(length_);
        } catch (const OutputError&) {
            // The device does not respond. The next run truncates the file when it resumes. Report the first error.
        }
        throw;
    }
    length_ += record.size();
}

void GrowingFile::overwrite(std::uint64_t offset, std::string_view bytes)
{
    TULLE_ASSERT(offset + bytes.size() <= length_, offset, bytes.size(), length_);
    file_.write_at(offset, bytes);
}

void GrowingFile::truncate(std::uint64_t length)
{
    TULLE_ASSERT(length <= length_, length, length_);
    file_.truncate(length);
    length_ = length;
}

}  // namespace tulle
