#include "mesh/ply_header.hpp"

#include "core/counted.hpp"
#include "mesh/tokens.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

namespace tulle {
namespace {

struct TypeName {
    std::string_view name;
    PlyType type;
};

constexpr std::array<TypeName, 16> type_names{{
    {"char", PlyType::int8},
    {"int8", PlyType::int8},
    {"uchar", PlyType::uint8},
    {"uint8", PlyType::uint8},
    {"short", PlyType::int16},
    {"int16", PlyType::int16},
    {"ushort", PlyType::uint16},
    {"uint16", PlyType::uint16},
    {"int", PlyType::int32},
    {"int32", PlyType::int32},
    {"uint", PlyType::uint32},
    {"uint32", PlyType::uint32},
    {"float", PlyType::float32},
    {"float32", PlyType::float32},
    {"double", PlyType::float64},
    {"float64", PlyType::float64},
}};

class HeaderReader {
public:
    HeaderReader(std::string_view bytes, ProblemList& problems)
        : bytes_(bytes), lines_(bytes, LineSyntax::plain), problems_(problems)
    {}

    PlyHeader read();

private:
    using Words = std::span<const Token>;

    void read_statement(Words words);
    void read_format(Words words);
    void read_element(Words words);
    void read_property(Words words);
    std::optional<PlyType> read_type(const Token& token);
    void check_counts();
    void add(const Token& token, std::string message) { problems_.add(token.line, token.column, std::move(message)); }

