#include "linear/cholesky.hpp"

#ifdef TULLE_HAS_CHOLMOD
#include <cholmod.h>
#else
#include <Eigen/SparseCholesky>
#endif

namespace tulle {
namespace {

#ifdef TULLE_HAS_CHOLMOD

class Cholmod final : public CholeskyBackend {
public:
    Cholmod(std::vector<int> column_begin, std::vector<int> row)
        : column_begin_(std::move(column_begin)), row_(std::move(row))
    {
        cholmod_start(&common_);
        common_.supernodal = CHOLMOD_SIMPLICIAL;  // reproducible (no BLAS) and LGPL
        common_.final_ll = 1;
        common_.final_pack = 1;
        common_.final_monotonic = 1;
        common_.nmethods = 1;
        common_.method[0].ordering = CHOLMOD_AMD;
        common_.postorder = 1;
        common_.quick_return_if_not_posdef = 1;
        common_.print = 0;  // no message for indefinite matrices: factor() returns false

        matrix_.nrow = matrix_.ncol = column_begin_.size() - 1;
        matrix_.nzmax = row_.size();
        matrix_.p = column_begin_.data();
        matrix_.i = row_.data();
        matrix_.stype = -1;  // lower triangle
        matrix_.itype = CHOLMOD_INT;
        matrix_.xtype = CHOLMOD_PATTERN;
        matrix_.dtype = CHOLMOD_DOUBLE;
        matrix_.sorted = 1;
        matrix_.packed = 1;
        factor_ = cholmod_analyze(&matrix_, &common_);
    }

    ~Cholmod() override
    {
        cholmod_free_factor(&factor_, &common_);
        cholmod_finish(&common_);
    }
    Cholmod(const Cholmod&) = delete;
    Cholmod& operator=(const Cholmod&) = delete;

    bool factor(std::span<const double> lower_values, CholeskyFactor& out) override
    {
        matrix_.xtype = CHOLMOD_REAL;
        matrix_.x = const_cast<double*>(lower_values.data());  // NOLINT(*-const-cast): CHOLMOD only reads it
        cholmod_factorize(&matrix_, factor_, &common_);
        if (common_.status != CHOLMOD_OK) return false;

        const auto n = static_cast<int>(factor_->n);
        const auto* permutation = static_cast<const int*>(factor_->Perm);
        const auto* begin = static_cast<const int*>(factor_->p);
        const auto* count = static_cast<const int*>(factor_->nz);
        const auto* row = static_cast<const int*>(factor_->i);
        const auto* value = static_cast<const double*>(factor_->x);
        out.permutation.assign(permutation, permutation + n);
        out.column_begin.assign(1, 0);
        out.row.clear();
        out.value.clear();
        for (int j = 0; j < n; ++j) {
            out.row.insert(out.row.end(), row + begin[j], row + begin[j] + count[j]);
            out.value.insert(out.value.end(), value + begin[j], value + begin[j] + count[j]);
            out.column_begin.push_back(static_cast<int>(out.row.size()));
        }
        return true;
    }

private:
    std::vector<int> column_begin_;
    std::vector<int> row_;
    cholmod_common common_{};
    cholmod_sparse matrix_{};
    cholmod_factor* factor_ = nullptr;
};

using Backend = Cholmod;

#else

class EigenCholesky final : public CholeskyBackend {
public:
    EigenCholesky(std::vector<int> column_begin, std::vector<int> row)
        : column_begin_(std::move(column_begin)), row_(std::move(row)), values_(row_.size(), 0.0)
    {
        llt_.analyzePattern(matrix());
    }

    bool factor(std::span<const double> lower_values, CholeskyFactor& out) override
    {
        values_.assign(lower_values.begin(), lower_values.end());
        llt_.factorize(matrix());
        if (llt_.info() != Eigen::Success) return false;

        const auto& L = llt_.matrixL().nestedExpression();
        const auto n = static_cast<int>(L.cols());
        out.permutation.resize(n);
        const auto& indices = llt_.permutationP().indices();  // empty for an identity permutation
        for (int i = 0; i < n; ++i) out.permutation[indices.size() > 0 ? indices[i] : i] = i;
        out.column_begin.assign(L.outerIndexPtr(), L.outerIndexPtr() + n + 1);
        out.row.assign(L.innerIndexPtr(), L.innerIndexPtr() + L.nonZeros());
        out.value.assign(L.valuePtr(), L.valuePtr() + L.nonZeros());
        return true;
    }

private:
    using Matrix = Eigen::SparseMatrix<double>;

    [[nodiscard]] Eigen::Map<const Matrix> matrix() const
    {
        const auto n = static_cast<int>(column_begin_.size()) - 1;
        return {n, n, static_cast<int>(row_.size()), column_begin_.data(), row_.data(), values_.data()};
    }

    std::vector<int> column_begin_;
    std::vector<int> row_;
    std::vector<double> values_;
    Eigen::SimplicialLLT<Matrix, Eigen::Lower, Eigen::AMDOrdering<int>> llt_;
};

using Backend = EigenCholesky;

#endif

}  // namespace

std::unique_ptr<CholeskyBackend> make_cholesky_backend(std::vector<int> column_begin, std::vector<int> row)
{
    return std::make_unique<Backend>(std::move(column_begin), std::move(row));
}

}  // namespace tulle
