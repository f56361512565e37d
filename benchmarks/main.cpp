// As benchmark_main, with what the results depend on written into them.

#include <tulle/threads.hpp>
#include <tulle/version.hpp>

#include <benchmark/benchmark.h>

#include <string>

int main(int argc, char** argv)
{
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::AddCustomContext("tulle_version", std::string(tulle::version));
    benchmark::AddCustomContext("threads", std::to_string(tulle::thread_count()));
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
