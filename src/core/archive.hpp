#pragma once
// Binary archive: writes plain values to a stream and reads them back, for checkpoints. The reader never trusts a
// length that it reads.

#include <tulle/error.hpp>

#include <cstdint>
#include <istream>
#include <ostream>
#include <span>
#include <type_traits>
#include <vector>

namespace tulle {

class ArchiveWriter {
public:
    explicit ArchiveWriter(std::ostream& out) : out_(out) {}

    template <class T>
    void value(const T& value)
    {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        out_.write(reinterpret_cast<const char*>(&value), sizeof value);
    }

    /// Writes the count and the elements. Elements are numbers or vectors of numbers: any type without padding or
    /// pointers.
    template <class T>
    void array(std::span<const T> values)
    {
        value(static_cast<std::uint64_t>(values.size()));
        out_.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
    }

private:
    std::ostream& out_;
};

class ArchiveReader {
public:
    explicit ArchiveReader(std::istream& in) : in_(in) {}

    template <class T>
    void value(T& value)
    {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        in_.read(reinterpret_cast<char*>(&value), sizeof value);
        if (!in_) fail();
    }

    /// Reads an array into `values`. Fails if the stored size is not the size of `values`.
    template <class T>
    void array(std::span<T> values)
    {
        if (count() != values.size()) fail();
        elements(values);
    }

    /// Reads the elements of an array whose size has already been read by `count`.
    template <class T>
    void elements(std::span<T> values)
    {
        in_.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
        if (!in_) fail();
    }

    /// Reads a count that was stored by `value<std::uint64_t>` or `array`.
    [[nodiscard]] std::uint64_t count()
    {
        std::uint64_t n = 0;
        value(n);
        return n;
    }

    [[noreturn]] static void fail()
    {
        throw InputError(Problem{.message = "the saved state is damaged or belongs to another scene"});
    }

private:
    std::istream& in_;
};

}  // namespace tulle
