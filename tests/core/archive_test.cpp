#include "core/archive.hpp"

#include <tulle/math.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>

namespace tulle {
namespace {

enum class Colour : std::uint8_t { red, green = 7 };

struct Sample {
    std::int32_t count = 0;
    double size = 0;
    Colour colour = Colour::red;
    std::vector<double> numbers;
    std::vector<Vec3> vectors;

    void save(std::ostream& stream) const
    {
        ArchiveWriter out(stream);
        out.value(count);
        out.value(size);
        out.value(colour);
        out.array(std::span<const double>(numbers));
        out.array(std::span<const Vec3>(vectors));
    }
    void restore(std::istream& stream)
    {
        ArchiveReader in(stream);
        in.value(count);
        in.value(size);
        in.value(colour);
        in.array(std::span<double>(numbers));
        in.array(std::span<Vec3>(vectors));
    }
};

Sample sample()
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {.count = -3,
            .size = 0.1,
            .colour = Colour::green,
            .numbers = {1.0 / 3.0, -0.0, infinity, std::numeric_limits<double>::denorm_min()},
            .vectors = {{1, 2, 3}, {4, 5, 6}}};
}

/// Room for what `sample` holds.
Sample blank() { return {.numbers = std::vector<double>(4), .vectors = std::vector<Vec3>(2, Vec3::Zero())}; }

std::string saved(const Sample& values)
{
    std::ostringstream stream;
    values.save(stream);
    return stream.str();
}

TEST(Archive, GivesBackEveryBit)
{
    std::istringstream stream(saved(sample()));
    Sample back = blank();
    back.restore(stream);
    EXPECT_EQ(saved(back), saved(sample()));
    EXPECT_EQ(back.count, -3);
    EXPECT_EQ(back.size, 0.1);
    EXPECT_EQ(back.colour, Colour::green);
    EXPECT_TRUE(std::signbit(back.numbers[1]));
    EXPECT_EQ(back.vectors, sample().vectors);
    EXPECT_EQ(stream.peek(), std::istringstream::traits_type::eof()) << "something was left unread";
}

TEST(Archive, KeepsNotANumber)
{
    std::stringstream stream;
    ArchiveWriter(stream).value(std::numeric_limits<double>::quiet_NaN());
    double value = 0;
    ArchiveReader(stream).value(value);
    EXPECT_TRUE(std::isnan(value));
}

TEST(Archive, RefusesDataCutOffAnywhere)
{
    const std::string whole = saved(sample());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        std::istringstream stream(whole.substr(0, length));
        Sample back = blank();
        EXPECT_THROW(back.restore(stream), InputError) << length << " of " << whole.size() << " bytes";
    }
}

TEST(Archive, RefusesAnArrayOfAnotherLength)
{
    for (const std::size_t room : {0U, 3U, 5U}) {
        std::istringstream stream(saved(sample()));
        Sample back = blank();
        back.numbers.resize(room);
        EXPECT_THROW(back.restore(stream), InputError) << room;
    }
}

TEST(Archive, RefusesALengthBeyondTheEndOfTheArchive)
{
    std::stringstream stream;
    ArchiveWriter(stream).value(std::numeric_limits<std::uint64_t>::max());
    std::vector<double> numbers(4);
    EXPECT_THROW(ArchiveReader(stream).array(std::span<double>(numbers)), InputError);
}

TEST(Archive, EmptyArraysTakeNothingButTheirLength)
{
    std::stringstream stream;
    ArchiveWriter(stream).array(std::span<const Vec3>());
    EXPECT_EQ(stream.str().size(), sizeof(std::uint64_t));
    EXPECT_NO_THROW(ArchiveReader(stream).array(std::span<Vec3>()));
}

TEST(Archive, CountReadsTheLengthOfAnArray)
{
    std::stringstream stream;
    const std::vector<double> numbers(11, 0.5);
    ArchiveWriter(stream).array(std::span<const double>(numbers));
    EXPECT_EQ(ArchiveReader(stream).count(), 11U);
}

TEST(Archive, SaysInPlainWordsWhatIsWrong)
{
    std::istringstream empty;
    try {
        static_cast<void>(ArchiveReader(empty).count());
        FAIL() << "an empty stream holds no count";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("saved state is damaged"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace tulle
