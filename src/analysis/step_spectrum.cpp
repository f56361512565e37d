#include "analysis/step_spectrum.hpp"

#include "analysis/random_vectors.hpp"
#include "linear/dense_eigenvalues.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tulle {
namespace {

constexpr double least_growth = 1e-3;  // per step; slower growth is not detected
constexpr double sure = 0.2;           // largest residual of an eigenvalue, over its distance from the unit circle
constexpr double noise_share = 0.1;    // of noise in the start, so that other modes than the last one are found
constexpr double rounding = 1e-5;      // relative rounding error: products are in single precision
constexpr int steps_between_looks = 4;

}  // namespace

StepSpectrum::StepSpectrum(const SystemAtRest& system, const LinearForce& force, std::string_view method)
    : step_(system, force, method),
      mass_(system.mass.begin(), system.mass.end()),
      noise_(system.x.size()),
      momentum_(system.x.size())
{
    fill_randomly(noise_);
    for (std::size_t i = 0; i < noise_.size(); ++i)
        if (system.fixed[i] != 0) noise_[i].setZero();
    double doubled = 0;
    for (std::size_t i = 0; i < noise_.size(); ++i) doubled += mass_[i] * noise_[i].squaredNorm();
    if (doubled > 0)
        for (Vec3& v : noise_) v /= std::sqrt(doubled);
}

double StepSpectrum::product(const Member& a, const Vibration& b) { return dot_(a.Kx, b.x) + dot_(a.y.v, momentum_); }

double StepSpectrum::normalise(Member& member)
{
    const std::size_t n = step_.size();
    member.Kx.resize(n);
    step_.stiffness(member.y.x, member.Kx);
    parallel_for(n, [&](std::size_t i) { momentum_[i] = mass_[i] * member.y.v[i]; });
    const double size = std::sqrt(std::max(product(member, member.y), 0.0));
    if (size == 0) return 0;
    const double scale = 1 / size;
    parallel_for(n, [&](std::size_t i) {
        member.y.x[i] *= scale;
        member.y.v[i] *= scale;
        member.Kx[i] *= scale;
    });
    return size;
}

StepSpectrum::Eigenvalue StepSpectrum::outermost(int used, double beyond) const
{
    const ComplexEigenpairs pairs = complex_eigenpairs(projected_.topLeftCorner(used, used));
    Eigenvalue result;
    Eigen::Index best = 0;
    pairs.values.cwiseAbs().maxCoeff(&best);
    result.z = pairs.values[best];
    result.weights = pairs.vectors.col(best);
    result.residual = beyond * std::abs(result.weights[used - 1]) / result.weights.norm();
    return result;
}

std::array<Vibration, 2> StepSpectrum::vibration_of(const Eigenvalue& eigenvalue) const
{
    const std::size_t n = step_.size();
    std::array<Vibration, 2> mode;
    for (int part = 0; part < 2; ++part) {
        auto& [x, v] = mode.at(static_cast<std::size_t>(part));
        x.assign(n, Vec3::Zero());
        v.assign(n, Vec3::Zero());
        for (Eigen::Index k = 0; k < eigenvalue.weights.size(); ++k) {
            const double weight = part == 0 ? eigenvalue.weights[k].real() : eigenvalue.weights[k].imag();
            if (weight == 0) continue;
            const Vibration& y = basis_[static_cast<std::size_t>(k)].y;
            for (std::size_t i = 0; i < n; ++i) {
                x[i] += weight * y.x[i];
                v[i] += weight * y.v[i];
            }
        }
    }
    return mode;
}

double StepSpectrum::extend(double h, int used)
{
    const std::size_t n = step_.size();
    const Member& now = basis_[static_cast<std::size_t>(used)];
    Member& next = basis_[static_cast<std::size_t>(used) + 1];
    step_.take(h, now.y, now.Kx, next.y);
    double beyond = 0, scale = 1;
    for (int pass = 0; pass < 2; ++pass) {
        parallel_for(n, [&](std::size_t i) { momentum_[i] = mass_[i] * next.y.v[i]; });
        Eigen::VectorXd parts(used + 1);
        for (int k = 0; k <= used; ++k) parts[k] = product(basis_[static_cast<std::size_t>(k)], next.y);
        for (int k = 0; k <= used; ++k) {
            const Vibration& y = basis_[static_cast<std::size_t>(k)].y;
            parallel_for(n, [&, part = parts[k]](std::size_t i) {
                next.y.x[i] -= part * y.x[i];
                next.y.v[i] -= part * y.v[i];
            });
        }
        const double left = normalise(next);
        projected_.col(used).head(used + 1) += scale * parts;
        beyond = scale * left;
        // Orthogonalise again when little is left: rounding errors are a large part of the remainder then.
        constexpr double little = 0.2;
        if (left > little * parts.norm()) break;
        scale = beyond;
    }
    return beyond;
}

