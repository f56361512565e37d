#include "study/spectrum/fourier.hpp"

#include "core/assert.hpp"
#include "core/refuse.hpp"

#ifdef TULLE_HAS_FFTW
#include <fftw3.h>
#endif

namespace tulle {

#ifdef TULLE_HAS_FFTW

struct PowerSpectrum::Plan {
    std::size_t size;
    fftw_complex* numbers;  // in FFTW's own memory, which is aligned
    fftw_plan plan;

    Plan(int nx, int ny)
        : size(static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny)),
          numbers(fftw_alloc_complex(size)),
          // An estimated plan, unlike a measured one, computes the same sums in every run. FFTW's last index is the
          // fastest.
          plan(fftw_plan_dft_2d(ny, nx, numbers, numbers, FFTW_FORWARD, FFTW_ESTIMATE))
    {}
    ~Plan()
    {
        fftw_destroy_plan(plan);
        fftw_free(numbers);
    }
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;
};

bool fourier_available() { return true; }

PowerSpectrum::PowerSpectrum(int nx, int ny) : plan_(std::make_unique<Plan>(nx, ny)) {}

void PowerSpectrum::add(std::span<const double> values, std::span<double> power)
{
    TULLE_ASSERT(values.size() == plan_->size && power.size() == plan_->size);
    for (std::size_t i = 0; i < plan_->size; ++i) {
        plan_->numbers[i][0] = values[i];
        plan_->numbers[i][1] = 0;
    }
    fftw_execute(plan_->plan);
    const double scale = 1 / (static_cast<double>(plan_->size) * static_cast<double>(plan_->size));
    for (std::size_t i = 0; i < plan_->size; ++i) {
        const double re = plan_->numbers[i][0], im = plan_->numbers[i][1];
        power[i] += scale * (re * re + im * im);
    }
}

#else

struct PowerSpectrum::Plan {};

bool fourier_available() { return false; }

PowerSpectrum::PowerSpectrum(int, int)
{
    refuse("spectrum",
           "this Tulle was built without FFTW, which computes spectra; install it (script/bootstrap) and build again "
           "with -DTULLE_WITH_FFTW=ON");
}

void PowerSpectrum::add(std::span<const double>, std::span<double>) {}

#endif

PowerSpectrum::~PowerSpectrum() = default;

}  // namespace tulle
