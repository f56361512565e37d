#include "scene/find_fabric.hpp"

#include "fabric_sample.hpp"

#include <algorithm>
#include <cstdlib>

namespace tulle {
namespace {

/// Every test has a folder to work in, with a scene in a folder below.
class FindFabric : public FabricFolder {
protected:
    FindFabric()
    {
        std::filesystem::create_directories(scenes());
        std::filesystem::current_path(folder);
        ::setenv("TULLE_FABRICS", (folder / "shelf").c_str(), 1);  // NOLINT(concurrency-mt-unsafe): before any thread
    }
    ~FindFabric() override
    {
        ::unsetenv("TULLE_FABRICS");  // NOLINT(concurrency-mt-unsafe)
        std::filesystem::current_path(before_);
    }
    FindFabric(const FindFabric&) = delete;
    FindFabric& operator=(const FindFabric&) = delete;

    [[nodiscard]] std::filesystem::path scenes() const { return folder / "project"; }
    [[nodiscard]] std::filesystem::path found(const std::string& name) const
    {
        return std::filesystem::absolute(find_fabric(name, scenes()));
    }
    [[nodiscard]] std::string refusal(const std::string& name) const
    {
        try {
            return "found " + find_fabric(name, scenes()).string();
        } catch (const InputError& error) {
            return error.problems().front().text();
        }
    }

private:
    std::filesystem::path before_ = std::filesystem::current_path();
};

TEST_F(FindFabric, TheNearestFolderCounts)
{
    EXPECT_TRUE(refusal("velvet").starts_with("velvet: no fabric of this name")) << refusal("velvet");
    // From the last place to the first: each hides those before.
    for (const char* file :
         {"shelf/velvet.toml", "fabrics/velvet.toml", "project/fabrics/velvet.toml", "project/velvet.toml"}) {
        write(file, sample_fabric);
        EXPECT_EQ(found("velvet"), folder / file);
    }
}

TEST_F(FindFabric, FindsTheShippedOnes)
{
    EXPECT_EQ(read_fabric(find_fabric("cotton_broad", scenes())).name, "cotton broad");
    const std::vector<NamedFile> fabrics = named_fabrics();
    EXPECT_NE(std::ranges::find(fabrics, "silk", &NamedFile::name), fabrics.end());
}

TEST_F(FindFabric, AFileIsNamedAsSeenFromTheScene)
{
    write("mill/lot.toml", sample_fabric);
    EXPECT_EQ(found("../mill/lot.toml").lexically_normal(), folder / "mill/lot.toml");
    EXPECT_EQ(found((folder / "mill/lot.toml").string()), folder / "mill/lot.toml");
    EXPECT_NE(refusal("lot.toml").find("project/lot.toml: no such file"), std::string::npos) << refusal("lot.toml");
    EXPECT_TRUE(refusal("../mill/lot").starts_with("../mill/lot: no fabric")) << refusal("../mill/lot");
}

TEST_F(FindFabric, ASceneOfTheSameNameIsNoFabric)
{
    write("project/velvet.toml", small_scene);
    write("shelf/velvet.toml", sample_fabric);
    EXPECT_EQ(found("velvet"), folder / "shelf/velvet.toml");
}

TEST_F(FindFabric, SuggestsTheNearestName)
{
    EXPECT_EQ(refusal("coton_broad"), "coton_broad: no fabric of this name; did you mean cotton_broad?");
    EXPECT_EQ(refusal("asbestos"), "asbestos: no fabric of this name; tulle list fabrics shows the names");
    write("project/fabrics/chintz.toml", sample_fabric);
    EXPECT_EQ(refusal("chinz"), "chinz: no fabric of this name; did you mean chintz?");
}

}  // namespace
}  // namespace tulle