StepSpectrum::Verdict StepSpectrum::iterate(double h, int steps)
{
    if (normalise(basis_[0]) == 0) return Verdict::stays;
    projected_ = Eigen::MatrixXd::Zero(steps, steps);
    for (int used = 0; used < steps;) {
        const double beyond = extend(h, used);
        ++used;
        const bool is_exhausted = beyond <= rounding * projected_.topLeftCorner(used, used).norm();
        if (used < steps && !is_exhausted) {
            projected_(used, used - 1) = beyond;
            if (used % steps_between_looks != 0) continue;
        }
        outer_ = outermost(used, is_exhausted ? 0 : beyond);
        const double growth = std::abs(outer_.z) - 1;
        if (growth > least_growth && outer_.residual <= sure * growth) {
            mode_ = vibration_of(outer_);
            return Verdict::grows;
        }
        if (is_exhausted) return Verdict::stays;
    }
    return std::abs(outer_.z) > 1 + least_growth ? Verdict::open : Verdict::stays;
}

StepSpectrum::Verdict StepSpectrum::try_out(double h)
{
    // The energy of undamped vibrations near their limit oscillates widely within some steps. So compare the maxima of
    // the first and the second half.
    constexpr int steps = 16;
    constexpr double clear_growth = 0.03;  // per step; transient growth is slower
    Member& now = basis_[0];
    now.y = vibration_of(outer_)[0];
    if (normalise(now) == 0) return Verdict::stays;
    double size = 0;  // logarithm of the norm
    std::array<double, 2> largest{};
    for (double& of_half : largest) {
        of_half = -std::numeric_limits<double>::infinity();
        for (int step = 0; step < steps; ++step) {
            step_.take(h, now.y, now.Kx, basis_[1].y);
            std::swap(now.y, basis_[1].y);
            size += std::log(normalise(now));
            of_half = std::max(of_half, size);
        }
    }
    const double growth = (largest[1] - largest[0]) / steps;
    if (!(growth > least_growth)) return Verdict::stays;
    if (growth <= clear_growth) return Verdict::open;
    // Two successive states span a vibration that rotates while it grows.
    mode_ = {now.y, basis_[1].y};
    return Verdict::grows;
}

bool StepSpectrum::grows(double h, int steps, int restarts)
{
    const std::size_t n = step_.size();
    if (basis_.size() < static_cast<std::size_t>(steps) + 1) basis_.resize(static_cast<std::size_t>(steps) + 1);
    Vibration& start = basis_[0].y;
    start.x.assign(n, Vec3::Zero());
    start.v = noise_;
    if (has_mode()) {
        start = mode_[0];
        if (normalise(basis_[0]) > 0) parallel_for(n, [&](std::size_t i) { start.v[i] += noise_share * noise_[i]; });
    }
    Verdict verdict = Verdict::open;
    for (int restart = 0; restart <= restarts && verdict == Verdict::open; ++restart) {
        verdict = iterate(h, steps);
        if (verdict == Verdict::open) verdict = try_out(h);
    }
    if (verdict == Verdict::open) mode_ = {basis_[0].y, basis_[1].y};  // to be safe, counts as growth
    if (verdict == Verdict::stays) return false;
    mode_step_ = h;
    return true;
}

