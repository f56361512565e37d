#pragma once
// Writer for a USD file in text form (.usda): prims, attributes, and values at time codes.

#include "mesh/rigid_motion.hpp"
#include "output/aside_file.hpp"
#include "output/encode.hpp"
#include "output/usd_text.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace tulle {
namespace detail {

inline void append_value(std::string& text, int value) { append_number(text, value); }

template <class Vector>
requires requires(const Vector& v) { v.x(); }
void append_value(std::string& text, const Vector& value)
{
    for (int i = 0; i < static_cast<int>(value.size()); ++i) {
        text += i == 0 ? "(" : ", ";
        append_number(text, static_cast<float>(value[i]));
    }
    text += ')';
}

/// Appends a 4 x 4 matrix of doubles. USD multiplies row vectors by the matrix, so the translation is in the last row.
inline void append_pose(std::string& text, const RigidPose& pose)
{
    for (int row = 0; row < 4; ++row) {
        text += row == 0 ? "((" : ", (";
        for (int i = 0; i < 3; ++i) {
            append_number(text, row < 3 ? pose.rotation(i, row) : pose.translation[i]);
            text += ", ";
        }
        text += row < 3 ? "0)" : "1)";
    }
    text += ')';
}

template <class Range>
void append_list(std::string& text, const Range& values)
{
    text += '[';
    bool first = true;
    for (const auto& value : values) {
        if (!first) text += ", ";
        append_value(text, value);
        first = false;
    }
    text += ']';
}

}  // namespace detail

/// Writes lines, indented by the depth of their prim. Long text is written to the file in pieces.
class UsdFile {
public:
    explicit UsdFile(const std::filesystem::path& file) : out_(file) {}

    void line(std::string_view text = {})
    {
        start_line(text.empty() ? 0 : depth_);
        text_.append(text) += '\n';
    }

    template <class Range>
    void list(std::string_view attribute, const Range& values, std::string_view metadata = {})
    {
        start_line(depth_);
        text_.append(attribute) += " = ";
        detail::append_list(text_, values);
        if (!metadata.empty()) text_.append(" (").append(metadata) += ')';
        text_ += '\n';
        flush();
    }

    template <class Range>
    void sample(int time_code, const Range& values)
    {
        start_sample(time_code);
        detail::append_list(text_, values);
        end_sample();
    }
    void sample(int time_code, const RigidPose& pose)
    {
        start_sample(time_code);
        detail::append_pose(text_, pose);
        end_sample();
    }

    void open(std::string_view text)
    {
        line(text);
        ++depth_;
    }
    void close(std::string_view text)
    {
        --depth_;
        line(text);
    }
    /// Opens a prim of type `type`; `name` is its display name.
    void open_prim(std::string_view type, std::string_view usd_name, std::string_view name,
                   std::string_view metadata = {})
    {
        line();
        open(std::string("def ").append(type).append(" \"").append(usd_name).append("\" ("));
        if (!metadata.empty()) line(metadata);
        line("displayName = " + usd_string(name));
        close(")");
        open("{");
    }

    void commit()
    {
        flush();
        out_.commit();
    }

private:
    void start_line(std::size_t depth) { text_.append(4 * depth, ' '); }
    void start_sample(int time_code)
    {
        start_line(depth_);
        append_number(text_, time_code);
        text_ += ": ";
    }
    void end_sample()
    {
        text_ += ",\n";
        flush();
    }
    void flush()
    {
        out_.append(text_);
        text_.clear();
    }

    AsideFile out_;
    std::string text_;
    std::size_t depth_ = 0;
};

}  // namespace tulle
