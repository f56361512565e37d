#include "output/aside_file.hpp"

#include "output/atomic_file.hpp"

#include <tulle/output_error.hpp>

#include <system_error>

namespace tulle {

AsideFile::AsideFile(const std::filesystem::path& file)
    : file_(file), aside_(aside_path(file)), out_(CheckedFile::create(aside_, file))
{}

AsideFile::~AsideFile()
{
    if (committed_) return;
    std::error_code ignored;  // the earlier error is the one to report
    std::filesystem::remove(aside_, ignored);
}

void AsideFile::append(std::string_view bytes)
{
    out_.write_at(length_, bytes);
    length_ += bytes.size();
}

void AsideFile::commit()
{
    out_.close();
    std::error_code error;
    std::filesystem::rename(aside_, file_, error);
    if (error) throw OutputError(file_, "cannot write: " + error.message());
    committed_ = true;
}

}  // namespace tulle
