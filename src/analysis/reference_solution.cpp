#include "analysis/reference_solution.hpp"

#include "core/assert.hpp"

#ifdef TULLE_HAS_SUNDIALS
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#endif

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tulle {

#ifdef TULLE_HAS_SUNDIALS

namespace {

/// The first-order system y' = (v, f(x, v) / m) of y = (x, v), with the memory that one evaluation needs.
struct MotionEquation {
    MotionEquation(ForceField& all_forces, std::span<const double> masses, std::span<const unsigned char> is_fixed)
        : forces(all_forces),
          start_time(all_forces.time()),
          mass(masses),
          fixed(is_fixed),
          x(masses.size()),
          v(masses.size()),
          f(masses.size())
    {}

    [[nodiscard]] std::size_t size() const { return mass.size(); }
    [[nodiscard]] bool is_fixed(std::size_t i) const { return fixed[i] != 0; }

    /// Evaluates y'. Returns false when a force is not finite: CVODE then tries a smaller step.
    bool evaluate(double time, const double* y, double* dy)
    {
        forces.set_time(start_time + time);
        const std::size_t n = size();
        for (std::size_t i = 0; i < n; ++i) {
            x[i] = Eigen::Map<const Vec3>(y + 3 * i);
            v[i] = Eigen::Map<const Vec3>(y + 3 * (n + i));
        }
        forces.force(x, v, f);
        bool finite = true;
        for (std::size_t i = 0; i < n; ++i) {
            Eigen::Map<Vec3> velocity(dy + 3 * i), acceleration(dy + 3 * (n + i));
            velocity = v[i];
            acceleration = is_fixed(i) ? Vec3(Vec3::Zero()) : Vec3(f[i] / mass[i]);
            finite = finite && acceleration.allFinite();
        }
        return finite;
    }

    ForceField& forces;
    double start_time;  // s
    std::span<const double> mass;
    std::span<const unsigned char> fixed;
    std::vector<Vec3> x, v, f;
};

int right_hand_side(realtype time, N_Vector y, N_Vector dy, void* equation)
{
    constexpr int again_with_a_smaller_step = 1;
    const bool finite = static_cast<MotionEquation*>(equation)->evaluate(time, NV_DATA_S(y), NV_DATA_S(dy));
    return finite ? 0 : again_with_a_smaller_step;
}

/// Keeps CVODE's message for the exception; CVODE does not print it.
void keep_message(int code, const char*, const char*, char* text, void* message)
{
    if (code < 0) *static_cast<std::string*>(message) = text;  // a code above zero is a warning
}

/// Owner of CVODE's objects, which are freed in the order that CVODE requires.
class Cvode {
public:
    Cvode(MotionEquation& equation, std::vector<double>& y, const ReferenceOptions& options)
    {
        if (SUNContext_Create(nullptr, &context_) != 0) throw std::runtime_error("SUNDIALS could not be started");
        y_ = N_VMake_Serial(static_cast<sunindextype>(y.size()), y.data(), context_);
        // Adams methods rather than BDF: cloth hardly damps its fast oscillations, so accurate steps must resolve them.
        // Adams methods of order 12 then allow far longer steps than BDF of order 5. At such steps fixed-point
        // iteration converges, and no matrix is needed.
        memory_ = CVodeCreate(CV_ADAMS, context_);
        solver_ = y_ != nullptr ? SUNNonlinSol_FixedPoint(y_, 0, context_) : nullptr;
        if (y_ == nullptr || memory_ == nullptr || solver_ == nullptr) {
            release();
            throw std::bad_alloc();
        }
        CVodeSetErrHandlerFn(memory_, keep_message, &message_);
        CVodeInit(memory_, right_hand_side, 0.0, y_);
        CVodeSetUserData(memory_, &equation);
        CVodeSStolerances(memory_, options.relative_tolerance, options.absolute_tolerance);
        CVodeSetNonlinearSolver(memory_, solver_);
        CVodeSetMaxHnilWarns(memory_, -1);  // no warnings of steps with t + h = t: the caller sees them in `steps`
    }
    ~Cvode() { release(); }
    Cvode(const Cvode&) = delete;
    Cvode& operator=(const Cvode&) = delete;

    /// Takes one step towards `end`, never beyond it, and returns the time reached.
    double step(double end)
    {
        double time = 0;
        CVodeSetStopTime(memory_, end);
        const int flag = CVode(memory_, end, y_, &time, CV_ONE_STEP);
        if (flag < 0)
            throw std::runtime_error("the reference solution failed: " +
                                     (message_.empty() ? "CVODE error " + std::to_string(flag) : message_));
        return flag == CV_TSTOP_RETURN ? end : time;
    }

    [[nodiscard]] ReferenceReport report(double time) const
    {
        ReferenceReport report{.time = time};
        CVodeGetNumSteps(memory_, &report.steps);
        CVodeGetNumRhsEvals(memory_, &report.force_evaluations);
        return report;
    }

private:
    void release()
    {
        if (memory_ != nullptr) CVodeFree(&memory_);
        if (solver_ != nullptr) SUNNonlinSolFree(solver_);
        if (y_ != nullptr) N_VDestroy(y_);
        SUNContext_Free(&context_);
    }

    SUNContext context_ = nullptr;
    N_Vector y_ = nullptr;
    void* memory_ = nullptr;
    SUNNonlinearSolver solver_ = nullptr;
    std::string message_;
};

}  // namespace

bool reference_available() { return true; }

ReferenceReport solve_reference(ForceField& forces, std::span<const double> mass, std::span<const unsigned char> fixed,
                                std::span<Vec3> x, std::span<Vec3> v, double duration, const ReferenceOptions& options)
{
    const std::size_t n = mass.size();
    TULLE_ASSERT(x.size() == n && v.size() == n && fixed.size() == n);
    MotionEquation equation(forces, mass, fixed);
    std::vector<double> y(6 * n);
    for (std::size_t i = 0; i < n; ++i) {
        Eigen::Map<Vec3>(y.data() + 3 * i) = x[i];
        Eigen::Map<Vec3>(y.data() + 3 * (n + i)) = equation.is_fixed(i) ? Vec3(Vec3::Zero()) : v[i];
    }

    Cvode cvode(equation, y, options);
    double time = 0;
    for (long steps = 0; time < duration; ++steps) {
        if (steps >= options.max_steps)
            throw std::runtime_error("the reference solution took " + std::to_string(steps) +
                                     " steps and reached only " + std::to_string(time) + " s of " +
                                     std::to_string(duration) + " s");
        time = cvode.step(duration);
        if (options.keep_going && !options.keep_going(time)) break;
    }
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = Eigen::Map<const Vec3>(y.data() + 3 * i);
        v[i] = Eigen::Map<const Vec3>(y.data() + 3 * (n + i));
    }
    return cvode.report(time);
}

#else

bool reference_available() { return false; }

ReferenceReport solve_reference(ForceField&, std::span<const double>, std::span<const unsigned char>, std::span<Vec3>,
                                std::span<Vec3>, double, const ReferenceOptions&)
{
    throw std::runtime_error(
        "this Tulle was built without SUNDIALS, which computes reference solutions; install it "
        "(script/bootstrap) and build again with -DTULLE_WITH_SUNDIALS=ON");
}

#endif

}  // namespace tulle
