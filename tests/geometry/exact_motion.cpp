#include "geometry/exact_motion.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace tulle::testing {
namespace {

namespace mp = boost::multiprecision;

/// Of any length; short ones need no memory of their own.
using Long = mp::number<mp::cpp_int_backend<512, 0, mp::signed_magnitude, mp::unchecked, std::allocator<mp::limb_type>>,
                        mp::et_off>;

/// A double that is known to be wrong by at most `error`.
struct Rounded {
    double value = 0, error = 0;
};

constexpr double epsilon = std::numeric_limits<double>::epsilon();  // twice what one operation is wrong by
constexpr double bound_rounding = 1 + 8 * epsilon;                  // bounds are sums of up to four terms
constexpr double underflow = 1e-300;

Rounded operator+(const Rounded& a, const Rounded& b)
{
    const double sum = a.value + b.value;
    return {sum, (a.error + b.error + epsilon * std::abs(sum)) * bound_rounding};
}

Rounded operator-(const Rounded& a, const Rounded& b) { return a + Rounded{-b.value, b.error}; }

Rounded operator*(const Rounded& a, const Rounded& b)
{
    const double product = a.value * b.value;
    const double error = std::abs(a.value) * b.error + a.error * (std::abs(b.value) + b.error);
    return {product, (error + epsilon * std::abs(product)) * bound_rounding + underflow};
}

constexpr int unknown = 2;

/// 1, 0, -1 or unknown.
int sign_of_number(const Rounded& x)
{
    if (std::abs(x.value) > x.error) return x.value > 0 ? 1 : -1;
    return x.error == 0 ? 0 : unknown;
}

int sign_of_number(const Long& x) { return x.sign(); }

struct SignIsUnknown {};

int known(int sign)
{
    if (sign == unknown) throw SignIsUnknown();
    return sign;
}

template <class Number>
Number whole(int x)
{
    if constexpr (std::is_same_v<Number, Rounded>) {
        return {static_cast<double>(x), 0};
    } else {
        return Number(x);
    }
}

/// sum of c_i s^(degree - i) t^i.
template <class Number>
struct Form {
    int degree = 0;
    std::array<Number, 4> c;
};

template <class Number>
using FormVec = std::array<Form<Number>, 3>;

template <class Number>
Form<Number> operator+(const Form<Number>& a, const Form<Number>& b)
{
    Form<Number> sum{a.degree, {}};
    for (int i = 0; i <= a.degree; ++i) sum.c[i] = a.c[i] + b.c[i];
    return sum;
}

template <class Number>
Form<Number> operator-(const Form<Number>& a, const Form<Number>& b)
{
    Form<Number> difference{a.degree, {}};
    for (int i = 0; i <= a.degree; ++i) difference.c[i] = a.c[i] - b.c[i];
    return difference;
}

template <class Number>
Form<Number> operator*(const Form<Number>& a, const Form<Number>& b)
{
    Form<Number> product{a.degree + b.degree, {}};
    for (int i = 0; i <= a.degree; ++i)
        for (int j = 0; j <= b.degree; ++j) {
            const Number term = a.c[i] * b.c[j];
            Number& c = product.c[i + j];
            c = i == 0 || j == b.degree ? term : Number(c + term);  // the first of its power, or one more
        }
    return product;
}

template <class Number>
FormVec<Number> operator-(const FormVec<Number>& a, const FormVec<Number>& b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

template <class Number>
FormVec<Number> operator+(const FormVec<Number>& a, const FormVec<Number>& b)
{
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

template <class Number>
FormVec<Number> cross_of(const FormVec<Number>& a, const FormVec<Number>& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class Number>
Form<Number> dot_of(const FormVec<Number>& a, const FormVec<Number>& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The time t / (s + t), neither below zero.
template <class Number>
struct Instant {
    Number s, t;
};

template <class Number>
Number value_at(const Form<Number>& form, const Instant<Number>& at)
{
    Number value = form.c[form.degree];
    Number power = at.s;
    for (int i = form.degree - 1; i >= 0; --i) {
        value = value * at.t + form.c[i] * power;
        if (i > 0) power = power * at.s;
    }
    return value;
}

/// The form over a part of the time, as one of shares (y_0, y_1) of the part's ends; a factor of both does not
/// matter to signs and roots.
template <class Number>
Form<Number> restricted(const Form<Number>& form, const Instant<Number>& from, const Instant<Number>& to)
{
    const Form<Number> s{1, {from.s, to.s}}, t{1, {from.t, to.t}};
    Form<Number> result{0, {form.c[form.degree]}};
    Form<Number> power = s;
    for (int i = form.degree - 1; i >= 0; --i) {
        result = result * t;
        for (int k = 0; k <= result.degree; ++k) result.c[k] = result.c[k] + form.c[i] * power.c[k];
        if (i > 0) power = power * s;
    }
    return result;
}

/// 1 or -1 if the form has that sign everywhere between the ends, surely.
template <class Number>
int only_sign(const Form<Number>& form)
{
    int sign = 0;
    for (int i = 0; i <= form.degree; ++i) {
        const int other = sign_of_number(form.c[i]);
        if (other == unknown || other * sign < 0) return unknown;
        if (other != 0) sign = other;
    }
    return sign == 0 ? unknown : sign;
}

struct SignChanges {
    int count = 0, first = 0;  // how many, and the first sign that is not zero
};

template <class Number>
SignChanges sign_changes(const Form<Number>& form)
{
    SignChanges changes;
    int last = 0;
    for (int i = 0; i <= form.degree; ++i) {
        const int sign = known(sign_of_number(form.c[i]));
        if (sign == 0) continue;
        if (last == 0) changes.first = sign;
        if (last * sign < 0) ++changes.count;
        last = sign;
    }
    return changes;
}

template <class Number>
bool vanishes(const Form<Number>& form)
{
    return std::all_of(form.c.begin(), form.c.begin() + form.degree + 1,
                       [](const Number& c) { return sign_of_number(c) == 0; });
}

// Common factors of forms with whole coefficients.

/// The lowest coefficient first, neither it nor the last being zero: powers of s and t have no roots inside.
using Coefficients = std::vector<Long>;

Coefficients stripped(Coefficients c)
{
    while (!c.empty() && c.back() == 0) c.pop_back();
    const auto first = std::find_if(c.begin(), c.end(), [](const Long& x) { return x != 0; });
    c.erase(c.begin(), first);
    return c;
}

Coefficients coefficients_of(const Form<Long>& form)
{
    return stripped(Coefficients(form.c.begin(), form.c.begin() + form.degree + 1));
}

void divide_by_content(Coefficients& c)
{
    Long content = 0;
    for (const Long& x : c) content = gcd(content, x);
    for (Long& x : c) x /= content;
}

/// What remains of a after b is taken off as often as it goes, up to a factor; the quotient, up to a factor, if asked.
Coefficients remainder_of(Coefficients a, const Coefficients& b, Coefficients* quotient = nullptr)
{
    while (a.size() >= b.size()) {
        const Long lead = a.back();
        const std::size_t shift = a.size() - b.size();
        for (Long& x : a) x *= b.back();
        for (std::size_t k = 0; k < b.size(); ++k) a[k + shift] -= lead * b[k];
        if (quotient != nullptr) {
            for (Long& x : *quotient) x *= b.back();
            quotient->resize(std::max(quotient->size(), shift + 1));
            (*quotient)[shift] += lead;
        }
        a.pop_back();
        while (!a.empty() && a.back() == 0) a.pop_back();
    }
    return a;
}

Coefficients common_divisor(Coefficients a, Coefficients b)
{
    if (a.size() < b.size()) std::swap(a, b);
    while (!b.empty()) {
        divide_by_content(b);
        a = remainder_of(std::move(a), b);
        std::swap(a, b);
    }
    return a;
}

constexpr std::uint64_t prime = 2147483647;

/// Proof that two forms have no common factor: none modulo a prime, which does not divide what leads.
bool surely_coprime(const Coefficients& a, const Coefficients& b)
{
    const auto residues = [](const Coefficients& c) {
        std::vector<std::uint64_t> r;
        for (const Long& x : c) {
            const auto rest = static_cast<std::uint64_t>(Long(abs(x) % prime));
            r.push_back(x < 0 && rest != 0 ? prime - rest : rest);
        }
        return r;
    };
    auto u = residues(a);
    auto v = residues(b);
    if (u.back() == 0 || v.back() == 0) return false;
    if (u.size() < v.size()) std::swap(u, v);
    while (!v.empty()) {
        while (u.size() >= v.size()) {
            const std::uint64_t lead = u.back();
            const std::size_t shift = u.size() - v.size();
            for (std::uint64_t& x : u) x = x * v.back() % prime;
            for (std::size_t k = 0; k < v.size(); ++k)
                u[k + shift] = (u[k + shift] + prime - lead * v[k] % prime) % prime;
            while (!u.empty() && u.back() == 0) u.pop_back();
        }
        std::swap(u, v);
    }
    return u.size() == 1;
}

Form<Long> form_of(const Coefficients& c)
{
    Form<Long> form{static_cast<int>(c.size()) - 1, {}};
    std::copy(c.begin(), c.end(), form.c.begin());
    return form;
}

/// With the same roots between the ends, each of them once.
Form<Long> without_multiple_roots(const Form<Long>& form)
{
    Coefficients c = coefficients_of(form);
    if (c.size() < 3) return form_of(c);
    Coefficients derivative;
    for (std::size_t k = 1; k < c.size(); ++k) derivative.push_back(c[k] * k);
    derivative = stripped(derivative);
    if (surely_coprime(c, derivative)) return form_of(c);
    const Coefficients shared = common_divisor(c, derivative);
    if (shared.size() == 1) return form_of(c);
    Coefficients quotient;
    (void)remainder_of(c, shared, &quotient);
    divide_by_content(quotient);
    return form_of(quotient);
}

/// Doubles cannot tell; a double root shows as a sign that stays unknown.
Form<Rounded> without_multiple_roots(const Form<Rounded>& form) { return form; }

/// A time: `from` itself, or the only root of a form between `from` and `to`, both excluded.
template <class Number>
struct Root {
    bool exact = true;
    Instant<Number> from, to;
    const Form<Number>* form = nullptr;
    int first_sign = 0;  // of the form, just after `from`
};

/// Both ends keep the same sum of s and t, so that this is the middle.
template <class Number>
void halve(Root<Number>& root)
{
    const Instant<Number> middle{root.from.s + root.to.s, root.from.t + root.to.t};
    const int sign = known(sign_of_number(value_at(*root.form, middle)));
    if (sign == 0) {
        root.exact = true;
        root.from = middle;
        return;
    }
    Instant<Number>& kept = sign == root.first_sign ? root.to : root.from;
    kept.s = kept.s + kept.s;
    kept.t = kept.t + kept.t;
    (sign == root.first_sign ? root.from : root.to) = middle;
}

/// Of doubles no more halvings make sense.
constexpr int most_halvings = 44;

/// `part` is the form over the time between `from` and `to`.
template <class Number>
void isolate(const Form<Number>& form, const Form<Number>& part, const Instant<Number>& from, const Instant<Number>& to,
             int depth, std::vector<Root<Number>>& roots)
{
    const SignChanges changes = sign_changes(part);
    if (changes.count == 0) return;
    if (changes.count == 1) {
        roots.push_back({false, from, to, &form, changes.first});
        return;
    }
    if (std::is_same_v<Number, Rounded> && depth == most_halvings) throw SignIsUnknown();
    const Number zero = whole<Number>(0);
    const Number one = whole<Number>(1);
    const Number two = whole<Number>(2);
    const Instant<Number> middle{from.s + to.s, from.t + to.t};
    const auto doubled = [](const Instant<Number>& x) { return Instant<Number>{x.s + x.s, x.t + x.t}; };
    isolate(form, restricted(part, {two, zero}, {one, one}), doubled(from), middle, depth + 1, roots);
    if (known(sign_of_number(value_at(part, {one, one}))) == 0) roots.push_back({true, middle, middle, nullptr, 0});
    isolate(form, restricted(part, {one, one}, {zero, two}), middle, doubled(to), depth + 1, roots);
}

/// Those of a form without multiple roots, in the order of time.
template <class Number>
std::vector<Root<Number>> roots_inside(const Form<Number>& form)
{
    const Number zero = whole<Number>(0);
    const Number one = whole<Number>(1);
    std::vector<Root<Number>> roots;
    isolate(form, form, {one, zero}, {zero, one}, 0, roots);
    return roots;
}

/// Whether the form is zero where the root's own is.
bool shares_root(const Form<Long>& form, const Root<Long>& root)
{
    const Coefficients c = coefficients_of(form);
    const Coefficients own = coefficients_of(*root.form);
    if (surely_coprime(own, c)) return false;
    const Coefficients shared = stripped(common_divisor(own, c));
    if (shared.size() < 2) return false;
    // It has one simple root at most between the ends, and an odd number of changes only if it has.
    return sign_changes(restricted(form_of(shared), root.from, root.to)).count % 2 == 1;
}

template <class Number>
int sign_at(const Form<Number>& form, Root<Number>& root)
{
    if (vanishes(form)) return 0;
    bool may_vanish = true;
    int halvings = 2;
    for (int depth = 0; !root.exact;) {
        const int sign = only_sign(restricted(form, root.from, root.to));
        if (sign != unknown) return sign;
        if constexpr (std::is_same_v<Number, Rounded>) {
            if (depth >= most_halvings) return unknown;
        } else if (depth > 0 && may_vanish) {
            if (shares_root(form, root)) return 0;
            may_vanish = false;
        }
        for (int k = 0; k < halvings && !root.exact; ++k) halve(root);
        depth += halvings;
        halvings = std::min(2 * halvings, 16);
    }
    return sign_of_number(value_at(form, root.from));
}

template <class Number>
bool earlier(const Root<Number>& root, const Instant<Number>& time)
{
    /// Of a - b.
    const auto order = [](const Instant<Number>& a, const Instant<Number>& b) {
        return known(sign_of_number(Number(a.t * b.s - b.t * a.s)));
    };
    if (root.exact) return order(root.from, time) < 0;
    if (order(root.to, time) <= 0) return true;
    if (order(root.from, time) >= 0) return false;
    const int sign = known(sign_of_number(value_at(*root.form, time)));
    return sign != 0 && sign != root.first_sign;
}

/// A corner and the ends of an edge: the products of the ways from the one to the others.
template <class Number>
struct CornerAndEdge {
    CornerAndEdge(const FormVec<Number>& corner, const FormVec<Number>& from, const FormVec<Number>& to)
        : to_from(from - corner), to_to(to - corner), cross(cross_of(to_from, to_to))
    {}

    FormVec<Number> to_from, to_to;
    FormVec<Number> cross;
    std::optional<Form<Number>> dot;  // when it is needed
};

template <class Number>
class Meet {
public:
    Meet(Meeters meeters, const std::array<FormVec<Number>, 4>& x) : meeters_(meeters)
    {
        if (meeters == Meeters::point_and_triangle) {
            for (int k = 0; k < 3; ++k) sides_.emplace_back(x[0], x[1 + k], x[1 + (k + 1) % 3]);
            determinant_ = dot_of(sides_[0].cross, sides_[1].to_to);
        } else {
            sides_.emplace_back(x[2], x[0], x[1]);
            sides_.emplace_back(x[3], x[0], x[1]);
            sides_.emplace_back(x[0], x[2], x[3]);
            sides_.emplace_back(x[1], x[2], x[3]);
            determinant_ = dot_of(sides_[0].cross, x[3] - x[2]);
        }
    }

    [[nodiscard]] Meeting decide(const Instant<Number>& time)
    {
        Meeting result;
        const Number zero = whole<Number>(0);
        const Number one = whole<Number>(1);
        Root<Number> start{true, {one, zero}, {one, zero}, nullptr, 0};
        if (meet_at(start)) return {true, true, earlier(start, time)};
        if (vanishes(determinant_)) {
            for_all_forms([&](const Form<Number>& form) { try_roots(form, time, result); });
        } else {
            try_roots(determinant_, time, result);
        }
        Root<Number> end{true, {zero, one}, {zero, one}, nullptr, 0};
        if (!result.ever) result.ever = meet_at(end);
        return result;
    }

private:
    void try_roots(const Form<Number>& form, const Instant<Number>& time, Meeting& result)
    {
        if (vanishes(form)) return;
        const Form<Number> simple = without_multiple_roots(form);
        std::vector<Root<Number>> roots = roots_inside(simple);
        for (Root<Number>& root : roots) {
            if (!meet_at(root)) continue;
            result.ever = true;
            result.before = result.before || earlier(root, time);
            return;  // the next are later
        }
    }

    template <class Function>
    void for_all_forms(const Function& function)
    {
        for (int axis = 0; axis < 3; ++axis) function(normal(axis));
        for (CornerAndEdge<Number>& side : sides_) {
            for (const Form<Number>& form : side.cross) function(form);
            function(dot(side));
        }
    }

    /// Across the plane of the triangle, or of the edges.
    [[nodiscard]] Form<Number> normal(int axis) const
    {
        if (meeters_ == Meeters::point_and_triangle)
            return sides_[0].cross[axis] + sides_[1].cross[axis] + sides_[2].cross[axis];
        return sides_[1].cross[axis] - sides_[0].cross[axis];
    }

    static const Form<Number>& dot(CornerAndEdge<Number>& side)
    {
        if (!side.dot) side.dot = dot_of(side.to_from, side.to_to);
        return *side.dot;
    }

    [[nodiscard]] bool meet_at(Root<Number>& root)
    {
        // Of an exact time it is not clear yet; other roots are those of the determinant, or it is zero always.
        if (root.form == nullptr && known(sign_at(determinant_, root)) != 0) return false;
        bool unclear = false;
        for (int axis = 0; axis < 3; ++axis) {
            const int facing = sign_at(normal(axis), root);
            unclear = unclear || facing == unknown;
            if (facing != 0 && facing != unknown) return meet_in_plane(root, axis, facing);
        }
        if (unclear) throw SignIsUnknown();
        return std::any_of(sides_.begin(), sides_.end(),
                           [&](CornerAndEdge<Number>& side) { return corner_on_edge(side, root); });
    }

    [[nodiscard]] bool meet_in_plane(Root<Number>& root, int axis, int facing) const
    {
        const auto side = [&](int k) { return known(sign_at(sides_[k].cross[axis], root)); };
        if (meeters_ == Meeters::point_and_triangle) {
            for (int k = 0; k < 3; ++k)
                if (side(k) == -facing) return false;
            return true;
        }
        return side(0) * side(1) <= 0 && side(2) * side(3) <= 0;
    }

    static bool corner_on_edge(CornerAndEdge<Number>& side, Root<Number>& root)
    {
        for (const Form<Number>& form : side.cross)
            if (known(sign_at(form, root)) != 0) return false;
        return known(sign_at(dot(side), root)) <= 0;
    }

    Meeters meeters_;
    std::vector<CornerAndEdge<Number>> sides_;
    Form<Number> determinant_;
};

/// x = digits 2^exponent.
struct Binary {
    std::int64_t digits = 0;
    int exponent = 0;
};

Binary binary(double x)
{
    if (x == 0) return {};
    int exponent = 0;
    const double fraction = std::frexp(x, &exponent);
    const auto digits = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    const int zeros = std::countr_zero(static_cast<std::uint64_t>(digits));
    return {digits / (std::int64_t{1} << zeros), exponent - 53 + zeros};
}

template <class Function>
void for_all_coordinates(const std::array<MovingPoint, 4>& corners, const Function& function)
{
    for (int k = 0; k < 4; ++k)
        for (int axis = 0; axis < 3; ++axis) {
            function(k, axis, 0, corners[k].start[axis]);
            function(k, axis, 1, corners[k].end[axis]);
        }
}

Meeting decide_by_long_numbers(Meeters meeters, const std::array<MovingPoint, 4>& corners, double time)
{
    int least = std::numeric_limits<int>::max();
    for_all_coordinates(corners, [&](int, int, int, double x) {
        if (x != 0) least = std::min(least, binary(x).exponent);
    });
    std::array<FormVec<Long>, 4> x;
    for_all_coordinates(corners, [&](int k, int axis, int end, double value) {
        x[k][axis].degree = 1;
        const Binary b = binary(value);
        x[k][axis].c[end] = b.digits;
        if (b.digits != 0) x[k][axis].c[end] <<= b.exponent - least;
    });
    const Binary b = binary(time);
    Instant<Long> asked{Long(1), Long(b.digits)};
    if (b.exponent > 0) asked.t <<= b.exponent;
    if (b.exponent < 0) asked.s <<= -b.exponent;
    asked.s -= asked.t;
    return Meet<Long>(meeters, x).decide(asked);
}

Meeting decide_by_doubles(Meeters meeters, const std::array<MovingPoint, 4>& corners, double time)
{
    std::array<FormVec<Rounded>, 4> x;
    for_all_coordinates(corners, [&](int k, int axis, int end, double value) {
        x[k][axis].degree = 1;
        x[k][axis].c[end] = {value, 0};
    });
    return Meet<Rounded>(meeters, x).decide({Rounded{1, 0} - Rounded{time, 0}, Rounded{time, 0}});
}

/// Comparing needs no rounding: along an axis the one stays beyond the other if it does so at both ends of the time.
bool apart_along_an_axis(Meeters meeters, const std::array<MovingPoint, 4>& corners)
{
    const int first = meeters == Meeters::point_and_triangle ? 1 : 2;
    for (int axis = 0; axis < 3; ++axis) {
        bool above = true, below = true;
        for (int i = 0; i < first; ++i)
            for (int j = first; j < 4; ++j) {
                const double start = corners[i].start[axis], end = corners[i].end[axis];
                const double other_start = corners[j].start[axis], other_end = corners[j].end[axis];
                above = above && start > other_start && end > other_end;
                below = below && start < other_start && end < other_end;
            }
        if (above || below) return true;
    }
    return false;
}

}  // namespace

Meeting exact_meeting(Meeters meeters, const std::array<MovingPoint, 4>& corners, double time, bool only_long)
{
    if (!only_long) {
        Meeting result;
        result.by_doubles = true;
        if (apart_along_an_axis(meeters, corners)) return result;
        try {
            result = decide_by_doubles(meeters, corners, time);
            result.by_doubles = true;
            return result;
        } catch (const SignIsUnknown&) {  // NOLINT(bugprone-empty-catch): then it takes longer
        }
    }
    return decide_by_long_numbers(meeters, corners, time);
}

}  // namespace tulle::testing
