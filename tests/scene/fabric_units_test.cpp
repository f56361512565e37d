#include "fabric_sample.hpp"

#include "scene/fabric_units.hpp"

namespace tulle {
namespace {

using FabricUnits = FabricFolder;

TEST_F(FabricUnits, UnknownUnitsAreRefusedWithTheKnownOnes)
{
    expect_problem("B = 0.1\n", "B = \"0.1 lbf in\"\n",
                   "f.toml:15:5: warp.bending.B: unknown unit lbf in; bending rigidity is given in gf cm^2/cm, N m, mN "
                   "m, uN m, N m^2/m, uN m^2/m, gf cm");
    expect_problem("B = 0.1\n", "B = \"0.1\"\n",
                   "f.toml:15:5: warp.bending.B: \"0.1\" has no unit; write the number without quotes, or one of gf "
                   "cm^2/cm, N m, mN m, uN m, N m^2/m, uN m^2/m, gf cm after it");
    expect_problem("LT = 0.6", "LT = \"0.6 %\"",
                   "f.toml:10:6: warp.tension.LT: linearity has no unit; write it without quotes");
    expect_problem("B = 0.1\n", "B = \"soft\"\n",
                   "f.toml:15:5: warp.bending.B: expected a number > 0 gf cm^2/cm, found \"soft\"");
    // A unit of another quantity is as unknown as any other.
    expect_problem("thickness = 0.5", "thickness = \"0.5 gf/cm\"",
                   "f.toml:5:13: thickness: unknown unit gf/cm; thickness is given in mm, m, um");
}

TEST_F(FabricUnits, KesAndSiAreNotMixed)
{
    expect_problem("B = 0.1\n", "B = \"9.8 uN m\"\n",
                   "f.toml:15:5: warp.bending.B: KES and SI mixed: uN m is of SI, and the file says units = \"KES\"; "
                   "write it in gf cm^2/cm, gf cm");
    expect_problem("G = 1.0", "G = \"56 N/m\"",
                   "f.toml:31:5: shear.G: KES and SI mixed: N/m is of SI, and the file says units = \"KES\"; write it "
                   "in gf/(cm deg)");
    // What both use is no mixture.
    EXPECT_TRUE(fabric_problems(sample_with("areal_density = 12", "areal_density = \"120 g/m^2\"")).empty());
    const QuantityReading mixed = number_with_unit("0.1 gf cm^2/cm", FabricQuantity::bending_rigidity, UnitSystem::si);
    EXPECT_TRUE(mixed.problem.starts_with("KES and SI mixed: gf cm^2/cm is of KES")) << mixed.problem;
}

TEST_F(FabricUnits, PlainNumbersThatFitTheOtherSystemAloneAreRefused)
{
    expect_problem("areal_density = 12", "areal_density = 0.12",
                   "f.toml:4:17: areal_density: found 0.12: units = \"KES\" makes that areal density in mg/cm^2, and "
                   "fabrics have 0.5 to 150; it would do in SI, kg/m^2. If it is meant, write it as a text with its "
                   "unit");
    EXPECT_TRUE(fabric_problems(sample_with("areal_density = 12", "areal_density = \"0.12 mg/cm^2\"")).empty());
    struct Value {
        const Quantity& quantity;
        double kes, si;
    };
    // The same value in each system, of a usual fabric: in the other one it is none.
    for (const Value& value :
         {Value{FabricQuantity::areal_density, 20, 0.2}, Value{FabricQuantity::thickness, 0.4, 0.0004},
          Value{FabricQuantity::extension, 5, 0.05}, Value{FabricQuantity::resilience, 60, 0.6},
          Value{FabricQuantity::shear_stiffness, 1, 56}, Value{FabricQuantity::bending_rigidity, 0.1, 9.8e-6},
          Value{FabricQuantity::curvature, 2.5, 250}, Value{FabricQuantity::angle, 8, 0.14}}) {
        EXPECT_EQ(plain_number(value.kes, value.quantity, UnitSystem::kes).problem, "");
        EXPECT_EQ(plain_number(value.si, value.quantity, UnitSystem::si).problem, "");
        EXPECT_NE(plain_number(value.si, value.quantity, UnitSystem::kes).problem, "") << value.quantity.what;
        EXPECT_NE(plain_number(value.kes, value.quantity, UnitSystem::si).problem, "") << value.quantity.what;
    }
    // Neither in one nor in the other, but who knows: a board.
    EXPECT_EQ(plain_number(50, FabricQuantity::bending_rigidity, UnitSystem::si).problem, "");
    EXPECT_EQ(plain_number(0.0, FabricQuantity::bending_width, UnitSystem::si).problem, "");
}

TEST_F(FabricUnits, UnitsMayBeSpeltInMoreThanOneWay)
{
    for (const char* text :
         {"0.118 gf cm^2/cm", "0.118 gf.cm2/cm", "0.118gf*cm^2/cm", "0.118 gf·cm²/cm", "0.118 gf cm"})
        EXPECT_EQ(number_with_unit(text, FabricQuantity::bending_rigidity, UnitSystem::kes).value, 0.118 * 9.80665e-5)
            << text;
    for (const char* text : {"2 gf/(cm deg)", "2 gf/cm/deg", "2 gf/cm.deg", "2 gf/(cm°)"})
        EXPECT_NEAR(number_with_unit(text, FabricQuantity::shear_stiffness, UnitSystem::kes).value, 112.376, 1e-3)
            << text;
    // Capitals tell milli from mega.
    EXPECT_NE(number_with_unit("1 MN", FabricQuantity::bending_width, UnitSystem::si).problem, "");
}

}  // namespace
}  // namespace tulle
