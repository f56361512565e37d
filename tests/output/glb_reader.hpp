#pragma once
// Binary glTF back from its bytes, as the specification has it.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace tulle {

class GlbReader {
public:
    explicit GlbReader(std::string bytes) : bytes_(std::move(bytes))
    {
        EXPECT_EQ(bytes_.substr(0, 4), "glTF");
        EXPECT_EQ(word(4), 2U);
        EXPECT_EQ(word(8), bytes_.size());
        const std::size_t text_length = word(12);
        EXPECT_EQ(bytes_.substr(16, 4), "JSON");
        EXPECT_EQ(text_length % 4, 0U);
        json = nlohmann::json::parse(bytes_.substr(20, text_length));
        binary_ = 20 + text_length + 8;
        EXPECT_EQ(bytes_.substr(binary_ - 4, 4), std::string("BIN\0", 4));
        EXPECT_EQ(binary_ + word(binary_ - 8), bytes_.size());
        EXPECT_EQ(json["buffers"][0]["byteLength"], word(binary_ - 8));
    }

    /// All numbers of an accessor of floats, vectors one after the other; its bounds are checked.
    [[nodiscard]] std::vector<float> floats(const nlohmann::json& index) const
    {
        const nlohmann::json& accessor = accessor_of(index, 5126);
        const std::string type = accessor["type"];
        const auto components = type == "SCALAR" ? std::size_t{1} : static_cast<std::size_t>(type.at(3) - '0');
        std::vector<float> values;
        for (const std::uint32_t bits : words(accessor, components)) values.push_back(std::bit_cast<float>(bits));
        if (!accessor.contains("min")) return values;
        for (std::size_t c = 0; c < components; ++c) {
            float low = values[c];
            float high = values[c];
            for (std::size_t i = c; i < values.size(); i += components) {
                low = std::min(low, values[i]);
                high = std::max(high, values[i]);
            }
            EXPECT_EQ(accessor["min"][c].get<float>(), low);
            EXPECT_EQ(accessor["max"][c].get<float>(), high);
        }
        return values;
    }

    [[nodiscard]] std::vector<std::uint32_t> indices(const nlohmann::json& index) const
    {
        return words(accessor_of(index, 5125), 1);
    }

    nlohmann::json json;

private:
    [[nodiscard]] std::uint32_t word(std::size_t offset) const
    {
        std::uint32_t bits = 0;
        for (std::size_t i = 4; i-- > 0;) bits = bits << 8U | static_cast<unsigned char>(bytes_.at(offset + i));
        return bits;
    }
    [[nodiscard]] const nlohmann::json& accessor_of(const nlohmann::json& index, int component_type) const
    {
        const nlohmann::json& accessor = json["accessors"].at(index.get<std::size_t>());
        EXPECT_EQ(accessor["componentType"], component_type);
        return accessor;
    }
    [[nodiscard]] std::vector<std::uint32_t> words(const nlohmann::json& accessor, std::size_t components) const
    {
        const nlohmann::json& view = json["bufferViews"].at(accessor["bufferView"].get<std::size_t>());
        const std::size_t count = accessor["count"].get<std::size_t>() * components;
        EXPECT_EQ(view["byteLength"].get<std::size_t>(), 4 * count);
        std::vector<std::uint32_t> all;
        for (std::size_t i = 0; i < count; ++i)
            all.push_back(word(binary_ + view["byteOffset"].get<std::size_t>() + 4 * i));
        return all;
    }

    std::string bytes_;
    std::size_t binary_ = 0;  // where its part starts
};

}  // namespace tulle
