#include "mesh/ply_source.hpp"

#include "core/counted.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tulle {
namespace {

template <class Integer>
bool in_range(std::int64_t value)
{
    return value >= std::numeric_limits<Integer>::min() && value <= std::numeric_limits<Integer>::max();
}

bool fits(std::int64_t value, PlyType type)
{
    switch (type) {
        case PlyType::int8:
            return in_range<std::int8_t>(value);
        case PlyType::uint8:
            return in_range<std::uint8_t>(value);
        case PlyType::int16:
            return in_range<std::int16_t>(value);
        case PlyType::uint16:
            return in_range<std::uint16_t>(value);
        case PlyType::int32:
            return in_range<std::int32_t>(value);
        case PlyType::uint32:
            return in_range<std::uint32_t>(value);
        case PlyType::float32:
        case PlyType::float64:
            break;
    }
    return false;
}

std::string cut_off_after(const PlyElement& element, std::size_t index)
{
    return "the file ends after " + std::to_string(index) + " of " + std::to_string(element.count) + " of element " +
           in_quotes(element.name) + "; it may be cut off";
}

}  // namespace

bool PlyTextSource::begin(const PlyElement& element, std::size_t index)
{
    next_ = 0;
    if (lines_.next(words_)) return true;
    problems_.add(lines_.line(), 0, cut_off_after(element, index));
    exhausted_ = true;
    return false;
}

std::optional<double> PlyTextSource::take(PlyType type)
{
    if (!skip(type, 1)) return std::nullopt;
    const Token& word = words_[next_ - 1];
    if (type == PlyType::float64) return parse_real<double>(word, problems_);
    if (type == PlyType::float32) return parse_real<float>(word, problems_);
    const auto value = parse_integer(word, problems_);
    if (!value) return std::nullopt;
    if (fits(*value, type)) return static_cast<double>(*value);
    problems_.add(word.line, word.column, "integer too large for its type, found " + in_quotes(word.text));
    return std::nullopt;
}

std::optional<std::size_t> PlyTextSource::take_length(PlyType type)
{
    const auto length = take(type);
    if (length && *length >= 0) return static_cast<std::size_t>(*length);
    if (length) add_problem("a list on this line has a negative length");
    return std::nullopt;
}

bool PlyTextSource::skip(PlyType /*type*/, std::size_t count)
{
    if (count <= words_.size() - next_) {
        next_ += count;
        return true;
    }
    add_problem("expected more values on this line, found " + std::to_string(words_.size()));
    return false;
}

bool PlyTextSource::end()
{
    if (next_ == words_.size()) return true;
    const Token& word = words_[next_];
    problems_.add(word.line, word.column,
                  "expected " + counted(next_, "value") + " on this line, found " + std::to_string(words_.size()));
    return false;
}

void PlyTextSource::finish()
{
    if (!exhausted_ && lines_.next(words_)) add_problem("more data than the header announces");
}

bool PlyBinarySource::begin(const PlyElement& element, std::size_t index)
{
    element_ = &element;
    index_ = index;
    return true;
}

std::optional<double> PlyBinarySource::take(PlyType type)
{
    if (!has(size_of(type), 1)) return std::nullopt;
    const double value = load(type);
    rest_.remove_prefix(size_of(type));
    if (std::isfinite(value)) return value;
    add_problem("expected finite numbers");
    return 0.0;
}

std::optional<std::size_t> PlyBinarySource::take_length(PlyType type)
{
    const auto length = take(type);
    if (length && *length >= 0) return static_cast<std::size_t>(*length);
    if (length) add_problem("a list has a negative length");
    exhausted_ = true;  // the start of the next value is unknown
    return std::nullopt;
}

bool PlyBinarySource::skip(PlyType type, std::size_t count)
{
    if (!has(size_of(type), count)) return false;
    rest_.remove_prefix(size_of(type) * count);
    return true;
}

bool PlyBinarySource::has(std::size_t bytes_each, std::size_t count)
{
    if (count <= rest_.size() / bytes_each) return true;
    if (!exhausted_) problems_.add(cut_off_after(*element_, index_));
    exhausted_ = true;
    return false;
}

void PlyBinarySource::finish()
{
    // A line break after the data is harmless; more bytes mean that the header is wrong.
    if (exhausted_ || rest_.find_first_not_of("\r\n") == std::string_view::npos) return;
    problems_.add(counted(rest_.size(), "byte") + " more than the header announces");
}

void PlyBinarySource::add_problem(const std::string& message)
{
    problems_.add("element " + in_quotes(element_->name) + ' ' + std::to_string(index_) +
                  " (counted from 0): " + message);
}

template <class Value>
double PlyBinarySource::load() const
{
    std::array<char, sizeof(Value)> bytes{};
    std::copy_n(rest_.begin(), bytes.size(), bytes.begin());
    if (order_ != std::endian::native) std::ranges::reverse(bytes);
    return static_cast<double>(std::bit_cast<Value>(bytes));
}

double PlyBinarySource::load(PlyType type) const
{
    switch (type) {
        case PlyType::int8:
            return load<std::int8_t>();
        case PlyType::uint8:
            return load<std::uint8_t>();
        case PlyType::int16:
            return load<std::int16_t>();
        case PlyType::uint16:
            return load<std::uint16_t>();
        case PlyType::int32:
            return load<std::int32_t>();
        case PlyType::uint32:
            return load<std::uint32_t>();
        case PlyType::float32:
            return load<float>();
        case PlyType::float64:
            return load<double>();
    }
    return 0;
}

}  // namespace tulle
