#include "scene/misplaced_keys.hpp"

#include "scene/scene_keys.hpp"
#include "scene_sample.hpp"

namespace tulle {
namespace {

TEST(MisplacedKeys, ArePointedToWhereTheyBelong)
{
    EXPECT_EQ(misplaced_key_hint("simulation", "dt"), "dt belongs to [integrator]");
    EXPECT_EQ(misplaced_key_hint("integrator", "duration"), "duration belongs to [simulation]");
    EXPECT_EQ(misplaced_key_hint("", "wind"), "wind belongs to [air]");
    EXPECT_EQ(misplaced_key_hint("simulation", "tolerance"), "tolerance belongs to [integrator] or [solver]");
    EXPECT_EQ(misplaced_key_hint("cloth[3]", "friction"),
              "friction belongs to [[body]] or [[obstacle]] or [[contact_pair]] or [self_contact]");
    EXPECT_EQ(misplaced_key_hint("obstacle[0]", "pin"), "pin belongs to [[cloth]] or [[body]]");
}

TEST(MisplacedKeys, BelongRatherToATableWithin)
{
    EXPECT_EQ(misplaced_key_hint("obstacle[1]", "keyframes"), "keyframes belongs to [obstacle.motion]");
    EXPECT_EQ(misplaced_key_hint("cloth[0]", "keyframes"), "keyframes belongs to [[cloth.pin]]");
    EXPECT_EQ(misplaced_key_hint("cloth[0]", "size"), "size belongs to [cloth.grid]");
}

TEST(MisplacedKeys, LooksAndOtherNamesAreExplained)
{
    for (const char* table : {"cloth[0]", "obstacle[2]"})
        for (const char* key : {"texture", "colour", "color"})
            EXPECT_NE(misplaced_key_hint(table, key).find("tulle render"), std::string::npos) << table << key;
    EXPECT_EQ(misplaced_key_hint("cloth[0]", "density"), "did you mean areal_density (kg/m^2)?");
}

TEST(MisplacedKeys, OfOlderVersionsNameTheNewOne)
{
    EXPECT_EQ(misplaced_key_hint("", "pair"), "it is called [[contact_pair]] now");
    EXPECT_EQ(misplaced_key_hint("integrator", "max_rounds"), "it is called max_iterations now");
    EXPECT_EQ(misplaced_key_hint("integrator", "rounds"), "it is called updates now");
}

TEST(MisplacedKeys, UnknownKeysGetNoHint)
{
    EXPECT_EQ(misplaced_key_hint("cloth[0]", "whatever"), "");
    EXPECT_EQ(misplaced_key_hint("simulation", "start"), "") << "deep inside another table: too far off";
}

/// Where a key belongs to, nothing is said about it.
TEST(MisplacedKeys, EveryKeyMayStandInItsOwnTable)
{
    for (const SceneKey& key : scene_keys()) {
        const std::size_t dot = key.path.rfind('.');
        if (dot == std::string::npos) continue;
        const std::string hint = misplaced_key_hint(key.path.substr(0, dot), key.path.substr(dot + 1));
        EXPECT_EQ(hint.find("did you mean"), std::string::npos) << key.path << ": " << hint;
        EXPECT_EQ(hint.find("tulle render"), std::string::npos) << key.path << ": " << hint;
    }
}

using MisplacedKeysOfAScene = SceneFolder;

TEST_F(MisplacedKeysOfAScene, AreReportedAtTheirPlace)
{
    EXPECT_EQ(problems(small_scene_and("[simulation]\ndt = 0.01\n[wind]\nspeed = 3\n")),
              (Lines{"s.toml:5:1: simulation.dt: unknown key here; dt belongs to [integrator]",
                     "s.toml:6:2: wind: unknown key here; wind belongs to [air]"}));
    EXPECT_EQ(problems(small_scene_and("[integrator]\nmax_rounds = 9\n[[pair]]\nfriction = 0.1\n")),
              (Lines{"s.toml:5:1: integrator.max_rounds: unknown key here; it is called max_iterations now",
                     "s.toml:6:3: pair: unknown key here; it is called [[contact_pair]] now"}));
}

}  // namespace
}  // namespace tulle
