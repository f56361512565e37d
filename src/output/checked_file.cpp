#include "output/checked_file.hpp"

#include <tulle/output_error.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace tulle {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const std::string& action, int error_number)
{
    throw OutputError(path, "cannot " + action + ": " + std::generic_category().message(error_number));
}

// Repeats a system call that a signal interrupted.
template <class Call>
auto retry(Call call)
{
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

constexpr mode_t readable_by_all = 0666;  // less the process's umask

}  // namespace

CheckedFile::CheckedFile(int descriptor, std::filesystem::path reported_as)
    : descriptor_(descriptor), reported_as_(std::move(reported_as))
{}

CheckedFile::CheckedFile(CheckedFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), reported_as_(std::move(other.reported_as_))
{}

CheckedFile& CheckedFile::operator=(CheckedFile&& other) noexcept
{
    std::swap(descriptor_, other.descriptor_);
    std::swap(reported_as_, other.reported_as_);
    return *this;
}

CheckedFile::~CheckedFile()
{
    if (descriptor_ >= 0) ::close(descriptor_);
}

CheckedFile CheckedFile::create(const std::filesystem::path& path, const std::filesystem::path& reported_as)
{
    const int descriptor =
        retry([&] { return ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, readable_by_all); });
    if (descriptor < 0) fail(reported_as, "create", errno);
    return {descriptor, reported_as};
}

CheckedFile CheckedFile::open(const std::filesystem::path& path)
{
    const int descriptor = retry([&] { return ::open(path.c_str(), O_RDWR | O_CLOEXEC); });
    if (descriptor < 0) fail(path, "open", errno);
    return {descriptor, path};
}

std::uint64_t CheckedFile::size() const
{
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail(reported_as_, "read", errno);
    return static_cast<std::uint64_t>(status.st_size);
}

std::string CheckedFile::read_at(std::uint64_t offset, std::size_t count) const
{
    std::string bytes(count, '\0');
    std::size_t done = 0;
    while (done < count) {
        const ssize_t part = retry(
            [&] { return ::pread(descriptor_, bytes.data() + done, count - done, static_cast<off_t>(offset + done)); });
        if (part < 0) fail(reported_as_, "read", errno);
        if (part == 0) break;
        done += static_cast<std::size_t>(part);
    }
    bytes.resize(done);
    return bytes;
}

void CheckedFile::write_at(std::uint64_t offset, std::string_view bytes)
{
    // When a disk becomes full, the first call writes a part, and only the next call reports the reason.
    while (!bytes.empty()) {
        const ssize_t part =
            retry([&] { return ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
        if (part <= 0) fail(reported_as_, "write", part < 0 ? errno : EIO);
        bytes.remove_prefix(static_cast<std::size_t>(part));
        offset += static_cast<std::uint64_t>(part);
    }
}

void CheckedFile::truncate(std::uint64_t length)
{
    if (retry([&] { return ::ftruncate(descriptor_, static_cast<off_t>(length)); }) != 0)
        fail(reported_as_, "truncate", errno);
}

void CheckedFile::sync()
{
    if (retry([&] { return ::fsync(descriptor_); }) != 0) fail(reported_as_, "write", errno);
}

void CheckedFile::close()
{
    // Do not repeat an interrupted close: Linux has released the descriptor by then.
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0 && errno != EINTR) fail(reported_as_, "write", errno);
}

namespace {

/// Opens the directory and passes it to a system call that syncs it or its file system.
template <class Call>
void sync_by(const std::filesystem::path& directory, Call call)
{
    const std::filesystem::path named = directory.empty() ? "." : directory;
    const int descriptor = retry([&] { return ::open(named.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
    if (descriptor < 0) fail(named, "open", errno);
    const int result = retry([&] { return call(descriptor); });
    const int error_number = errno;
    ::close(descriptor);
    // Some file systems do not sync directories and return EINVAL.
    if (result != 0 && error_number != EINVAL && error_number != ENOTSUP) fail(named, "write", error_number);
}

}  // namespace

void sync_directory(const std::filesystem::path& directory) { sync_by(directory, ::fsync); }

void sync_file_system(const std::filesystem::path& directory) { sync_by(directory, ::syncfs); }

}  // namespace tulle
