#pragma once
// Power spectrum (periodogram) of values on a line or a grid: discrete Fourier transform by FFTW.

#include <cstddef>
#include <memory>
#include <span>

namespace tulle {

/// Returns false in a build without FFTW; the constructor of PowerSpectrum then throws.
[[nodiscard]] bool fourier_available();

/// Power spectrum of values on a grid of nx x ny points. The value of point (a, b) is at a + b nx. Frequencies are in
/// the order of the transform: i waves along the first side and j along the second are at i + j nx; negative
/// frequencies count from the end.
class PowerSpectrum {
public:
    /// Throws InputError in a build without FFTW.
    explicit PowerSpectrum(int nx, int ny = 1);
    ~PowerSpectrum();
    PowerSpectrum(const PowerSpectrum&) = delete;
    PowerSpectrum& operator=(const PowerSpectrum&) = delete;

    /// Adds the power at every frequency to `power`: the squared magnitude of the transform over (nx ny)^2. The sum
    /// over all frequencies is the mean square of `values` (Parseval).
    void add(std::span<const double> values, std::span<double> power);

private:
    struct Plan;
    std::unique_ptr<Plan> plan_;
};

/// Returns the number of waves of entry i of n: 0, 1, 2, ..., and negative numbers in the second half.
[[nodiscard]] constexpr int waves_of(int i, int n) { return i < (n + 1) / 2 ? i : i - n; }

}  // namespace tulle
