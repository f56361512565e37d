#include "scene/write_fields.hpp"

#include "core/assert.hpp"

#include <fmt/format.h>

namespace tulle {

void add_fields(TomlTable& out, SceneParts& parts, const std::string& path, const std::vector<FieldText>& fields,
                const std::vector<FieldText>& defaults)
{
    TULLE_ASSERT(fields.size() == defaults.size(), path);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const FieldText& field = fields[i];
        const FieldText& usual = defaults[i];
        const std::string key = path + '.' + std::string(field.key);
        // The reader leaves the number at its default, which is the text of the default or stands behind its word.
        if (const std::string& number = usual.hidden.empty() ? usual.text : usual.hidden;
            !field.hidden.empty() && field.hidden != number)
            parts.report(key, fmt::format("{} stands in place of a number in a scene file, so the number must be the "
                                          "default, {}; found {}",
                                          field.text, number, field.hidden));
        if (field.text.empty()) {
            if (!usual.text.empty()) parts.report(key, "expected a value");
            continue;
        }
        if (field.is_required || field.text != usual.text) out.set(field.key, field.text);
    }
}

}  // namespace tulle
