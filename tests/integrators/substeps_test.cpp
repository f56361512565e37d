#include "integrators/substeps.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tulle {
namespace {

TEST(Substeps, EndExactlyWhereTheStepDoes)
{
    double proposed = 0.3;
    StepReport report;
    report.substeps = 0;
    Substeps substeps(1.0, 5.0, proposed);
    double sum = 0;
    double end = 0;
    while (!substeps.are_done()) {
        const Substeps::Attempt attempt = substeps.next();
        EXPECT_GT(attempt.end_time, end);
        end = attempt.end_time;
        sum += attempt.h;
        substeps.take(attempt, 0.3, report);
    }
    EXPECT_EQ(end, 5.0);
    EXPECT_NEAR(sum, 1.0, 1e-15);
    EXPECT_EQ(report.substeps, 4);
    EXPECT_GE(report.smallest_dt, 0.19);  // 0.3, 0.3, 0.2, 0.2: no sliver of 0.1
    EXPECT_EQ(proposed, 0.3);             // being cut short by the end says nothing
}

TEST(Substeps, NeverGrowBeyondTheStep)
{
    double proposed = 0.5;
    StepReport report;
    Substeps substeps(1.0, 1.0, proposed);
    substeps.take(substeps.next(), 7.0, report);
    EXPECT_EQ(proposed, 1.0);
}

TEST(Substeps, StallWhereShorterOnesLeadNowhere)
{
    for (const double shorter : {1e-12, 0.0, std::numeric_limits<double>::quiet_NaN()}) {
        double proposed = 0.5;
        StepReport report;
        Substeps substeps(1.0, 1.0, proposed);
        EXPECT_TRUE(substeps.retry(0.1, report));
        EXPECT_EQ(substeps.next().h, 0.1);
        EXPECT_FALSE(substeps.retry(shorter, report));
        EXPECT_EQ(report.status, StepStatus::stalled);
        EXPECT_EQ(report.rejected_steps, 2);
    }
}

}  // namespace
}  // namespace tulle
