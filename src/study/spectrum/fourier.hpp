#pragma once
// Power over frequency, by FFTW.

#include <cstddef>
#include <memory>
#include <span>

namespace tulle {

/// False in a build without FFTW; a PowerSpectrum then throws.
[[nodiscard]] bool fourier_available();

/// Of numbers at nx x ny places, that of place (a, b) at a + b nx. Frequencies are in the order of the transform: i
/// waves along the first side and j along the second at i + j nx, negative ones from the end.
class PowerSpectrum {
public:
    /// Throws InputError that says what is missing in a build without FFTW.
    explicit PowerSpectrum(int nx, int ny = 1);
    ~PowerSpectrum();
    PowerSpectrum(const PowerSpectrum&) = delete;
    PowerSpectrum& operator=(const PowerSpectrum&) = delete;

    /// Adds the power at every frequency to `power`: the squares of the transform's numbers over (nx ny)^2, so that all
    /// of them together are the mean of the squares of `values` (Parseval).
    void add(std::span<const double> values, std::span<double> power);

private:
    struct Plan;
    std::unique_ptr<Plan> plan_;
};

/// How many waves number i of n stands for: 0, 1, 2, ..., and negative ones in the second half.
[[nodiscard]] constexpr int waves_of(int i, int n) { return i < (n + 1) / 2 ? i : i - n; }

}  // namespace tulle
