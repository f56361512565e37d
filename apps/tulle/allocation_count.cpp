#include "allocation_count.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> allocations{0};

void* allocate(std::size_t size, std::size_t alignment)
{
    allocations.fetch_add(1, std::memory_order_relaxed);
    // aligned_alloc requires a size that is a multiple of the alignment.
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    void* block = alignment <= alignof(std::max_align_t) ? std::malloc(size > 0 ? size : 1)
                                                         : std::aligned_alloc(alignment, rounded);
    if (block == nullptr) throw std::bad_alloc();
    return block;
}

}  // namespace

namespace tulle {

long allocation_count() { return allocations.load(std::memory_order_relaxed); }

}  // namespace tulle

// By default, the other forms of new (for arrays, without exceptions) call these functions.
void* operator new(std::size_t size) { return allocate(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment)
{
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