double StepSpectrum::limit_of_mode()
{
    // Within the space of the mode's displacements and velocities, the step is a matrix of two or four rows. The matrix
    // is a polynomial in h, so as many steps as it has coefficients determine it.
    const std::size_t n = step_.size();
    std::vector<Member> space;
    for (const bool moves : {false, true}) {
        for (const Vibration& part : mode_) {
            Member member;
            member.y.x.assign(n, Vec3::Zero());
            member.y.v.assign(n, Vec3::Zero());
            (moves ? member.y.v : member.y.x) = moves ? part.v : part.x;
            const double size = normalise(member);
            if (size == 0) continue;
            for (const Member& other : space) {
                parallel_for(n, [&](std::size_t i) { momentum_[i] = mass_[i] * member.y.v[i]; });
                const double common = product(other, member.y);
                parallel_for(n, [&](std::size_t i) {
                    member.y.x[i] -= common * other.y.x[i];
                    member.y.v[i] -= common * other.y.v[i];
                });
            }
            constexpr double of_its_own = 1e-3;  // share that is independent; less is rounding or noise
            if (normalise(member) > of_its_own) space.push_back(std::move(member));
        }
    }
    const auto size = static_cast<Eigen::Index>(space.size());
    const int nodes = step_.degree() + 1;
    Eigen::MatrixXd powers(nodes, nodes), values(nodes, size * size);
    Vibration image;
    for (int node = 0; node < nodes; ++node) {
        const double part = 1 - 0.8 * node / (nodes - 1);  // of the step at which the mode grows
        for (int k = 0; k < nodes; ++k) powers(node, k) = std::pow(part, k);
        for (Eigen::Index from = 0; from < size; ++from) {
            const Member& member = space[static_cast<std::size_t>(from)];
            step_.take(part * mode_step_, member.y, member.Kx, image);
            parallel_for(n, [&](std::size_t i) { momentum_[i] = mass_[i] * image.v[i]; });
            for (Eigen::Index to = 0; to < size; ++to)
                values(node, from * size + to) = product(space[static_cast<std::size_t>(to)], image);
        }
    }
    const Eigen::MatrixXd coefficients = powers.partialPivLu().solve(values);
    const auto radius = [&](double part) {
        Eigen::RowVectorXd powers_of_part(nodes);
        for (int k = 0; k < nodes; ++k) powers_of_part[k] = std::pow(part, k);
        const Eigen::RowVectorXd entries = powers_of_part * coefficients;
        return spectral_radius(Eigen::Map<const Eigen::MatrixXd>(entries.data(), size, size));
    };
    constexpr double far = 1e-3, stride = 0.99;
    double low = 1, high = 1;
    while (radius(low) > 1 + least_growth) {
        high = low;
        low *= stride;
        if (low < far) return 0;
    }
    while (high > (1 + 1e-5) * low) {
        const double middle = std::sqrt(low * high);
        (radius(middle) > 1 + least_growth ? high : low) = middle;
    }
    return low * mode_step_;
}

double find_step_limit(StepSpectrum& spectrum, double guess, bool rough)
{
    constexpr double far = 1000, below = 0.998;
    constexpr int few = 12, max_iterations = 30;
    // A rough search looks 1 % above the expected limit, where growth shows at once. At 0.3 % above, the growth of RK4
    // does not show at once and takes many plain steps.
    const double above = rough ? 1.01 : 1.003, near = rough ? 0.01 : 1e-3;
    const int restarts = rough ? 1 : 4;
    const int many = spectrum.has_mode() ? 16 : 28;
    if (!std::isfinite(guess)) return guess;
    double low = 0, high = guess;  // no growth at low, growth at high
    while (!spectrum.grows(high, many, restarts)) {
        low = high;
        high *= 1.1;
        if (low > far * guess) return std::numeric_limits<double>::infinity();
    }
    double expected = spectrum.limit_of_mode(), last = high;
    for (int iteration = 0; iteration < max_iterations && high > guess / far; ++iteration) {
        const bool is_settled = std::abs(expected - last) <= near * expected;
        if (rough && is_settled) return below * expected;
        if (high <= (1 + 1e-9) * above / below * low) return low;
        // First test just above the expected limit, to find its vibration. Once that is known, test just below, with
        // more Arnoldi steps.
        double h = (is_settled ? below : above) * expected;
        const bool is_between = h > low && h < high;
        if (!is_between) h = low > 0 ? std::sqrt(low * high) : 0.8 * high;
        if (spectrum.grows(h, is_between && !is_settled ? few : many, restarts)) {
            high = h;
            last = expected;
            expected = spectrum.limit_of_mode();
        } else {
            low = h;
        }
    }
    return low;
}

}  // namespace tulle
