#include "integrators/history.hpp"

#include <algorithm>

namespace tulle {

History::History(int depth, std::size_t particles) : ring_(static_cast<std::size_t>(depth))
{
    for (Past& past : ring_)
        for (auto* vector : {&past.x, &past.v, &past.force}) vector->assign(particles, Vec3::Zero());
}

History::Past& History::begin(const ParticleState& state, bool forget_the_rest)
{
    if (ended_ > 0 && size_ > 0) {
        newest_ = (newest_ + 1) % ring_.size();
        size_ = std::min(size_ + 1, static_cast<int>(ring_.size()));
        ring_[newest_].h = ended_;
    }
    if (forget_the_rest || size_ == 0) size_ = 1;
    ended_ = 0;
    Past& newest = ring_[newest_];
    std::copy(state.position.begin(), state.position.end(), newest.x.begin());
    std::copy(state.velocity.begin(), state.velocity.end(), newest.v.begin());
    return newest;
}

void History::save(ArchiveWriter& out) const
{
    out.value(size_);
    out.value(ended_);
    for (int age = 0; age < size_; ++age) {
        const Past& past = (*this)[age];
        out.value(past.h);
        for (const auto* vector : {&past.x, &past.v, &past.force}) out.array(std::span<const Vec3>(*vector));
    }
}

void History::restore(ArchiveReader& in)
{
    in.value(size_);
    in.value(ended_);
    if (size_ < 0 || size_ > static_cast<int>(ring_.size())) ArchiveReader::fail();
    newest_ = ring_.size() - 1;
    for (int age = 0; age < size_; ++age) {
        Past& past = ring_[newest_ - static_cast<std::size_t>(age)];
        in.value(past.h);
        for (auto* vector : {&past.x, &past.v, &past.force}) in.array(std::span<Vec3>(*vector));
    }
}

}  // namespace tulle