    std::string_view bytes_;
    TokenLines lines_;
    ProblemList& problems_;
    PlyHeader header_;
    bool has_format_ = false;
};

PlyHeader HeaderReader::read()
{
    std::vector<Token> words;
    if (!lines_.next(words) || words.size() != 1 || words[0].text != "ply") {
        problems_.add(1, 1, "expected the word ply on the first line; this is no PLY file");
        problems_.throw_if_any();
    }
    bool ended = false;
    while (!ended && lines_.next(words)) {
        ended = words[0].text == "end_header";
        if (!ended) read_statement(words);
        // Without end_header, every line of data would be read as a faulty statement.
        if (!ended && problems_.count() >= ProblemList::most_listed) break;
    }
    if (!ended) problems_.add(lines_.line(), 0, "the header has no end: expected a line end_header");
    if (!has_format_) problems_.add(1, 0, "the header has no line format");
    header_.data_offset = lines_.offset();
    header_.data_line = lines_.line();
    if (problems_.count() == 0) check_counts();
    problems_.throw_if_any();
    return std::move(header_);
}

void HeaderReader::read_statement(Words words)
{
    const std::string_view keyword = words[0].text;
    if (keyword == "format") {
        read_format(words);
    } else if (keyword == "element") {
        read_element(words);
    } else if (keyword == "property") {
        read_property(words);
    } else if (keyword != "comment" && keyword != "obj_info") {
        add(words[0], "expected format, element, property, comment or end_header, found " + in_quotes(keyword));
    }
}

void HeaderReader::read_format(Words words)
{
    has_format_ = true;
    if (words.size() != 3) return add(words[0], "expected a format and its version, such as format ascii 1.0");
    const std::string_view format = words[1].text;
    if (format == "ascii") {
        header_.format = PlyFormat::ascii;
    } else if (format == "binary_little_endian") {
        header_.format = PlyFormat::little_endian;
    } else if (format == "binary_big_endian") {
        header_.format = PlyFormat::big_endian;
    } else {
        add(words[1], "expected ascii, binary_little_endian or binary_big_endian, found " + in_quotes(format));
    }
    if (words[2].text != "1.0") add(words[2], "expected version 1.0, found " + in_quotes(words[2].text));
}

void HeaderReader::read_element(Words words)
{
    PlyElement element;
    element.line = words[0].line;
    if (words.size() != 3) {
        add(words[0], "expected a name and a count, such as element vertex 8");
    } else {
        element.name = words[1].text;
        if (header_.find(element.name) != nullptr) add(words[1], "second element named " + in_quotes(element.name));
        const auto count = parse_integer(words[2], problems_);
        if (count && (*count < 0 || *count > std::numeric_limits<int>::max())) {
            add(words[2], "expected a count from 0 to 2147483647, found " + in_quotes(words[2].text));
        } else if (count) {
            element.count = static_cast<std::size_t>(*count);
        }
    }
    header_.elements.push_back(std::move(element));
}

void HeaderReader::read_property(Words words)
{
    if (header_.elements.empty()) return add(words[0], "property in front of the first element");
    const bool list = words.size() == 5 && words[1].text == "list";
    if (!list && words.size() != 3) {
        return add(words[0], "expected property TYPE NAME or property list LENGTH_TYPE TYPE NAME");
    }
    PlyProperty property;
    if (list) {
        property.list_length = read_type(words[2]);
        if (property.list_length && !is_integer(*property.list_length)) {
            add(words[2], "the length of a list is an integer, found type " + in_quotes(words[2].text));
        }
    }
    property.type = read_type(words[words.size() - 2]).value_or(PlyType::float32);
    property.name = words.back().text;
    PlyElement& element = header_.elements.back();
    if (element.find(property.name) >= 0) add(words.back(), "second property named " + in_quotes(property.name));
    element.properties.push_back(std::move(property));
}

std::optional<PlyType> HeaderReader::read_type(const Token& token)
{
    const auto* const found = std::ranges::find(type_names, token.text, &TypeName::name);
    if (found != type_names.end()) return found->type;
    add(token, "expected a type such as float, double, uchar or int, found " + in_quotes(token.text));
    return std::nullopt;
}

/// Returns the smallest size of one element in bytes. In ascii a value takes at least a character and a separator.
std::size_t least_size(const PlyElement& element, PlyFormat format)
{
    if (format == PlyFormat::ascii) return 2 * element.properties.size();
    std::size_t size = 0;
    for (const PlyProperty& property : element.properties)
        size += size_of(property.list_length.value_or(property.type));
    return size;
}

void HeaderReader::check_counts()
{
    // An ascii file may lack its last line break, so count one byte more.
    std::size_t left = bytes_.size() - header_.data_offset + (header_.format == PlyFormat::ascii ? 1 : 0);
    for (const PlyElement& element : header_.elements) {
        if (element.properties.empty()) {
            problems_.add(element.line, 0, "element " + in_quotes(element.name) + " has no properties");
            continue;
        }
        const std::size_t size = least_size(element, header_.format);
        if (element.count > left / size) {
            problems_.add(element.line, 0,
                          "the header announces " + std::to_string(element.count) + " of element " +
                              in_quotes(element.name) + ", but only " +
                              counted(bytes_.size() - header_.data_offset, "byte") +
                              " of data follow; the file may be cut off");
            return;
        }
        left -= element.count * size;
    }
}

}  // namespace

std::size_t size_of(PlyType type)
{
    switch (type) {
        case PlyType::int8:
        case PlyType::uint8:
            return 1;
        case PlyType::int16:
        case PlyType::uint16:
            return 2;
        case PlyType::int32:
        case PlyType::uint32:
        case PlyType::float32:
            return 4;
        case PlyType::float64:
            return 8;
    }
    return 0;
}

int PlyElement::find(std::string_view property) const
{
    const auto found = std::ranges::find(properties, property, &PlyProperty::name);
    return found == properties.end() ? -1 : static_cast<int>(found - properties.begin());
}

const PlyElement* PlyHeader::find(std::string_view element) const
{
    const auto found = std::ranges::find(elements, element, &PlyElement::name);
    return found == elements.end() ? nullptr : &*found;
}

PlyHeader read_ply_header(std::string_view bytes, ProblemList& problems)
{
    return HeaderReader(bytes, problems).read();
}

}  // namespace tulle
